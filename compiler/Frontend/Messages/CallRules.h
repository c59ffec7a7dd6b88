// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CallRules.h - rules that no concept of the header states ----===//
#pragma once

#include "compiler/Frontend/Messages/Message.h"
#include "llvm/ADT/ArrayRef.h"

namespace tilec::frontend {

/// The rule that `error` breaks, as its text and its notes show: the number of arguments, what has to be named, that a
/// tile is a value. Empty if there is none.
std::string ruleWithoutConcept(const Message &error, llvm::ArrayRef<Message> notes);

/// `irange`, `store` for an error about a call or a construction, or empty.
llvm::StringRef calleeIn(const Message &error);

/// ", as in sum<0>(tile)" for an error about a call of `sum`, or empty.
std::string asInExample(const Message &error);

} // namespace tilec::frontend
