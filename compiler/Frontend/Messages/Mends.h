// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Mends.h - what to write where a rule is broken -------------------------===//
//
// A rule of the header says what a call wants. The types of the call say what it got, and often what was meant:
//
//   store(pointers, 1.0f)   rule: a stored value has the shape of the pointers
//                           got:  'tile<float *, shape<8>>' and 'float'
//                           mend: full<tile<float, shape<8>>>(x) makes a tile of a scalar
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace tilec::frontend {

/// A candidate's template parameters and what they stand for in this call, with types named as users write them.
class Bindings {
public:
  Bindings() = default;
  /// Reads the note "candidate template ignored: ... [with P = float *, V = int]".
  explicit Bindings(llvm::StringRef candidate);
  /// What `parameter` stands for, or empty.
  llvm::StringRef of(llvm::StringRef parameter) const;
  /// Those that are types of arguments, packs as their parts.
  llvm::SmallVector<llvm::StringRef> types() const;

private:
  llvm::SmallVector<std::pair<std::string, std::string>> all;
};

/// A rule that a call breaks.
struct BrokenRule {
  /// The concept that states it.
  llvm::StringRef name;
  const Bindings &bindings;
  /// "store" for a call of it.
  llvm::StringRef callee;
  bool isMember;
};

/// ", got 'A' and 'B'", or empty if the message names the types already.
std::string gotTypes(const BrokenRule &rule);

/// "full<tile<float, shape<8>>>(x) makes a tile of a scalar", or empty if the rule says all.
std::string mendOf(const BrokenRule &rule);

} // namespace tilec::frontend
