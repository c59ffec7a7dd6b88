// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Options of nvcc that build scripts pass on; most of them change little or nothing here.
#pragma once
#include "tools/tilec/OptionTable.h"

namespace tilec::tool {

/// The last rows of `optionTable`: where an earlier one has a name too, that one counts.
const std::vector<Option> &nvccOptions();
/// Are options that nobody knows meant for others?
bool forwardsUnknownOptions(llvm::ArrayRef<const char *> arguments);

} // namespace tilec::tool
