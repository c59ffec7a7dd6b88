// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- MessageFilter.cpp - Clang's messages in the words of tile code ---------===//
#include "compiler/Frontend/Messages/MessageFilter.h"
#include "compiler/Frontend/Messages/Advice.h"
#include "compiler/Frontend/Messages/RewordedErrors.h"
#include "compiler/Frontend/Messages/RulesFromHeaders.h"
#include "compiler/Frontend/Messages/TypeNames.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using namespace tilec::frontend;

//===----------------------------------------------------------------------===//
// What Clang says beside the point
//===----------------------------------------------------------------------===//

namespace {
/// The last argument of a failed static assertion is what its author wrote.
std::string assertionText(const Diagnostic &info) {
  unsigned last = info.getNumArgs() - 1;
  bool hasText = info.getNumArgs() > 1 && info.getArgKind(last) == DiagnosticsEngine::ak_std_string;
  return hasText ? info.getArgStdStr(last) : std::string();
}

/// "...; did you mean 'cuda::tiles::detail::...'?" advertises what users must not use.
void dropAdviceOnDetails(std::string &text, DiagnosticStorage &storage) {
  size_t advice = text.find("; did you mean");
  if (advice == std::string::npos || text.find("detail::", advice) == std::string::npos)
    return;
  text.resize(advice);
  storage.FixItHints.clear();
}
} // namespace

//===----------------------------------------------------------------------===//
// Waiting for the notes
//===----------------------------------------------------------------------===//

/// Where the line starts that the message points to.
static SourceLocation lineOf(const Message &message) {
  if (message.where.isInvalid() || !message.engine->hasSourceManager())
    return {};
  const SourceManager &sources = message.engine->getSourceManager();
  SourceLocation place = sources.getExpansionLoc(message.where);
  return place.getLocWithOffset(1 - int(sources.getExpansionColumnNumber(place)));
}

void MessageFilter::HandleDiagnostic(DiagnosticsEngine::Level level, const Diagnostic &info) {
  DiagnosticConsumer::HandleDiagnostic(level, info);
  Message message(level, info);
  bool isOurs = info.getID() >= diag::DIAG_UPPER_LIMIT;
  if (level == DiagnosticsEngine::Note) {
    if (held)
      notes.push_back(std::move(message));
    else if (!dropNotes)
      message.sendTo(next);
    return;
  }

  flush();
  std::string words = isOurs ? std::string() : aboutMissingHeader(message.text);
  bool isOfGuess = guessedLine.isValid() && lineOf(message) == guessedLine;
  dropNotes = level >= DiagnosticsEngine::Error && (isOfGuess || isConsequence(words));
  if (dropNotes)
    return;
  if (words.empty() && !isOurs)
    words = reworded(info, message.text);
  dropNotes = !words.empty();
  if (dropNotes) {
    message.text = std::move(words);
    message.storage.FixItHints.clear();
  }
  dropAdviceOnDetails(message.text, message.storage);
  if (info.getID() == diag::err_static_assert_failed || info.getID() == diag::err_static_assert_requirement_failed)
    if (std::string text = assertionText(info); !text.empty() && message.isInOurHeader())
      message.text = std::move(text);
  if (level < DiagnosticsEngine::Error)
    return message.sendTo(next);
  held = std::move(message);
}

/// Is an error said already by naming a header that is missing? Without that of the API all errors are.
bool MessageFilter::isConsequence(llvm::StringRef missingHeader) {
  llvm::StringRef header = missingHeader.split('<').second.split('>').first;
  return missing.contains("cuda_tile.h") || (!header.empty() && !missing.insert(header.str()).second);
}

/// One mistake may be seen by Clang and by our own checks.
bool MessageFilter::isRepeated(const Message &message) {
  return message.where.isValid() && !sent.insert({message.where.getRawEncoding(), message.text}).second;
}

/// Moves an error from one of our headers to the first place outside of them that its notes name, or else to the
/// `#include`.
void MessageFilter::relocate(Message &message, std::vector<Message> &all) {
  auto isOutside = [](const Message &note) { return note.where.isValid() && !note.isInOurHeader(); };
  auto place = llvm::find_if(all, isOutside);
  if (place == all.end())
    return message.moveToInclude();
  message.where = place->where;
  message.storage = place->storage;
  all.erase(all.begin(), place + 1);
  llvm::erase_if(all, [](const Message &note) { return note.isInOurHeader(); });
}

void MessageFilter::flush() {
  if (!held)
    return;
  Message message = std::move(*held);
  held.reset();
  auto all = std::exchange(notes, {});
  if (dropNotes)
    all.clear();
  if (message.id < diag::DIAG_UPPER_LIMIT) {
    blameCaller(message, all);
    stateRules(message, all, architecture);
    if (message.isInOurHeader())
      relocate(message, all);
    for (Message &note : all)
      shortenTypeNames(note.text);
    if (!dropNotes) {
      shortenTypeNames(message.text);
      if (giveAdvice(message, all))
        guessedLine = lineOf(message);
    }
  }
  if (isRepeated(message))
    return;
  message.sendTo(next);
  for (const Message &note : all)
    note.sendTo(next);
}
