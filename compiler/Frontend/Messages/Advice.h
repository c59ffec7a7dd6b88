// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Advice.h - what to write instead ---------------------------------------===//
//
// A message of Clang's says what is wrong; where the same mistakes are made again and again, one more clause says what
// was probably meant:
//
//   no member named 'where' in namespace 'cuda::tiles'; use select(condition, a, b)
//   use of undeclared identifier 'cuda'                 ->  'cuda::tiles' is declared in <cuda_tile.h>, ...
//   non-type template argument is not a constant expression; a shape is known when the kernel is compiled: ...
//
//===----------------------------------------------------------------------===//
#pragma once

#include "compiler/Frontend/Messages/DeclaredNames.h"
#include "compiler/Frontend/Messages/Message.h"
#include <vector>

namespace tilec::frontend {

/// Completes the text of `error`, whose types are named as users write them, and drops notes that say less. Called
/// after `stateRules`. True if Clang took the name for another one and goes on with that.
bool giveAdvice(Message &error, std::vector<Message> &notes, const DeclaredNames &names);

/// An error inside of a function template of the C++ library that was called with tiles becomes one of that call.
void blameCaller(Message &error, std::vector<Message> &notes);

/// An error about `cuda` or a type of the toolkit in words that name the header which is missing; empty for others.
std::string aboutMissingHeader(const Message &error);

} // namespace tilec::frontend
