// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Diagnostics of Clang by their identifiers, never by their English: a message that Clang words anew is still known.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace tilec::frontend {

/// A call or an operation that no candidate fits: notes about candidates follow.
bool hasCandidates(unsigned id);
/// A note about one candidate of an overload resolution.
bool isAboutCandidate(unsigned id);
/// A note "because ..." or "and ..." about a constraint. Its first argument is the number 0 for "and".
bool isReason(unsigned id);
/// A name that the source lacks, with one that Clang takes it for: "...; did you mean 'x'?".
bool hasGuess(unsigned id);
/// A type that is declared and not defined.
bool isAboutIncompleteType(unsigned id);
/// A note that shows a declaration.
bool showsDeclaration(unsigned id);
/// A ';' is missing, whatever the statement. `err_expected` and its like say what is missing in an argument.
bool isMissingSemicolon(unsigned id);

/// Does `text` contain the message `id`? For what Clang puts into a note as text: why a substitution failed.
bool contains(llvm::StringRef text, unsigned id);

} // namespace tilec::frontend
