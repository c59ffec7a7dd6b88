// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a command line asks for, input by input and architecture by architecture.
#pragma once
#include "tools/tilec/CommandLine.h"

namespace tilec::tool {

/// Prints `message` as an error of tilec.
void printError(const llvm::Twine &message);
/// Prints what a compilation reported; remembers how much, so that the next call goes on from there.
/// Without `remarks` those are left out.
void printDiagnostics(const Compilation &compilation, size_t &printed, bool remarks = true);

/// Prints what has not been printed yet; true without an error.
bool reportError(llvm::Error error);

/// Standard input can be read once, for all architectures.
llvm::Expected<SourceFile> readSource(const std::string &input);

/// Sets `compile` to what the wisdom of --wisdom knows of the source; nothing without one.
llvm::Expected<std::vector<TunedKernel>> takeWisdom(const Options &options, const SourceFile &source,
                                                    CompileOptions &compile);

/// Compiles (and runs) everything that `options` asks for. False if anything failed, which is then printed.
bool runJobs(Options options);

} // namespace tilec::tool
