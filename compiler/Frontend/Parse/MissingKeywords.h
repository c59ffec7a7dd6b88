// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- MissingKeywords.h - `template` and `typename` where a source leaves them out ---===//
//
// `view.load_masked<padding>(i)` is two comparisons where the type of `view` depends on template arguments, unless
// `template` stands before the name. `element_cast<V::element_type>(x)` needs a `typename` likewise. NVIDIA's compiler
// parses the body of a template when it is instantiated, knows the types then, and misses nothing. Clang notices in the
// instantiation that the name is a template's or a type's. The source is then parsed again with the keyword.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "compiler/Frontend/Messages/Message.h"
#include "compiler/Frontend/Parse/Preamble.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <vector>

namespace tilec::frontend {

/// Says an error that a keyword is missing?
bool missesKeyword(const Message &message);

/// The files with the keywords inserted that messages miss; nothing if none does.
std::optional<std::vector<PreambleFile>> withMissingKeywords(llvm::ArrayRef<Message> messages,
                                                             const clang::SourceManager &sources);

} // namespace tilec::frontend
