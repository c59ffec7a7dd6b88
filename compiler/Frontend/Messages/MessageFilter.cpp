// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- MessageFilter.cpp - Clang's messages in the words of tile code ---------===//
#include "compiler/Frontend/Messages/MessageFilter.h"
#include "compiler/Frontend/Messages/Advice.h"
#include "compiler/Frontend/Messages/DiagnosticFamilies.h"
#include "compiler/Frontend/Messages/RewordedErrors.h"
#include "compiler/Frontend/Messages/RulesFromHeaders.h"
#include "compiler/Frontend/Messages/TypeNames.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/DiagnosticParse.h"
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
void dropAdviceOnDetails(Message &message) {
  bool isOfDetails = llvm::any_of(message.arguments, [](StringRef text) { return text.contains("detail::"); });
  if (isOfDetails)
    message.dropGuess();
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

void MessageFilter::know(ASTContext *context) {
  flush();
  ast = context;
}

/// Notes about candidates of ours name types by what they are, not by the aliases of our headers.
void MessageFilter::nameTypesCanonically(bool canonically) {
  if (!ast || ast->getPrintingPolicy().PrintAsCanonical == canonically)
    return;
  PrintingPolicy policy = ast->getPrintingPolicy();
  policy.PrintAsCanonical = canonically;
  ast->setPrintingPolicy(policy);
}

/// Is it an error that the parser has at a line for which the one before has no end?
static bool mayLackSemicolon(const Message &message) {
  bool isExpected = (message.id == diag::err_expected && message.nameAt(0) == ";") ||
                    (message.id == diag::err_expected_after && message.nameAt(1) == ";");
  return isExpected || isMissingSemicolon(message.id) || message.id == diag::err_invalid_decl_spec_combination;
}

void MessageFilter::HandleDiagnostic(DiagnosticsEngine::Level level, const Diagnostic &info) {
  DiagnosticConsumer::HandleDiagnostic(level, info);
  if (level >= DiagnosticsEngine::Error)
    places.push_back(level == DiagnosticsEngine::Fatal ? SourceLocation() : info.getLocation());
  if (level != DiagnosticsEngine::Note)
    nameTypesCanonically(false);
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
  std::string words = isOurs ? std::string() : aboutMissingHeader(message);
  bool isError = level >= DiagnosticsEngine::Error;
  if (isError && mayLackSemicolon(message))
    if (Message moved = message; moved.moveToMissingSemicolon()) {
      moved.text = "expected ';' at the end of this line";
      lineWithoutEnd = lineOf(message);
      message = std::move(moved);
    }
  if (info.getID() == diag::err_pp_file_not_found && message.moveOutOfPreamble())
    message.text += "; it belongs to the libraries of C and C++, which come with a C++ compiler";
  bool isOfGuess = guessedLine.isValid() && lineOf(message) == guessedLine;
  // Arrays of variable size are refused in tile code, and the host's compiler takes them. Specifiers of kernels that
  // stand elsewhere are found by our checks.
  dropNotes = isError ? isOfGuess || isConsequence(words) || followsFromError(message, isOurs)
                      : info.getID() == diag::ext_vla_cxx ||
                            (info.getID() == diag::warn_attribute_wrong_decl_type_str && message.where.isMacroID());
  if (info.getID() == diag::err_pp_hash_error && message.isInOurHeader())
    missing.insert("cuda_tile.h"); // it says why it cannot be read
  if (dropNotes) {
    if (isError && !isOurs)
      remember(message);
    return;
  }
  if (words.empty() && !isOurs) {
    words = reworded(info, message, DeclaredNames(ast));
    if (!words.empty() && hasGuess(message.id))
      guessedLine = lineOf(message);
  }
  dropNotes = !words.empty();
  if (dropNotes) {
    message.text = std::move(words);
    message.storage.FixItHints.clear();
  }
  dropAdviceOnDetails(message);
  if (info.getID() == diag::err_static_assert_failed || info.getID() == diag::err_static_assert_requirement_failed)
    if (std::string text = assertionText(info); !text.empty() && message.isInOurHeader())
      message.text = std::move(text);
  if (level < DiagnosticsEngine::Error)
    return message.sendTo(next);
  nameTypesCanonically(hasCandidates(message.id));
  held = std::move(message);
}

/// Takes back a guess that a member of a class of some library was meant, which the notes tell.
static bool dropGuessOfMember(Message &message, std::vector<Message> &all) {
  bool isMember = hasGuess(message.id) && llvm::StringRef(message.arguments.back()).contains("::");
  if (!isMember || llvm::none_of(all, [](const Message &note) {
        return note.isInSystemHeader() || note.isIn("include/cuda/tiles/fallback/");
      }))
    return false;
  all.clear();
  return message.dropGuess();
}

/// Is an error said already by naming a header that is missing? Without that of the API all errors are.
bool MessageFilter::isConsequence(llvm::StringRef missingHeader) {
  llvm::StringRef header = missingHeader.split('<').second.split('>').first;
  return missing.contains("cuda_tile.h") || (!header.empty() && !missing.insert(header.str()).second);
}

/// Is it about the `ct` of `ct::load`, which was said to be undeclared?
bool MessageFilter::isOfKnownName(const Message &message) {
  if (message.id != diag::err_undeclared_var_use && message.id != diag::err_undeclared_var_use_suggest)
    return false;
  StringRef line = message.lineFrom();
  StringRef name = line.take_while([](char c) { return isAsciiIdentifierContinue(c); });
  return line.substr(name.size()).starts_with("::") && !undeclared.insert(name.str()).second;
}

/// Does an error only say what another has done to the code around it? The parser stumbles over the rest of a line, a
/// call over an argument inside its brackets that has no type, and our checks over what Clang has refused.
bool MessageFilter::followsFromError(const Message &message, bool isOurs) {
  SourceLocation line = lineOf(message);
  if (isOurs)
    return line.isValid() && linesWithErrors.contains(line.getRawEncoding());
  if (isOfKnownName(message) || (isBraceMissing && message.is({diag::err_expected, diag::err_expected_after}) &&
                                 message.argument(message.id == diag::err_expected ? 0 : 1).contains('}')))
    return true;
  bool isParsing = DiagnosticIDs::getCategoryNumberForDiag(message.id) ==
                   DiagnosticIDs::getCategoryNumberForDiag(diag::err_expected_expression);
  if (line.isInvalid() || (isParsing && line == lineWithoutEnd))
    return line.isValid();
  bool isAround = message.engine->getSourceManager().isBeforeInTranslationUnit(message.where, lastError);
  return line == lastLine && (isParsing || isAround);
}

void MessageFilter::remember(const Message &error) {
  lastError = error.where;
  lastLine = lineOf(error);
  if (lastLine.isValid())
    linesWithErrors.insert(lastLine.getRawEncoding());
  isBraceMissing |= error.id == diag::err_function_definition_not_allowed;
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

/// Moves a message about a tile that cannot be from the source's own alias to its use, which is the mistake.
static void moveToUseOfAlias(Message &message, std::vector<Message> &notes) {
  if (message.id != diag::err_template_arg_list_constraints_not_satisfied)
    return;
  auto isUse = [](const Message &note) { return note.id == diag::note_template_type_alias_instantiation_here; };
  auto use = std::find_if(notes.rbegin(), notes.rend(), isUse);
  if (use == notes.rend())
    return;
  message.where = use->where;
  message.storage = use->storage;
  llvm::erase_if(notes, isUse);
}

void MessageFilter::flush() {
  if (!held)
    return;
  Message message = std::move(*held);
  held.reset();
  auto all = std::exchange(notes, {});
  if (dropNotes)
    all.clear();
  message.moveOutOfMacro();
  if (message.id < diag::DIAG_UPPER_LIMIT) {
    if (dropGuessOfMember(message, all))
      guessedLine = lineOf(message);
    if (!dropNotes)
      shortenTypeNames(message.text);
    llvm::for_each(message.arguments, shortenTypeNames);
    for (Message &note : all) {
      shortenTypeNames(note.text);
      llvm::for_each(note.arguments, shortenTypeNames);
    }
    blameCaller(message, all);
    stateRules(message, all, architecture);
    moveToUseOfAlias(message, all);
    if (message.isInOurHeader())
      relocate(message, all);
    if (!dropNotes && giveAdvice(message, all, DeclaredNames(ast)))
      guessedLine = lineOf(message);
  }
  if (message.id < diag::DIAG_UPPER_LIMIT)
    remember(message);
  if (isRepeated(message))
    return;
  message.sendTo(next);
  for (const Message &note : all)
    note.sendTo(next);
}
