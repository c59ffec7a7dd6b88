// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks that what lives at one time in shared memory has bytes of its own, and that all of it lies in the kernel's.
//
// Local objects and mbarriers live as long as the kernel, buffers from `alloc_buffer` to `free_buffer`, in the block of
// both, or of the consumers there; scratch lives inside its op, but that of a cluster, which other CTAs write, always.
// So of two of them
//   * two that last are alive together always;
//   * a buffer is alive where another's allocation, or an op with scratch, stands between its own allocation and its
//     end, itself or with all that encloses it.
// Scratch of two ops is never alive together: their turns are the barrier pass's business.
#include "compiler/Transforms/TileGPU/Passes.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_VERIFYSHAREDMEMORY
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// Something in shared memory.
struct Resident {
  Operation *op;
  int64_t begin, end;
  bool lasts;                ///< until the kernel ends, wherever its op stands
  Operation *free = nullptr; ///< of a buffer that is freed
  bool isScratch = false;
};

std::optional<Resident> residentOf(Operation *op, int64_t warpBytes) {
  auto make = [&](std::optional<uint64_t> offset, int64_t bytes, bool lasts) -> std::optional<Resident> {
    if (!offset || bytes == 0)
      return std::nullopt;
    return Resident{op, int64_t(*offset), int64_t(*offset) + bytes, lasts};
  };
  if (auto local = dyn_cast<AllocaOp>(op))
    return make(local.getSharedOffset(), int64_t(local.getBytes()), true);
  if (auto barriers = dyn_cast<AllocMbarriersOp>(op))
    return make(barriers.getSharedOffset(), barriers.getType().getBytes(), true);
  if (auto memory = dyn_cast<AllocTensorMemoryOp>(op))
    return make(memory.getSharedOffset(), TensorMemoryType::kSharedBytes, true);
  if (auto buffer = dyn_cast<AllocBufferOp>(op)) {
    std::optional<Resident> resident = make(buffer.getSharedOffset(), buffer.getType().getBytes(), false);
    for (Operation *user : buffer->getUsers())
      if (resident && isa<FreeBufferOp>(user))
        resident->free = user;
    return resident;
  }
  auto scratch = dyn_cast<ScratchInterface>(op);
  if (!scratch || !scratch.getScratchOffset())
    return std::nullopt;
  int64_t bytes = scratch.isScratchOfWarps() ? warpBytes : scratch.getScratchBytes();
  bool lasts = scratch.isScratchOfCluster();
  std::optional<Resident> resident = make(uint64_t(*scratch.getScratchOffset()), bytes, lasts);
  if (resident)
    resident->isScratch = !lasts;
  auto roles = WarpRolesOp::around(op->getBlock());
  if (resident && roles && !lasts)
    resident->end += (int64_t(roles.getGroups()) - 1) * groupScratchBytesOf(op);
  return resident;
}

/// Is a buffer alive where `op` stands?
bool isAliveAt(const Resident &buffer, Operation *op) {
  Operation *here = buffer.op->getBlock()->findAncestorOpInBlock(*op);
  if (!here || !buffer.op->isBeforeInBlock(here) || !buffer.free)
    return here && buffer.op->isBeforeInBlock(here);
  Operation *beside = buffer.free->getBlock()->findAncestorOpInBlock(*op);
  return !beside || beside->isBeforeInBlock(buffer.free);
}

bool liveTogether(const Resident &a, const Resident &b) {
  if (a.isScratch && b.isScratch)
    return false;
  if (a.lasts || b.lasts)
    return true;
  return (!a.isScratch && isAliveAt(a, b.op)) || (!b.isScratch && isAliveAt(b, a.op));
}

struct VerifySharedMemory : tile_gpu::impl::VerifySharedMemoryBase<VerifySharedMemory> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    auto bytes = kernel->getAttrOfType<IntegerAttr>(kSharedBytesAttr);
    if (!bytes)
      return;
    auto ofWarps = kernel->getAttrOfType<IntegerAttr>(kWarpScratchBytesAttr);
    int64_t warpBytes = ofWarps ? ofWarps.getInt() * numWarpsOf(kernel) : 0;
    SmallVector<Resident> residents;
    kernel.walk([&](Operation *op) {
      if (std::optional<Resident> resident = residentOf(op, warpBytes))
        residents.push_back(*resident);
    });
    for (auto [i, resident] : llvm::enumerate(residents)) {
      checkEnd(resident, bytes.getInt());
      for (const Resident &earlier : ArrayRef(residents).take_front(i))
        checkApart(earlier, resident);
    }
  }

private:
  void checkEnd(const Resident &resident, int64_t bytes) {
    if (resident.end <= bytes)
      return;
    resident.op->emitError() << "expected an end in shared memory of at most " << bytes << ", got " << resident.end;
    signalPassFailure();
  }

  void checkApart(const Resident &a, const Resident &b) {
    if (a.end <= b.begin || b.end <= a.begin || !liveTogether(a, b))
      return;
    b.op->emitError() << "bytes " << b.begin << " to " << b.end - 1
                      << " of shared memory are in use by something else that lives at this time";
    a.op->emitRemark() << "which has bytes " << a.begin << " to " << a.end - 1;
    signalPassFailure();
  }
};

} // namespace
