// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Every option of the command line: how it is spelled and what it does. Parser and help read the same table.
#pragma once
#include "compiler/Jit/OptionTable.h"
#include "tools/tilec/CommandLine.h"

namespace tilec::tool {

struct Option {
  std::vector<llvm::StringRef> names;
  OptionValue value;
  llvm::StringRef valueName;
  llvm::StringRef help; ///< empty: accepted, not advertised
  /// Takes the value; an error text, or empty.
  std::function<std::string(Options &, llvm::StringRef)> apply;
};

const std::vector<Option> &optionTable();
/// Those that try a kernel: --run and what belongs to it.
std::vector<Option> runOptionTable();

} // namespace tilec::tool
