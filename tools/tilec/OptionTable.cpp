// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tilec/OptionTable.h"
#include "tools/tilec/NvccOptions.h"
#include "tools/tilec/Programs/ProgramOptions.h"
#include "tools/tilec/TuneCommand.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace tilec;
using namespace tilec::tool;
using llvm::StringRef;

namespace {

/// An option that sets a flag of the options.
template <typename Owner> auto flag(Owner member) {
  return [member](Options &options, StringRef) {
    options.*member = true;
    return std::string();
  };
}

auto product(Product product) {
  return [product](Options &options, StringRef) {
    options.product = product;
    options.productByEmit = options.productByName = false;
    return std::string();
  };
}

std::string ignore(Options &, StringRef) {
  return {};
}

std::string setEmit(Options &options, StringRef value) {
  auto stage = llvm::StringSwitch<std::optional<Product>>(value)
                   .Case("tile", Product::Tile)
                   .Cases({"tile-gpu", "tile_gpu"}, Product::TileGPU)
                   .Case("nvvm", Product::NVVM)
                   .Case("llvm", Product::LLVM)
                   .Case("ptx", Product::PTX)
                   .Case("cubin", Product::Cubin)
                   .Case("sass", Product::SASS)
                   .Case("fatbin", Product::Fatbin)
                   .Case("bundle", Product::Bundle)
                   .Case("embed", Product::Embed)
                   .Default(std::nullopt);
  if (!stage)
    return expectedGot("one of tile, tile-gpu, nvvm, llvm, ptx, cubin, sass, fatbin, bundle, embed", value);
  options.product = *stage;
  options.productByEmit = true;
  options.productByName = false;
  return {};
}

std::string setArchitectures(Options &options, StringRef value) {
  llvm::SmallVector<StringRef> names;
  value.split(names, ',', -1, /*KeepEmpty=*/false);
  if (names.empty())
    return expectedGot("an architecture such as sm_90a", value);
  for (StringRef name : names)
    options.architectures.push_back(name.str());
  return {};
}

/// `arch=compute_90,code=sm_90`, `code=[sm_90,compute_90]`: the codes count.
std::string setGencode(Options &options, StringRef value) {
  auto [before, codes] = value.split("code=");
  if (!before.starts_with("arch=") || codes.empty())
    return expectedGot("arch=compute_XX,code=sm_XX", value);
  codes.consume_front("[");
  codes.consume_back("]");
  return setArchitectures(options, codes);
}

std::string setOptimization(Options &options, StringRef value) {
  options.program.hostOptimization.push_back("-O" + value.str());
  return setOptimizationLevel(options.compile, value);
}

std::string setDebug(Options &options, StringRef) {
  options.program.hostOptimization.push_back("-g");
  options.compile.lineInfo = true;
  return {};
}

std::string setRemarks(Options &options, StringRef format) {
  if (!format.empty() && format != "yaml")
    return expectedGot("yaml", format);
  if (!format.empty())
    options.remarksFile = "-";
  options.compile.remarks = true;
  return {};
}

/// -M: nothing but the rule. -MD: the rule beside the product.
auto dependencies(bool alone, bool systemHeaders) {
  return [alone, systemHeaders](Options &options, StringRef) {
    options.dependencies.write = true;
    options.dependencies.systemHeaders = systemHeaders;
    if (alone) {
      options.product = Product::Dependencies;
      options.productByName = false;
    }
    return std::string();
  };
}

} // namespace

/// The options that the library knows, for one architecture at a time.
static std::vector<Option> compileRows() {
  std::vector<Option> rows;
  for (const CompileOption &row : compileOptionTable())
    rows.push_back({row.names, row.value, row.valueName, row.help,
                    [&row](Options &options, StringRef value) { return row.apply(options.compile, value); }});
  return rows;
}

const std::vector<Option> &tool::optionTable() {
  using V = OptionValue;
  auto text = [](std::string DependencyOptions::*member) {
    return [member](Options &options, StringRef value) {
      options.dependencies.*member = value.str();
      return std::string();
    };
  };
  static const std::vector<Option> table = {
      {{"-o", "--output-file"},
       V::Joined,
       "FILE",
       "write to FILE; '-' is standard output. Without an option that says what, a name that ends in .ptx, .cubin or "
       ".fatbin says it, and any other is that of a program",
       [](Options &options, StringRef value) {
         options.output = value.str();
         return value.empty() ? std::string("expected the name of a file, got ''") : std::string();
       }},
      {{"-arch", "--gpu-architecture", "--arch"},
       V::Assigned,
       "NAME[,NAME]",
       "sm_80 ... sm_121 (the chip's own features), compute_XX (portable PTX), native; default: the device at hand, "
       "else sm_90a",
       setArchitectures},
      {{"-gencode", "--generate-code"}, V::Assigned, "arch=A,code=B", "nvcc's spelling of the same", setGencode},
      {{"-ptx", "--ptx"}, V::None, "", "write PTX (the default without -o)", product(Product::PTX)},
      {{"-cubin", "--cubin", "-tilecubin", "--tilecubin"},
       V::None,
       "",
       "write a cubin; needs ptxas",
       product(Product::Cubin)},
      {{"-fatbin", "--fatbin", "-tilefatbin", "--tilefatbin"},
       V::None,
       "",
       "write all architectures into one file",
       product(Product::Fatbin)},
      {{"--emit", "-emit"},
       V::Assigned,
       "STAGE",
       "tile, tile-gpu, nvvm, llvm, ptx, cubin, sass, fatbin, bundle: a file that the runtime loads without the "
       "compiler, or embed: C++ that holds the code for GPUs and for the CPU, with a header beside it. Text goes to "
       "standard output unless -o",
       setEmit},
      {{"--manifest"},
       V::None,
       "",
       "write the manifest beside the output, as FILE.json",
       flag(&Options::writeManifest)},
      // These two are about host code, too.
      {{"-O", "--optimize"}, V::Joined, "", "", setOptimization},
      {{"-g", "--debug"}, V::None, "", "the same as -lineinfo, and debug information of host code", setDebug},
      {{"-M", "--generate-dependencies"},
       V::None,
       "",
       "write a make rule of all headers instead of compiling",
       dependencies(true, true)},
      {{"-MM", "--generate-nonsystem-dependencies"},
       V::None,
       "",
       "the same without system headers",
       dependencies(true, false)},
      {{"-MD", "--generate-dependencies-with-compile"},
       V::None,
       "",
       "write a make rule besides compiling",
       dependencies(false, true)},
      {{"-MMD", "--generate-nonsystem-dependencies-with-compile"},
       V::None,
       "",
       "the same without system headers",
       dependencies(false, false)},
      {{"-MF", "--dependency-output"}, V::Joined, "FILE", "where the rule goes", text(&DependencyOptions::file)},
      {{"-MT", "-MQ", "--dependency-target-name"},
       V::Joined,
       "NAME",
       "the rule's target",
       text(&DependencyOptions::target)},
      {{"-MP", "--generate-dependency-targets"},
       V::None,
       "",
       "add a rule without prerequisites for each header",
       [](Options &options, StringRef) {
         options.dependencies.phonyTargets = true;
         return std::string();
       }},
      {{"--remarks"},
       V::Attached,
       "[=yaml]",
       "say what the passes decided, with source locations; for tools, as YAML on standard error",
       setRemarks},
      {{"--remarks-file"},
       V::Assigned,
       "FILE",
       "write them to FILE as YAML, one document each, instead of printing them",
       [](Options &options, StringRef value) {
         options.remarksFile = value.str();
         options.compile.remarks = true;
         return std::string();
       }},
      {{"--wisdom"},
       V::Assigned,
       "FILE",
       "what `tilec tune` has found, as lines of JSON: tuning reads it and adds to it",
       [](Options &options, StringRef value) {
         options.wisdom = value.str();
         return std::string();
       }},
      {{"--report"},
       V::Assigned,
       "FILE.html",
       "write one page: the source beside the tile IR, PTX and machine code, with lines linked, rooflines, what was "
       "decided, and with --run a timeline",
       [](Options &options, StringRef value) {
         options.report = value.str();
         return value.empty() ? std::string("expected the name of a file, got ''") : std::string();
       }},
      {{"--keep", "-keep"}, V::None, "", "write every stage beside the output", flag(&Options::keep)},
      {{"-time", "--time"}, V::None, "", "print the wall time of each stage", flag(&Options::times)},
      {{"-v", "--verbose"}, V::None, "", "say what is done", flag(&Options::verbose)},
      {{"-h", "--help"}, V::None, "", "this text", flag(&Options::help)},
      {{"--help-all"}, V::None, "", "all options", flag(&Options::helpAll)},
      {{"--print-clang-flags"},
       V::None,
       "",
       "the flags, one a line, with which clangd and other tools of Clang read sources: tilec --print-clang-flags > "
       "compile_flags.txt",
       flag(&Options::clangFlags)},
      {{"--print-clangd"},
       V::None,
       "",
       "the same as clangd's configuration: tilec --print-clangd > .clangd",
       [](Options &options, StringRef) {
         options.clangFlags = options.clangdFile = true;
         return std::string();
       }},
      {{"--version", "-V"}, V::None, "", "the version, its commit, and LLVM's version", flag(&Options::version)},
      // What other compilers need to be told and tilec does anyway.
      {{"--tile-only", "-tile-only"},
       V::None,
       "",
       "compile tile kernels alone, whatever the output's name",
       [](Options &options, StringRef) {
         options.productByName = false;
         return std::string();
       }},
      {{"-enable-tile", "--enable-tile", "-m64"}, V::None, "", "", ignore},
  };
  static const std::vector<Option> all = [] {
    std::vector<Option> rows = table;
    llvm::append_range(rows, compileRows());
    llvm::append_range(rows, runOptionTable());
    llvm::append_range(rows, tuneOptionTable());
    llvm::append_range(rows, programOptionTable());
    llvm::append_range(rows, nvccOptions());
    return rows;
  }();
  return all;
}
