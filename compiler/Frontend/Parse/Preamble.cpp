// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Preamble.cpp - what is read before the first line of a source ----------===//
#include "compiler/Frontend/Parse/Preamble.h"
#include "compiler/Frontend/Parse/EmbeddedHeaders.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <optional>

using namespace tilec::frontend;

namespace {
bool isWellKnown(llvm::StringRef header) {
  static constexpr llvm::StringLiteral names[] = {
      "cuda_tile.h", "cuda_fp16.h", "cuda_bf16.h", "cuda_fp8.h", "cuda_fp6.h", "cuda_fp4.h", "cuda_tf32.h",
      "cuda_runtime.h", "cuda_runtime_api.h", "vector_types.h",
      // Headers of the C++ library that depend on no macro of the user's and can be read once only.
      "type_traits", "concepts", "utility", "cstddef", "cstdint", "climits", "limits", "cmath", "cstdio", "cstring",
      "stdint.h", "stddef.h", "stdio.h", "string.h", "math.h", "array", "tuple", "initializer_list", "bit", "algorithm",
      "vector", "string", "iostream", "cstdlib"};
  return llvm::is_contained(names, header);
}

/// A macro that headers may look at: a reserved name, or one that NVIDIA's libraries keep for themselves.
bool isForHeaders(llvm::StringRef macro) {
  return macro.starts_with("_") || macro.starts_with("CUDA") || macro.starts_with("NV") || macro.starts_with("CCCL");
}

/// What the scan of a source and of its own headers has found.
struct Findings {
  std::vector<std::string> headers;
  std::vector<PreambleFile> rewritten;
  /// Headers found from here on may still go into the preamble: nothing before them could change what they mean.
  bool isOpen = true;
  /// Files read, or being read.
  llvm::StringSet<> visited;
};

/// A scan of the tokens of a file, without preprocessing it.
class Scan {
public:
  Scan(llvm::StringRef path, llvm::StringRef text, llvm::vfs::FileSystem &files, Findings &findings)
      : path(path), text(text), files(files), findings(findings),
        lexer(clang::SourceLocation(), languageOptions(), text.begin(), text.begin(), text.end()) {}

  void run() {
    clang::Token token;
    for (lexer.LexFromRawLexer(token); token.isNot(clang::tok::eof); lexer.LexFromRawLexer(token)) {
      if (token.is(clang::tok::hash) && token.isAtStartOfLine())
        readDirective();
      else
        followLaunch(token);
    }
    if (!bracedGrids.empty())
      findings.rewritten.push_back({path, withNamedGrids()});
  }

private:
  static const clang::LangOptions &languageOptions() {
    static const clang::LangOptions options = [] {
      clang::LangOptions made;
      made.CPlusPlus = made.CPlusPlus11 = made.CPlusPlus20 = made.LineComment = made.Bool = made.CUDA = true;
      return made;
    }();
    return options;
  }

  /// Finds braces that begin the grid or the block of a launch.
  void followLaunch(const clang::Token &token) {
    using namespace clang;
    if (token.is(tok::lesslessless)) {
      launchArgument = 0, depth = 0;
    } else if (launchArgument && depth == 0 && token.isOneOf(tok::greatergreatergreater, tok::semi)) {
      launchArgument.reset();
    } else if (launchArgument) {
      bool isBraced = token.is(tok::l_brace) && (previous == tok::lesslessless || previous == tok::comma);
      if (isBraced && depth == 0 && *launchArgument < 2)
        bracedGrids.push_back(lexer.getBufferLocation() - text.begin() - 1);
      *launchArgument += depth == 0 && token.is(tok::comma);
      depth += token.isOneOf(tok::l_paren, tok::l_brace, tok::l_square);
      depth -= depth != 0 && token.isOneOf(tok::r_paren, tok::r_brace, tok::r_square);
    }
    previous = token.getKind();
  }

  /// `<<<{x, y}` -> `<<<dim3{x, y}`: Clang wants expressions there.
  std::string withNamedGrids() const {
    std::string result = text.str();
    for (size_t place : llvm::reverse(bracedGrids))
      result.insert(place, "dim3");
    return result;
  }

  void readDirective() {
    clang::Token name;
    lexer.LexFromRawLexer(name);
    llvm::StringRef directive = name.is(clang::tok::raw_identifier) ? name.getRawIdentifier() : llvm::StringRef();
    llvm::StringRef rest = restOfLine();
    if (findings.isOpen)
      findings.isOpen = isHarmless(directive, rest);
    ++directives;
  }

  /// Takes what is included. May headers behind this directive still be read before it?
  bool isHarmless(llvm::StringRef directive, llvm::StringRef rest) {
    llvm::StringRef name = rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    if (directive == "include")
      return takeInclude(rest);
    if (directive == "pragma")
      return rest == "once" || rest.starts_with("unroll");
    // An include guard, #ifndef GUARD, #define GUARD, ..., #endif, changes nothing. After any other condition no header
    // goes into the preamble any more.
    if (directive == "ifndef" && directives == 0) {
      guard = name;
      return true;
    }
    if (!guard.empty() && directives == 1)
      return directive == "define" && name == guard;
    return directive == "endif" || ((directive == "define" || directive == "undef") && !isForHeaders(name));
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
    llvm::SmallString<128> local(llvm::sys::path::parent_path(path));
    llvm::sys::path::append(local, rest);
    llvm::sys::path::remove_dots(local, /*remove_dot_dot=*/true);
    if (isQuoted && files.exists(local))
      return readOwn(local);
    if (isWellKnown(rest))
      findings.headers.push_back(rest.str());
    return isWellKnown(rest);
  }

  /// A header of the user's, beside the file that includes it: what it includes counts as if the file did.
  bool readOwn(llvm::StringRef path) {
    if (!findings.visited.insert(path).second)
      return true;
    auto text = files.getBufferForFile(path);
    if (!text)
      return false;
    Scan(path, (*text)->getBuffer(), files, findings).run();
    return findings.isOpen;
  }

  std::string path;
  llvm::StringRef text;
  llvm::vfs::FileSystem &files;
  Findings &findings;
  clang::Lexer lexer;
  clang::tok::TokenKind previous = clang::tok::unknown;
  /// Between `<<<` and `>>>`: which argument, and how many brackets are open.
  std::optional<unsigned> launchArgument;
  unsigned depth = 0;
  /// Where the braces are that begin the configuration of a launch.
  std::vector<size_t> bracedGrids;
  unsigned directives = 0;
  llvm::StringRef guard;
};

/// An option that reads a file before the source: this file may define macros that headers look at.
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
                                       llvm::vfs::FileSystem &files) {
  Preamble preamble;
  takeDefinitions(options.arguments, preamble);
  for (llvm::StringRef header : {embeddedPrelude, embeddedPredeclared})
    preamble.headers += ("#include \"" + header + "\"\n").str();
  // A file that cannot be read is reported when it is parsed.
  auto source = files.getBufferForFile(fileName);
  if (!source)
    return preamble;
  Findings findings;
  Scan(fileName, (*source)->getBuffer(), files, findings).run();
  if (llvm::any_of(preamble.arguments, isIncludeOption))
    findings.headers.clear();
  // With C++17 this header is an error, which is to be reported at the source's own #include.
  if (llvm::any_of(preamble.arguments, [](llvm::StringRef argument) { return argument.ends_with("++17"); }))
    llvm::erase(findings.headers, "cuda_tile.h");
  for (const std::string &header : findings.headers)
    preamble.headers += "#include <" + header + ">\n";
  preamble.rewritten = std::move(findings.rewritten);
  return preamble;
}
