// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tilec/OptionTable.h"
#include "tools/tilec/NvccOptions.h"
#include "tools/tilec/ProgramOptions.h"

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

/// `true` and `false`, as nvcc spells them.
auto compileBool(bool CompileOptions::*member) {
  return [member](Options &options, StringRef value) {
    if (value != "true" && value != "false")
      return expectedGot("true or false", value);
    options.compile.*member = value == "true";
    return std::string();
  };
}

/// Handed to Clang as it was written, `separate` in two arguments.
auto toClang(StringRef spelling, bool separate = false) {
  return [spelling, separate](Options &options, StringRef value) {
    std::vector<std::string> &arguments = options.compile.arguments;
    if (separate)
      arguments.insert(arguments.end(), {spelling.str(), value.str()});
    else
      arguments.push_back((spelling + value).str());
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
                   .Default(std::nullopt);
  if (!stage)
    return expectedGot("one of tile, tile-gpu, nvvm, llvm, ptx, cubin, sass, fatbin", value);
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

/// What is no standard at all is left to Clang's message.
std::string setStandard(Options &options, StringRef value) {
  StringRef year = value;
  if ((year.consume_front("c++") || year.consume_front("gnu++")) &&
      llvm::is_contained({"98", "03", "0x", "11", "1y", "14"}, year))
    return expectedGot("c++17 or newer", value);
  return toClang("-std=")(options, value);
}

std::string setOptimization(Options &options, StringRef value) {
  unsigned level = 3;
  if (value.getAsInteger(10, level) || level > 3)
    return expectedGot("a level from 0 to 3", value);
  options.compile.optimizationLevel = level;
  options.program.hostOptimization.push_back("-O" + value.str());
  return {};
}

std::string setFastMath(Options &options, StringRef) {
  options.compile.fastMath = options.compile.flushSubnormals = options.compile.contractFma = true;
  options.compile.preciseDivision = options.compile.preciseSqrt = false;
  return {};
}

std::string addPtxasArguments(Options &options, StringRef value) {
  llvm::SmallVector<StringRef> parts;
  value.split(parts, ',', -1, /*KeepEmpty=*/false);
  for (StringRef part : parts) {
    options.compile.ptxasArguments.push_back(part.str());
    options.compile.assemblerVerbose |= part == "-v" || part == "--verbose";
  }
  return {};
}

std::string setLineInfo(Options &options, StringRef) {
  options.compile.lineInfo = true;
  return {};
}

std::string setDebug(Options &options, StringRef value) {
  options.program.hostOptimization.push_back("-g");
  return setLineInfo(options, value);
}

std::string setRelaxedConstexpr(Options &options, StringRef) {
  options.compile.relaxedConstexpr = true;
  return {};
}

std::string setNoPrecompiledHeaders(Options &options, StringRef) {
  options.compile.precompileHeaders = false;
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

std::string setVariants(Options &options, StringRef value) {
  if (value.getAsInteger(10, options.compile.maxVariants) || options.compile.maxVariants == 0)
    return expectedGot("a number of variants from 1", value);
  return {};
}

std::string setMemoryPath(Options &options, StringRef value) {
  if (value != "auto" && value != "tma" && value != "registers")
    return expectedGot("auto, tma or registers", value);
  options.compile.tensorMaps = value == "tma" ? Choice::On : value == "auto" ? Choice::Auto : Choice::Off;
  return {};
}

std::string setBounds(Options &options, StringRef value) {
  auto bounds = llvm::StringSwitch<std::optional<Bounds>>(value)
                    .Case("auto", Bounds::Auto)
                    .Case("trust", Bounds::Trust)
                    .Case("mask", Bounds::Mask)
                    .Case("trap", Bounds::Trap)
                    .Default(std::nullopt);
  if (!bounds)
    return expectedGot("auto, trust, mask or trap", value);
  options.compile.bounds = *bounds;
  return {};
}

std::string setPersistent(Options &options, StringRef value) {
  if (value != "on" && value != "off" && value != "auto")
    return expectedGot("on, off or auto", value);
  options.compile.persistent = value == "on" ? Choice::On : value == "auto" ? Choice::Auto : Choice::Off;
  return {};
}

std::string setNoDeferProducts(Options &options, StringRef) {
  options.compile.deferProducts = false;
  return {};
}

std::string setNoJoinBlocks(Options &options, StringRef) {
  options.compile.joinBlocks = false;
  return {};
}

std::string setNoDeferStores(Options &options, StringRef) {
  options.compile.deferStores = false;
  return {};
}

std::string setNoMulticast(Options &options, StringRef) {
  options.compile.multicast = false;
  return {};
}

std::string setFastAccumulation(Options &options, StringRef) {
  options.compile.fastAccumulation = true;
  return {};
}

std::string setNoTakeTurns(Options &options, StringRef) {
  options.compile.takeTurns = false;
  return {};
}

std::string setPingPong(Options &options, StringRef value) {
  if (value != "on" && value != "off" && value != "auto")
    return expectedGot("on, off or auto", value);
  options.compile.pingPong = value == "on" ? Choice::On : value == "auto" ? Choice::Auto : Choice::Off;
  return {};
}

std::string setNoScheduleProducts(Options &options, StringRef) {
  options.compile.scheduleProducts = false;
  return {};
}

std::string setStartProducts(Options &options, StringRef) {
  options.compile.startProducts = true;
  return {};
}

std::string setSpecializeWarps(Options &options, StringRef) {
  options.compile.specializeWarps = Choice::On;
  return {};
}

std::string setNoSpecializeWarps(Options &options, StringRef) {
  options.compile.specializeWarps = Choice::Off;
  return {};
}

/// `off`, or hints as the source spells them.
std::string setHints(Options &options, StringRef value) {
  options.compile.withoutHints = value == "off";
  options.compile.hintsEverywhere = value == "off" ? "" : value.str();
  return {};
}

/// `auto`, `off`, or the slots of each ring.
std::string setPipelineLoops(Options &options, StringRef value) {
  unsigned slots = 0;
  bool isNumber = !value.getAsInteger(10, slots);
  if (isNumber ? slots < 2 : value != "auto" && value != "off")
    return expectedGot("auto, off or a number of slots from 2", value);
  options.compile.pipelineSlots = slots;
  options.compile.pipelineLoops = isNumber ? Choice::On : value == "off" ? Choice::Off : Choice::Auto;
  return {};
}

} // namespace

std::string tool::expectedGot(StringRef expected, StringRef got) {
  return ("expected " + expected + ", got '" + got + "'").str();
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
       "else "
       "sm_90a",
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
       "tile, tile-gpu, nvvm, llvm, ptx, cubin, sass or fatbin; text goes to standard output unless -o",
       setEmit},
      {{"--manifest"},
       V::None,
       "",
       "write the manifest beside the output, as FILE.json",
       flag(&Options::writeManifest)},
      {{"-std", "--std"},
       V::Assigned,
       "c++NN",
       "language version, c++17 or newer; cuda_tile.h needs c++20, the default",
       setStandard},
      {{"-I", "--include-path"}, V::Joined, "DIR", "look for headers in DIR", toClang("-I")},
      {{"-isystem", "--system-include"},
       V::Joined,
       "DIR",
       "the same, without warnings from there",
       toClang("-isystem", true)},
      {{"-D", "--define-macro"}, V::Joined, "NAME[=TEXT]", "define a macro", toClang("-D")},
      {{"-U", "--undefine-macro"}, V::Joined, "NAME", "undefine a macro", toClang("-U")},
      {{"-include", "--pre-include"}, V::Assigned, "FILE", "include FILE first", toClang("-include", true)},
      {{"-O", "--optimize"}, V::Joined, "N", "optimisation level, 0 to 3 (default 3)", setOptimization},
      {{"-g", "--debug"}, V::None, "", "the same as -lineinfo, and debug information of host code", setDebug},
      {{"-lineinfo", "--generate-line-info"}, V::None, "", "source lines in PTX and cubin", setLineInfo},
      {{"-use_fast_math", "--use_fast_math"},
       V::None,
       "",
       "-ftz=true -prec-div=false -prec-sqrt=false -fmad=true and approximate functions",
       setFastMath},
      {{"-ftz", "--ftz"},
       V::Assigned,
       "BOOL",
       "flush float subnormals to zero (default false)",
       compileBool(&CompileOptions::flushSubnormals)},
      {{"-prec-div", "--prec-div"},
       V::Assigned,
       "BOOL",
       "correctly rounded float division (default true)",
       compileBool(&CompileOptions::preciseDivision)},
      {{"-prec-sqrt", "--prec-sqrt"},
       V::Assigned,
       "BOOL",
       "correctly rounded float square root (default true)",
       compileBool(&CompileOptions::preciseSqrt)},
      {{"-fmad", "--fmad"},
       V::Assigned,
       "BOOL",
       "fuse a*b + c (default true)",
       compileBool(&CompileOptions::contractFma)},
      {{"--expt-relaxed-constexpr", "-expt-relaxed-constexpr"},
       V::None,
       "",
       "plain constexpr functions are callable from tile code",
       setRelaxedConstexpr},
      {{"--fast-accumulation"},
       V::None,
       "",
       "the tensor core sums products of fp8 from end to end, with fewer bits than f32 has, instead of 128 at a time",
       setFastAccumulation},
      {{"--bounds"},
       V::Assigned,
       "auto|trust|mask|trap",
       "unmasked accesses through views that leave their tensors: masked, with a warning, where extents are known that "
       "a tile does not fit (auto, the default), taken to be inside, masked, or ended with a message",
       setBounds},
      {{"--no-precompiled-headers"},
       V::None,
       "",
       "parse all headers, neither using nor filling the cache of precompiled ones",
       setNoPrecompiledHeaders},
      {{"--variants"},
       V::Assigned,
       "N",
       "most forms of a kernel to pick from at launch by alignment and divisibility of arguments (default 3; from 3 on "
       "products have one more for grids of few blocks); 1: only the one that needs nothing",
       setVariants},
      {{"--memory-path"},
       V::Assigned,
       "auto|tma|registers",
       "how views reach memory: where it is faster by tensor map (auto, the default), wherever that is possible, or "
       "never",
       setMemoryPath},
      {{"--persistent"},
       V::Assigned,
       "on|off|auto",
       "CTAs that stay and loop over tile blocks: wherever possible, never, or where it is faster (auto, the default)",
       setPersistent},
      {{"--no-defer-products"},
       V::None,
       "",
       "a product of what another one gave (attention) is waited for in its iteration",
       setNoDeferProducts},
      {{"--no-join-blocks"},
       V::None,
       "",
       "CTAs that stay wait for a block's last product before they begin the next block (attention)",
       setNoJoinBlocks},
      {{"--no-defer-stores"},
       V::None,
       "",
       "CTAs that stay store a block's result before they begin the next one",
       setNoDeferStores},
      {{"--no-multicast"},
       V::None,
       "",
       "each CTA loads all that it multiplies by, instead of two in a cluster what is the same for both once",
       setNoMulticast},
      {{"--no-take-turns"},
       V::None,
       "",
       "warpgroups start such products when they come to them, not in turns",
       setNoTakeTurns},
      {{"--ping-pong"},
       V::Assigned,
       "on|off|auto",
       "CTAs that stay have two blocks in flight, each multiplied by a warpgroup in its turn: wherever possible, "
       "never, "
       "or where it is faster (auto, the default)",
       setPingPong},
      {{"--no-schedule-products"},
       V::None,
       "",
       "the products of an iteration are waited for one by one (gradients of attention)",
       setNoScheduleProducts},
      {{"--start-products"},
       V::None,
       "",
       "the first of such products is started before those of the iteration before are done",
       setStartProducts},
      {{"--specialize-warps"},
       V::None,
       "",
       "give loops whose loads go by tensor map a warp of their own for these (default: where the chip has a copy engine, "
       "from 9.0 on)",
       setSpecializeWarps},
      {{"--no-specialize-warps"},
       V::None,
       "",
       "every warp loads for itself; tensor maps are used with --memory-path=tma only",
       setNoSpecializeWarps},
      {{"--pipeline-loops"},
       V::Assigned,
       "auto|off|N",
       "bring the loads of counted loops ahead of their iteration: where that pays (auto, the default), never, or into "
       "rings of N slots",
       setPipelineLoops},
      {{"--hints"},
       V::Assigned,
       "off|HINTS",
       "take all hints of the source out, or give these to every kernel and access that has none of its own, as "
       "'latency = 4, allow_tma = false'",
       setHints},
      {{"-Xptxas", "--ptxas-options"}, V::Assigned, "ARG[,ARG]", "arguments for ptxas", addPtxasArguments},
      {{"--cuda-path"},
       V::Assigned,
       "DIR",
       "CUDA Toolkit",
       [](Options &options, StringRef value) {
         options.compile.cudaPath = value.str();
         return std::string();
       }},
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
      {{"-Werror"}, V::None, "", "warnings are errors", toClang("-Werror")},
      {{"-w", "--disable-warnings"}, V::None, "", "no warnings", toClang("-w")},
      {{"-W"}, V::Attached, "NAME", "Clang's warning options", toClang("-W")},
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
      {{"--keep", "-keep"}, V::None, "", "write every stage beside the output", flag(&Options::keep)},
      {{"-time", "--time"}, V::None, "", "print the wall time of each stage", flag(&Options::times)},
      {{"--time-passes"},
       V::None,
       "",
       "print the time of each pass",
       [](Options &options, StringRef) {
         options.compile.timePasses = true;
         return std::string();
       }},
      {{"-v", "--verbose"}, V::None, "", "say what is done", flag(&Options::verbose)},
      {{"-h", "--help"}, V::None, "", "this text", flag(&Options::help)},
      {{"--print-clang-flags"},
       V::None,
       "",
       "the flags, one a line, with which clangd and other tools of Clang read sources: tilec --print-clang-flags > "
       "compile_flags.txt",
       flag(&Options::clangFlags)},
      {{"--version", "-V"}, V::None, "", "the version", flag(&Options::version)},
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
    llvm::append_range(rows, runOptionTable());
    llvm::append_range(rows, programOptionTable());
    llvm::append_range(rows, nvccOptions());
    return rows;
  }();
  return all;
}
