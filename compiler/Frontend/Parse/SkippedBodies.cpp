// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SkippedBodies.cpp - functions whose bodies nobody reads ----------------===//
#include "compiler/Frontend/Parse/SkippedBodies.h"
#include "compiler/Frontend/Parse/EmbeddedHeaders.h"
#include "compiler/Frontend/Parse/Spaces.h"

using namespace clang;
using namespace tilec::frontend;

/// Whether the function is of a header that is neither the user's nor ours.
static bool isOfOtherLibrary(const FunctionDecl *function, const SourceManager &sources) {
  SourceLocation where = function->getLocation();
  return sources.isInSystemHeader(where) &&
         !sources.getFilename(sources.getExpansionLoc(where)).starts_with(embeddedRoot);
}

bool tilec::frontend::skipsBody(const Decl *declaration, const SourceManager &sources) {
  const FunctionDecl *function = declaration->getAsFunction();
  if (!function || isTile(function) || isKernel(function))
    return false;
  return isSimtFunction(function) || isOfOtherLibrary(function, sources);
}
