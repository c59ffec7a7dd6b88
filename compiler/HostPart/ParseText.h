// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A preprocessed CUDA source as Clang parses it: plain C++ with annotations for spaces and calls for launches, GCC's
/// builtins in Clang's words.
#pragma once
#include "compiler/HostPart/SpaceMarkers.h"
#include "compiler/HostPart/TextEdits.h"
#include "clang/Basic/SourceLocation.h"

namespace clang {
class SourceManager;
}

namespace tilec::hostpart {

struct ParseText {
  /// `preprocessed` has to outlive it.
  explicit ParseText(llvm::StringRef preprocessed);

  /// The place in `preprocessed` of a location of the parse.
  size_t placeOf(clang::SourceLocation where, const clang::SourceManager &sources) const;

  SourceTokens tokens;
  std::vector<SpaceMarker> markers;
  EditedText parsed;
};

} // namespace tilec::hostpart
