// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CheckSource.cpp - parse and check one source, nothing more -------------===//
//
// check-source FILE [-arch=sm_90a] [--expt-relaxed-constexpr] [Clang arguments]: exit code 1 if there was an error.
//
//===----------------------------------------------------------------------===//
#include "compiler/Frontend/Frontend.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/Support/raw_ostream.h"

int main(int argc, char **argv) {
  tilec::frontend::FrontendOptions options;
  std::string file;
  for (int i = 1; i < argc; ++i) {
    llvm::StringRef argument = argv[i];
    if (argument.consume_front("-arch="))
      options.architecture = argument.str();
    else if (argument == "--expt-relaxed-constexpr")
      options.relaxedConstexpr = true;
    else if (argument == "--no-precompiled-headers")
      options.precompileHeaders = false;
    else if (argument == "-include" || argument == "-isystem")
      options.arguments.insert(options.arguments.end(), {argv[i], argv[i + 1]}), ++i;
    else if (argument.starts_with("-"))
      options.arguments.push_back(argument.str());
    else
      file = argument.str();
  }
  clang::DiagnosticOptions printing;
  clang::TextDiagnosticPrinter printer(llvm::errs(), printing);
  return failed(tilec::frontend::checkSource(options, file, printer));
}
