// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The options of a compilation by name: how each is spelled and what it does. The command's parser and help read the
/// table, and so do the functions of the C API that set an option by its name.
#pragma once
#include "tilec/Compiler.h"

#include "llvm/ADT/StringRef.h"
#include <functional>

namespace tilec {

/// How the value of an option is written on a command line.
enum class OptionValue {
  None,     ///< -v
  Assigned, ///< -ftz=true or -ftz true
  Joined,   ///< -Idir or -I dir
  Attached, ///< -Wname only
};

struct CompileOption {
  std::vector<llvm::StringRef> names;
  OptionValue value;
  llvm::StringRef valueName;
  llvm::StringRef help; ///< empty: accepted, not advertised
  /// Takes the value; an error text, or empty. An option without a value on the command line takes "" and "true", and
  /// "false" for the opposite.
  std::function<std::string(CompileOptions &, llvm::StringRef)> apply;
};

const std::vector<CompileOption> &compileOptionTable();

/// Sets the option that `name` spells, with or without the dashes before it and with `_` for `-`: `fast-math`,
/// `--pipeline-loops`, `fmad`. A name of the form `X` with a value of true or false also means an option `no-X`. An
/// error text, or empty.
std::string setCompileOption(CompileOptions &options, llvm::StringRef name, llvm::StringRef value);

/// Takes a level of optimisation from 0 to 3. An error text, or empty.
std::string setOptimizationLevel(CompileOptions &options, llvm::StringRef value);

/// The text of an error: `expected EXPECTED, got 'GOT'`.
std::string expectedGot(llvm::StringRef expected, llvm::StringRef got);

} // namespace tilec
