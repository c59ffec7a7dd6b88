// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/HostPart/SpaceMarkers.h"

#include "llvm/ADT/STLExtras.h"

using namespace tilec::hostpart;
namespace tok = clang::tok;

namespace {

constexpr llvm::StringLiteral kSpaces[] = {"host", "device",   "global",  "tile_global",
                                           "tile", "constant", "managed", "shared"};
constexpr llvm::StringLiteral kOthers[] = {"tile_builtin",
                                           "grid_constant",
                                           "launch_bounds",
                                           "cluster_dims",
                                           "block_size",
                                           "maxnreg",
                                           "local_maxnreg",
                                           "nv_pure",
                                           "nv_inline_hint",
                                           "device_builtin",
                                           "device_builtin_texture_type",
                                           "device_builtin_surface_type",
                                           "cudart_builtin"};

/// The marker `__attribute__((NAME))` or `__attribute__((NAME(...)))` at `index`, if there is one.
std::optional<SpaceMarker> attributeAt(const SourceTokens &tokens, size_t index) {
  bool opens = tokens.isName(index, "__attribute__") && tokens.is(index + 1, tok::l_paren) &&
               tokens.is(index + 2, tok::l_paren) && tokens.is(index + 3, tok::raw_identifier);
  std::optional<size_t> outer = opens ? tokens.partner(index + 1) : std::nullopt;
  std::optional<size_t> inner = opens ? tokens.partner(index + 2) : std::nullopt;
  if (!outer || !inner || *outer != *inner + 1)
    return std::nullopt;
  size_t afterName = index + 4;
  if (tokens.is(afterName, tok::l_paren)) {
    std::optional<size_t> arguments = tokens.partner(afterName);
    if (!arguments)
      return std::nullopt;
    afterName = *arguments + 1;
  }
  if (afterName != *inner)
    return std::nullopt;
  llvm::StringRef name = tokens.textOf(index + 3);
  bool isSpace = llvm::is_contained(kSpaces, name);
  if (!isSpace && !llvm::is_contained(kOthers, name))
    return std::nullopt;
  return SpaceMarker{tokens[index].begin, tokens[*outer].end, isSpace ? name : llvm::StringRef()};
}

/// The hint `[[cutile::...]]` or `[[using cutile: ...]]` at `index`, if there is one.
std::optional<SpaceMarker> hintAt(const SourceTokens &tokens, size_t index) {
  if (!tokens.is(index, tok::l_square) || !tokens.is(index + 1, tok::l_square))
    return std::nullopt;
  size_t name = tokens.isName(index + 2, "using") ? index + 3 : index + 2;
  std::optional<size_t> end = tokens.partner(index);
  if (!tokens.isName(name, "cutile") || !end)
    return std::nullopt;
  return SpaceMarker{tokens[index].begin, tokens[*end].end, {}, /*isHint=*/true};
}

/// Whether a lambda's introducer ends before `index`. `[[...]]` is none.
bool isBehindIntroducer(const SourceTokens &tokens, size_t index) {
  if (index == 0 || !tokens.is(index - 1, tok::r_square))
    return false;
  std::optional<size_t> open = tokens.partner(index - 1);
  return open && !tokens.is(*open + 1, tok::l_square);
}

} // namespace

std::vector<SpaceMarker> tilec::hostpart::findSpaceMarkers(const SourceTokens &tokens) {
  std::vector<SpaceMarker> markers;
  size_t lastEnd = 0;
  bool ofLambda = false;
  for (size_t i = 0; i < tokens.size(); ++i) {
    std::optional<SpaceMarker> marker = attributeAt(tokens, i);
    if (!marker)
      marker = hintAt(tokens, i);
    if (!marker)
      continue;
    // Lambdas may have several, and C++ allows none there.
    ofLambda = isBehindIntroducer(tokens, i) || (ofLambda && lastEnd == i);
    if (ofLambda)
      marker->space = {};
    markers.push_back(*marker);
    lastEnd = tokens.indexAt(marker->end);
    i = lastEnd - 1;
  }
  return markers;
}

std::vector<SpaceMarker> tilec::hostpart::findNoInlines(const SourceTokens &tokens) {
  std::vector<SpaceMarker> places;
  for (size_t i = 0; i < tokens.size(); ++i) {
    bool isAttribute = i > 0 && (tokens.is(i - 1, tok::l_paren) || tokens.is(i - 1, tok::comma));
    if (tokens.isName(i, "__noinline__") && !isAttribute)
      places.push_back({tokens[i].begin, tokens[i].end, {}});
  }
  return places;
}
