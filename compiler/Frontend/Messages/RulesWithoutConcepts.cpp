// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RulesWithoutConcepts.cpp - rules that no concept of the header states --===//
#include "compiler/Frontend/Messages/RulesWithoutConcepts.h"
#include "compiler/Frontend/Messages/Examples.h"

using namespace tilec::frontend;

namespace {
/// The number of arguments given, if that is why none of our candidates fits ("requires 2 arguments, but 1 was
/// provided"); else empty.
std::string wrongCount(llvm::ArrayRef<Message> notes) {
  std::string given;
  for (size_t i = 0; i < notes.size(); ++i) {
    llvm::StringRef text = notes[i].text;
    bool isImplicit = i + 1 < notes.size() && llvm::StringRef(notes[i + 1].text).starts_with("implicit deduction");
    if (!notes[i].isInOurHeader() || !text.starts_with("candidate ") || isImplicit)
      continue;
    size_t at = text.rfind(", but ");
    if (!text.contains(": requires") || at == llvm::StringRef::npos)
      return {};
    given = text.substr(at + 6).split(' ').first.str();
  }
  return given;
}

/// `irange`, `store` for an error about a call or a construction, or empty.
llvm::StringRef calleeIn(llvm::StringRef error) {
  for (llvm::StringRef start : {"function for call to '", "template arguments of '"})
    if (size_t at = error.find(start); at != llvm::StringRef::npos) {
      llvm::StringRef name = error.substr(at + start.size()).split('\'').first;
      return name.contains("::") ? name.substr(name.rfind("::") + 2) : name;
    }
  return {};
}

constexpr const char *mutationRule =
    "a tile has no compound assignment, increment or subscript: it is a value, and its elements do not change; write "
    "a = a + b, and extract for a part";

/// "'A' and 'B'" if a candidate of ours wants one type for both, else empty.
std::string conflictingTypes(llvm::ArrayRef<Message> notes) {
  for (const Message &note : notes) {
    llvm::StringRef text = note.text;
    size_t start = text.find("deduced conflicting types for parameter");
    if (start == llvm::StringRef::npos || !note.isInOurHeader())
      continue;
    llvm::StringRef types = text.substr(text.find('(', start) + 1);
    types.consume_back(")");
    auto [first, second] = types.split(" vs. ");
    return (first + " and " + second).str();
  }
  return {};
}

bool isTileAndScalar(llvm::StringRef types) {
  auto [first, second] = types.split(" and '");
  return first.contains("ile<") != second.contains("ile<");
}

/// ", got 'A' for 'B'" from a candidate's "no known conversion from 'A' to 'const B'", or empty.
std::string gotInstead(llvm::ArrayRef<Message> notes) {
  static constexpr llvm::StringLiteral start = "no known conversion from ";
  for (const Message &note : notes) {
    size_t at = note.text.find(start.str());
    if (at == std::string::npos || !note.isInOurHeader())
      continue;
    auto [got, rest] = llvm::StringRef(note.text).substr(at + start.size()).split(" to '");
    llvm::StringRef expected = rest.split('\'').first;
    expected.consume_front("const ");
    return (", got " + got + " for '" + expected + "'").str();
  }
  return {};
}
} // namespace

std::string tilec::frontend::asInExample(const Message &error) {
  llvm::StringRef text = error.text, callee = calleeIn(text);
  llvm::StringRef example = text.contains("matching member function") ? exampleOfMember(callee) : exampleOf(callee);
  return example.empty() ? "" : ", as in " + example.str();
}

/// Rules about calls that the header states by other means than concepts.
static std::string ruleOfCall(const Message &error, llvm::ArrayRef<Message> notes) {
  llvm::StringRef callee = calleeIn(error.text);
  std::string asIn = asInExample(error);
  if (std::string given = wrongCount(notes); !given.empty() && !callee.empty())
    return (callee == "irange" ? "a range has a lower and an upper bound, and may have a step"
                               : "'" + callee.str() + "' takes another number of arguments") +
           ", got " + given + (given == "1" ? " argument" : " arguments") + asIn;
  bool hasOtherTemplate = llvm::any_of(notes, [](const Message &note) {
    llvm::StringRef text = note.text;
    return note.isInOurHeader() && (text.contains("invalid explicitly-specified argument for template parameter") ||
                                    text.contains("too many template arguments for function template"));
  });
  if (!hasOtherTemplate)
    return {};
  return asIn.empty() ? "the template arguments of this function are options, not types"
                      : "'" + callee.str() + "' has other template arguments" + asIn;
}

std::string tilec::frontend::ruleWithoutConcept(const Message &error, llvm::ArrayRef<Message> notes) {
  auto hasNote = [&](llvm::StringRef part) {
    return llvm::any_of(
        notes, [&](const Message &note) { return note.isInOurHeader() && llvm::StringRef(note.text).contains(part); });
  };
  llvm::StringRef text = error.text;
  if (text.contains("base 'tile' is marked 'final'"))
    return "a tile is no base class: keep it as a member";
  if (text.starts_with("no member named 'atomic_") && text.contains("_view<"))
    return "a view has atomic_load and atomic_store, and updates by add, sub, and, or, xor, max and min: exchanges are "
           "for pointers";
  if (hasNote("couldn't infer template argument 'Order'"))
    return "an atomic operation names its memory order, as in atomic_add<memory_order::relaxed>(...)";
  if (hasNote("couldn't infer template argument 'Axis'"))
    return "the axis is named" + asInExample(error);
  if (hasNote("could not match 'integral_constant<"))
    return "what is known when the kernel is compiled is a template argument or ends in _ic" + asInExample(error);
  if (hasNote("couldn't infer template argument 'T'") || hasNote("couldn't infer template argument 'S'"))
    return "the type of the result is named" + asInExample(error);
  if (hasNote("but method is not marked const"))
    return "a const tile keeps its value: declare it without const";
  if (text.ends_with("from incompatible type 'dim3'") || text.ends_with("from incompatible type 'uint3'"))
    return "there are three: .x, .y and .z";
  if (hasNote("could not match 'thread_scope_constant<Scope>'"))
    return "an atomic operation on a view names its scope, block or device, after its order";
  if (hasNote("could not match 'memory_order_constant<Order>'"))
    return "a memory order is a template argument or a tag: memory_order_relaxed_t{}";
  if (hasNote("subnormals_rounding_mode' vs '"))
    return "modifiers come in the order rounding, subnormal";
  if (std::string types = conflictingTypes(notes); !types.empty())
    return "these arguments have the same type, got " + types +
           (isTileAndScalar(types) ? "; full<...>(x) makes a tile of a scalar" : "");
  if (std::string rule = ruleOfCall(error, notes); !rule.empty())
    return rule;
  if ((text.contains("no viable overloaded '") || text.starts_with("cannot increment") ||
       text.starts_with("cannot decrement") || text.contains("does not provide a subscript operator")) &&
      !text.contains("overloaded '='"))
    return text.contains("ile<") || text.contains("overloaded") ? mutationRule : "";
  bool isConversion = text.starts_with("no viable conversion from") || text.starts_with("no viable overloaded '='") ||
                      text.starts_with("no matching constructor for initialization of") ||
                      text.starts_with("cannot convert");
  static constexpr const char *scalarRule =
      "a tile becomes a scalar only if it has one element, and by an explicit cast, as in float(tile)";
  if (text.starts_with("assigning to '") && text.contains("from incompatible type '") &&
      text.split("from incompatible type '").second.contains("ile<"))
    return scalarRule;
  bool isAboutTiles =
      isConversion && llvm::any_of(notes, [](const Message &note) { return note.isIn("include/cuda/tiles/tile.h"); });
  if (!isAboutTiles)
    return {};
  bool toScalar = text.starts_with("no viable conversion from") && !text.split("to '").second.contains("ile<");
  if (toScalar && text.ends_with("to 'bool'"))
    return "a tile is a condition only if it has one element; select chooses element by element, any_of and all_of "
           "give "
           "one answer";
  return toScalar ? scalarRule
                  : "a tile converts implicitly only to a tile of the same shape, without narrowing; use element_cast, "
                    "reshape, broadcast or full" +
                        gotInstead(notes);
}
