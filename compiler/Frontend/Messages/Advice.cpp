// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Advice.cpp - what to write instead -------------------------------------===//
#include "compiler/Frontend/Messages/Advice.h"
#include "compiler/Frontend/Messages/DiagnosticFamilies.h"
#include "compiler/Frontend/Messages/Examples.h"
#include "compiler/Frontend/Messages/ForeignNames.h"
#include "compiler/Frontend/Messages/TypeText.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h"

using namespace clang;
using namespace tilec::frontend;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// A function that the API has under another name, or a member that is a function of it.
static std::string aboutMember(const Message &error, const DeclaredNames &names) {
  StringRef name = error.nameAt(0), type = error.nameAt(1);
  if (type == "cuda::tiles") {
    StringRef instead = insteadOf(name);
    StringRef counterpart = apiCounterpart(name);
    if (!instead.empty())
      return (instead.starts_with("leave ") ? "" : "use ") + instead.str();
    if (!counterpart.empty() && counterpart != name)
      return "use cuda::tiles::" + counterpart.str();
    std::string close = names.likeInApi(name);
    return close.empty() ? "" : "did you mean '" + close + "'?";
  }
  if (std::string values = names.enumerators(type); !values.empty())
    return "it has " + values;
  if (type.starts_with("tile<")) {
    if (name.contains("shape") || name.contains("size") || name == "rank")
      return "a tile has no members but types: decltype(x)::shape_type::static_extent(0) is an extent";
    StringRef example = exampleOf(name).empty() ? insteadOf(name) : exampleOf(name);
    return "a tile has no members: operations are functions" + (example.empty() ? "" : ", as in " + example.str());
  }
  if (type.starts_with("tensor_span<") && (name.contains("load") || name.contains("store") || name.contains("atomic")))
    return "a view of the span has it: " + exampleOf("partition_view").str();
  if (type.contains("_view<") && (name.starts_with("num") || name.contains("size") || name.contains("shape")))
    return "a view counts nothing: ceildiv of an extent and that of a tile is the number of tiles";
  return {};
}

static constexpr const char *kMissingApi = "'cuda::tiles' is declared in <cuda_tile.h>, which is not included";

std::string tilec::frontend::aboutMissingHeader(const Message &error) {
  bool isUndeclared = error.is({diag::err_undeclared_var_use, diag::err_undeclared_var_use_suggest});
  if (isUndeclared && error.nameAt(0) == "cuda")
    return kMissingApi;
  if (!isUndeclared && !isAboutIncompleteType(error.id) &&
      !error.is({diag::err_unknown_typename, diag::err_unknown_typename_suggest}))
    return {};
  for (unsigned i = 0; i < error.arguments.size(); ++i) {
    StringRef type = error.nameAt(i);
    type.consume_front("const ");
    if (StringRef header = headerOfType(type); !header.empty())
      return ("'" + type + "' is defined in <" + header + ">, which is not included").str();
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// How elements of one type, or a scalar and those of a tile, are made to agree.
static std::string aboutElements(StringRef left, StringRef right) {
  if (isTile(left) && isTile(right))
    return "element_cast<" + elementOf(left).str() + ">(x) makes the elements equal";
  StringRef tile = isTile(left) ? left : right, scalar = isTile(left) ? right : left, element = elementOf(tile);
  if (scalar == "double" && element == "float")
    return "a literal of type float ends in f, as 0.5f";
  if (isFloating(scalar) && !isFloating(element))
    return "element_cast<" + scalar.str() + ">(x) makes the tile one of " + scalar.str();
  return "convert the scalar, as in " + castText(element, "x");
}

/// Operators on integers, where elements are not.
static std::string aboutIntegralOperator(char operation, StringRef left, StringRef right) {
  if (operation == '%')
    return "remainder(a, b) is for floating-point elements";
  bool isMask = elementOf(left) == "bool" || elementOf(right) == "bool";
  if (isMask && StringRef("&|^").contains(operation))
    return "select(mask, x, y) has x where the mask is true";
  return StringRef("&|^").contains(operation) ? "element_bitcast<int>(x) has the bits as integers" : "";
}

/// Why an operator does not take its operands, and what makes it.
static std::string aboutOperands(const Message &error) {
  StringRef text = error.text, line = error.lineFrom();
  // `*p = 1` behind a line without end is a product.
  bool isUnary = (line.consume_front("*") || line.consume_front("&")) && !line.empty() && line.front() != ' ';
  if (isUnary && error.lineBefore().trim().empty())
    return "is a ';' missing at the end of the line before?";
  StringRef left = error.typeAt(0), right = error.typeAt(1);
  bool hasPointers = elementOf(left).contains('*') || elementOf(right).contains('*');
  if (text.contains("rule: both operands have integral"))
    return aboutIntegralOperator(error.lineFrom().empty() ? ' ' : error.lineFrom().front(), left, right);
  if (text.contains("rule: a tile, or a scalar, which") && hasPointers)
    return "pointers to other types are read as pointers to numbers, as in reinterpret_cast<float *>(pointer)";
  if (text.contains("rule: the shapes broadcast"))
    return "reshape adds dimensions of 1, as in reshape(x, shape<8, 1>{})";
  bool mayConvert =
      text.contains("rule: if one operand is a scalar") || text.contains("rule: the element types have a");
  return mayConvert && !hasPointers && (isTile(left) || isTile(right)) ? aboutElements(left, right) : "";
}

/// The function that was called with what it does not take, if it is one of a library: ours takes tiles.
static std::string aboutLibraryCall(StringRef name, llvm::ArrayRef<Message> notes) {
  StringRef counterpart = apiCounterpart(name);
  bool takesTiles = llvm::any_of(notes, [](const Message &note) { return isTile(note.text) && !note.isInOurHeader(); });
  bool isOurs = llvm::any_of(notes, [](const Message &note) { return note.isInOurHeader(); });
  if (takesTiles && !isOurs && isSimtIntrinsic(name))
    return insteadOfSimt(name).str();
  return counterpart.empty() || !takesTiles || isOurs ? "" : "use cuda::tiles::" + counterpart.str() + ", for tiles";
}

void tilec::frontend::blameCaller(Message &error, std::vector<Message> &notes) {
  if (!error.isInSystemHeader() || !isTile(error.text))
    return;
  auto isCall = [](const Message &note) {
    return note.id == diag::note_function_template_spec_here && note.nameAt(0).starts_with("std::") &&
           !note.isInSystemHeader();
  };
  auto call = llvm::find_if(notes, isCall);
  if (call == notes.end())
    return;
  StringRef callee = call->nameAt(0), name = callee.split('<').first;
  name.consume_front("std::");
  StringRef counterpart = apiCounterpart(name);
  error.text = ("'" + callee + "' takes no tiles").str() +
               (counterpart.empty() ? "" : "; use cuda::tiles::" + counterpart.str());
  error.where = call->where;
  error.storage = call->storage;
  error.arguments.clear(); // those of an error that is no longer shown
  notes.clear();
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// The power of two that follows `extent`.
static unsigned long long nextPower(unsigned long long extent) {
  unsigned long long power = 1;
  while (power < extent)
    power *= 2;
  return power;
}

/// What a tile could be in place of one that cannot.
static std::string aboutExtents(StringRef text) {
  auto extents = extentsOf(text);
  auto powers = llvm::map_to_vector(extents, nextPower);
  if (extents.empty() || llvm::is_contained(extents, 0))
    return {};
  if (powers != extents)
    return "the next is " + shapeText(powers) + ": load_masked and store_masked leave out what is not there";
  return "work on smaller tiles in a loop";
}

static std::string aboutShape(const Message &error) {
  if (error.is({diag::err_expr_not_cce, diag::err_template_arg_not_address_constant}) &&
      error.lineBefore().contains("shape<"))
    return "a shape is known when the kernel is compiled: its extents are literals, constexpr or template parameters";
  if (error.is({diag::err_template_arg_must_be_type, diag::err_template_arg_must_be_type_suggest}) &&
      error.lineBefore().contains("tile<"))
    return "a tile is written " + exampleOf("tile").str();
  if (error.id == diag::err_template_arg_list_different_arity && error.argument(0) == "0" && error.nameAt(2) == "tile")
    return "a tile is written " + exampleOf("tile").str();
  if (error.id == diag::err_template_arg_list_constraints_not_satisfied && error.nameAt(1) == "tile")
    return aboutExtents(error.text);
  // `shape<8>` where a value is expected.
  StringRef before = error.lineBefore();
  bool isType = error.id == diag::err_expected_lparen_after_type && before.ends_with(">");
  for (StringRef type : {"shape", "extents", "dimension_map", "strides"})
    if (size_t at = before.rfind((type + "<").str());
        isType && at != StringRef::npos && !before.substr(at).contains(','))
      return before.substr(at).str() + " is a type, " + before.substr(at).str() + "{} a value";
  return {};
}

//===----------------------------------------------------------------------===//
// Together
//===----------------------------------------------------------------------===//

/// Advice about the source's own templates: Clang names the missing argument in a note.
static std::string aboutOwnTemplate(StringRef name, llvm::ArrayRef<Message> notes) {
  for (const Message &note : notes)
    if (note.id == diag::note_ovl_candidate_incomplete_deduction && !note.isInOurHeader())
      return ("no argument tells '" + note.nameAt(0) + "', which is named, as in " + name + "<...>").str();
  return {};
}

static std::string adviceOn(const Message &error, llvm::ArrayRef<Message> notes, const DeclaredNames &names) {
  StringRef text = error.text;
  if (error.arguments.empty())
    return aboutShape(error);
  auto names16Bits = [&](StringRef argument) {
    return argument.contains("'__half'") || argument.contains("'__nv_bfloat16'");
  };
  if (error.is({diag::err_no_member, diag::err_no_member_suggest, diag::err_no_member_overloaded_arrow,
                diag::err_no_member_template, diag::err_no_member_template_suggest, diag::err_no_template,
                diag::err_no_template_suggest}))
    return aboutMember(error, names);
  if (error.id == diag::err_typecheck_invalid_operands)
    return aboutOperands(error);
  if (error.is({diag::err_ovl_ambiguous_oper_binary, diag::err_ovl_ambiguous_oper_unary}) &&
      llvm::any_of(error.arguments, names16Bits))
    return "convert one of them, as in float(x)";
  if (error.id == diag::err_ovl_no_viable_function_in_call && !text.contains("rule: ")) {
    std::string advice = aboutLibraryCall(error.nameAt(0), notes);
    return advice.empty() ? aboutOwnTemplate(error.nameAt(0), notes) : advice;
  }
  if (error.id == diag::err_ovl_no_viable_subscript && error.typeAt(0).ends_with("*"))
    return "a pointer is indexed by a scalar: load(pointer + indices) loads a tile";
  for (StringRef type : {"tensor_span", "partition_view", "strided_view", "gather_scatter_view"})
    if (error.is({diag::err_deduced_class_template_ctor_no_viable, diag::err_deduced_class_template_incomplete}) &&
        error.nameAt(0).ends_with(type))
      return "as in " + exampleOf(type).str();
  return aboutShape(error);
}

bool tilec::frontend::giveAdvice(Message &error, std::vector<Message> &notes, const DeclaredNames &names) {
  std::string advice = adviceOn(error, notes, names);
  if (advice.empty())
    return false;
  // What Clang takes for a slip of the pen was another word.
  bool isGuess = error.dropGuess();
  error.text += "; " + advice;
  llvm::erase_if(notes, [](const Message &note) {
    return isAboutCandidate(note.id) || showsDeclaration(note.id) ||
           note.is({diag::note_ovl_builtin_candidate, diag::note_implicit_deduction_guide});
  });
  return isGuess;
}
