// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- MessageFilter.cpp - Clang's messages in the words of tile code ---------===//
#include "compiler/Frontend/Messages/MessageFilter.h"
#include "compiler/Frontend/Messages/Advice.h"
#include "compiler/Frontend/Messages/LibraryNames.h"
#include "compiler/Frontend/Messages/RulesFromHeaders.h"
#include "compiler/Frontend/Messages/TypeNames.h"
#include "clang/AST/DeclarationName.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using namespace tilec::frontend;

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

namespace {
/// The name that is argument 0 of a message, without quotes; empty if it is something else.
std::string nameArgument(const Diagnostic &info) {
  if (info.getNumArgs() == 0)
    return {};
  switch (info.getArgKind(0)) {
  case DiagnosticsEngine::ak_declarationname:
    return DeclarationName::getFromOpaqueInteger(info.getRawArg(0)).getAsString();
  case DiagnosticsEngine::ak_identifierinfo:
    return info.getArgIdentifier(0)->getName().str();
  case DiagnosticsEngine::ak_nameddecl:
    return reinterpret_cast<const NamedDecl *>(info.getRawArg(0))->getNameAsString();
  case DiagnosticsEngine::ak_c_string:
    return info.getArgCStr(0);
  case DiagnosticsEngine::ak_std_string:
    return info.getArgStdStr(0);
  default:
    return {};
  }
}

std::string aboutUndeclared(llvm::StringRef name) {
  if (isSimtIntrinsic(name))
    return ("'" + name + "' is not declared; tile code has no SIMT functions").str();
  if (llvm::StringRef counterpart = apiCounterpart(name); !counterpart.empty())
    return ("'" + name + "' is no tile function; use 'cuda::tiles::" + counterpart + "'").str();
  if (name == "ct")
    return "use of undeclared identifier 'ct'; 'namespace ct = cuda::tiles;' declares it";
  return {};
}

/// The last argument of a failed static assertion is what its author wrote.
std::string assertionText(const Diagnostic &info) {
  unsigned last = info.getNumArgs() - 1;
  bool hasText = info.getNumArgs() > 1 && info.getArgKind(last) == DiagnosticsEngine::ak_std_string;
  return hasText ? info.getArgStdStr(last) : std::string();
}

/// Clang does not convert lambdas of device code to pointers, but does not say so.
bool isLambdaToPointer(llvm::StringRef text) {
  return text.starts_with("no viable conversion from '(lambda at ") && text.contains("(*)(");
}

/// Our words for a message of Clang's, or empty to keep its own.
std::string reworded(const Diagnostic &info) {
  switch (info.getID()) {
  case diag::err_global_call_not_config:
    return "kernel '" + nameArgument(info) + "' cannot be called: kernels are launched by the host";
  case diag::err_kern_type_not_void_return:
    return "a kernel returns nothing: expected return type 'void'";
  case diag::err_kern_is_nonstatic_method:
    return "kernel '" + nameArgument(info) + "' is a class member: a kernel is a function at namespace scope";
  case diag::err_cuda_device_kernel_launch_require_rdc:
    return "a kernel cannot be launched from tile code: kernels are launched by the host";
  case diag::err_dynamic_var_init:
    return "a variable in device memory needs a constant initialiser: no constructor runs there";
  case diag::err_cuda_device_exceptions:
    return "'" + nameArgument(info) + "' is not allowed in tile code: there are no exceptions";
  case diag::err_variadic_device_fn:
    return "an ellipsis is not allowed in tile code: a function takes a fixed number of parameters";
  case diag::err_bracket_depth_exceeded: // nobody can ask for more
    return "brackets nest too deep";
  case diag::err_undeclared_var_use:
  case diag::err_undeclared_var_use_suggest:
    return aboutUndeclared(nameArgument(info));
  default:
    return {};
  }
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
    words = reworded(info);
  if (llvm::StringRef(message.text).contains("annotate' attribute requires parameter"))
    words = "architecture and values of a hint have to be constant expressions";
  if (isLambdaToPointer(message.text))
    words = "a lambda cannot become a function pointer in tile code: pass the lambda itself, as a template argument";
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
