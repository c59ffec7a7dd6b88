// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The command line of tilec: nvcc's and Clang's spellings where both have an option.
#pragma once
#include "tilec/Compiler.h"
#include "tilec/Tuner.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace tilec::tool {

/// What is written; beyond the library's stages a fatbin, a bundle, C++ that embeds one, a whole program (or an object
/// or library of it), or nothing but dependencies.
enum class Product { Tile, TileGPU, NVVM, LLVM, PTX, Cubin, SASS, Fatbin, Bundle, Embed, Program, Dependencies };

/// Whether one file holds the code for every architecture.
inline bool holdsArchitectures(Product product) {
  return product == Product::Fatbin || product == Product::Bundle || product == Product::Embed;
}

/// What is made of objects, if not a program.
enum class Link { Program, SharedLibrary, Archive, DeviceLink, None };

/// Host code and the linker (Programs.h).
struct ProgramOptions {
  Link link = Link::Program;
  bool relocatable = false; ///< -rdc: SIMT code of several sources is linked
  bool dryRun = false;
  std::string hostCompiler = "c++";          ///< -ccbin
  std::string simtCompiler;                  ///< --simt-compiler; empty: what there is
  std::string language;                      ///< -x; empty: by the file's name
  std::vector<std::string> hostArguments;    ///< -Xcompiler and the like, for every call of the host compiler
  std::vector<std::string> hostOptimization; ///< -O, -g
  std::vector<std::string> linkerArguments;  ///< -Xlinker, -L
  /// Objects, libraries and sources in the order of the command line: inputs and -l.
  std::vector<std::string> linkOrder;
};

/// Running one kernel after compiling (--run).
struct RunOptions {
  std::string kernel;
  std::vector<std::string> arguments; ///< as described; see Arguments.h
  runtime::Dim3 grid;
  std::optional<int> device; ///< nothing: on the host
  bool isPlaceGiven = false; ///< by --on
  unsigned timeLimit = 0;    ///< seconds; 0: none
  HostOptions host;
};

/// `tilec tune`.
struct TuneRun {
  std::string space; ///< empty: the source says it
  TuneOptions options;
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
  bool productByName = true;  ///< chosen by no option, so the output's name decides
  CompileOptions compile;     ///< architecture is set for each job
  DependencyOptions dependencies;
  std::optional<RunOptions> run;
  std::optional<TuneRun> tune;
  ProgramOptions program;
  std::string wisdom;              ///< what tuners have found; empty: nothing
  std::string tuneWorker;          ///< folder of the tuner whose candidates this process runs
  std::string report;              ///< a page of HTML about the compilation; empty: none
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
  bool help = false, helpAll = false, version = false, clangFlags = false;
  bool clangdFile = false; ///< `clangFlags` as YAML
};

/// Reads the arguments (without the program's name), response files expanded. The error is for people.
llvm::Expected<Options> parseOptions(llvm::ArrayRef<const char *> arguments);

/// What --list-gpu-arch prints.
std::string architecturesText();

} // namespace tilec::tool
