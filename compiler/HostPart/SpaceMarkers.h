// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The attributes that `__global__`, `__tile__` and their relatives are after preprocessing. They are CUDA's alone: for
/// a parse as plain C++ those that matter become annotations, and the host compiler sees none of them.
#pragma once
#include "compiler/HostPart/SourceTokens.h"

namespace tilec::hostpart {

/// Begins the annotations: `cuda.global`.
inline constexpr llvm::StringLiteral kAnnotationPrefix = "cuda.";

struct SpaceMarker {
  size_t begin, end;     ///< of the whole attribute
  llvm::StringRef space; ///< "global", "tile", ...; empty when it says nothing of where something runs or lies
  bool isHint = false;
};

/// `__noinline__`, which is a specifier of CUDA's and the name of an attribute of GCC's: its places as a specifier.
std::vector<SpaceMarker> findNoInlines(const SourceTokens &tokens);

/// All of them, in order, and the hints `[[cutile::hint(...)]]`, which are for other readers too.
std::vector<SpaceMarker> findSpaceMarkers(const SourceTokens &tokens);

} // namespace tilec::hostpart
