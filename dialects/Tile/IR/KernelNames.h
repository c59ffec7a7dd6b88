// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Names of kernels as users write them.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>

namespace tilec::tile {

/// `scale<float, 256>, variant 0` of a mangled symbol: without return type and parameters. Other symbols stay as they
/// are, but for their variants.
std::string displayNameOf(llvm::StringRef symbol);

} // namespace tilec::tile
