// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/Occupancy.h"
#include "dialects/Layout/Multiprocessor.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

int64_t tile_gpu::registersOf(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  if (!tile || !isDistributed(tile) || !tile.getElementType().isIntOrFloat() || tile.getElementType().isInteger(1))
    return 0;
  int64_t bytes = tile::storageBytes(tile.getElementType());
  return llvm::divideCeil(LayoutAttr::of(tile).size(layout::Place::Register) * bytes, 4);
}

int64_t tile_gpu::registersOfLane(func::FuncOp kernel, int64_t ctas) {
  WarpRolesOp roles = WarpRolesOp::of(kernel);
  int64_t warps = roles ? roles.getNumConsumerWarps() : int64_t(numWarpsOf(kernel));
  return std::min<int64_t>(kRegistersPerLane, kRegistersPerMultiprocessor / (warps * kLanesPerWarp * ctas));
}

std::optional<int64_t> tile_gpu::availableRegisters(func::FuncOp kernel) {
  auto ctas = kernel->getAttrOfType<IntegerAttr>(kMinCtasAttr);
  if (!ctas || !kernel->hasAttr(kNumWarpsAttr))
    return std::nullopt;
  return registersOfLane(kernel, ctas.getInt());
}

int64_t tile_gpu::ctasByRegisters(func::FuncOp kernel, int64_t wantedWarps) {
  if (auto ctas = kernel->getAttrOfType<IntegerAttr>(kMinCtasAttr))
    return ctas.getInt();
  int64_t warps = numWarpsOf(kernel), lanes = kLanesPerWarp * warps;
  int64_t byRegisters = kRegistersPerMultiprocessor / (kExpectedRegisters * lanes);
  return std::max<int64_t>(1, std::min(byRegisters, wantedWarps / warps));
}

int64_t tile_gpu::warpsOfCta(func::FuncOp kernel) {
  WarpRolesOp roles = WarpRolesOp::of(kernel);
  return roles ? roles.getNumWarps() : int64_t(numWarpsOf(kernel));
}

int64_t tile_gpu::sharedBytesOfCta(func::FuncOp kernel) {
  int64_t bytes = kernel->getAttrOfType<IntegerAttr>(kSharedBytesAttr).getInt();
  return bytes ? bytes + kReservedSharedMemory : 0;
}

CtaOccupancy tile_gpu::occupancyOf(func::FuncOp kernel, const Target &target) {
  CtaOccupancy occupancy = {target.ctasPerMultiprocessor(), "the number of CTAs"};
  auto consider = [&](int64_t ctas, StringRef limit, bool isSharedMemory = false) {
    if (ctas < occupancy.ctas)
      occupancy = {std::max<int64_t>(1, ctas), limit, isSharedMemory};
  };
  consider(target.warpsPerMultiprocessor() / warpsOfCta(kernel), "warps");
  if (int64_t bytes = sharedBytesOfCta(kernel))
    consider(target.sharedMemoryPerMultiprocessor() / bytes, "shared memory", /*isSharedMemory=*/true);
  if (auto ctas = kernel->getAttrOfType<IntegerAttr>(kMinCtasAttr))
    consider(ctas.getInt(), "the registers that it was planned with");
  return occupancy;
}
