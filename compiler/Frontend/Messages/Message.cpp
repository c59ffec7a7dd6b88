// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Message.cpp - a diagnostic that can wait -------------------------------===//
#include "compiler/Frontend/Messages/Message.h"
#include "compiler/Frontend/Messages/DiagnosticFamilies.h"
#include "compiler/Frontend/Parse/EmbeddedHeaders.h"
#include "clang/Basic/SourceManager.h"

using namespace tilec::frontend;

/// Argument `index` as Clang prints it, declarations with their namespaces. Empty for the null pointers that Clang
/// passes where its sentence leaves an argument out.
static std::string formatArgument(const clang::Diagnostic &info, unsigned index) {
  using Engine = clang::DiagnosticsEngine;
  Engine::ArgumentKind kind = info.getArgKind(index);
  bool isPointer = !llvm::is_contained({Engine::ak_std_string, Engine::ak_sint, Engine::ak_uint, Engine::ak_tokenkind,
                                        Engine::ak_addrspace, Engine::ak_qual},
                                       kind);
  if (isPointer && !info.getRawArg(index))
    return {};
  std::string pattern = (kind == Engine::ak_nameddecl ? "%q" : "%") + std::to_string(index);
  llvm::SmallString<128> printed;
  info.FormatDiagnostic(pattern.data(), pattern.data() + pattern.size(), printed);
  return printed.str().str();
}

Message::Message(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &info)
    : level(level), engine(info.getDiags()), where(info.getLocation()), id(info.getID()) {
  storage.DiagRanges.assign(info.getRanges().begin(), info.getRanges().end());
  storage.FixItHints.assign(info.getFixItHints().begin(), info.getFixItHints().end());
  llvm::SmallString<128> formatted;
  info.FormatDiagnostic(formatted);
  text = formatted.str().str();
  for (unsigned i = 0; i < info.getNumArgs(); ++i)
    arguments.push_back(formatArgument(info, i));
}

bool Message::is(std::initializer_list<unsigned> ids) const {
  return llvm::is_contained(ids, id);
}

llvm::StringRef Message::argument(unsigned index) const {
  return index < arguments.size() ? llvm::StringRef(arguments[index]) : llvm::StringRef();
}

llvm::StringRef Message::nameAt(unsigned index) const {
  llvm::StringRef printed = argument(index);
  return printed.contains('\'') ? printed.split('\'').second.split('\'').first : printed;
}

llvm::StringRef Message::typeAt(unsigned index) const {
  auto [before, rest] = argument(index).rsplit('\'');
  llvm::StringRef type = before.substr(before.rfind('\'') + 1);
  return type.empty() ? argument(index) : type;
}

bool Message::dropGuess() {
  size_t guess = text.rfind("; ");
  if (!hasGuess(id) || guess == std::string::npos)
    return false;
  text.resize(guess);
  storage.FixItHints.clear();
  return true;
}

bool Message::isInOurHeader() const {
  return isIn("include");
}

bool Message::isIn(llvm::StringRef path) const {
  if (where.isInvalid() || !engine->hasSourceManager())
    return false;
  const clang::SourceManager &sources = engine->getSourceManager();
  llvm::StringRef file = sources.getFilename(sources.getFileLoc(where));
  return file.consume_front(embeddedRoot) && file.consume_front("/") && file.starts_with(path);
}

bool Message::isInSystemHeader() const {
  return where.isValid() && engine->hasSourceManager() && !isInOurHeader() &&
         engine->getSourceManager().isInSystemHeader(where);
}

/// The file it points into, and where in it; empty if there is none.
static std::pair<llvm::StringRef, unsigned> fileOf(const Message &message) {
  if (!message.where.isValid() || !message.engine->hasSourceManager())
    return {};
  const clang::SourceManager &sources = message.engine->getSourceManager();
  auto [file, offset] = sources.getDecomposedExpansionLoc(message.where);
  return {sources.getBufferData(file), offset};
}

llvm::StringRef Message::lineBefore() const {
  auto [text, offset] = fileOf(*this);
  llvm::StringRef before = text.take_front(offset);
  return before.substr(before.rfind('\n') + 1);
}

llvm::StringRef Message::lineFrom() const {
  auto [text, offset] = fileOf(*this);
  return text.substr(offset).split('\n').first;
}

bool Message::moveToMissingSemicolon() {
  llvm::StringRef specifiers = lineBefore().trim();
  bool isStart = specifiers.empty() || (specifiers.starts_with("__") && !specifiers.contains(' '));
  auto [text, offset] = fileOf(*this);
  llvm::StringRef before = text.take_front(offset - lineBefore().size());
  while (isStart && !before.empty()) {
    before = before.drop_back();
    llvm::StringRef line = before.substr(before.rfind('\n') + 1), code = line.split("//").first.rtrim();
    if (code.ltrim().starts_with("#"))
      return false;
    if (!code.empty()) {
      size_t end = code.end() - text.begin();
      const clang::SourceManager &sources = engine->getSourceManager();
      where = sources.getLocForStartOfFile(sources.getFileID(sources.getExpansionLoc(where))).getLocWithOffset(end);
      storage.DiagRanges.clear();
      storage.FixItHints.assign(1, clang::FixItHint::CreateInsertion(where, ";"));
      return !code.ends_with(";") && !code.ends_with("{");
    }
    before = before.drop_back(line.size());
  }
  return false;
}

void Message::moveToInclude() {
  if (!engine->hasSourceManager())
    return;
  const clang::SourceManager &sources = engine->getSourceManager();
  Message outside = *this;
  while (outside.isInOurHeader() || outside.isIn("preamble.h"))
    outside.where = sources.getIncludeLoc(sources.getFileID(sources.getFileLoc(outside.where)));
  if (outside.where.isInvalid() || sources.isWrittenInBuiltinFile(outside.where))
    return;
  where = outside.where;
  storage = {};
}

bool Message::moveOutOfPreamble() {
  if (!engine->hasSourceManager() || !isIn("preamble.h"))
    return false;
  const clang::SourceManager &sources = engine->getSourceManager();
  clang::FileID main = sources.getMainFileID();
  llvm::StringRef text = sources.getBufferData(main), name = argument(0);
  for (size_t at = text.find(name); at != llvm::StringRef::npos; at = text.find(name, at + 1)) {
    llvm::StringRef line = text.take_front(at).rsplit('\n').second.trim();
    if (!line.starts_with("#") || !(line.ends_with("<") || line.ends_with("\"")))
      continue;
    where = sources.getLocForStartOfFile(main).getLocWithOffset(at - 1);
    storage = {};
    return true;
  }
  return false;
}

void Message::moveOutOfMacro() {
  if (!where.isMacroID() || !engine->hasSourceManager())
    return;
  const clang::SourceManager &sources = engine->getSourceManager();
  if (!sources.getFilename(sources.getSpellingLoc(where)).starts_with(embeddedRoot))
    return;
  where = sources.getExpansionLoc(where);
  storage.DiagRanges.clear();
}

void Message::sendTo(clang::DiagnosticConsumer &consumer) const {
  consumer.HandleDiagnostic(level, clang::Diagnostic(engine, where, id, storage, text));
}
