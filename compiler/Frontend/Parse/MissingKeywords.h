// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- MissingKeywords.h - the keyword `template` where a source leaves it out ---===//
//
// `view.load_masked<padding>(i)` is two comparisons where the type of `view` depends on template arguments, unless
// `template` stands before the name. NVIDIA's compiler parses the body of a template when it is instantiated, knows the
// type then, and misses nothing. Clang notices in the instantiation that the name is a template's. The source is then
// parsed again with the keyword.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "compiler/Frontend/Messages/Message.h"
#include "compiler/Frontend/Parse/Preamble.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <vector>

namespace tilec::frontend {

/// Says an error that the keyword is missing?
bool missesTemplateKeyword(const Message &message);

/// The files with the keyword inserted where messages miss it; nothing if none does.
std::optional<std::vector<PreambleFile>> withTemplateKeywords(llvm::ArrayRef<Message> messages,
                                                              const clang::SourceManager &sources);

} // namespace tilec::frontend
