// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- MissingKeywords.cpp - `template` and `typename` where a source leaves them out -===//
#include "compiler/Frontend/Parse/MissingKeywords.h"
#include "compiler/Frontend/Parse/RewrittenFiles.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace tilec::frontend;

static bool missesTemplate(const Message &message) {
  return message.id == diag::err_template_kw_missing || message.id == diag::err_missing_dependent_template_keyword;
}

static bool missesTypename(const Message &message) {
  return message.id == diag::err_typename_missing || message.id == diag::err_typename_missing_template ||
         message.id == diag::err_template_arg_must_be_type_suggest;
}

bool tilec::frontend::missesKeyword(const Message &message) {
  return missesTemplate(message) || missesTypename(message);
}

/// Whether the message is about a member template that lacks `template`: Clang reads `2 * view.load<P>(0)` as
/// `(2 * view.load) < P`, and reports that only when the function is instantiated.
static bool namesTemplate(llvm::ArrayRef<Message> messages, size_t index) {
  const Message &message = messages[index];
  if (message.id != diag::err_bound_member_function && message.id != diag::err_ovl_unresolvable)
    return false;
  auto notes = messages.drop_front(index + 1).take_while(
      [](const Message &note) { return note.level == DiagnosticsEngine::Note; });
  return llvm::any_of(
      notes, [](const Message &note) { return llvm::StringRef(note.text).starts_with("in instantiation of"); });
}

static bool isOfName(char c) {
  return llvm::isAlnum(c) || c == '_';
}

/// Where the member's name begins that has `<` behind it, in `T::object.name<...>` from `offset` on.
static std::optional<unsigned> memberTemplateFrom(llvm::StringRef text, unsigned offset) {
  for (unsigned begin = offset;;) {
    size_t end = begin + text.drop_front(begin).take_while(isOfName).size();
    llvm::StringRef rest = text.drop_front(end).ltrim();
    if (rest.starts_with("<")) {
      llvm::StringRef before = text.take_front(begin).rtrim();
      bool isMember = before.ends_with(".") || before.ends_with("->") || before.ends_with("::");
      return end != begin && isMember ? std::optional(begin) : std::nullopt;
    }
    if (!rest.consume_front("::") && !rest.consume_front("->") && !rest.consume_front("."))
      return std::nullopt;
    begin = text.size() - rest.ltrim().size();
  }
}

std::optional<std::vector<PreambleFile>> tilec::frontend::withMissingKeywords(llvm::ArrayRef<Message> messages,
                                                                              const SourceManager &sources) {
  std::map<FileID, std::map<unsigned, llvm::StringRef>> places;
  for (size_t i = 0; i < messages.size(); ++i) {
    bool isType = missesTypename(messages[i]);
    if (messages[i].where.isInvalid() || !(isType || missesTemplate(messages[i]) || namesTemplate(messages, i)))
      continue;
    auto [file, offset] = sources.getDecomposedLoc(sources.getSpellingLoc(messages[i].where));
    llvm::StringRef text = sources.getBufferData(file);
    if (isType && !text.take_front(offset).rtrim().ends_with("typename"))
      places[file][offset] = "typename ";
    else if (auto name = isType ? std::nullopt : memberTemplateFrom(text, offset))
      places[file][*name] = "template ";
  }
  RewrittenFiles files(sources);
  for (const auto &[file, keywords] : places)
    if (sources.getFileEntryRefForID(file)) // else made by the preprocessor (##), so that it stands in no file
      for (auto [offset, keyword] : llvm::reverse(keywords))
        files.textOf(file).insert(offset, keyword.str());
  return files.take();
}
