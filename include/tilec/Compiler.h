// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The compiler as a library: CUDA Tile C++ source text in, PTX and manifest out, or diagnostics as objects.
///
///   tilec::CompileOptions options;
///   options.architecture = device.architecture();
///   auto compilation = tilec::Compilation::start({"scale.cu", text}, options);
///   std::optional<std::string> ptx = compilation.emit(tilec::Stage::PTX);
///   if (!ptx)
///     for (const tilec::Diagnostic &d : compilation.diagnostics()) ...
///
/// Any number of compilations may run in different threads at once; one compilation belongs to one thread at a time.
/// Nothing is printed, thrown, or ended.
#ifndef TILEC_COMPILER_H
#define TILEC_COMPILER_H

#include "tilec/Choice.h"
#include "tilec/Launch.h"
#include "tilec/Manifest.h"

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tilec {

/// Version of this compiler, as in `tilec --version`: `0.1.0`.
const char *version();

/// A source or a header that is in memory.
struct SourceFile {
  std::string name; ///< as diagnostics and `#include` call it
  std::string text;
};

/// What the representations on the way are called.
enum class Stage {
  Tile,    ///< the `tile` dialect: what is computed, no hardware
  TileGPU, ///< the `tile_gpu` dialect: how a CTA computes it
  NVVM,    ///< the `nvvm` and `llvm` dialects
  LLVM,    ///< LLVM IR
  PTX,     ///< PTX with manifest
  Cubin,   ///< ELF bytes; needs ptxas
  SASS,    ///< disassembly of the cubin; needs nvdisasm or cuobjdump too
};

struct CompileOptions {
  /// sm_80 ... sm_121, with the chip's own features (sm_90 means sm_90a); compute_90 for portable PTX.
  std::string architecture = "sm_90a";
  /// Clang's spellings of -I -isystem -D -U -include -std= -W... -w.
  std::vector<std::string> arguments;
  /// Found by `#include` under their names, before the folders of -I.
  std::vector<SourceFile> headers;
  /// Kernel templates to instantiate, as C++ expressions: `softmax<float, 128>`. Their symbols come out in
  /// loweredName().
  std::vector<std::string> nameExpressions;
  bool relaxedConstexpr = false; ///< plain constexpr functions are callable from tile code
  bool contractFma = true;       ///< -fmad
  bool flushSubnormals = false;  ///< -ftz
  bool preciseDivision = true;   ///< -prec-div
  bool preciseSqrt = true;       ///< -prec-sqrt
  bool fastMath = false;         ///< -use_fast_math: beyond the three above, approximate functions
  /// The tensor core sums products of fp8 from end to end, with about 13 bits on chips with `wgmma`, instead of 128 at
  /// a time that are added up in f32.
  bool fastAccumulation = false;
  /// Where that is faster, MMAs of f32 are sums of MMAs of bf16 with an error no larger than that of floats added one
  /// after the other; else each is a multiply-add in a lane.
  bool splitMmas = true;
  /// Unmasked accesses through views that leave their tensors.
  Bounds bounds = Bounds::Auto;
  bool precompileHeaders = true; ///< keep the API's and the type headers precompiled in the user's cache folder
  unsigned optimizationLevel = 3;
  /// Most forms of one kernel: besides the one that runs with any arguments, some that need facts about them
  /// (alignment, divisibility) and are picked at launch. From 3 on, kernels of one MMA may have one more, for grids
  /// of few blocks. 1: none.
  unsigned maxVariants = 3;
  /// Bring the loads of counted loops ahead of their iteration: by default where that pays.
  Choice pipelineLoops = Choice::Auto;
  /// Stages of the stage buffers that they are brought into; 0: chosen for each loop.
  unsigned pipelineStages = 0;
  /// Loops whose loads go by tensor map get a warp of their own for these.
  Choice specializeWarps = Choice::Auto;
  /// Access views by tensor map.
  Choice tensorMaps = Choice::Auto;
  /// CTAs that stay and loop over tile blocks.
  Choice persistent = Choice::Auto;
  /// An MMA of what another one gave runs under the work on the next one's sums (attention).
  bool skewMmas = true;
  /// CTAs that stay start a block's last MMA together with the first one of the next block (attention).
  bool pipelineBlocks = true;
  /// CTAs that stay store a block's result under the first MMAs of the next one.
  bool overlapEpilogue = true;
  /// Where that pays, two CTAs of a cluster load once what both multiply by.
  bool multicast = true;
  /// Where that pays, warpgroups take turns at such MMAs.
  bool warpgroupPingPong = true;
  /// CTAs that stay have two blocks in flight, of which one is multiplied while the other is stored.
  Choice pingPong = Choice::Auto;
  /// MMAs of an iteration are started together where they can, and waited for where their sums are needed.
  bool scheduleMmas = true;
  /// The first of them is started before those of the iteration before are done.
  bool startMmasEarly = false;
  /// No hint of the source holds.
  bool withoutHints = false;
  /// Hints that every kernel and access has beside its own, as `latency = 4, allow_tma = false`.
  std::string hintsEverywhere;
  /// Most registers of a lane (-maxrregcount); 0: as many as pay. Warps then share none out among themselves.
  unsigned maxRegisters = 0;
  /// The host code beside the kernels is compiled too, as in whole programs: its wrong uses of tile code are errors,
  /// not warnings.
  bool compilesHostCode = false;
  bool restrictPointers = false; ///< no two pointer parameters of a kernel lead to the same memory (--restrict)
  bool lineInfo = false;         ///< source lines in PTX, locations in IR
  bool remarks = false;          ///< report what passes decided, as diagnostics of severity Remark
  bool assemblerVerbose = false; ///< ptxas' register counts, as remarks
  bool timePasses = false;       ///< print the time of each pass on standard error
  std::vector<std::string> ptxasArguments; ///< -Xptxas
  std::string cudaPath;                    ///< CUDA Toolkit; empty: searched for
  bool colors = false;                     ///< in Diagnostic::rendered
};

struct Diagnostic {
  enum class Severity { Note, Remark, Warning, Error };
  Severity severity = Severity::Error;
  std::string file;              ///< empty when it belongs to no place
  unsigned line = 0, column = 0; ///< from 1; 0 when unknown
  std::string message;
  std::string option; ///< the flag that controls it, `-Wfoo`; may be empty
  std::string pass;   ///< of remarks: the compiler pass that made it, `tile-gpu-select-memory-paths`; may be empty
  std::string kernel; ///< of remarks: the symbol of the kernel's variant; empty where it is about none
  std::string name;   ///< of remarks: which decision it is about, `ProducerWarp`; stays where the message changes
  std::vector<std::pair<std::string, int64_t>> numbers; ///< of remarks: those of the message, by name
  std::string rendered; ///< as a terminal shows it, with the source line and a caret; ends with a newline
};

/// Wall time of one stage.
struct StageTime {
  std::string stage;
  double milliseconds = 0;
};

/// Memory that a kernel on the host may touch.
struct HostMemory {
  const void *data = nullptr;
  size_t bytes = 0;
  std::string name = {}; ///< for reports; may be empty
};

/// What a warp does at Stage::TileGPU. Texts live as long as the call that hands the event over.
struct HostEvent {
  enum class Kind { Load, Store, Mma, Wait, Signal, Barrier };
  enum class Role { None, Consumer, Producer, Issuer };
  Kind kind = Kind::Load;
  bool isBegin = true; ///< else the operation has been done, after whatever it waited for
  Role role = Role::None;
  /// Number of the CTA in the launch, or of the cluster; the CTA's in the cluster, and the warp's in the CTA.
  uint32_t block = 0, cta = 0, warp = 0;
  std::string_view operation; ///< as `--emit=tile-gpu` calls it
  std::string_view location;  ///< `file:line:column`
  std::string_view callers;   ///< a line for each call that was inlined, which ends with its location; may be empty
};

/// How kernels run on the CPU.
struct HostOptions {
  unsigned threads = 0; ///< 0: one per core
  /// Report what the language forbids: accesses outside `memory`, races between blocks, unspecified values that reach a
  /// result, false assumptions, overflow, ... Several times slower.
  bool check = false;
  /// Everything the kernel may touch. Empty: `check` looks neither at addresses nor for races.
  std::vector<HostMemory> memory = {};
  /// What is executed: Tile, or TileGPU as the compilation's architecture would get it, lane by lane and always with
  /// checks (slow: for testing the compiler).
  Stage stage = Stage::Tile;
  /// TileGPU only: launches take the first of the kernel's variants from this one on whose facts hold.
  size_t firstVariant = 0;
  /// TileGPU only: which warp goes first where either may, and when what is asynchronous happens. 0: each warp as far
  /// as it can, what is asynchronous late; else at random.
  uint64_t seed = 0;
  /// TileGPU only: the most CTAs of a kernel that loops over tile blocks.
  uint32_t residentCtas = 4;
  /// TileGPU only: is told what warps do, in the order in which they do it, one call at a time.
  std::function<void(const HostEvent &)> observer = {};
};

/// One source compiled for one architecture.
class Compilation {
public:
  /// Parses and checks `source`. Test succeeded(), or just go on: emit() then gives nothing.
  static Compilation start(const SourceFile &source, const CompileOptions &options);
  /// The same for a file on disk; its name is also where its relative includes are looked for.
  static Compilation startFile(const std::string &path, const CompileOptions &options);
  /// Takes a module that `emit(Stage::Tile)` gave, or its bytecode. Its kernels' parameters are what the module says:
  /// integers count as signed.
  static Compilation startTile(std::string_view module, const CompileOptions &options);

  Compilation(Compilation &&) noexcept;
  Compilation &operator=(Compilation &&) noexcept;
  ~Compilation();

  /// Whether the front end accepted the source.
  bool succeeded() const;
  /// Everything reported so far, in order.
  const std::vector<Diagnostic> &diagnostics() const;
  /// The kernels with their parameters; their variants once PTX or a later stage was emitted.
  const manifest::Manifest &manifest() const;
  /// Symbol of the kernel that a name expression means; nothing if it was not among the options or failed.
  std::optional<std::string> loweredName(const std::string &nameExpression) const;
  /// The module at `stage`: text, or bytes for Cubin. Nothing after an error, which is then among the diagnostics.
  std::optional<std::string> emit(Stage stage);
  /// What Stage::Tile gives, with source locations: what a program carries to run its kernels on the CPU.
  std::optional<std::string> emitTileWithLocations();
  /// Runs a kernel (by symbol or C++ name, as Module::kernel) on the CPU and returns when all blocks have ended;
  /// pointers are host pointers. A failed assertion is an error with code kHostAssert, an access that may not be
  /// kHostAccess, what else a check finds kHostRun. What the kernel prints is appended to `output`, or goes to standard
  /// output when that is null.
  runtime::Status runOnHost(const std::string &kernel, runtime::Dim3 grid, std::span<const runtime::Argument> arguments,
                            const HostOptions &options = {}, std::string *output = nullptr);
  runtime::Status runOnHost(const std::string &kernel, runtime::Dim3 grid,
                            std::initializer_list<runtime::Argument> arguments, const HostOptions &options = {}) {
    return runOnHost(kernel, grid, std::span(arguments.begin(), arguments.size()), options);
  }
  /// The same with the addresses of the arguments' values, as for cuLaunchKernel, of which nothing is checked.
  runtime::Status launchOnHost(const std::string &kernel, runtime::Dim3 grid, std::span<void *const> arguments,
                               const HostOptions &options = {}, std::string *output = nullptr);
  /// The memory of a module variable (by symbol), for runs with or without `check`: each kind of run has its own. Null
  /// if there is none. It lives as long as the compilation.
  void *hostVariable(const std::string &symbol, bool check, size_t *bytes = nullptr);
  /// Gives the module variables that kernels on the CPU have changed their first values again, as if nothing had run.
  void resetHostVariables();
  /// A hash of what `runOnHost` executes of a kernel at Stage::TileGPU from its variant `firstVariant` on, with how its
  /// variants are chosen. Equal code gives equal results for equal arguments and options. Nothing where the source has
  /// module variables.
  std::optional<std::string> hostCode(const std::string &kernel, size_t firstVariant = 0);
  /// Goes on with other options for the stages behind the front end. False, and nothing has changed, where the front
  /// end would have to run again.
  bool changeOptions(const CompileOptions &options);
  /// Time of each stage so far.
  const std::vector<StageTime> &times() const;

private:
  friend class CodeCache;
  struct State;
  explicit Compilation(std::unique_ptr<State> state);
  std::unique_ptr<State> state;
};

} // namespace tilec

#endif // TILEC_COMPILER_H
