// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelDeclarations.cpp - kernels keep to Clang's space rules -----------===//
#include "compiler/Frontend/Parse/KernelDeclarations.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaCUDA.h"

using namespace clang;

namespace {
class HeadWatch {
public:
  explicit HeadWatch(CompilerInstance &instance) : instance(instance) {}

  void specifierRead() {
    if (!instance.hasSema())
      return;
    if (state == State::Outside)
      instance.getSema().CUDA().PopForceHostDevice();
    state = State::InHead;
    depth = 0;
  }

  void tokenRead(const Token &token) {
    if (state == State::HeadEnds) {
      instance.getSema().CUDA().PushForceHostDevice();
      state = State::Outside;
    }
    if (state == State::InHead)
      follow(token);
    beforePrevious = std::exchange(previous, token.getKind());
  }

private:
  enum class State { Outside, InHead, HeadEnds };

  void follow(const Token &token) {
    if (token.isOneOf(tok::l_paren, tok::l_square) ||
        (token.is(tok::l_brace) && (depth != 0 || beginsRequirements()))) {
      isRequirement.resize(depth + 1);
      isRequirement[depth++] = token.is(tok::l_paren) && beginsRequirements();
    } else if (token.isOneOf(tok::r_paren, tok::r_square, tok::r_brace) && depth != 0) {
      closedRequirement = isRequirement[--depth];
    } else if (depth == 0 && token.isOneOf(tok::l_brace, tok::semi, tok::eof)) {
      state = State::HeadEnds;
    }
    if (token.isNot(tok::r_paren))
      closedRequirement = false;
  }

  /// Does a bracket behind what was read belong to a `requires` expression, and not to the clause or the body?
  bool beginsRequirements() const {
    bool isExpression =
        previous == tok::kw_requires &&
        llvm::is_contained({tok::kw_requires, tok::ampamp, tok::pipepipe, tok::exclaim, tok::l_paren}, beforePrevious);
    return isExpression || closedRequirement;
  }

  CompilerInstance &instance;
  State state = State::Outside;
  tok::TokenKind previous = tok::unknown, beforePrevious = tok::unknown;
  unsigned depth = 0;
  /// For each open bracket whether it holds the parameters of a `requires` expression.
  llvm::SmallVector<bool, 8> isRequirement;
  bool closedRequirement = false;
};

class SpecifierWatch : public PPCallbacks {
public:
  SpecifierWatch(std::shared_ptr<HeadWatch> head, Preprocessor &preprocessor)
      : head(std::move(head)),
        specifiers{preprocessor.getIdentifierInfo("__tile_global__"), preprocessor.getIdentifierInfo("__global__")} {}

  void MacroExpands(const Token &name, const MacroDefinition &, SourceRange, const MacroArgs *) override {
    if (llvm::is_contained(specifiers, name.getIdentifierInfo()))
      head->specifierRead();
  }

private:
  std::shared_ptr<HeadWatch> head;
  const IdentifierInfo *specifiers[2];
};
} // namespace

llvm::unique_function<void(const Token &)> tilec::frontend::watchKernelDeclarations(CompilerInstance &instance) {
  auto head = std::make_shared<HeadWatch>(instance);
  Preprocessor &preprocessor = instance.getPreprocessor();
  preprocessor.addPPCallbacks(std::make_unique<SpecifierWatch>(head, preprocessor));
  return [head](const Token &token) { head->tokenRead(token); };
}
