// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Every option of the command line: how it is spelled and what it does. Parser and help read the same table.
#pragma once
#include "tools/tilec/CommandLine.h"

#include "llvm/ADT/StringRef.h"
#include <functional>

namespace tilec::tool {

/// How the value of an option is written.
enum class OptionValue {
  None,     ///< -v
  Assigned, ///< -ftz=true or -ftz true
  Joined,   ///< -Idir or -I dir
  Attached, ///< -Wname only
};

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

/// The text of an error: `expected EXPECTED, got 'GOT'`.
std::string expectedGot(llvm::StringRef expected, llvm::StringRef got);

} // namespace tilec::tool
