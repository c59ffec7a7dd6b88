// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RulesFromHeaders.cpp - failed constraints in the words of the header ----------===//
#include "compiler/Frontend/Messages/RulesFromHeaders.h"
#include "compiler/Frontend/Messages/Examples.h"
#include "compiler/Frontend/Parse/EmbeddedHeaders.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <optional>

using namespace tilec::frontend;

//===----------------------------------------------------------------------===//
// The rules
//===----------------------------------------------------------------------===//

namespace {
struct Rule {
  std::string text;
  /// About one type, or in terms of template parameters; a rule about the operands of an operation says more.
  bool isGeneral;
};

/// "/// Pointers to 32 or 64-bit integers." -> "pointers to 32 or 64-bit integers"
std::string asClause(llvm::StringRef comment) {
  std::string text = comment.trim().str();
  if (llvm::StringRef(text).ends_with("."))
    text.pop_back();
  // Only an ordinary word loses its capital.
  if (text.size() > 1 && llvm::isUpper(text[0]) && (llvm::isLower(text[1]) || text[1] == ' '))
    text[0] = llvm::toLower(text[0]);
  return text;
}

/// Concepts that others are made of, which say better what an operation wants.
bool isBuildingBlock(llvm::StringRef name) {
  return name == "shapes_are_equal" || name == "shape_broadcasts_to" || name == "elements_do_not_narrow" ||
         name == "word_integer" || name == "float_or_double";
}

/// Collects `/// rule` before `concept name =` from one header.
void readRules(const EmbeddedHeader &header, llvm::StringMap<Rule> &rules) {
  llvm::SmallVector<llvm::StringRef> lines;
  header.text.split(lines, '\n');
  std::string comment;
  for (llvm::StringRef line : lines) {
    line = line.trim();
    if (line.consume_front("///")) {
      comment += line.str();
    } else if (line.consume_front("concept ")) {
      llvm::StringRef name = line.take_until([](char c) { return c == ' ' || c == '='; });
      if (!comment.empty())
        rules[name] = {asClause(comment), isBuildingBlock(name) || comment.find('`') != std::string::npos ||
                                              header.path.ends_with("scalar.h") || header.path.ends_with("extents.h")};
      comment.clear();
    } else if (!line.starts_with("template") && !line.starts_with("requires")) {
      comment.clear();
    }
  }
}

const Rule *findRule(llvm::StringRef name) {
  static const llvm::StringMap<Rule> rules = [] {
    llvm::StringMap<Rule> all;
    for (const EmbeddedHeader &header : embeddedHeaders())
      if (header.path.starts_with("include/cuda/tiles/"))
        readRules(header, all);
    return all;
  }();
  auto found = rules.find(name);
  return found == rules.end() ? nullptr : &found->second;
}

//===----------------------------------------------------------------------===//
// Notes
//===----------------------------------------------------------------------===//

/// The concept that a note "because ..." says is not satisfied, or empty.
llvm::StringRef conceptIn(llvm::StringRef note) {
  llvm::StringRef name;
  if (size_t at = note.rfind("does not satisfy '"); at != llvm::StringRef::npos)
    name = note.substr(at).split('\'').second;
  else if (note.contains("evaluated to false"))
    name = note.split('\'').second;
  name = name.take_until([](char c) { return c == '<' || c == '\''; });
  return name.contains("::") ? name.substr(name.rfind("::") + 2) : name;
}

bool isReason(const Message &note) {
  llvm::StringRef text = note.text;
  return text.starts_with("because ") || text.starts_with("and ");
}

bool isAboutArchitectures(llvm::StringRef rule) {
  return rule.contains("need sm_") || rule.contains("needs sm_");
}

/// The rule that a chain of reasons is about: the last one about an operation, else the first; but an architecture that
/// lacks something before all others.
const Rule *chooseRule(llvm::ArrayRef<Message> reasons) {
  const Rule *chosen = nullptr;
  for (const Message &reason : reasons) {
    // What follows are alternatives that failed as well.
    if (llvm::StringRef(reason.text).starts_with("and "))
      break;
    const Rule *rule = findRule(conceptIn(reason.text));
    if (rule && isAboutArchitectures(rule->text))
      return rule;
    if (rule && (!chosen || !rule->isGeneral))
      chosen = rule;
  }
  return chosen;
}

/// Does the chain of reasons belong to a note about a candidate, whose text it replaces?
bool isCandidate(const Message &note) {
  return note.level == clang::DiagnosticsEngine::Note && llvm::StringRef(note.text).starts_with("candidate ") &&
         note.isInOurHeader();
}

bool isAboutCandidate(const Message &note) {
  llvm::StringRef text = note.text;
  return text.starts_with("candidate ") || text.starts_with("because ") || text.starts_with("and ") ||
         text.starts_with("implicit deduction guide") || text.starts_with("explicit conversion function is not") ||
         text.starts_with("this is what does not fit") || text.starts_with("nor does this fit");
}

/// ", with T = int" for a candidate "... [with T = int]".
std::string bindings(llvm::StringRef candidate) {
  size_t start = candidate.rfind("[with ");
  return start == llvm::StringRef::npos ? "" : ", " + candidate.substr(start + 1).rtrim(']').str();
}

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

/// ", as in sum<0>(tile)" for an error about a call of `sum`, or empty.
std::string asInExample(const Message &error) {
  llvm::StringRef text = error.text, callee = calleeIn(text);
  llvm::StringRef example = text.contains("matching member function") ? exampleOfMember(callee) : exampleOf(callee);
  return example.empty() ? "" : ", as in " + example.str();
}

/// Rules about calls that the header states by other means than concepts.
std::string ruleOfCall(const Message &error, llvm::ArrayRef<Message> notes) {
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

/// Rules that the header states by other means than concepts.
std::string ruleWithoutConcept(const Message &error, llvm::ArrayRef<Message> notes) {
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
} // namespace

/// A rule about architectures says which one this is.
static std::string withArchitecture(const std::string &rule, llvm::StringRef architecture) {
  return isAboutArchitectures(rule) ? rule + " (compiled for " + architecture.str() + ")" : rule;
}

void tilec::frontend::stateRules(Message &error, std::vector<Message> &notes, llvm::StringRef architecture) {
  std::vector<Message> kept, fitting;
  std::string broken;
  bool isGeneral = false;
  // The first of an operator's candidates is the closest.
  bool isOperator = llvm::StringRef(error.text).starts_with("invalid operands");
  for (size_t i = 0; i != notes.size();) {
    size_t end = i;
    while (end != notes.size() && isReason(notes[end]) && notes[end].isInOurHeader())
      ++end;
    if (end == i) {
      kept.push_back(notes[i++]);
      continue;
    }
    llvm::ArrayRef<Message> reasons(notes.data() + i, end - i);
    if (const Rule *rule = chooseRule(reasons)) {
      bool isSaid = rule->text == broken;
      if (!kept.empty() && isCandidate(kept.back()) && !isSaid && (broken.empty() || !isOperator)) {
        kept.back().text = broken.empty() ? "this is what does not fit" + bindings(kept.back().text)
                                          : "nor does this fit; rule: " + rule->text;
        fitting.push_back(kept.back());
      }
      if (broken.empty() || (isGeneral && !rule->isGeneral && !isOperator)) {
        broken = rule->text;
        isGeneral = rule->isGeneral;
      }
    } else {
      kept.insert(kept.end(), reasons.begin(), reasons.end());
    }
    i = end;
  }
  if (broken.empty())
    broken = ruleWithoutConcept(error, notes);
  if (broken.empty()) {
    notes = std::move(kept);
    return;
  }
  error.text += "; rule: " + withArchitecture(broken, architecture);
  if (llvm::StringRef(broken).starts_with("one integer for each dimension of the view"))
    error.text += asInExample(error);
  // Other candidates differ more than the one that breaks the rule; what stays is what is not about candidates.
  notes = std::move(fitting);
  for (Message &note : kept)
    if (!isAboutCandidate(note))
      notes.push_back(std::move(note));
}

namespace {
/// `extents<unsigned int, 8UL, 18446744073709551615>` -> `shape<8, dynamic_extent>`
void shortenShapes(std::string &text) {
  static constexpr llvm::StringLiteral start = "extents<unsigned int";
  for (size_t at = 0; (at = text.find(start.str(), at)) != std::string::npos; ++at) {
    size_t end = text.find('>', at);
    if (end == std::string::npos || (at != 0 && (llvm::isAlnum(text[at - 1]) || text[at - 1] == '_')))
      continue;
    llvm::SmallVector<llvm::StringRef> extents;
    llvm::StringRef list(text.data() + at + start.size(), end - at - start.size());
    list.split(extents, ',', -1, /*KeepEmpty=*/false);
    std::string shape = "shape<";
    for (llvm::StringRef extent : extents) {
      extent = extent.trim();
      extent.consume_back("UL");
      shape += (shape.back() == '<' ? "" : ", ") + (extent == "18446744073709551615" ? "dynamic_extent" : extent.str());
    }
    text.replace(at, end - at, shape);
  }
}
} // namespace

/// `'detail::loaded_t<...>' (aka 'tile<float, ...>')` -> `'tile<float, ...>'`: names that no user wrote say nothing.
static void dropAliasesOfDetails(std::string &text) {
  static constexpr llvm::StringLiteral known = "' (aka '";
  for (size_t at = 0; (at = text.find(known.str(), at)) != std::string::npos;) {
    size_t open = at == 0 ? std::string::npos : text.rfind('\'', at - 1), end = text.find("')", at + known.size());
    bool isDetail = open != std::string::npos && end != std::string::npos &&
                    llvm::StringRef(text).slice(open, at).contains("detail::");
    if (!isDetail) {
      at += known.size();
      continue;
    }
    text.erase(end + 1, 1);
    text.erase(open, at + known.size() - 1 - open);
    at = open + 1;
  }
}

void tilec::frontend::shortenTypeNames(std::string &text) {
  dropAliasesOfDetails(text);
  for (llvm::StringRef qualifier : {"cuda::tiles::detail::", "cuda::tiles::", "detail::"})
    for (size_t at = 0; (at = text.find(qualifier.str(), at)) != std::string::npos;)
      text.erase(at, qualifier.size());
  shortenShapes(text);
}
