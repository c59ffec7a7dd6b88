// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/WarpSpecialization/RegisterShares.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// Registers of a lane for the largest tile.
int64_t registersOfTiles(func::FuncOp kernel) {
  int64_t most = 0;
  kernel.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (auto tile = dyn_cast<RankedTensorType>(type); tile && isDistributed(tile) && tile.getElementType().isF32())
        most = std::max<int64_t>(most, LayoutAttr::of(tile).size(layout::Place::Register));
  });
  return most;
}

} // namespace

bool tile_gpu::fitsConsumers(WarpRolesOp roles, int64_t registers) {
  return registers <= (roles.getNumConsumerWarps() <= kDealtOutWarps ? kMaxTileRegisters : kMaxPlainTileRegisters);
}

void tile_gpu::dealOutRegisters(WarpRolesOp roles, int64_t registers, bool many) {
  // What a lane needs besides tiles.
  constexpr int64_t kOtherRegisters = 56;
  if (registers <= kMaxPlainTileRegisters)
    return;
  bool isDealtOut = roles.getNumConsumerWarps() == kDealtOutWarps;
  // Registers that leave room for a second CTA would not do.
  if (isDealtOut || roles.getRegistersAtEntry() < registers + kOtherRegisters)
    roles->getParentOfType<func::FuncOp>()->removeAttr(kMinCtasAttr);
  if (!isDealtOut)
    return;
  constexpr int64_t kFewTileRegisters = 144, kMoved = 16;
  int64_t moved = many && registers <= kFewTileRegisters ? kMoved : 0;
  roles.setProducerWarps(kWarpsPerWarpgroup);
  roles.setConsumerRegisters(kConsumerRegisters - moved);
  roles.setProducerRegisters(kProducerRegisters + 2 * moved);
}

void tile_gpu::dealOutRegistersOfAccumulators(WarpRolesOp roles) {
  auto kernel = roles->getParentOfType<func::FuncOp>();
  bool hasTensorMemory = false;
  kernel.walk([&](AllocTensorMemoryOp) { hasTensorMemory = true; });
  if (hasTensorMemory && !roles.hasIssuer())
    dealOutRegisters(roles, registersOfTiles(kernel));
}

void tile_gpu::dealOutRegistersOfRows(WarpRolesOp roles, int64_t ctas) {
  constexpr int64_t kManyWarps = 16, kRowRegisters = 64;
  auto kernel = cast<func::FuncOp>(roles->getParentOp());
  auto held = kernel->getAttrOfType<IntegerAttr>(kMinCtasAttr);
  if (tile::numCtasOf(kernel) <= 1 || !held || held.getInt() != ctas || ctas > 2 ||
      roles.getNumConsumerWarps() * ctas != kManyWarps || registersOfTiles(kernel) < kRowRegisters)
    return;
  roles.setProducerWarps(kWarpsPerWarpgroup);
  roles.setConsumerRegisters(ctas == 1 ? 104 : 96);
  roles.setProducerRegisters(ctas == 1 ? 56 : 48);
}
