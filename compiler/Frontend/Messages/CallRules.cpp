// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CallRules.cpp - rules that no concept of the header states --===//
#include "compiler/Frontend/Messages/CallRules.h"
#include "compiler/Frontend/Messages/DiagnosticFamilies.h"
#include "compiler/Frontend/Messages/Examples.h"
#include "compiler/Frontend/Messages/TypeText.h"
#include "clang/Basic/DiagnosticSema.h"
#include "llvm/ADT/StringSwitch.h"
#include <optional>

using namespace clang;
using namespace tilec::frontend;

namespace {
bool hasOtherTemplateArguments(const Message &note) {
  return note.is(
      {diag::note_ovl_candidate_explicit_arg_mismatch_named, diag::note_ovl_candidate_explicit_arg_mismatch_unnamed});
}

/// The number of arguments given ("requires 2 arguments, but 1 was provided"), if that is why none of our candidates
/// fits, or all whose template arguments fit; else empty.
std::string wrongCount(llvm::ArrayRef<Message> notes) {
  std::string given;
  for (size_t i = 0; i < notes.size(); ++i) {
    const Message &note = notes[i];
    bool isImplicit = i + 1 < notes.size() && notes[i + 1].id == diag::note_implicit_deduction_guide;
    if (!note.isInOurHeader() || !isAboutCandidate(note.id) || isImplicit || hasOtherTemplateArguments(note))
      continue;
    if (!note.is({diag::note_ovl_candidate_arity, diag::note_ovl_candidate_arity_one}))
      return {};
    given = note.argument(5) == "0" ? "no" : note.argument(5).str();
  }
  return given;
}

constexpr const char *mutationRule =
    "a tile has no compound assignment, increment or subscript: it is a value, and its elements do not change; write "
    "a = a + b, and extract for a part";

/// "'A' and 'B'" if a candidate of ours wants one type for both, else empty.
std::string conflictingTypes(llvm::ArrayRef<Message> notes) {
  for (const Message &note : notes) {
    bool areTypes = note.id == diag::note_ovl_candidate_inconsistent_deduction && note.argument(0) == "0";
    if (areTypes && note.isInOurHeader())
      return (note.argument(2) + " and " + note.argument(3)).str();
  }
  return {};
}

bool isTileAndScalar(llvm::StringRef types) {
  auto [first, second] = types.split(" and '");
  return first.contains("ile<") != second.contains("ile<");
}

/// ", got 'A' for 'B'" from a candidate's "no known conversion from 'A' to 'const B'", or empty.
std::string gotInstead(llvm::ArrayRef<Message> notes) {
  for (const Message &note : notes) {
    if (note.id != diag::note_ovl_candidate_bad_conv || !note.isInOurHeader())
      continue;
    llvm::StringRef expected = note.nameAt(4);
    expected.consume_front("const ");
    return (", got " + note.argument(3) + " for '" + expected + "'").str();
  }
  return {};
}

/// What was probably meant by a call of `callee` with `given` arguments.
std::string otherFunction(llvm::StringRef callee, llvm::StringRef given) {
  if (callee.starts_with("atomic_") && !callee.ends_with("_masked") && (given == "3" || given == "4"))
    return (callee + "_masked<memory_order::relaxed>(pointers, value, mask) takes a mask").str();
  return llvm::StringSwitch<const char *>((callee + " " + given).str())
      .Case("load 2", "load_masked(pointers, mask, padding) takes a mask, load(pointer + indices) loads at indices")
      .Case("load 3", "load_masked(pointers, mask, padding) takes a mask")
      .Case("store 3", "store_masked(pointers, value, mask) takes a mask, store(pointer + indices, value) stores at "
                       "indices")
      .Case("max 1", "reduce_max<0>(tile) is the greatest along an axis")
      .Case("min 1", "reduce_min<0>(tile) is the least along an axis")
      .Default("");
}
} // namespace

llvm::StringRef tilec::frontend::calleeIn(const Message &error) {
  if (!error.is({diag::err_ovl_no_viable_function_in_call, diag::err_ovl_no_viable_member_function_in_call,
                 diag::err_deduced_class_template_ctor_no_viable, diag::err_deduced_class_template_incomplete}))
    return {};
  llvm::StringRef name = error.nameAt(0);
  return name.contains("::") ? name.substr(name.rfind("::") + 2) : name;
}

std::string tilec::frontend::asInExample(const Message &error) {
  llvm::StringRef callee = calleeIn(error);
  bool isMember = error.id == diag::err_ovl_no_viable_member_function_in_call;
  llvm::StringRef example = isMember ? exampleOfMember(callee) : exampleOf(callee);
  return example.empty() ? "" : ", as in " + example.str();
}

/// Rules about calls that the header states by other means than concepts.
static std::string ruleOfCall(const Message &error, llvm::ArrayRef<Message> notes) {
  llvm::StringRef callee = calleeIn(error);
  std::string asIn = asInExample(error);
  if (std::string given = wrongCount(notes); !given.empty() && !callee.empty()) {
    if (callee == "irange")
      return "a range has a lower and an upper bound, and may have a step, got " + given + " argument" + asIn;
    std::string count = "'" + callee.str() + "' takes another number of arguments, got " + given +
                        (given == "1" ? " argument" : " arguments");
    std::string other = otherFunction(callee, given);
    return count + (other.empty() ? asIn : "; " + other);
  }
  if (callee == "cat" && llvm::StringRef(gotInstead(notes)).contains("for 'integral_constant<"))
    return "'cat' joins two tiles of one type, as in cat<0>(cat<0>(a, b), cat<0>(c, d))";
  bool isOfBlock = llvm::any_of(notes, [](const Message &note) {
    return note.isInOurHeader() && (note.text == "'bid' declared here" || note.text == "'num_blocks' declared here");
  });
  if (isOfBlock && llvm::StringRef(error.text).starts_with("too many arguments"))
    return "it takes none and gives three numbers, as in bid().x";
  bool hasOtherTemplate = llvm::any_of(notes, [](const Message &note) {
    return note.isInOurHeader() && (note.id == diag::note_ovl_candidate_explicit_arg_mismatch_named ||
                                    contains(note.text, diag::err_template_arg_list_different_arity));
  });
  if (!hasOtherTemplate)
    return {};
  return asIn.empty() ? "the template arguments of this function are options, not types"
                      : "'" + callee.str() + "' has other template arguments" + asIn;
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

namespace {
struct Conversion {
  llvm::StringRef from, to;
  /// The error itself names both.
  bool isNamed = false;
};
} // namespace

/// The conversion that does not exist, as the message or its notes name it.
static std::optional<Conversion> conversionIn(const Message &error, llvm::ArrayRef<Message> notes) {
  bool isCast = error.is({diag::err_bad_cxx_cast_generic, diag::err_ovl_no_viable_conversion_in_cast});
  // Number 0 is no returned value.
  if (isCast || (error.id == diag::err_typecheck_nonviable_condition && error.argument(0) == "0"))
    return Conversion{error.typeAt(1), error.typeAt(2), true};
  // Number 0 is an assignment.
  if (error.id == diag::err_typecheck_convert_incompatible && error.argument(2) == "0")
    return Conversion{error.typeAt(1), error.typeAt(0)};
  bool isOther = (error.id == diag::err_ovl_no_viable_oper && error.argument(0) == "=") ||
                 error.id == diag::err_ovl_no_viable_function_in_init;
  if (!isOther)
    return std::nullopt;
  auto note = llvm::find_if(
      notes, [](const Message &note) { return note.id == diag::note_ovl_candidate_bad_conv && note.isInOurHeader(); });
  if (note == notes.end())
    return std::nullopt;
  Conversion found{note->typeAt(3), note->typeAt(4)};
  found.to.consume_front("const ");
  return found;
}

static std::string ruleOfConversion(const Message &error, llvm::ArrayRef<Message> notes) {
  std::optional<Conversion> conversion = conversionIn(error, notes);
  if (!conversion && error.id == diag::err_ovl_no_viable_function_in_init && isTile(error.text))
    return "a tile is not made of a list of elements; " + exampleOf("full").str() + ", iota and load make tiles";
  if (!conversion)
    return {};
  auto [from, to, isNamed] = *conversion;
  if (from == "dim3" || from == "uint3")
    return "there are three: .x, .y and .z";
  if (!isTile(from) && !isTile(to))
    return {};
  if (isTile(from) && to == "bool")
    return "a tile is a condition only if it has one element; select chooses element by element, any_of and all_of "
           "give one answer";
  if (!isTile(to)) {
    std::string cast = castText(to, "tile");
    bool hasOne = llvm::all_of(extentsOf(from), [](unsigned long long extent) { return extent == 1; });
    return "a tile becomes a scalar only if it has one element, and by an explicit cast, as in " + cast +
           (hasOne ? ""
                   : "; sum<0>(tile) and the like leave one, and element_cast<" + to.str() +
                         ">(tile) converts each element");
  }
  if (!isTile(from)) {
    std::string full = ("full<tile<" + elementOf(to) + ", " + shapeOf(to) + ">>(x) makes one").str();
    bool isLoad = error.lineFrom().contains("load(");
    return "a scalar is no tile: " + full + (isLoad ? ", and load(pointer + indices) loads one" : "");
  }
  std::string got = isNamed ? "" : gotInstead(notes);
  if (shapeOf(from) == shapeOf(to))
    return "elements convert implicitly only without narrowing" + got + "; element_cast<" + elementOf(to).str() +
           ">(x) converts them";
  return "a tile converts implicitly only to a tile of the same shape" + got +
         "; reshape, broadcast, extract and sum<0> have other shapes";
}

//===----------------------------------------------------------------------===//
// Together
//===----------------------------------------------------------------------===//

/// Operations of C++ that tiles and views do not have.
static std::string ruleOfOperation(const Message &error) {
  llvm::StringRef text = error.text;
  bool isNoOperator = error.id == diag::err_ovl_no_oper, isSubscript = isNoOperator && error.argument(1) == "0";
  bool isMutation = error.id == diag::err_ovl_no_viable_oper && error.argument(0) != "=";
  if (text.contains("_view<") && isNoOperator)
    return "a view is neither called nor indexed: " + exampleOfMember("load").str() + " loads a tile";
  if (!isTile(text))
    return isMutation ? mutationRule : "";
  if (isSubscript)
    return "a tile has no subscript; extract(tile, shape<1>{}, i) is a part, insert(tile, part, i) has another part, "
           "load(pointer + i) reads memory";
  if (error.id == diag::err_typecheck_indirection_requires_pointer)
    return "a tile of pointers is no pointer: load(pointers) loads what they point to, store(pointers, value) stores";
  if (error.is({diag::err_for_range_invalid, diag::err_for_range_dereference, diag::err_for_range_deduction_failure,
                diag::err_for_range_iter_deduction_failure}))
    return "a tile is no range: functions as sum<0>(tile) work on all of its elements";
  return isMutation || error.id == diag::err_typecheck_illegal_increment_decrement ? mutationRule : "";
}

/// Rules about functions of the API that notes about candidates show.
static std::string ruleOfCandidates(const Message &error, llvm::ArrayRef<Message> notes) {
  auto hasNote = [&](auto isIt) {
    return llvm::any_of(notes, [&](const Message &note) { return note.isInOurHeader() && isIt(note); });
  };
  auto isNotInferred = [&](llvm::StringRef parameter) {
    return hasNote([&](const Message &note) {
      return note.id == diag::note_ovl_candidate_incomplete_deduction && note.nameAt(0) == parameter;
    });
  };
  auto hasOtherType = [&](auto isIt) {
    return hasNote([&](const Message &note) {
      return note.is({diag::note_ovl_candidate_non_deduced_mismatch,
                      diag::note_ovl_candidate_non_deduced_mismatch_qualified}) &&
             isIt(note.nameAt(0), note.nameAt(1));
    });
  };
  auto isConstant = [](llvm::StringRef expected, llvm::StringRef) {
    return expected.starts_with("integral_constant<");
  };
  auto isOrder = [](llvm::StringRef, llvm::StringRef got) { return got == "memory_order"; };
  if (isNotInferred("Order"))
    return "an atomic operation names its memory order, as in atomic_add<memory_order::relaxed>(...)";
  if (isNotInferred("Axis"))
    return "the axis is named" + asInExample(error);
  if (hasNote([](const Message &note) { return llvm::StringRef(note.text).contains("[with Axis = -"); }))
    return "the axis is a dimension of the tile, counted from 0" + asInExample(error);
  if (hasNote([](const Message &note) { return contains(note.text, diag::err_template_arg_deduced_incomplete_pack); }))
    return "each index is an argument of its own, without braces" + asInExample(error);
  if (hasOtherType(isOrder))
    return "a memory order is a template argument or a tag: memory_order_relaxed_t{}";
  if (hasOtherType(isConstant) && error.id == diag::err_ovl_no_viable_member_function_in_call)
    return "an atomic operation on a view names its scope, block or device, after its order";
  if (hasOtherType(isConstant))
    return "what is known when the kernel is compiled is a template argument or ends in _ic" + asInExample(error);
  if (isNotInferred("T") || isNotInferred("S"))
    return "the type of the result is named" + asInExample(error);
  if (hasNote([](const Message &note) { return note.id == diag::note_ovl_candidate_bad_cvr_this; }))
    return "a const tile keeps its value: declare it without const";
  if (hasNote(
          [](const Message &note) { return llvm::StringRef(note.text).contains("subnormals_rounding_mode' vs '"); }))
    return "modifiers come in the order rounding, subnormal";
  if (std::string types = conflictingTypes(notes); !types.empty())
    return "these arguments have the same type, got " + types +
           (isTileAndScalar(types) ? "; full<...>(x) makes a tile of a scalar" : "");
  return ruleOfCall(error, notes);
}

std::string tilec::frontend::ruleWithoutConcept(const Message &error, llvm::ArrayRef<Message> notes) {
  if (error.id == diag::err_class_marked_final_used_as_base && error.nameAt(0) == "tile")
    return "a tile is no base class: keep it as a member";
  if (error.is({diag::err_no_member, diag::err_no_member_suggest}) && error.nameAt(0).starts_with("atomic_") &&
      error.argument(1).contains("_view<"))
    return "a view has atomic_load and atomic_store, and updates by add, sub, and, or, xor, max and min: exchanges are "
           "for pointers";
  for (std::string rule : {ruleOfCandidates(error, notes), ruleOfOperation(error), ruleOfConversion(error, notes)})
    if (!rule.empty())
      return rule;
  return {};
}
