// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- NvccOptions.cpp - options of nvcc ---------------------------------------===//
//
// A build script that was written for nvcc passes what nvcc knows. Each option is taken in nvcc's spellings, and
//
//   does what it says (the rows with a help text)
//   changes nothing   since it is about host code, about how nvcc works, or holds here anyway
//   leaves a note     where the user may have counted on what does not happen
//   is refused        where it asks for another product, or for none: the error says what to do instead
//
//===----------------------------------------------------------------------===//
#include "tools/tilec/NvccOptions.h"

#include "compiler/Target/Target.h"

using namespace tilec;
using namespace tilec::tool;
using llvm::StringRef;

namespace {
using Names = std::vector<StringRef>;

Option silent(Names names, OptionValue value) {
  return {std::move(names), value, "", "", [](Options &, StringRef) { return std::string(); }};
}

/// `text` follows the option's name.
Option noted(Names names, OptionValue value, StringRef text) {
  std::string note = ("'" + names.front() + "' " + text).str();
  return {std::move(names), value, "", "", [note](Options &options, StringRef) {
            options.notes.push_back(note);
            return std::string();
          }};
}

Option refused(Names names, OptionValue value, StringRef text) {
  return {std::move(names), value, "", "", [text = text.str()](Options &, StringRef) { return text; }};
}

Option forClang(Names names, OptionValue value, StringRef spelling) {
  return {std::move(names), value, "", "", [spelling = spelling.str()](Options &options, StringRef text) {
            options.compile.arguments.push_back(spelling + text.str());
            return std::string();
          }};
}

/// One of `choices`, which changes nothing.
Option chosen(Names names, std::vector<StringRef> choices) {
  return {std::move(names), OptionValue::Assigned, "", "", [choices](Options &, StringRef value) {
            if (llvm::is_contained(choices, value))
              return std::string();
            std::string all;
            for (StringRef choice : choices)
              all += (all.empty() ? "" : choice == choices.back() ? " or " : ", ") + choice.str();
            return "expected " + all + ", got '" + value.str() + "'";
          }};
}

std::string setMachine(Options &, StringRef value) {
  return value == "64" ? "" : "expected 64, got '" + value.str() + "'";
}

/// The host's calls mean another stream; headers look at the macro.
std::string setDefaultStream(Options &options, StringRef value) {
  if (value != "legacy" && value != "null" && value != "per-thread")
    return "expected legacy, null or per-thread, got '" + value.str() + "'";
  if (value == "per-thread")
    options.compile.arguments.push_back("-DCUDA_API_PER_THREAD_DEFAULT_STREAM");
  return {};
}

std::string setCode(Options &options, StringRef value) {
  llvm::SmallVector<StringRef> names;
  value.split(names, ',', -1, /*KeepEmpty=*/false);
  for (StringRef name : names)
    options.codes.push_back(name.str());
  return names.empty() ? "expected an architecture such as sm_90a, got ''" : "";
}

std::string setDeviceDebug(Options &options, StringRef) {
  options.deviceDebug = true;
  options.compile.arguments.push_back("-D__CUDACC_DEBUG__=1");
  return {};
}

/// A file for them, as nvcc writes.
std::string setTimes(Options &options, StringRef) {
  options.times = true;
  options.notes.push_back("times are printed on standard error, not into a file");
  return {};
}

std::string setOptimizesAnyway(Options &options, StringRef value) {
  options.optimizesAnyway = true;
  return value == "on" ? "" : "expected on, got '" + value.str() + "'";
}

/// Sets a text or a flag of the options.
auto setText(std::string Options::*member) {
  return [member](Options &options, StringRef value) {
    options.*member = value.str();
    return value.empty() ? std::string("expected the name of a folder, got ''") : std::string();
  };
}
auto setFlag(bool Options::*member) {
  return [member](Options &options, StringRef) {
    options.*member = true;
    return std::string();
  };
}
const Names kForwarding = {"--forward-unknown-to-host-compiler", "-forward-unknown-to-host-compiler",
                           "--forward-unknown-opts", "-forward-unknown-opts"};

std::vector<Option> makeTable() {
  using V = OptionValue;
  constexpr StringRef kNumbers =
      "names diagnostics of nvcc by their numbers and is ignored; those of tilec have names, "
      "as in -Wno-NAME and -Werror=NAME";
  constexpr StringRef kFinal = "is ignored: the code that tilec writes is final, and calls are inlined anyway";
  constexpr StringRef kRun = "a program is run by itself; --run=KERNEL runs one kernel, with --arg for each parameter";
  constexpr StringRef kHost = "is ignored: it is about host code, or how it is linked";
  return {
      {{"-G", "--device-debug"},
       V::None,
       "",
       "the same as -lineinfo -O0; there is no debug information of variables",
       setDeviceDebug},
      {{"-dopt", "--dopt"}, V::Assigned, "on", "with -G: optimise all the same", setOptimizesAnyway},
      {{"-code", "--gpu-code"}, V::Assigned, "NAME[,NAME]", "what -arch then only narrows down", setCode},
      {{"--list-gpu-arch", "-arch-ls", "--list-gpu-code", "-code-ls"},
       V::None,
       "",
       "print the architectures",
       setFlag(&Options::listArchitectures)},
      {{"--keep-dir", "-keep-dir"}, V::Assigned, "DIR", "where --keep writes", setText(&Options::keepFolder)},
      {{"-save-temps", "--save-temps"}, V::None, "", "the same as --keep", setFlag(&Options::keep)},
      {{"-odir", "--output-directory"},
       V::Assigned,
       "DIR",
       "where outputs go that no -o names",
       setText(&Options::outputFolder)},

      // How nvcc goes about its work.
      silent({"--objdir-as-tempdir", "-objtemp"}, V::None),
      silent({"--allow-unsupported-compiler", "-allow-unsupported-compiler"}, V::None),
      silent({"--use-local-env", "-use-local-env"}, V::None),
      silent({"--force-cl-env-setup", "-force-cl-env-setup"}, V::None),
      silent({"--dont-use-profile", "-noprof"}, V::None),
      silent({"-t"}, V::Joined),
      silent({"--split-compile", "-split-compile"}, V::Assigned),
      silent({"--split-compile-extended", "-split-compile-extended"}, V::Assigned),
      silent({"--jobserver", "-jobserver"}, V::None),
      silent({"--input-drive-prefix", "-idp"}, V::Assigned),
      silent({"--dependency-drive-prefix", "-ddp"}, V::Assigned),
      silent({"--drive-prefix", "-dp"}, V::Assigned),
      silent({"--qpp-config", "-qpp-config"}, V::Assigned),
      silent({"--frandom-seed", "-frandom-seed"}, V::Assigned),
      silent({"--forward-unknown-to-host-linker", "-forward-unknown-to-host-linker"}, V::None),
      silent(kForwarding, V::None),
      silent({"--verbose2", "-v2"}, V::None),

      // The language: what it switches on is always on.
      {{"--extended-lambda", "-extended-lambda", "--expt-extended-lambda", "-expt-extended-lambda"},
       V::None,
       "",
       "",
       [](Options &options, StringRef) {
         options.compile.arguments.push_back("-D__CUDACC_EXTENDED_LAMBDA__=1");
         return std::string();
       }},
      silent({"--no-host-device-initializer-list", "-nohdinitlist"}, V::None),
      silent({"--no-host-device-move-forward", "-nohdmoveforward"}, V::None),
      silent({"--utf-8", "-utf-8"}, V::None),
      chosen({"--tile-preview", "-tile-preview"}, {"simt"}),
      {{"--machine", "-m"}, V::Joined, "", "", setMachine},
      {{"--default-stream", "-default-stream"}, V::Assigned, "", "", setDefaultStream},
      forClang({"--ftemplate-depth", "-ftemplate-depth"}, V::Assigned, "-ftemplate-depth="),
      forClang({"--ftemplate-backtrace-limit", "-ftemplate-backtrace-limit"}, V::Assigned,
               "-ftemplate-backtrace-limit="),
      forClang({"--fmax-errors", "-fmax-errors"}, V::Assigned, "-ferror-limit="),

      // Warnings.
      forClang({"--Wreorder"}, V::None, "-Wreorder"),
      forClang({"--Wno-deprecated-declarations"}, V::None, "-Wno-deprecated-declarations"),
      forClang({"--Wconversion"}, V::None, "-Wconversion"),
      silent({"--Wdefault-stream-launch", "-Wdefault-stream-launch"}, V::None),
      silent({"--Wmissing-launch-bounds", "-Wmissing-launch-bounds"}, V::None),
      silent({"--Wext-lambda-captures-this", "-Wext-lambda-captures-this"}, V::None),
      silent({"--Wno-deprecated-gpu-targets", "-Wno-deprecated-gpu-targets"}, V::None),
      silent({"--display-error-number", "-err-no"}, V::None),
      silent({"--no-display-error-number", "-no-err-no"}, V::None),
      chosen({"--brief-diagnostics", "-brief-diag"}, {"true", "false"}),
      silent({"--diag-suppress", "-diag-suppress"}, V::Assigned),
      noted({"--diag-error", "-diag-error"}, V::Assigned, kNumbers),
      noted({"--diag-warn", "-diag-warn"}, V::Assigned, kNumbers),

      // Device code.
      noted({"--dlink-time-opt", "-dlto"}, V::None, kFinal),
      noted({"--lto", "-lto"}, V::None, kFinal),
      noted({"--gen-opt-lto", "-gen-opt-lto"}, V::None, kFinal),
      noted({"--entries", "-e"}, V::Joined, "is ignored: all kernels of the file are compiled"),
      noted({"--keep-device-functions", "-keep-device-functions"}, V::None,
            "is ignored: tile functions are inlined and have no symbols of their own"),
      noted({"--source-in-ptx", "-src-in-ptx"}, V::None, "is ignored: -lineinfo names the source's lines in the PTX"),
      noted({"--tileiras-options", "-Xtileiras"}, V::Assigned,
            "is ignored: it is about another assembler; -Xptxas has arguments for ptxas"),
      noted({"--apply-controls", "-apply-controls"}, V::Assigned, "is ignored: the controls are those of nvcc"),
      noted({"--sanitize", "-sanitize", "--fdevice-sanitize", "-fdevice-sanitize"}, V::Assigned,
            "is ignored: --run with --check looks for accesses outside of arrays and for races"),
      noted({"--Ofast-compile", "-Ofc"}, V::Assigned, "is ignored: -O0 compiles fastest"),
      noted({"--fdevice-time-trace", "-fdevice-time-trace"}, V::Assigned,
            "is ignored: -time prints the time of each stage"),
      noted({"--optimization-info", "-opt-info"}, V::Assigned, "is ignored: --remarks says what the passes decided"),
      silent({"--fdevice-time-trace-granularity", "-fdevice-time-trace-granularity"}, V::Assigned),
      silent({"--extra-device-vectorization", "-extra-device-vectorization"}, V::None),
      silent({"--extensible-whole-program", "-ewp"}, V::None),
      silent({"--jump-table-density", "-jtd"}, V::Assigned),
      silent({"--skip-ptx-semantics-check", "-skip-ptx-semantics-check"}, V::None),
      silent({"--safety-compatibility", "-safety-compat"}, V::None),
      silent({"--relocatable-ptx", "-reloc-ptx"}, V::None),
      silent({"--prune", "-prune"}, V::None),
      silent({"--no-compress", "-no-compress"}, V::None),
      silent({"--concat", "-concat"}, V::None),
      chosen({"--compress-mode", "-compress-mode"}, {"default", "size", "speed", "balance", "none"}),
      chosen({"--device-stack-protector", "-device-stack-protector"}, {"true", "false"}),
      chosen({"--static-global-template-stub", "-static-global-template-stub"}, {"true", "false"}),
      chosen({"--device-entity-has-hidden-visibility", "-device-entity-has-hidden-visibility"}, {"true", "false"}),

      // Host code.
      noted({"--profile", "-pg"}, V::None, kHost),
      noted({"--no-exceptions", "-noeh"}, V::None, kHost),
      noted({"--stdlib", "-stdlib"}, V::Assigned, kHost),
      noted({"--archive-options", "-Xarchive"}, V::Assigned, kHost),
      noted({"--nvlink-options", "-Xnvlink"}, V::Assigned, kHost),
      noted({"--nvprune-options", "-Xnvprune"}, V::Assigned, kHost),
      noted({"--host-linker-script", "-hls"}, V::Assigned, kHost),
      noted({"--augment-host-linker-script", "-aug-hls"}, V::None, kHost),
      silent({"--archiver-binary", "-arbin"}, V::Assigned),
      silent({"--cudadevrt", "-cudadevrt"}, V::Assigned),
      silent({"--libdevice-directory", "-ldir"}, V::Assigned),
      silent({"--target-directory", "-target-dir"}, V::Assigned),
      silent({"--no-device-link", "-nodlink"}, V::None),
      silent({"--no-align-double"}, V::None),
      silent({"--m64"}, V::None),
      {{"--time", "-time"}, V::Assigned, "", "", setTimes},

      // Other products, or none.
      refused({"--device-w", "-dw"}, V::None, "expected -c or -dc"),
      refused({"--relocatable-link", "-r"}, V::None, "expected -c, -dlink or -lib"),
      refused({"-run"}, V::None, kRun),
      refused({"--run-args", "-run-args"}, V::Assigned, kRun),
      refused({"--fdevice-syntax-only", "-fdevice-syntax-only"}, V::None,
              "expected a product; --emit=tile -o /dev/null checks a source"),
      refused({"--cuda", "-cuda"}, V::None, "there is no intermediate C++; --keep writes the stages that there are"),
      refused({"--optix-ir", "-optix-ir"}, V::None, "expected PTX, cubin or fatbin: OptiX has no tile kernels"),
      refused({"--ltoir", "-ltoir"}, V::None, "expected PTX, cubin or fatbin: there is no link-time intermediate"),
      refused({"--tilebc", "-tilebc"}, V::None,
              "expected PTX, cubin or fatbin: nvcc alone writes Tile IR bytecode; --emit=tile prints what is computed"),
      refused({"--simt-only", "-simt-only"}, V::None,
              "tilec compiles the tile kernels of a file, which this leaves out"),
      refused({"--preprocess", "-E"}, V::None, "there is no preprocessed text; -M lists the headers that are read"),
      refused({"--clean-targets", "-clean"}, V::None, "outputs are never removed"),
      refused({"--compile-as-tools-patch", "-astoolspatch"}, V::None, "tile kernels cannot be patches for tools"),
  };
}

} // namespace

const std::vector<Option> &tool::nvccOptions() {
  static const std::vector<Option> table = makeTable();
  return table;
}

bool tool::forwardsUnknownOptions(llvm::ArrayRef<const char *> arguments) {
  return llvm::any_of(arguments, [](const char *argument) { return llvm::is_contained(kForwarding, argument); });
}
