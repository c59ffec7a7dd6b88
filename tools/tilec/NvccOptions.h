// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Options of nvcc that build scripts pass on and that change little or nothing here.
#pragma once
#include "tools/tilec/OptionTable.h"

namespace tilec::tool {

/// Rows for the end of the table: one that stands before them goes first.
std::vector<Option> nvccOptions();

} // namespace tilec::tool
