// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The path of a kernel from `tile` to `nvvm`, as lists of passes. This is the table of contents of the compiler.
#pragma once

#include "tilec/Choice.h"

#include "mlir/Pass/PassManager.h"
#include <cstdint>

namespace tilec {

/// Modes of f32 arithmetic that the command line chooses.
struct MathMode {
  bool flushSubnormals = false; ///< -ftz
  bool preciseDivision = true;  ///< -prec-div
  bool preciseSqrt = true;      ///< -prec-sqrt
  bool fastFunctions = false;   ///< -use_fast_math
};

/// What the passes need to know of the target.
struct PipelineOptions {
  /// Architecture key of hints: ten times the compute capability (900 for sm_90a).
  int64_t hintArchitecture = 900;
  /// Target name as in `-arch`: sm_80, sm_90a, ...
  std::string architecture = "sm_90a";
  MathMode math = {};
  /// Most forms of one kernel, the unconditional one among them.
  unsigned maxVariants = 3;
  /// Loads of counted loops are brought ahead of their iteration: by default where that pays.
  Choice pipelineLoops = Choice::Auto;
  /// Stages of their stage buffers; 0: chosen for each loop.
  unsigned pipelineStages = 0;
  /// Loops whose loads go by tensor map get a warp of their own for these.
  Choice specializeWarps = Choice::Auto;
  /// Views are accessed by tensor map.
  Choice tensorMaps = Choice::Auto;
  /// CTAs stay and loop over tile blocks.
  Choice persistent = Choice::Auto;
  /// Where that is faster, MMAs of f32 are sums of MMAs of bf16.
  bool splitMmas = true;
  /// An MMA of what another one gave runs under the work on the next one's accumulators.
  bool skewMmas = true;
  /// Where that pays, warpgroups take turns at such MMAs.
  bool warpgroupPingPong = true;
  /// persistent CTAs have two blocks in flight, of which one is multiplied while the other is stored.
  Choice pingPong = Choice::Auto;
  /// A block's last MMA is started together with the first one of the next block.
  bool pipelineBlocks = true;
  /// Results of blocks are stored under the first MMAs of the next one.
  bool overlapEpilogue = true;
  /// Two CTAs of a cluster load once what both multiply by, where that pays.
  bool multicast = true;
  /// MMAs of an iteration are started together where they can, and waited for where their sums are needed.
  bool scheduleMmas = true;
  /// The first of them is started before those of the iteration before are done.
  bool startMmasEarly = false;
  /// No hint of the source holds.
  bool withoutHints = false;
  /// Hints of every kernel and access, as `latency = 4, allow_tma = false`.
  std::string hintsEverywhere = {};
  /// Passes report what they chose, as remarks.
  bool remarks = false;
};

/// What every executor of `tile` needs: products and sums that the language fuses are fused, arithmetic has its final
/// modes. The CPU executor runs on its result.
void addTileLegalizationPasses(mlir::OpPassManager &passes, const MathMode &math = {});

/// Simplifies `tile`, with the target's hints chosen. `tile` in, `tile` out.
void addTilePasses(mlir::OpPassManager &passes, const PipelineOptions &options);

/// Decides how a CTA computes it. `tile` in, `tile_gpu` out.
void addTileGPUPasses(mlir::OpPassManager &passes, const PipelineOptions &options);

/// Lowers to what LLVM translates. `tile_gpu` in, `nvvm` and `llvm` out.
void addNVVMPasses(mlir::OpPassManager &passes, const PipelineOptions &options);

} // namespace tilec
