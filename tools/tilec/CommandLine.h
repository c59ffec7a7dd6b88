// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The command line of tilec: nvcc's and Clang's spellings where both have an option.
#pragma once
#include "tilec/Compiler.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace tilec::tool {

/// What is written; beyond the library's stages a fatbin, or nothing but dependencies.
enum class Product { Tile, TileGPU, NVVM, LLVM, PTX, Cubin, SASS, Fatbin, Dependencies };

/// Running one kernel after compiling (--run).
struct RunOptions {
  std::string kernel;
  std::vector<std::string> arguments; ///< as described; see Arguments.h
  runtime::Dim3 grid;
  std::optional<int> device; ///< nothing: on the host
  HostOptions host;
};

/// Makefile rules (-M and relatives).
struct DependencyOptions {
  bool write = false;        ///< beside the product (-MD, -MMD), or alone
  bool systemHeaders = true; ///< -M, -MD; not -MM, -MMD
  bool phonyTargets = false; ///< -MP
  std::string file, target;  ///< -MF, -MT; may be empty
};

struct Options {
  std::vector<std::string> inputs; ///< "-" is standard input
  std::string output;              ///< empty: chosen by input and product
  std::vector<std::string> architectures;
  Product product = Product::PTX;
  bool productByEmit = false; ///< chosen by --emit: text then goes to standard output
  CompileOptions compile;     ///< architecture is set for each job
  DependencyOptions dependencies;
  std::optional<RunOptions> run;
  std::string remarksFile;         ///< remarks as YAML; empty: none
  std::vector<std::string> codes;  ///< of -code: they count, not -arch
  std::vector<std::string> notes;  ///< about options that are ignored
  std::string keepFolder;          ///< of --keep; empty: beside the output
  std::string outputFolder;        ///< of outputs that no -o names
  std::optional<unsigned> threads; ///< for running, else of no matter
  bool ignoresUnknownOptions = false;
  bool deviceDebug = false; ///< -G; with `optimizesAnyway` (-dopt=on) source lines alone
  bool optimizesAnyway = false;
  bool listArchitectures = false;
  bool keep = false, verbose = false, times = false, writeManifest = false;
  bool help = false, version = false;
};

/// Reads the arguments (without the program's name), response files expanded. The error is for people.
llvm::Expected<Options> parseOptions(llvm::ArrayRef<const char *> arguments);

/// What --list-gpu-arch prints.
std::string architecturesText();
/// What --help prints.
std::string helpText();

} // namespace tilec::tool
