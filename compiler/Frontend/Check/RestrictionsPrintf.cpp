// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RestrictionsPrintf.cpp - the format of printf in tile code -------------===//
//
// The format is a string literal, since it is taken apart at compile time. The number of arguments has to agree with
// it. An argument may be a scalar, a string literal or a tile, all of whose elements are printed; its kind should agree
// with its conversion.
//
//===----------------------------------------------------------------------===//
#include "compiler/Frontend/Check/TileCodeChecker.h"
#include "compiler/Frontend/Parse/Spaces.h"
#include "dialects/Tile/IR/PrintFormat.h"
#include "clang/AST/FormatString.h"
#include "clang/Basic/TargetInfo.h"

using namespace clang;
using namespace tilec::frontend;

namespace {
/// The conversions of a format, one for each argument.
class Conversions : public analyze_format_string::FormatStringHandler {
public:
  using ConversionSpecifier = analyze_format_string::ConversionSpecifier;

  bool HandlePrintfSpecifier(const analyze_printf::PrintfSpecifier &specifier, const char *start, unsigned length,
                             const TargetInfo &) override {
    llvm::StringRef text(start, length);
    if (specifier.getFieldWidth().hasDataArgument() || specifier.getPrecision().hasDataArgument())
      hasStar = true;
    // Clang knows those of other systems, too: `%b`, `%I64d`, `%{public}d`, and arguments by number.
    else if (text != "%%" && !tilec::tile::isConversion(text))
      return HandleInvalidPrintfConversionSpecifier(specifier, start, length);
    if (specifier.getConversionSpecifier().consumesDataArgument())
      kinds.push_back(specifier.getConversionSpecifier());
    return true;
  }
  bool HandleInvalidPrintfConversionSpecifier(const analyze_printf::PrintfSpecifier &, const char *start,
                                              unsigned length) override {
    // Clang stops behind the first character that it does not know, which may be one of a length.
    llvm::StringRef rest = format.substr(size_t(start - format.data()));
    auto isOfLength = [](char c) { return llvm::isDigit(c) || llvm::StringRef("hlLqjztw").contains(c); };
    while (length < rest.size() && isOfLength(rest[length - 1]) && llvm::isAlnum(rest[length]))
      ++length;
    invalid = rest.take_front(length).str();
    return false;
  }
  void HandleIncompleteSpecifier(const char *start, unsigned length) override {
    invalid = std::string(start, length);
  }

  explicit Conversions(llvm::StringRef format) : format(format) {}

  llvm::StringRef format;
  llvm::SmallVector<ConversionSpecifier> kinds;
  bool hasStar = false;
  std::string invalid;
};

bool agrees(const analyze_format_string::ConversionSpecifier &conversion, QualType type) {
  using Specifier = analyze_format_string::ConversionSpecifier;
  if (conversion.isDoubleArg())
    return type->isRealFloatingType() || isScalarClass(type);
  if (conversion.getKind() == Specifier::pArg || conversion.getKind() == Specifier::sArg)
    return type->isPointerType() || type->isArrayType() || type->isNullPtrType();
  if (conversion.isIntArg() || conversion.isUIntArg() || conversion.getKind() == Specifier::cArg)
    return type->isIntegralOrEnumerationType();
  return true;
}
} // namespace

void TileCodeChecker::checkPrintf(const CallExpr *call) {
  if (call->getNumArgs() == 0 || call->containsErrors())
    return;
  const Expr *first = call->getArg(0)->IgnoreParenImpCasts();
  const auto *format = dyn_cast<StringLiteral>(first);
  if (!format || !format->isOrdinary())
    return error(first->getExprLoc(), "the format of 'printf' has to be a string literal in tile code");

  llvm::StringRef text = format->getString();
  if (text.contains('\0'))
    return error(format->getBeginLoc(), "a null character is not allowed in the format of 'printf'");
  Conversions conversions(text);
  analyze_format_string::ParsePrintfString(conversions, text.begin(), text.end(), ast.getLangOpts(),
                                           ast.getTargetInfo(),
                                           /*isFreeBSDKPrintf=*/false);
  if (!conversions.invalid.empty())
    return error(format->getBeginLoc(), "'" + conversions.invalid + "' is no conversion of 'printf'");
  if (conversions.hasStar)
    return error(format->getBeginLoc(),
                 "'*' as width or precision is not allowed in the format of 'printf' in tile code");
  size_t given = call->getNumArgs() - 1, wanted = conversions.kinds.size();
  if (given != wanted)
    return error(given < wanted ? call->getExprLoc() : call->getArg(1 + wanted)->getExprLoc(),
                 "the format of 'printf' has " + llvm::Twine(wanted) + (wanted == 1 ? " conversion" : " conversions") +
                     ", got " + llvm::Twine(given) + (given == 1 ? " argument" : " arguments"));
  for (size_t i = 0; i != wanted; ++i) {
    const Expr *argument = call->getArg(1 + i);
    QualType type = argument->IgnoreParenImpCasts()->getType();
    if (isTileType(type))
      type = cast<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl())->getTemplateArgs()[0].getAsType();
    if (!agrees(conversions.kinds[i], type))
      warning(argument->getExprLoc(), "argument of type '" + typeName(argument->IgnoreParenImpCasts()->getType()) +
                                          "' does not fit the conversion '%" + conversions.kinds[i].toString() + "'");
  }
}
