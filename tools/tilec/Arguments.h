// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Arguments for --run, described on the command line (`--arg`), one for each parameter:
///
///   3  -1  2.5  true  0x10    a scalar, of the parameter's type
///   null                      a null pointer
///   [out:][TYPE][COUNT[+OFFSET]][=INIT][>FILE]
///                             an array of COUNT elements; TYPE may be left out where the parameter's pointee says it.
///     +OFFSET: it begins OFFSET elements behind a multiple of 256 bytes
///     INIT: zeros (default), ones, iota, random, random:SEED, a number for all, a list 1,2,3 (repeated), @FILE (raw
///     bytes); out: prints the array after the run, >FILE writes its raw bytes there
///
/// For example: --arg 'out:f32[8]=zeros' --arg 'f32[8]=iota' --arg 8
#pragma once
#include "tilec/Compiler.h"
#include "tools/tilec/GuardedBytes.h"

#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace tilec::tool {

/// An array of a launch, in host memory.
struct ArrayArgument {
  std::string type;
  size_t count = 0;
  size_t offsetBytes = 0; ///< of its begin from a multiple of 256 bytes
  GuardedBytes bytes;
  bool print = false;
  std::string file; ///< empty: none
};

/// An argument: an array, or a scalar that can be passed as it is.
struct DescribedArgument {
  std::optional<ArrayArgument> array;
  std::optional<runtime::Argument> scalar;
};

/// Reads `text` for `parameter`.
llvm::Expected<DescribedArgument> parseArgument(llvm::StringRef text, const manifest::Parameter &parameter);

/// All elements, separated by blanks.
std::string toText(const ArrayArgument &array);

} // namespace tilec::tool
