// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RuleTexts.cpp - failed constraints in the words of the header ----------===//
#include "compiler/Frontend/RuleTexts.h"
#include "compiler/Frontend/EmbeddedHeaders.h"
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
  /// About one type rather than about the operands of an operation; a rule of the latter kind says more.
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
        rules[name] = {asClause(comment), header.path.ends_with("scalar.h") || header.path.ends_with("extents.h")};
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

/// The rule that a chain of reasons is about: the last one stated that is about the operation, else the first.
const Rule *chooseRule(llvm::ArrayRef<Message> reasons) {
  const Rule *chosen = nullptr;
  for (const Message &reason : reasons) {
    // What follows are alternatives that failed as well.
    if (llvm::StringRef(reason.text).starts_with("and "))
      break;
    const Rule *rule = findRule(conceptIn(reason.text));
    if (rule && (!chosen || chosen->isGeneral || !rule->isGeneral))
      chosen = rule;
  }
  return chosen;
}

bool isUseless(const Message &note) {
  return note.isInOurHeader() && llvm::StringRef(note.text).starts_with("implicit deduction guide declared as");
}

/// Does the chain of reasons belong to a note about a candidate, whose text it replaces?
bool isCandidate(const Message &note) {
  return note.level == clang::DiagnosticsEngine::Note && llvm::StringRef(note.text).starts_with("candidate ") &&
         note.isInOurHeader();
}
} // namespace

void tilec::frontend::stateRules(Message &error, llvm::SmallVectorImpl<Message> &notes) {
  llvm::SmallVector<Message> kept;
  const Rule *broken = nullptr;
  for (size_t i = 0; i != notes.size();) {
    size_t end = i;
    while (end != notes.size() && isReason(notes[end]) && notes[end].isInOurHeader())
      ++end;
    if (end == i) {
      if (!isUseless(notes[i]))
        kept.push_back(notes[i]);
      ++i;
      continue;
    }
    llvm::ArrayRef<Message> reasons(notes.begin() + i, notes.begin() + end);
    if (const Rule *rule = chooseRule(reasons)) {
      broken = broken ? broken : rule;
      if (!kept.empty() && isCandidate(kept.back()))
        kept.back().text = "candidate does not fit; rule: " + rule->text;
    } else {
      kept.append(reasons.begin(), reasons.end());
    }
    i = end;
  }
  notes = std::move(kept);
  if (broken)
    error.text += "; rule: " + broken->text;
}

void tilec::frontend::shortenTypeNames(std::string &text) {
  auto replace = [&](llvm::StringRef from, llvm::StringRef to) {
    for (size_t at = 0; (at = text.find(from.str(), at)) != std::string::npos; at += to.size())
      text.replace(at, from.size(), to.str());
  };
  replace("cuda::tiles::extents<unsigned int>", "shape<>");
  replace("cuda::tiles::extents<unsigned int, ", "shape<");
  replace("18446744073709551615", "dynamic_extent");
  replace("cuda::tiles::detail::", "");
  replace("cuda::tiles::", "");
}
