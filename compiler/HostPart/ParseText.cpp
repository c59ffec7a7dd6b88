// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/HostPart/ParseText.h"
#include "compiler/HostPart/Launches.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace tilec::hostpart;
namespace tok = clang::tok;

namespace {

/// GCC's types and builtins in Clang's words.
constexpr llvm::StringLiteral kParsePrologue = R"(
typedef float _Float32;
typedef double _Float64, _Float32x;
typedef long double _Float64x, __float80;
typedef __float128 _Float128;
namespace __tilec_parse {
template <class T, T... I> struct pack {};
template <template <unsigned long...> class S, class P> struct apply;
template <template <unsigned long...> class S, unsigned long... I> struct apply<S, pack<unsigned long, I...>> { using type = S<I...>; };
template <template <unsigned long...> class S, unsigned long N> using make = typename apply<S, __make_integer_seq<pack, unsigned long, N>>::type;
}
)";

/// `sequence<T, __integer_pack(N)...>` and `indices<__integer_pack(N)...>`.
void translateIntegerPacks(const SourceTokens &tokens, TextEdits &edits) {
  for (size_t i = 4; i < tokens.size(); ++i) {
    std::optional<size_t> end = tokens.isName(i, "__integer_pack") ? tokens.partner(i + 1) : std::nullopt;
    if (!end || !tokens.is(*end + 1, tok::ellipsis))
      continue;
    llvm::StringRef count = tokens.text.slice(tokens[i + 1].begin, tokens[*end].end);
    if (tokens.is(i - 1, tok::comma) && tokens.is(i - 3, tok::less))
      edits.replace(tokens[i - 4].begin, tokens[*end + 1].end,
                    ("__make_integer_seq<" + tokens.textOf(i - 4) + ", " + tokens.textOf(i - 2) + ", " + count).str());
    else if (tokens.is(i - 1, tok::less))
      edits.replace(tokens[i - 2].begin, tokens[*end + 1].end,
                    ("::__tilec_parse::make<" + tokens.textOf(i - 2) + ", " + count).str());
  }
}

/// Annotations for attributes, and what Clang lacks.
void addParseEdits(const SourceTokens &tokens, const std::vector<SpaceMarker> &markers, TextEdits &edits) {
  edits.insert(0, kParsePrologue.str());
  for (const SpaceMarker &marker : markers)
    edits.replace(
        marker.begin, marker.end,
        marker.space.empty() ? "" : ("__attribute__((annotate(\"" + kAnnotationPrefix + marker.space + "\")))").str());
  translateIntegerPacks(tokens, edits);
}

} // namespace

ParseText::ParseText(llvm::StringRef preprocessed) : tokens(preprocessed), markers(findSpaceMarkers(tokens)) {
  TextEdits edits;
  rewriteLaunches(tokens, edits);
  addParseEdits(tokens, markers, edits);
  parsed = edits.apply(preprocessed);
}

size_t ParseText::placeOf(clang::SourceLocation where, const clang::SourceManager &sources) const {
  return parsed.originalOf(sources.getFileOffset(sources.getExpansionLoc(where)));
}
