// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RulesFromHeaders.cpp - failed constraints in the words of the header ----------===//
#include "compiler/Frontend/Messages/RulesFromHeaders.h"
#include "compiler/Frontend/Messages/CallRules.h"
#include "compiler/Frontend/Messages/DiagnosticFamilies.h"
#include "compiler/Frontend/Messages/Examples.h"
#include "compiler/Frontend/Messages/Mends.h"
#include "compiler/Frontend/Parse/EmbeddedHeaders.h"
#include "clang/Basic/DiagnosticSema.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <optional>

using namespace clang;
using namespace tilec::frontend;

//===----------------------------------------------------------------------===//
// The rules
//===----------------------------------------------------------------------===//

namespace {
struct Rule {
  /// The concept that states it.
  std::string name;
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
        rules[name] = {name.str(), asClause(comment),
                       isBuildingBlock(name) || comment.find('`') != std::string::npos ||
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
llvm::StringRef conceptIn(const Message &note) {
  bool namesTypeFirst = note.is({diag::note_single_arg_concept_specialization_constraint_evaluated_to_false,
                                 diag::note_expr_requirement_constraints_not_satisfied_simple});
  llvm::StringRef name = note.nameAt(namesTypeFirst ? 2 : 1);
  name = name.take_until([](char c) { return c == '<' || c == '\''; });
  return name.contains("::") ? name.substr(name.rfind("::") + 2) : name;
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
    if (reason.argument(0) == "0")
      break;
    const Rule *rule = findRule(conceptIn(reason));
    if (rule && isAboutArchitectures(rule->text))
      return rule;
    if (rule && (!chosen || !rule->isGeneral))
      chosen = rule;
  }
  return chosen;
}

/// Does the chain of reasons belong to a note about a candidate, whose text it replaces?
bool isCandidate(const Message &note) {
  return isAboutCandidate(note.id) && note.isInOurHeader();
}

bool isAboutCandidates(const Message &note) {
  return isAboutCandidate(note.id) || isReason(note.id) ||
         note.is({diag::note_implicit_deduction_guide, diag::note_ovl_candidate_explicit});
}

} // namespace

/// A rule about architectures says which one this is.
static std::string withArchitecture(const std::string &rule, llvm::StringRef architecture) {
  return isAboutArchitectures(rule) ? rule + " (compiled for " + architecture.str() + ")" : rule;
}

/// ", got 'A' and 'B'; do that": what the call broke a rule with, unless the message names the operands already.
static std::string withMend(const Message &error, const Rule &rule, const Bindings &bindings) {
  if (error.id == diag::err_typecheck_invalid_operands || isAboutArchitectures(rule.text))
    return {};
  BrokenRule broken{rule.name, bindings, calleeIn(error), error.id == diag::err_ovl_no_viable_member_function_in_call};
  std::string got = gotTypes(broken), mend = mendOf(broken);
  return (got.empty() ? "" : ", got " + got) + (mend.empty() ? "" : "; " + mend);
}

void tilec::frontend::stateRules(Message &error, std::vector<Message> &notes, llvm::StringRef architecture) {
  std::vector<Message> kept;
  const Rule *broken = nullptr;
  Bindings bindings;
  // The first of an operator's candidates is the closest.
  bool isOperator = error.id == diag::err_typecheck_invalid_operands;
  for (size_t i = 0; i != notes.size();) {
    size_t end = i;
    while (end != notes.size() && isReason(notes[end].id) && notes[end].isInOurHeader())
      ++end;
    if (end == i) {
      kept.push_back(notes[i++]);
      continue;
    }
    llvm::ArrayRef<Message> reasons(notes.data() + i, end - i);
    const Rule *rule = chooseRule(reasons);
    if (!rule) {
      kept.insert(kept.end(), reasons.begin(), reasons.end());
    } else if (!broken || (broken->isGeneral && !rule->isGeneral && !isOperator)) {
      broken = rule;
      bindings = kept.empty() || !isCandidate(kept.back()) ? Bindings() : Bindings(kept.back().text);
    }
    i = end;
  }
  std::string text = broken ? withArchitecture(broken->text, architecture) + withMend(error, *broken, bindings)
                            : ruleWithoutConcept(error, notes);
  if (text.empty()) {
    notes = std::move(kept);
    return;
  }
  error.text += "; rule: " + text;
  if (broken && broken->name == "indices_of_the_view")
    error.text += asInExample(error);
  // All candidates differ at least as much as the one that breaks the rule; what stays is not about candidates.
  llvm::erase_if(kept, isAboutCandidates);
  notes = std::move(kept);
}
