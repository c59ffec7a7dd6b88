// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tilec/Dependencies.h"
#include "tools/tilec/Outputs.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace tilec;
using namespace tilec::tool;

/// Where the front end keeps its embedded headers.
static constexpr llvm::StringLiteral kBuiltinFolder = "/__tilec/";

static std::string destinationOf(const Options &options, llvm::StringRef input) {
  if (!options.dependencies.file.empty())
    return options.dependencies.file;
  if (options.product != Product::Dependencies)
    return stemOf(options.output.empty() || options.output == "-" ? input : options.output) + ".d";
  return options.output.empty() ? "-" : options.output;
}

llvm::Expected<DependencyRule> DependencyRule::begin(const Options &options, llvm::StringRef input,
                                                     llvm::StringRef output, CompileOptions &compile) {
  DependencyRule rule;
  if (!options.dependencies.write)
    return rule;
  llvm::SmallString<128> path;
  if (std::error_code error = llvm::sys::fs::createTemporaryFile("tilec", "d", path))
    return llvm::createStringError("cannot make a temporary file: " + error.message());
  rule.temporary = path.str();
  rule.destination = destinationOf(options, input);
  std::string target = options.dependencies.target;
  if (target.empty())
    target = options.product == Product::Dependencies || output == "-" ? stemOf(input) + ".ptx" : output.str();
  for (std::string argument :
       {std::string(options.dependencies.systemHeaders ? "-MD" : "-MMD"), "-MF" + rule.temporary, "-MT" + target})
    compile.arguments.push_back(argument);
  if (options.dependencies.phonyTargets)
    compile.arguments.push_back("-MP");
  return rule;
}

DependencyRule::DependencyRule(DependencyRule &&other)
    : temporary(std::exchange(other.temporary, {})), destination(std::move(other.destination)) {}

DependencyRule::~DependencyRule() {
  if (!temporary.empty())
    llvm::sys::fs::remove(temporary);
}

llvm::Error DependencyRule::finish() {
  if (temporary.empty())
    return llvm::Error::success();
  auto text = llvm::MemoryBuffer::getFile(temporary);
  if (!text)
    return llvm::createStringError("cannot read '" + temporary + "': " + text.getError().message());
  return writeFile(destination, withoutBuiltinHeaders((*text)->getBuffer()));
}

std::string tool::withoutBuiltinHeaders(llvm::StringRef rules) {
  llvm::SmallVector<llvm::StringRef> lines;
  rules.split(lines, '\n');
  std::string text;
  for (llvm::StringRef line : lines) {
    bool continued = line.ends_with("\\");
    llvm::SmallVector<llvm::StringRef> words, kept;
    line.rtrim("\\").split(words, ' ', -1, /*KeepEmpty=*/false);
    for (llvm::StringRef word : words)
      if (!word.starts_with(kBuiltinFolder))
        kept.push_back(word);
    // A line of built-in headers alone goes; its end must not swallow the next one's.
    if (kept.empty() && !words.empty()) {
      if (!continued && llvm::StringRef(text).ends_with(" \\\n"))
        text.replace(text.size() - 3, 3, "\n");
      continue;
    }
    bool isFirst = text.empty() || llvm::StringRef(text).ends_with("\\\n") == false;
    text += (isFirst ? "" : "  ") + llvm::join(kept, " ") + (continued ? " \\" : "") + "\n";
  }
  return llvm::StringRef(text).rtrim('\n').str() + "\n";
}
