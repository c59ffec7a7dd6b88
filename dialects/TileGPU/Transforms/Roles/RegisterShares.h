// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many registers of a lane tiles may take where warps have roles, and what each role gets.
//
// Registers are dealt out at entry in equal shares: 168 a lane where there are three warpgroups. With more than that,
// two warpgroups of consumers get most of what the third, the producer's, does not need.
#pragma once

#include "compiler/Target/Multiprocessor.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tilec::tile_gpu {

/// 32-bit registers of a lane that tiles may take: the rest is for addresses and what is being computed.
inline constexpr int64_t kMaxTileRegisters = 200;
/// The same where a lane of three warpgroups gets no more than its share, 168.
inline constexpr int64_t kMaxPlainTileRegisters = 112;

/// Two warpgroups of consumers.
inline constexpr int64_t kDealtOutWarps = 8;

/// Tiles of `registers` a lane fit.
inline bool fitsConsumers(WarpRolesOp roles, int64_t registers) {
  return registers <= (roles.getNumConsumerWarps() <= kDealtOutWarps ? kMaxTileRegisters : kMaxPlainTileRegisters);
}

/// Gives consumers what tiles of `registers` a lane need; with `many`, the producer as much more as few tiles leave.
inline void dealOutRegisters(WarpRolesOp roles, int64_t registers, bool many = false) {
  // What a lane needs besides tiles.
  constexpr int64_t kOtherRegisters = 56;
  constexpr int64_t kConsumerRegisters = 232, kProducerRegisters = 40;
  if (registers <= kMaxPlainTileRegisters)
    return;
  bool isDealtOut = roles.getNumConsumerWarps() == kDealtOutWarps;
  // Registers that leave room for a second CTA would not do.
  if (isDealtOut || roles.getRegistersAtEntry() < registers + kOtherRegisters)
    roles->getParentOfType<mlir::func::FuncOp>()->removeAttr(kMinCtasAttr);
  if (!isDealtOut)
    return;
  constexpr int64_t kFewTileRegisters = 144, kMoved = 16;
  int64_t moved = many && registers <= kFewTileRegisters ? kMoved : 0;
  roles.setProducerWarps(kWarpsPerWarpgroup);
  roles.setConsumerRegisters(kConsumerRegisters - moved);
  roles.setProducerRegisters(kProducerRegisters + 2 * moved);
}

} // namespace tilec::tile_gpu
