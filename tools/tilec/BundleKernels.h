// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// `--emit=bundle`: the kernels of a source in a file that the runtime loads without the compiler (tilec/Bundle.h).
#pragma once
#include "tools/tilec/CommandLine.h"

namespace tilec::tool {

/// False after an error, which is printed.
bool bundleKernels(const Options &options, const std::string &input);

} // namespace tilec::tool
