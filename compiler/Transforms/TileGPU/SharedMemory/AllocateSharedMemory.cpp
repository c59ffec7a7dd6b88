// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives local memory and scratch their places in shared memory.
//
//     0 ...... allocas, mbarriers, what other CTAs write, each at a place of its own | buffers | stage 0 | stage 1 |
//     warp 0 | warp 1 | ... | shared_bytes
//
// Buffers live from their allocation until they are freed; those that live at one time have different places
// (SharedBuffers.h).
//
// Scratch holds data only inside its op. Ops take turns in two stages, in program order: while one op's scratch may
// still be read by slow lanes, the next op writes the other stage; its own barrier then makes the first stage free. The
// barrier pass sees the offsets and adds what turns do not cover (around loops, say). Scratch of single warps, through
// which nothing passes between them, is one more stage, with a part for each warp as large as the largest needs.
//
// Stages begin behind the buffers that live at the op, where lanes alone use buffers (SharedBuffers.h): what an MMA's
// result is turned in takes the bytes of its stage buffer. So they do where lanes copy into what warpgroup MMAs read,
// which are over when their buffers are freed. Elsewhere behind all buffers, unless there is no room: then what
// warpgroup MMAs have read is used again, too, for a barrier more. A tile that does not even then fit behind
// what lives where it changes its layout does so in passes. Where consumers are in groups, stages and warps' scratch of
// each group stand one behind the other, as of one.
#include "compiler/Transforms/TileGPU/Passes.h"
#include "compiler/Transforms/TileGPU/SharedMemory/SharedBuffers.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "llvm/Support/MathExtras.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_ALLOCATESHAREDMEMORY
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// Every scratch starts where 16-byte accesses may.
constexpr int64_t kScratchAlignment = 16;
/// Two stages only while shared memory stays below what every kernel may use without asking, or where they are so small
/// that stage buffers leave room for them (WarpRolePlan.cpp).
constexpr int64_t kComfortableBytes = 48 * 1024, kSmallBytes = 4096;

void setOffset(Operation *op, int64_t offset) {
  op->setAttr("shared_offset", Builder(op->getContext()).getI64IntegerAttr(offset));
}

/// Places local objects, mbarriers and scratch that other CTAs write at times of their own; returns the first free
/// byte.
int64_t placeLocalObjects(func::FuncOp kernel) {
  int64_t end = 0;
  kernel.walk([&](AllocaOp op) {
    int64_t offset = llvm::alignTo(end, op.getAlignment());
    setOffset(op, offset);
    end = offset + op.getBytes();
  });
  kernel.walk([&](AllocMbarriersOp op) {
    constexpr int64_t kMbarrierAlignment = 8;
    int64_t offset = llvm::alignTo(end, kMbarrierAlignment);
    setOffset(op, offset);
    end = offset + op.getType().getBytes();
  });
  kernel.walk([&](AllocTensorMemoryOp op) {
    setOffset(op, llvm::alignTo(end, kScratchAlignment));
    end = llvm::alignTo(end, kScratchAlignment) + TensorMemoryType::kSharedBytes;
  });
  end = llvm::alignTo(end, kScratchAlignment);
  kernel.walk([&](ScratchInterface op) {
    if (!op.isScratchOfCluster())
      return;
    setOffset(op, end);
    end = llvm::alignTo(end + op.getScratchBytes(), kScratchAlignment);
  });
  return end;
}

/// The first free byte behind buffers.
int64_t endOf(ArrayRef<PlacedBuffer> buffers, int64_t start) {
  int64_t end = start;
  for (const PlacedBuffer &buffer : buffers)
    end = std::max(end, buffer.offset + buffer.type.getBytes());
  return llvm::alignTo(end, kScratchAlignment);
}

/// Bytes from which on each op's scratch may lie.
llvm::DenseMap<Operation *, int64_t> startsOfScratch(func::FuncOp kernel, ArrayRef<PlacedBuffer> buffers, int64_t start,
                                                     bool takesBytesOfBuffers) {
  llvm::DenseMap<Operation *, int64_t> starts;
  for (auto [op, end] : endsOfBuffersAtScratch(kernel, buffers, start))
    starts[op] = takesBytesOfBuffers ? int64_t(llvm::alignTo(end, kScratchAlignment)) : endOf(buffers, start);
  return starts;
}

/// Places scratch; returns the first free byte, `start` at least.
int64_t placeScratch(func::FuncOp kernel, const llvm::DenseMap<Operation *, int64_t> &starts, int64_t start,
                     int64_t limit) {
  SmallVector<ScratchInterface> users;
  int64_t largest[2] = {0, 0};
  kernel.walk([&](ScratchInterface op) {
    int64_t bytes = op.getScratchBytes();
    if (bytes == 0 || op.isScratchOfWarps() || op.isScratchOfCluster())
      return;
    int64_t &stage = largest[users.size() % 2];
    stage = std::max(stage, int64_t(llvm::alignTo(bytes, kScratchAlignment)));
    users.push_back(op);
  });
  bool isSmall = WarpRolesOp::of(kernel) && std::max(largest[0], largest[1]) <= kSmallBytes;
  bool twoStages = isSmall || start + largest[0] + largest[1] <= std::min(kComfortableBytes, limit);
  int64_t end = start;
  for (auto [turn, op] : llvm::enumerate(users)) {
    int64_t offset = starts.at(op) + (twoStages && turn % 2 ? largest[0] : 0);
    setOffset(op, offset);
    end = std::max(end, int64_t(llvm::alignTo(offset + op.getScratchBytes(), kScratchAlignment)));
  }
  return end;
}

/// Places scratch of single warps from `start`; returns the first free byte.
int64_t placeScratchOfWarps(func::FuncOp kernel, int64_t start) {
  int64_t numWarps = kernel->getAttrOfType<IntegerAttr>(kNumWarpsAttr).getInt(), largest = 0;
  kernel.walk([&](ScratchInterface op) {
    if (op.getScratchBytes() == 0 || !op.isScratchOfWarps())
      return;
    setOffset(op, start);
    largest = std::max(largest, int64_t(llvm::alignTo(op.getScratchBytes() / numWarps, kScratchAlignment)));
  });
  if (largest)
    kernel->setAttr(kWarpScratchBytesAttr, Builder(kernel.getContext()).getI64IntegerAttr(largest));
  return start + largest * numWarps;
}

/// Lets tiles that change their layout go in passes where they do not fit between `starts` and `limit`; false if none
/// can do with less.
bool useLessScratch(func::FuncOp kernel, const llvm::DenseMap<Operation *, int64_t> &starts, int64_t limit) {
  int64_t ofWarps = placeScratchOfWarps(kernel, 0);
  bool isLess = false;
  kernel.walk([&](ConvertLayoutOp op) {
    int64_t bytes = op.getScratchBytes(), room = limit - ofWarps - starts.lookup(op);
    if (bytes <= room || room <= 0 || op.isScratchOfWarps())
      return;
    op->setAttr(kMaxScratchAttr, Builder(op.getContext()).getI64IntegerAttr(room));
    isLess |= op.getScratchBytes() < bytes;
  });
  return isLess;
}

struct AllocateSharedMemory : tile_gpu::impl::AllocateSharedMemoryBase<AllocateSharedMemory> {
  using AllocateSharedMemoryBase::AllocateSharedMemoryBase;

  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (!kernel->hasAttr(kNumWarpsAttr))
      return;
    int64_t start = placeLocalObjects(kernel);
    SmallVector<PlacedBuffer> buffers = placeSharedBuffers(kernel, start);
    for (const PlacedBuffer &buffer : buffers)
      setOffset(buffer.alloc, buffer.offset);
    auto placeAllScratch = [&](bool takesBytesOfBuffers) {
      auto starts = startsOfScratch(kernel, buffers, start, takesBytesOfBuffers);
      return placeScratchOfWarps(kernel, placeScratch(kernel, starts, endOf(buffers, start), limit));
    };
    // Each group of consumers has the scratch of one, behind all buffers.
    WarpRolesOp roles = WarpRolesOp::of(kernel);
    int64_t groups = roles ? int64_t(roles.getGroups()) : 1, begin = endOf(buffers, start),
            most = groups > 1 ? begin + (limit - begin) / groups : int64_t(limit);
    bool takesBytesOfBuffers = areBuffersOfLanes(kernel) || areBuffersOfCopies(kernel);
    int64_t bytes = placeAllScratch(takesBytesOfBuffers);
    if (bytes > most && groups == 1 && areBuffersOverWhenFreed(kernel))
      bytes = placeAllScratch(takesBytesOfBuffers = true);
    if (bytes > most && useLessScratch(kernel, startsOfScratch(kernel, buffers, start, takesBytesOfBuffers), most))
      bytes = placeAllScratch(takesBytesOfBuffers);
    if (bytes > most) {
      reportTooMuch(kernel, bytes + (groups - 1) * (bytes - begin));
      return signalPassFailure();
    }
    if (groups > 1 && bytes > begin)
      kernel->setAttr(kGroupScratchBytesAttr, Builder(&getContext()).getI64IntegerAttr(bytes - begin));
    bytes += (groups - 1) * (bytes - begin);
    kernel->setAttr(kSharedBytesAttr, Builder(&getContext()).getI64IntegerAttr(bytes));
  }

  /// An error at the op that needs most.
  void reportTooMuch(func::FuncOp kernel, int64_t bytes) {
    Operation *largest = kernel;
    int64_t most = 0;
    kernel.walk([&](Operation *op) {
      auto local = dyn_cast<AllocaOp>(op);
      auto scratch = dyn_cast<ScratchInterface>(op);
      auto buffer = dyn_cast<AllocBufferOp>(op);
      int64_t needed = local     ? local.getBytes()
                       : scratch ? scratch.getScratchBytes()
                       : buffer  ? buffer.getType().getBytes()
                                 : 0;
      if (needed > most) {
        most = needed;
        largest = op;
      }
    });
    InFlightDiagnostic error = largest->emitError() << "not supported yet: a kernel that needs " << bytes
                                                    << " bytes of shared memory (at most " << limit.getValue() << "); "
                                                    << (isa<AllocaOp>(largest) ? "this local object" : "this operation")
                                                    << " needs " << most;
    error.attachNote(kernel.getLoc()) << "in this kernel";
  }
};

} // namespace
