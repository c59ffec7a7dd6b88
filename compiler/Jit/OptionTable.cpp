// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Jit/OptionTable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace tilec;
using llvm::StringRef;

namespace {

/// `true` and `false`, as nvcc spells them; on a command line the name alone means true.
std::string readBool(StringRef value, bool &into) {
  if (!value.empty() && value != "true" && value != "false")
    return expectedGot("true or false", value);
  into = value != "false";
  return {};
}

/// Sets `member` to `on`, or to the opposite for false.
auto flag(bool CompileOptions::*member, bool on = true) {
  return [member, on](CompileOptions &options, StringRef value) {
    bool isWanted = true;
    std::string error = readBool(value, isWanted);
    if (error.empty())
      options.*member = isWanted == on;
    return error;
  };
}

/// Takes `true` or `false`, which have to be written.
auto boolean(bool CompileOptions::*member) {
  return [member](CompileOptions &options, StringRef value) {
    return value.empty() ? expectedGot("true or false", value) : readBool(value, options.*member);
  };
}

/// Takes one of two choices for true and false.
auto choice(Choice CompileOptions::*member, Choice on, Choice off) {
  return [=](CompileOptions &options, StringRef value) {
    bool isWanted = true;
    std::string error = readBool(value, isWanted);
    if (error.empty())
      options.*member = isWanted ? on : off;
    return error;
  };
}

/// Takes `on`, `off` or `auto`.
auto choice(Choice CompileOptions::*member) {
  return [member](CompileOptions &options, StringRef value) {
    if (value != "on" && value != "off" && value != "auto")
      return expectedGot("on, off or auto", value);
    options.*member = value == "on" ? Choice::On : value == "auto" ? Choice::Auto : Choice::Off;
    return std::string();
  };
}

auto text(std::string CompileOptions::*member) {
  return [member](CompileOptions &options, StringRef value) {
    options.*member = value.str();
    return std::string();
  };
}

/// Handed to Clang as it was written, `separate` in two arguments.
auto toClang(StringRef spelling, bool separate = false) {
  return [spelling, separate](CompileOptions &options, StringRef value) {
    std::vector<std::string> &arguments = options.arguments;
    if (separate)
      arguments.insert(arguments.end(), {spelling.str(), value.str()});
    else
      arguments.push_back((spelling + value).str());
    return std::string();
  };
}

/// One of Clang's options that have no value.
auto warning(StringRef spelling) {
  return [spelling](CompileOptions &options, StringRef value) {
    bool isWanted = true;
    std::string error = readBool(value, isWanted);
    if (error.empty() && isWanted)
      options.arguments.push_back(spelling.str());
    else if (error.empty())
      llvm::erase(options.arguments, spelling.str());
    return error;
  };
}

std::string setStandard(CompileOptions &options, StringRef value) {
  // What is no standard at all is left to Clang's message.
  StringRef year = value;
  if ((year.consume_front("c++") || year.consume_front("gnu++")) &&
      llvm::is_contained({"98", "03", "0x", "11", "1y", "14"}, year))
    return expectedGot("c++17 or newer", value);
  return toClang("-std=")(options, value);
}

std::string setFastMath(CompileOptions &options, StringRef value) {
  bool isFast = true;
  std::string error = readBool(value, isFast);
  if (!error.empty())
    return error;
  options.fastMath = options.flushSubnormals = isFast;
  options.preciseDivision = options.preciseSqrt = !isFast;
  options.contractFma |= isFast;
  return {};
}

std::string addPtxasArguments(CompileOptions &options, StringRef value) {
  llvm::SmallVector<StringRef> parts;
  value.split(parts, ',', -1, /*KeepEmpty=*/false);
  for (StringRef part : parts) {
    options.ptxasArguments.push_back(part.str());
    options.assemblerVerbose |= part == "-v" || part == "--verbose";
  }
  return {};
}

std::string setVariants(CompileOptions &options, StringRef value) {
  if (value.getAsInteger(10, options.maxVariants) || options.maxVariants == 0)
    return expectedGot("a number of variants from 1", value);
  return {};
}

std::string setMemoryPath(CompileOptions &options, StringRef value) {
  if (value != "auto" && value != "tma" && value != "registers")
    return expectedGot("auto, tma or registers", value);
  options.tensorMaps = value == "tma" ? Choice::On : value == "auto" ? Choice::Auto : Choice::Off;
  return {};
}

std::string setBounds(CompileOptions &options, StringRef value) {
  auto bounds = llvm::StringSwitch<std::optional<Bounds>>(value)
                    .Case("auto", Bounds::Auto)
                    .Case("trust", Bounds::Trust)
                    .Case("mask", Bounds::Mask)
                    .Case("trap", Bounds::Trap)
                    .Default(std::nullopt);
  if (!bounds)
    return expectedGot("auto, trust, mask or trap", value);
  options.bounds = *bounds;
  return {};
}

std::string setF32Mmas(CompileOptions &options, StringRef value) {
  if (value != "split" && value != "exact")
    return expectedGot("split or exact", value);
  options.splitMmas = value == "split";
  return {};
}

/// `off`, or hints as the source spells them.
std::string setHints(CompileOptions &options, StringRef value) {
  options.withoutHints = value == "off";
  options.hintsEverywhere = value == "off" ? "" : value.str();
  return {};
}

/// `auto`, `off`, or the stages of each stage buffer.
std::string setPipelineLoops(CompileOptions &options, StringRef value) {
  unsigned stages = 0;
  bool isNumber = !value.getAsInteger(10, stages);
  if (isNumber ? stages < 2 : value != "auto" && value != "off")
    return expectedGot("auto, off or a number of stages from 2", value);
  options.pipelineStages = stages;
  options.pipelineLoops = isNumber ? Choice::On : value == "off" ? Choice::Off : Choice::Auto;
  return {};
}

std::string setMaxRegisters(CompileOptions &options, StringRef value) {
  constexpr unsigned kMost = 255;
  unsigned most = 0;
  if (value.getAsInteger(10, most) || most == 0 || most > kMost)
    return expectedGot("a number of registers from 1 to 255", value);
  options.maxRegisters = most;
  return {};
}

std::string addName(CompileOptions &options, StringRef value) {
  if (value.empty())
    return expectedGot("a kernel such as scale<256>", value);
  options.nameExpressions.push_back(value.str());
  return {};
}

/// An option's name without its dashes, and with `-` for `_`.
std::string plainName(StringRef name) {
  std::string plain = name.ltrim('-').str();
  std::replace(plain.begin(), plain.end(), '_', '-');
  return plain;
}

const CompileOption *findByName(StringRef plain) {
  for (const CompileOption &option : compileOptionTable())
    for (StringRef name : option.names)
      if (plainName(name) == plain)
        return &option;
  return nullptr;
}

} // namespace

std::string tilec::expectedGot(StringRef expected, StringRef got) {
  return ("expected " + expected + ", got '" + got + "'").str();
}

std::string tilec::setOptimizationLevel(CompileOptions &options, StringRef value) {
  unsigned level = 3;
  if (value.getAsInteger(10, level) || level > 3)
    return expectedGot("a level from 0 to 3", value);
  options.optimizationLevel = level;
  return {};
}

std::string tilec::setCompileOption(CompileOptions &options, StringRef name, StringRef value) {
  std::string plain = plainName(name);
  if (plain == "arch" || plain == "architecture" || plain == "gpu-architecture") {
    options.architecture = value.str();
    return {};
  }
  std::string error;
  if (const CompileOption *option = findByName(plain))
    error = option->apply(options, value);
  else if (const CompileOption *opposite = findByName("no-" + plain); opposite && (value == "true" || value == "false"))
    error = opposite->apply(options, value == "true" ? "false" : "true");
  else
    return "unknown option '" + name.str() + "'";
  return error.empty() ? error : "option '" + name.str() + "': " + error;
}

const std::vector<CompileOption> &tilec::compileOptionTable() {
  using V = OptionValue;
  static const std::vector<CompileOption> table = {
      {{"--instantiate"},
       V::Assigned,
       "NAME",
       "compile this instance of a kernel template, as 'scale<256>', besides those that the source makes",
       addName},
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
      {{"-O", "--optimize"}, V::Joined, "N", "optimisation level, 0 to 3 (default 3)", setOptimizationLevel},
      {{"-lineinfo", "--generate-line-info"},
       V::None,
       "",
       "source lines in PTX and cubin",
       flag(&CompileOptions::lineInfo)},
      {{"-use_fast_math", "--use_fast_math", "--fast-math"},
       V::None,
       "",
       "-ftz=true -prec-div=false -prec-sqrt=false -fmad=true and approximate functions",
       setFastMath},
      {{"-ftz", "--ftz"},
       V::Assigned,
       "BOOL",
       "flush float subnormals to zero (default false)",
       boolean(&CompileOptions::flushSubnormals)},
      {{"-prec-div", "--prec-div"},
       V::Assigned,
       "BOOL",
       "correctly rounded float division (default true)",
       boolean(&CompileOptions::preciseDivision)},
      {{"-prec-sqrt", "--prec-sqrt"},
       V::Assigned,
       "BOOL",
       "correctly rounded float square root (default true)",
       boolean(&CompileOptions::preciseSqrt)},
      {{"-fmad", "--fmad"}, V::Assigned, "BOOL", "fuse a*b + c (default true)", boolean(&CompileOptions::contractFma)},
      {{"--expt-relaxed-constexpr", "-expt-relaxed-constexpr"},
       V::None,
       "",
       "plain constexpr functions are callable from tile code",
       flag(&CompileOptions::relaxedConstexpr)},
      {{"--fast-accumulation"},
       V::None,
       "",
       "the tensor core sums products of fp8 from end to end, with fewer bits than f32 has, instead of 128 at a time",
       flag(&CompileOptions::fastAccumulation)},
      {{"--f32-mmas"},
       V::Assigned,
       "split|exact",
       "MMAs of f32: where that is faster, sums of MMAs of bf16 with an error no larger than that of floats that are "
       "added one after the other (split, the default), or a multiply-add in a lane for each term",
       setF32Mmas},
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
       flag(&CompileOptions::precompileHeaders, false)},
      {{"--variants"},
       V::Assigned,
       "N",
       "most forms of a kernel to pick from at launch by alignment and divisibility of arguments (default 3; from 3 on "
       "MMAs have one more for grids of few blocks); 1: only the one that needs nothing",
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
       "persistent CTAs and loop over tile blocks: wherever possible, never, or where it is faster (auto, the default)",
       choice(&CompileOptions::persistent)},
      {{"--no-skew-mmas"},
       V::None,
       "",
       "an MMA of what another one gave (attention) is waited for in its iteration",
       flag(&CompileOptions::skewMmas, false)},
      {{"--no-pipeline-blocks"},
       V::None,
       "",
       "persistent CTAs wait for a block's last MMA before they begin the next block (attention)",
       flag(&CompileOptions::pipelineBlocks, false)},
      {{"--no-overlap-epilogue"},
       V::None,
       "",
       "persistent CTAs store a block's result before they begin the next one",
       flag(&CompileOptions::overlapEpilogue, false)},
      {{"--no-multicast"},
       V::None,
       "",
       "each CTA loads all that it multiplies by, instead of two in a cluster what is the same for both once",
       flag(&CompileOptions::multicast, false)},
      {{"--no-warpgroup-ping-pong"},
       V::None,
       "",
       "warpgroups start such MMAs when they come to them, not in turns",
       flag(&CompileOptions::warpgroupPingPong, false)},
      {{"--ping-pong"},
       V::Assigned,
       "on|off|auto",
       "persistent CTAs have two blocks in flight, each multiplied by a warpgroup in its turn: wherever possible, "
       "never, "
       "or where it is faster (auto, the default)",
       choice(&CompileOptions::pingPong)},
      {{"--no-schedule-mmas"},
       V::None,
       "",
       "the MMAs of an iteration are waited for one by one (gradients of attention)",
       flag(&CompileOptions::scheduleMmas, false)},
      {{"--start-mmas-early"},
       V::None,
       "",
       "the first of such MMAs is started before those of the iteration before are done",
       flag(&CompileOptions::startMmasEarly)},
      {{"--specialize-warps"},
       V::None,
       "",
       "give loops whose loads go by tensor map a warp of their own for these (default: where the chip has a copy "
       "engine, "
       "from 9.0 on)",
       choice(&CompileOptions::specializeWarps, Choice::On, Choice::Off)},
      {{"--no-specialize-warps"},
       V::None,
       "",
       "every warp loads for itself; tensor maps are used with --memory-path=tma only",
       choice(&CompileOptions::specializeWarps, Choice::Off, Choice::On)},
      {{"--pipeline-loops"},
       V::Assigned,
       "auto|off|N",
       "bring the loads of counted loops ahead of their iteration: where that pays (auto, the default), never, or into "
       "stage buffers of N stages",
       setPipelineLoops},
      {{"--hints"},
       V::Assigned,
       "off|HINTS",
       "take all hints of the source out, or give these to every kernel and access that has none of its own, as "
       "'latency = 4, allow_tma = false'",
       setHints},
      {{"-Xptxas", "--ptxas-options"}, V::Assigned, "ARG[,ARG]", "arguments for ptxas", addPtxasArguments},
      {{"--cuda-path"}, V::Assigned, "DIR", "CUDA Toolkit", text(&CompileOptions::cudaPath)},
      {{"-Werror"}, V::None, "", "warnings are errors", warning("-Werror")},
      {{"-w", "--disable-warnings"}, V::None, "", "no warnings", warning("-w")},
      {{"-W"}, V::Attached, "NAME", "Clang's warning options", toClang("-W")},
      {{"--time-passes"}, V::None, "", "print the time of each pass", flag(&CompileOptions::timePasses)},
      {{"-maxrregcount", "--maxrregcount"},
       V::Assigned,
       "N",
       "at most N registers in each lane of a kernel, 1 to 255",
       setMaxRegisters},
      {{"--resource-usage", "-res-usage"},
       V::None,
       "",
       "print registers, shared memory and spills of each kernel; needs ptxas",
       flag(&CompileOptions::assemblerVerbose)},
      {{"-restrict", "--restrict"},
       V::None,
       "",
       "take every pointer parameter of a kernel for __restrict__",
       flag(&CompileOptions::restrictPointers)},
      {{"--remarks"}, V::None, "", "", flag(&CompileOptions::remarks)},
  };
  return table;
}
