// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Cache/CacheEntry.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"

using namespace tilec;
using namespace tilec::jit;
namespace json = llvm::json;

static constexpr llvm::StringLiteral kFirstLine = "tilec code 1\n";

std::string jit::hashOf(llvm::StringRef bytes) {
  llvm::XXH128_hash_t hash = llvm::xxh3_128bits(llvm::arrayRefFromStringRef(bytes));
  return llvm::utohexstr(hash.high64, /*LowerCase=*/true, 16) + llvm::utohexstr(hash.low64, /*LowerCase=*/true, 16);
}

std::optional<FileState> FileState::read(const std::string &path) {
  FileState state{path, false, 0, 0, {}};
  llvm::sys::fs::file_status status;
  if (llvm::sys::fs::status(path, status))
    return state;
  auto content = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!content)
    return std::nullopt;
  state.exists = true;
  state.size = status.getSize();
  state.time = status.getLastModificationTime().time_since_epoch().count();
  state.hash = hashOf((*content)->getBuffer());
  return state;
}

bool FileState::isUnchanged() const {
  llvm::sys::fs::file_status status;
  if (llvm::sys::fs::status(path, status))
    return !exists;
  if (!exists || status.getSize() != size)
    return false;
  if (status.getLastModificationTime().time_since_epoch().count() == time)
    return true;
  std::optional<FileState> now = read(path);
  return now && now->hash == hash;
}

static json::Array write(const std::vector<FileState> &files) {
  json::Array array;
  for (const FileState &file : files)
    if (file.exists)
      array.push_back(json::Array{json::fixUTF8(file.path), int64_t(file.size), file.time, file.hash});
    else
      array.push_back(json::Array{json::fixUTF8(file.path)});
  return array;
}

static json::Array write(const std::vector<Diagnostic> &diagnostics) {
  json::Array array;
  for (const Diagnostic &d : diagnostics) {
    json::Array numbers;
    for (const auto &[field, number] : d.numbers)
      numbers.push_back(json::Array{field, number});
    array.push_back(json::Array{int(d.severity), json::fixUTF8(d.file), d.line, d.column, json::fixUTF8(d.message),
                                d.option, json::fixUTF8(d.rendered), d.pass, d.kernel, d.name, std::move(numbers)});
  }
  return array;
}

std::string CacheEntry::serialize() const {
  json::Object names;
  for (const auto &[expression, symbol] : code.loweredNames)
    names[json::fixUTF8(expression)] = symbol;
  json::Value head = json::Object{{"files", write(files)},
                                  {"diagnostics", write(code.diagnostics)},
                                  {"names", std::move(names)},
                                  {"bytes", int64_t(code.image.size())},
                                  {"hash", hashOf(code.image)}};
  std::string bytes;
  llvm::raw_string_ostream(bytes) << kFirstLine << head << '\n' << code.image;
  return bytes;
}

static std::string stringAt(const json::Array &array, size_t index) {
  return index < array.size() ? array[index].getAsString().value_or("").str() : std::string();
}
static int64_t numberAt(const json::Array &array, size_t index) {
  return index < array.size() ? array[index].getAsInteger().value_or(0) : 0;
}

static FileState readFile(const json::Array &array) {
  return {stringAt(array, 0), array.size() > 1, uint64_t(numberAt(array, 1)), numberAt(array, 2), stringAt(array, 3)};
}

static Diagnostic readDiagnostic(const json::Array &array) {
  Diagnostic diagnostic;
  diagnostic.severity = Diagnostic::Severity(numberAt(array, 0));
  diagnostic.file = stringAt(array, 1);
  diagnostic.line = unsigned(numberAt(array, 2));
  diagnostic.column = unsigned(numberAt(array, 3));
  diagnostic.message = stringAt(array, 4);
  diagnostic.option = stringAt(array, 5);
  diagnostic.rendered = stringAt(array, 6);
  diagnostic.pass = stringAt(array, 7);
  diagnostic.kernel = stringAt(array, 8);
  diagnostic.name = stringAt(array, 9);
  if (const json::Array *numbers = array.size() > 10 ? array[10].getAsArray() : nullptr)
    for (const json::Value &number : *numbers)
      if (const json::Array *pair = number.getAsArray())
        diagnostic.numbers.push_back({stringAt(*pair, 0), numberAt(*pair, 1)});
  return diagnostic;
}

std::optional<CacheEntry> CacheEntry::parse(llvm::StringRef bytes) {
  if (!bytes.consume_front(kFirstLine))
    return std::nullopt;
  auto [line, image] = bytes.split('\n');
  llvm::Expected<json::Value> value = json::parse(line);
  if (!value)
    return llvm::consumeError(value.takeError()), std::nullopt;
  const json::Object *head = value->getAsObject();
  const json::Array *files = head ? head->getArray("files") : nullptr;
  const json::Array *diagnostics = head ? head->getArray("diagnostics") : nullptr;
  const json::Object *names = head ? head->getObject("names") : nullptr;
  if (!files || !diagnostics || !names || head->getInteger("bytes") != int64_t(image.size()) ||
      head->getString("hash") != llvm::StringRef(hashOf(image)))
    return std::nullopt;
  CacheEntry entry;
  for (const json::Value &file : *files)
    if (const json::Array *array = file.getAsArray())
      entry.files.push_back(readFile(*array));
  for (const json::Value &diagnostic : *diagnostics)
    if (const json::Array *array = diagnostic.getAsArray())
      entry.code.diagnostics.push_back(readDiagnostic(*array));
  for (const auto &[expression, symbol] : *names)
    entry.code.loweredNames[expression.str()] = symbol.getAsString().value_or("").str();
  entry.code.image = image.str();
  return entry;
}
