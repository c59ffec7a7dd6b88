// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Hints.cpp - keys and values of [[cutile::hint(...)]] -------------------===//
//
// HintTokens.cpp left `annotate("cutile.hint", architecture, "key", value, "key", value, ...)`.
//
//===----------------------------------------------------------------------===//
#include "compiler/Frontend/Parse/Hints.h"
#include "dialects/Tile/IR/HintLimits.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace clang;
using namespace tilec;
using namespace tilec::frontend;

namespace {
struct Key {
  llvm::StringLiteral name;
  HintPlace place;
  /// Null: true or false.
  const tile::HintLimit *limit;
};

const Key keys[] = {
    {tile::kNumCtaLimit.key, HintPlace::Kernel, &tile::kNumCtaLimit},
    {tile::kOccupancyLimit.key, HintPlace::Kernel, &tile::kOccupancyLimit},
    {tile::kWorkerWarpsLimit.key, HintPlace::Kernel, &tile::kWorkerWarpsLimit},
    {tile::kLatencyLimit.key, HintPlace::Statement, &tile::kLatencyLimit},
    {"allow_tma", HintPlace::Statement, nullptr},
};

const Key *findKey(llvm::StringRef name) {
  const Key *found = llvm::find_if(keys, [&](const Key &key) { return key.name == name; });
  return found == std::end(keys) ? nullptr : found;
}

/// "; did you mean 'occupancy'?" for a slip of the pen, else all there are.
std::string nearestKey(llvm::StringRef name) {
  for (const Key &key : keys)
    if (name.edit_distance(key.name, /*AllowReplacements=*/true, /*MaxEditDistance=*/3) <= 3)
      return ("; did you mean '" + key.name + "'?").str();
  std::string all;
  for (const Key &key : keys)
    all += (all.empty() ? "; hints are " : ", ") + key.name.str();
  return all;
}

/// What was expected instead of `value`; empty if it may be given for `architecture`.
std::string expectedInstead(const Key &key, int64_t value, int64_t architecture) {
  if (!key.limit)
    return value == 0 || value == 1 ? "" : "true or false";
  if (!key.limit->allows(value))
    return key.limit->text();
  bool hasClusters = architecture == 0 || architecture >= 900;
  return key.limit == &tile::kNumCtaLimit && value != 1 && !hasClusters ? "1, since clusters need sm_90" : "";
}

class Reader {
public:
  Reader(const ASTContext &ast, HintPlace place, llvm::SmallVectorImpl<HintProblem> &problems)
      : ast(ast), place(place), problems(problems) {}

  void read(const AnnotateAttr *annotation) {
    llvm::ArrayRef<Expr *> arguments(annotation->args_begin(), annotation->args_size());
    if (arguments.size() < 3)
      return;
    std::optional<int64_t> architecture = constant(arguments[0], "architecture");
    if (!architecture)
      return;
    if (!tile::isHintArchitecture(*architecture))
      return warn(arguments[0], "unknown architecture " + std::to_string(*architecture) +
                                    " in a hint, which is ignored; expected 0 or one of 800 to 1210");
    for (size_t i = 1; i + 1 < arguments.size(); i += 2)
      readValue(*architecture, arguments[i], arguments[i + 1]);
  }

  std::vector<Hint> hints;

private:
  void readValue(int64_t architecture, const Expr *name, const Expr *value) {
    const auto *literal = dyn_cast<StringLiteral>(withoutWrappers(name));
    if (!literal)
      return;
    std::optional<int64_t> number = constant(value, "value of '" + literal->getString().str() + "'");
    if (!number)
      return;
    std::string text = "hint '" + literal->getString().str() + "' ";
    const Key *key = findKey(literal->getString());
    if (!key)
      return warn(name, "unknown " + text + "is ignored" + nearestKey(literal->getString()));
    if (key->place != place)
      return warn(value,
                  text + (place == HintPlace::Kernel ? "belongs on a load or store, not on a kernel; it is ignored"
                                                     : "belongs on a kernel, not on a statement; it is ignored"));
    if (std::string expected = expectedInstead(*key, *number, architecture); !expected.empty())
      return warn(value, text + "is ignored: expected " + expected + ", got " + std::to_string(*number));
    add({architecture, key->name.str(), *number, location(value)});
  }

  void add(Hint hint) {
    auto same = llvm::find_if(
        hints, [&](const Hint &other) { return other.architecture == hint.architecture && other.key == hint.key; });
    if (same == hints.end()) {
      hints.push_back(std::move(hint));
      return;
    }
    problems.push_back({false, hint.where, "hint '" + hint.key + "' is given twice; the last one holds"});
    *same = std::move(hint);
  }

  /// Evaluates, or reports and returns nothing.
  std::optional<int64_t> constant(const Expr *expression, const std::string &what) {
    Expr::EvalResult result;
    if (expression->isValueDependent())
      return std::nullopt;
    if (!expression->getType()->isIntegralOrEnumerationType()) {
      problems.push_back(
          {true, location(expression),
           "the " + what + " in a hint has to be an integer, got type '" + expression->getType().getAsString() + "'"});
      return std::nullopt;
    }
    if (!expression->EvaluateAsInt(result, ast)) {
      problems.push_back({true, location(expression), "the " + what + " in a hint has to be a constant expression"});
      return std::nullopt;
    }
    return result.Val.getInt().extOrTrunc(64).getSExtValue();
  }

  void warn(const Expr *where, std::string text) {
    problems.push_back({false, location(where), std::move(text)});
  }

  SourceLocation location(const Expr *expression) {
    return ast.getSourceManager().getFileLoc(withoutWrappers(expression)->getExprLoc());
  }

  static const Expr *withoutWrappers(const Expr *expression) {
    if (const auto *constant = dyn_cast<ConstantExpr>(expression))
      expression = constant->getSubExpr();
    return expression->IgnoreParenImpCasts();
  }

  const ASTContext &ast;
  HintPlace place;
  llvm::SmallVectorImpl<HintProblem> &problems;
};

mlir::Attribute makeAttribute(int64_t architecture, llvm::ArrayRef<Hint> hints, mlir::MLIRContext *context) {
  auto value = [&](llvm::StringRef key) -> std::optional<int64_t> {
    for (const Hint &hint : hints)
      if (hint.architecture == architecture && hint.key == key)
        return hint.value;
    return std::nullopt;
  };
  mlir::BoolAttr allowTma;
  if (std::optional<int64_t> allowed = value("allow_tma"))
    allowTma = mlir::BoolAttr::get(context, *allowed != 0);
  return tilec::tile::HintsAttr::get(context, architecture, value("num_cta_in_cga"), value("occupancy"),
                                     value("num_worker_warps_per_cta"), value("latency"), allowTma);
}

mlir::ArrayAttr makeArray(llvm::ArrayRef<Hint> hints, mlir::MLIRContext *context) {
  if (hints.empty())
    return nullptr;
  llvm::SmallVector<mlir::Attribute> attributes;
  llvm::SmallVector<int64_t> done;
  for (const Hint &hint : hints) {
    if (llvm::is_contained(done, hint.architecture))
      continue;
    done.push_back(hint.architecture);
    attributes.push_back(makeAttribute(hint.architecture, hints, context));
  }
  return mlir::ArrayAttr::get(context, attributes);
}
} // namespace

std::vector<Hint> tilec::frontend::readHints(const ASTContext &ast, llvm::ArrayRef<const Attr *> attributes,
                                             HintPlace place, llvm::SmallVectorImpl<HintProblem> &problems) {
  Reader reader(ast, place, problems);
  for (const Attr *attribute : attributes)
    if (const auto *annotation = dyn_cast<AnnotateAttr>(attribute))
      if (annotation->getAnnotation() == "cutile.hint")
        reader.read(annotation);
  return std::move(reader.hints);
}

std::vector<Hint> tilec::frontend::readKernelHints(const FunctionDecl *kernel,
                                                   llvm::SmallVectorImpl<HintProblem> &problems) {
  llvm::SmallVector<const Attr *> attributes(kernel->attrs().begin(), kernel->attrs().end());
  return readHints(kernel->getASTContext(), attributes, HintPlace::Kernel, problems);
}

mlir::ArrayAttr tilec::frontend::kernelHints(const FunctionDecl *kernel, mlir::MLIRContext *context) {
  llvm::SmallVector<HintProblem> problems;
  return makeArray(readKernelHints(kernel, problems), context);
}

mlir::ArrayAttr tilec::frontend::statementHints(const ASTContext &ast, llvm::ArrayRef<const Attr *> attributes,
                                                mlir::MLIRContext *context) {
  llvm::SmallVector<HintProblem> problems;
  return makeArray(readHints(ast, attributes, HintPlace::Statement, problems), context);
}
