// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/TileGPU/Events.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

/// Of ops that do it at once: by their effects. What reads and writes what an address leads to is an atomic update.
static std::optional<host::EventKind> eventOfEffects(Operation *op) {
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects)
    return std::nullopt;
  bool reads = effects.hasEffect<MemoryEffects::Read>(), writes = effects.hasEffect<MemoryEffects::Write>();
  if (reads != writes)
    return reads ? host::EventKind::Load : host::EventKind::Store;
  bool hasAddress = llvm::any_of(op->getOperandTypes(),
                                 [](Type type) { return isa<tile::ViewType>(type) || tile::pointeeLike(type); });
  return reads && hasAddress ? std::optional(host::EventKind::Store) : std::nullopt;
}

std::optional<host::EventKind> host::eventOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<EventKind>>(op)
      .Case<MmaOp, ScaledMmaOp, WarpgroupMmaOp, TensorMmaOp>([](auto) { return EventKind::Mma; })
      .Case<TmaLoadOp, BulkLoadOp, AsyncCopyOp, TensorLoadOp>([](auto) { return EventKind::Load; })
      .Case<TmaStoreOp, TmaReduceOp, BulkStoreOp, BulkReduceOp, TensorStoreOp>([](auto) { return EventKind::Store; })
      .Case<MbarrierWaitOp, WarpgroupWaitOp, AsyncWaitOp, BulkWaitOp, TensorWaitOp, PingPongWaitOp>(
          [](auto) { return EventKind::Wait; })
      .Case<MbarrierArriveOp, MbarrierExpectTxOp, AsyncCommitOp, BulkCommitOp, TensorCommitOp, PingPongArriveOp>(
          [](auto) { return EventKind::Signal; })
      .Case([](MemoryBarrierOp) { return EventKind::Barrier; })
      .Case<tile_gpu::PrintOp, tile_gpu::AssertOp, BuildTensorMapOp>([](auto) { return std::nullopt; })
      .Default(eventOfEffects);
}
