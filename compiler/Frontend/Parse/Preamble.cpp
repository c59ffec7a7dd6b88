// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Preamble.cpp - what is read before the first line of a source ----------===//
#include "compiler/Frontend/Parse/Preamble.h"
#include "compiler/Frontend/Parse/EmbeddedHeaders.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace tilec::frontend;

namespace {
bool isWellKnown(llvm::StringRef header) {
  static constexpr llvm::StringLiteral names[] = {
      "cuda_tile.h", "cuda_fp16.h", "cuda_bf16.h", "cuda_fp8.h", "cuda_fp6.h", "cuda_fp4.h", "cuda_tf32.h",
      "cuda_runtime.h", "cuda_runtime_api.h", "vector_types.h",
      // Of the C++ library, those that depend on no macro of the user's and can be read once only.
      "type_traits", "concepts", "utility", "cstddef", "cstdint", "climits", "limits", "cmath", "cstdio", "cstring",
      "stdint.h", "stddef.h", "stdio.h", "string.h", "math.h", "array", "tuple", "initializer_list", "bit", "algorithm",
      "vector", "string", "iostream", "cstdlib"};
  return llvm::is_contained(names, header);
}

/// A scan of the tokens of a source, without preprocessing it.
class Scan {
public:
  Scan(llvm::MemoryBufferRef source, llvm::StringRef folder, llvm::vfs::FileSystem &files)
      : folder(folder), files(files), lexer(clang::SourceLocation(), languageOptions(), source.getBufferStart(),
                                            source.getBufferStart(), source.getBufferEnd()) {}

  void run() {
    clang::Token token;
    for (lexer.LexFromRawLexer(token); token.isNot(clang::tok::eof); lexer.LexFromRawLexer(token)) {
      if (token.is(clang::tok::hash) && token.isAtStartOfLine())
        readDirective();
      else if (token.is(clang::tok::raw_identifier))
        usesRuntime |= isRuntimeName(token.getRawIdentifier());
    }
  }

  std::vector<std::string> headers;
  bool usesRuntime = false;

private:
  static const clang::LangOptions &languageOptions() {
    static const clang::LangOptions options = [] {
      clang::LangOptions made;
      made.CPlusPlus = made.CPlusPlus11 = made.CPlusPlus20 = made.LineComment = made.Bool = true;
      return made;
    }();
    return options;
  }

  /// `cudaMalloc`, `cudaError_t`, but not `cuda::` nor `cuda_tile`.
  static bool isRuntimeName(llvm::StringRef name) {
    return name.consume_front("cuda") && !name.empty() && llvm::isUpper(name.front());
  }

  void readDirective() {
    clang::Token name;
    lexer.LexFromRawLexer(name);
    llvm::StringRef directive = name.is(clang::tok::raw_identifier) ? name.getRawIdentifier() : llvm::StringRef();
    llvm::StringRef rest = restOfLine();
    if (!isOpen)
      return;
    if (directive == "include")
      isOpen = takeInclude(rest);
    else
      isOpen = directive == "pragma" && (rest == "once" || rest.starts_with("unroll"));
  }

  /// From the lexer's place to the end of the line, without comments.
  llvm::StringRef restOfLine() {
    const char *start = lexer.getBufferLocation();
    llvm::StringRef rest(start, lexer.getBuffer().end() - start);
    return rest.take_until([](char c) { return c == '\n' || c == '\r'; }).split("//").first.split("/*").first.trim();
  }

  bool takeInclude(llvm::StringRef rest) {
    bool isQuoted = rest.consume_front("\"") && rest.consume_back("\"");
    if (!isQuoted && !(rest.consume_front("<") && rest.consume_back(">")))
      return false;
    if (!isWellKnown(rest))
      return false;
    llvm::SmallString<128> local(folder);
    llvm::sys::path::append(local, rest);
    if (isQuoted && files.exists(local))
      return false;
    headers.push_back(rest.str());
    return true;
  }

  std::string folder;
  llvm::vfs::FileSystem &files;
  clang::Lexer lexer;
  /// Nothing was seen yet that could change the meaning of a header.
  bool isOpen = true;
};

/// Reserved names, and those that libraries reserve for themselves, may be meant for headers.
bool isForHeaders(llvm::StringRef macro) {
  return macro.starts_with("_") || macro.starts_with("CUDA") || macro.starts_with("NV") || macro.starts_with("CCCL");
}

/// A file that the user has read first may define what headers look at.
bool isIncludeOption(llvm::StringRef argument) {
  return argument.starts_with("-include") || argument.starts_with("-imacros");
}

/// Moves -D and -U of ordinary names from the arguments to `#define` lines.
void takeDefinitions(const std::vector<std::string> &arguments, Preamble &preamble) {
  for (size_t i = 0; i != arguments.size(); ++i) {
    llvm::StringRef argument = arguments[i];
    bool isDefinition = argument.starts_with("-D");
    if (!isDefinition && !argument.starts_with("-U")) {
      preamble.arguments.push_back(arguments[i]);
      continue;
    }
    std::string text = argument.drop_front(2).str();
    if (text.empty() && i + 1 != arguments.size())
      text = arguments[++i];
    if (isForHeaders(text)) {
      preamble.arguments.push_back((isDefinition ? "-D" : "-U") + text);
      continue;
    }
    auto [name, value] = llvm::StringRef(text).split('=');
    bool hasValue = llvm::StringRef(text).contains('=');
    preamble.definitions += isDefinition ? ("#define " + name + " " + (hasValue ? value : "1") + "\n").str()
                                         : ("#undef " + name + "\n").str();
  }
}
} // namespace

Preamble tilec::frontend::makePreamble(const FrontendOptions &options, llvm::StringRef fileName,
                                       llvm::vfs::FileSystem &files, bool hasToolkit) {
  Preamble preamble;
  takeDefinitions(options.arguments, preamble);
  preamble.headers = ("#include \"" + embeddedPrelude + "\"\n").str();
  // A file that cannot be read is reported when it is parsed.
  auto source = files.getBufferForFile(fileName);
  if (!source)
    return preamble;
  Scan scan((*source)->getMemBufferRef(), llvm::sys::path::parent_path(fileName), files);
  scan.run();
  if (llvm::any_of(preamble.arguments, isIncludeOption))
    scan.headers.clear();
  if (scan.usesRuntime && hasToolkit)
    scan.headers.insert(scan.headers.begin(), "cuda_runtime.h");
  for (const std::string &header : scan.headers)
    preamble.headers += "#include <" + header + ">\n";
  preamble.hasHeaders = !scan.headers.empty();
  return preamble;
}
