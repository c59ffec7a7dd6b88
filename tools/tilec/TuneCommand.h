// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// `tilec tune`: the fastest of a kernel's forms, by trying them (tilec/Tuner.h).
#pragma once
#include "tools/tilec/CommandLine.h"

namespace tilec::tool {

/// The options that `tilec tune` has besides others.
std::vector<struct Option> tuneOptionTable();

/// False after an error, which is printed.
bool tuneKernel(const Options &options);

} // namespace tilec::tool
