// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RulesFromHeaders.h - failed constraints in the words of the header ------------===//
//
// When no overload fits, Clang explains each candidate with a chain of notes through the concepts of our headers:
//
//   error: no matching function for call to 'atomic_max'
//   note: candidate template ignored: constraints not satisfied [with P = ..., V = ...]
//   note: because 'tile<float *, ...>' does not satisfy 'atomic_integral_pointer'
//   note: because 'float' does not satisfy 'word_integer'
//   ...
//
// The comments above those concepts state the rules. So the chain becomes one note, and the error names the rule:
//
//   error: no matching function for call to 'atomic_max'; rule: pointers to 32 or 64-bit integers
//
//===----------------------------------------------------------------------===//
#pragma once

#include "compiler/Frontend/Messages/Message.h"
#include <vector>

namespace tilec::frontend {

/// Replaces chains of notes about our concepts, and completes the text of `error` with the rule it breaks, and with the
/// `architecture` compiled for where the rule is about such.
void stateRules(Message &error, std::vector<Message> &notes, llvm::StringRef architecture);

} // namespace tilec::frontend
