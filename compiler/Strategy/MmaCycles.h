// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What keeps an MMA of tiles from being faster: cycles of a multiprocessor for one execution, by what they go to.
//
// | what          | cycles                                                                                   |
// |---------------|------------------------------------------------------------------------------------------|
// | tensor core,  | M x N x K multiply-adds at the rate of the instruction                                   |
// | FMA units     |                                                                                          |
// | shared memory | bytes that instructions read of both operands, at 128 a cycle: wgmma reads A once and B  |
// |               | once for each warpgroup, others A for each column of warps and B for each row            |
// | L2            | bytes of operands that the iteration loads, at 64 a cycle                                |
// | HBM           | the same at the memory's share of a multiprocessor, if no other block reads them from L2 |
// | issue         | lanes' own arithmetic, at 128 a cycle: sums of fp8 that are added up                     |
// | operands      | the same for operands that the iteration computes: the registers that wgmma reads are    |
// |               | written while it does not run                                                            |
//
// Rates are those of the chips' data sheets for dense MMAs at the clock of those figures. HBM is the limit only
// where an operand is read by one block: where the MMA has fewer than 64 rows or columns; elsewhere the remark
// gives the share of loads that L2 has to answer.
#pragma once

#include "compiler/Strategy/MmaStrategy.h"

namespace tilec::strategy {

/// What one multiprocessor of any chip does in a cycle: bytes of shared memory and of L2, instructions of lanes.
inline constexpr double kSharedBytesPerCycle = 128, kL2BytesPerCycle = 64, kLaneOpsPerCycle = 128;

struct MmaCycles {
  double tensor = 0, shared = 0, l2 = 0, memory = 0, issue = 0;
  /// Beside all others, not under them.
  double operands = 0;
  /// What `tensor` counts cycles of: "FMA units" for FMA-based dots.
  llvm::StringRef unit = "tensor core";
  /// What takes longest.
  std::string limit() const;
  /// "larger tiles would help", or empty where the instruction is as fast as there is.
  llvm::StringRef help() const;
};

MmaCycles countCycles(tile::MmaOp op, const MmaPlan &plan, unsigned numWarps, const Target &target);
/// The same of an MMA with block scales. Elements of operands take a byte each, those of four bits, too.
MmaCycles countCycles(tile::ScaledMmaOp op, layout::MmaInstruction instruction, unsigned numWarps,
                      const Target &target);

/// The remark "MMA of 128x256x64 bf16 by wgmma in 8 warps: limited by the tensor core; cycles of tensor core 1024, ..."
void reportMma(tile::MmaOp op, const MmaPlan &plan, unsigned numWarps, const Target &target);
/// The same of an MMA with block scales.
void reportMma(tile::ScaledMmaOp op, layout::MmaInstruction instruction, unsigned numWarps, const Target &target);

} // namespace tilec::strategy
