// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CallRules.cpp - rules that no concept of the header states --===//
#include "compiler/Frontend/Messages/CallRules.h"
#include "compiler/Frontend/Messages/Examples.h"
#include "compiler/Frontend/Messages/TypeText.h"
#include "llvm/ADT/StringSwitch.h"
#include <optional>

using namespace tilec::frontend;

namespace {
/// The number of arguments given ("requires 2 arguments, but 1 was provided"), if that is why none of our candidates
/// fits, or all whose template arguments fit; else empty.
std::string wrongCount(llvm::ArrayRef<Message> notes) {
  std::string given;
  for (size_t i = 0; i < notes.size(); ++i) {
    llvm::StringRef text = notes[i].text;
    bool isImplicit = i + 1 < notes.size() && llvm::StringRef(notes[i + 1].text).starts_with("implicit deduction");
    if (!notes[i].isInOurHeader() || !text.starts_with("candidate ") || isImplicit ||
        text.contains("invalid explicitly-specified argument"))
      continue;
    size_t at = text.rfind(", but ");
    if (!text.contains(": requires") || at == llvm::StringRef::npos)
      return {};
    given = text.substr(at + 6).split(' ').first.str();
  }
  return given;
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

llvm::StringRef tilec::frontend::calleeIn(llvm::StringRef error) {
  for (llvm::StringRef start : {"function for call to '", "template arguments of '"})
    if (size_t at = error.find(start); at != llvm::StringRef::npos) {
      llvm::StringRef name = error.substr(at + start.size()).split('\'').first;
      return name.contains("::") ? name.substr(name.rfind("::") + 2) : name;
    }
  return {};
}

std::string tilec::frontend::asInExample(const Message &error) {
  llvm::StringRef text = error.text, callee = calleeIn(text);
  llvm::StringRef example = text.contains("matching member function") ? exampleOfMember(callee) : exampleOf(callee);
  return example.empty() ? "" : ", as in " + example.str();
}

/// Rules about calls that the header states by other means than concepts.
static std::string ruleOfCall(const Message &error, llvm::ArrayRef<Message> notes) {
  llvm::StringRef callee = calleeIn(error.text);
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
    llvm::StringRef text = note.text;
    return note.isInOurHeader() && (text.contains("invalid explicitly-specified argument for template parameter") ||
                                    text.contains("too many template arguments for function template"));
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
};
} // namespace

/// "Values' (aka 'tile<float, shape<8>>') ..." -> "tile<float, shape<8>>"
static llvm::StringRef typeAt(llvm::StringRef text) {
  auto [type, rest] = text.split('\'');
  return rest.consume_front(" (aka '") ? rest.split('\'').first : type;
}

/// The conversion that does not exist, as the message or its notes name it.
static std::optional<Conversion> conversionIn(llvm::StringRef text, llvm::ArrayRef<Message> notes) {
  auto between = [](llvm::StringRef text, llvm::StringRef start, llvm::StringRef middle) {
    llvm::StringRef from = text.substr(text.find(start) + start.size());
    return Conversion{typeAt(from), typeAt(from.substr(from.find(middle) + middle.size()))};
  };
  if (text.starts_with("no viable conversion from '") || text.contains("cast from '"))
    return between(text, " from '", " to '");
  if (text.starts_with("assigning to '"))
    if (Conversion found = between(text, "assigning to '", "from incompatible type '"); !found.to.empty())
      return Conversion{found.to, found.from};
  bool isOther = text.starts_with("no viable overloaded '='") || text.starts_with("no matching constructor");
  if (!isOther)
    return std::nullopt;
  static constexpr llvm::StringLiteral start = "no known conversion from '";
  for (const Message &note : notes)
    if (note.isInOurHeader() && llvm::StringRef(note.text).contains(start)) {
      Conversion found = between(note.text, start, " to '");
      found.to.consume_front("const ");
      return found;
    }
  return std::nullopt;
}

static std::string ruleOfConversion(const Message &error, llvm::ArrayRef<Message> notes) {
  std::optional<Conversion> conversion = conversionIn(error.text, notes);
  llvm::StringRef text = error.text;
  if (!conversion && text.starts_with("no matching constructor") && isTile(text))
    return "a tile is not made of a list of elements; " + exampleOf("full").str() + ", iota and load make tiles";
  if (!conversion)
    return {};
  auto [from, to] = *conversion;
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
  std::string got = error.text.find("' to '") == std::string::npos ? gotInstead(notes) : "";
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
static std::string ruleOfOperation(llvm::StringRef text) {
  bool isSubscript = text.contains("does not provide a subscript operator");
  if (text.contains("_view<") && (isSubscript || text.contains("does not provide a call operator")))
    return "a view is neither called nor indexed: " + exampleOfMember("load").str() + " loads a tile";
  if (!isTile(text))
    return text.contains("no viable overloaded '") && !text.contains("overloaded '='") ? mutationRule : "";
  if (isSubscript)
    return "a tile has no subscript; extract(tile, shape<1>{}, i) is a part, insert(tile, part, i) has another part, "
           "load(pointer + i) reads memory";
  if (text.starts_with("indirection requires pointer operand"))
    return "a tile of pointers is no pointer: load(pointers) loads what they point to, store(pointers, value) stores";
  if (text.starts_with("invalid range expression") || text.starts_with("cannot use type"))
    return "a tile is no range: functions as sum<0>(tile) work on all of its elements";
  bool isMutation = text.contains("no viable overloaded '") || text.starts_with("cannot increment") ||
                    text.starts_with("cannot decrement");
  return isMutation && !text.contains("overloaded '='") ? mutationRule : "";
}

/// Rules about functions of the API that notes about candidates show.
static std::string ruleOfCandidates(const Message &error, llvm::ArrayRef<Message> notes) {
  auto hasNote = [&](llvm::StringRef part) {
    return llvm::any_of(
        notes, [&](const Message &note) { return note.isInOurHeader() && llvm::StringRef(note.text).contains(part); });
  };
  if (hasNote("couldn't infer template argument 'Order'"))
    return "an atomic operation names its memory order, as in atomic_add<memory_order::relaxed>(...)";
  if (hasNote("couldn't infer template argument 'Axis'"))
    return "the axis is named" + asInExample(error);
  if (hasNote("[with Axis = -"))
    return "the axis is a dimension of the tile, counted from 0" + asInExample(error);
  if (hasNote("deduced incomplete pack"))
    return "each index is an argument of its own, without braces" + asInExample(error);
  if (hasNote("' against 'memory_order'"))
    return "a memory order is a template argument or a tag: memory_order_relaxed_t{}";
  if (hasNote("could not match 'integral_constant<") && llvm::StringRef(error.text).contains("member function"))
    return "an atomic operation on a view names its scope, block or device, after its order";
  if (hasNote("could not match 'integral_constant<"))
    return "what is known when the kernel is compiled is a template argument or ends in _ic" + asInExample(error);
  if (hasNote("couldn't infer template argument 'T'") || hasNote("couldn't infer template argument 'S'"))
    return "the type of the result is named" + asInExample(error);
  if (hasNote("but method is not marked const"))
    return "a const tile keeps its value: declare it without const";
  if (hasNote("subnormals_rounding_mode' vs '"))
    return "modifiers come in the order rounding, subnormal";
  if (std::string types = conflictingTypes(notes); !types.empty())
    return "these arguments have the same type, got " + types +
           (isTileAndScalar(types) ? "; full<...>(x) makes a tile of a scalar" : "");
  return ruleOfCall(error, notes);
}

std::string tilec::frontend::ruleWithoutConcept(const Message &error, llvm::ArrayRef<Message> notes) {
  llvm::StringRef text = error.text;
  if (text.contains("base 'tile' is marked 'final'"))
    return "a tile is no base class: keep it as a member";
  if (text.starts_with("no member named 'atomic_") && text.contains("_view<"))
    return "a view has atomic_load and atomic_store, and updates by add, sub, and, or, xor, max and min: exchanges are "
           "for pointers";
  for (std::string rule : {ruleOfCandidates(error, notes), ruleOfOperation(text), ruleOfConversion(error, notes)})
    if (!rule.empty())
      return rule;
  return {};
}
