// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/SharedMemory/SharedBuffers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

static SmallVector<PlacedBuffer> findBuffers(func::FuncOp kernel) {
  SmallVector<PlacedBuffer> buffers;
  int64_t number = 0;
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    ++number;
    if (auto alloc = dyn_cast<AllocBufferOp>(op))
      buffers.push_back({alloc, alloc.getType(), number, std::numeric_limits<int64_t>::max()});
    if (auto free = dyn_cast<FreeBufferOp>(op))
      for (PlacedBuffer &buffer : buffers)
        if (free.getBuffer() == buffer.alloc)
          buffer.end = number;
  });
  return buffers;
}

/// The first place from `start` on that is free of `others`.
static int64_t firstFit(const PlacedBuffer &buffer, ArrayRef<PlacedBuffer> others, int64_t start) {
  int64_t offset = llvm::alignTo(start, buffer.type.getAlignment());
  for (bool isFree = false; !isFree;) {
    isFree = true;
    for (const PlacedBuffer &other : others) {
      bool bothLive = buffer.begin < other.end && other.begin < buffer.end;
      int64_t otherEnd = other.offset + other.type.getBytes();
      if (!bothLive || offset >= otherEnd || other.offset >= offset + buffer.type.getBytes())
        continue;
      offset = llvm::alignTo(otherEnd, buffer.type.getAlignment());
      isFree = false;
    }
  }
  return offset;
}

Value tile_gpu::bufferOf(Value part) {
  while (isa_and_present<BufferStageOp, BufferViewOp>(part.getDefiningOp()))
    part = part.getDefiningOp()->getOperand(0);
  return part;
}

SmallVector<PlacedBuffer> tile_gpu::placeSharedBuffers(func::FuncOp kernel, int64_t start) {
  SmallVector<PlacedBuffer> buffers = findBuffers(kernel);
  for (auto [i, buffer] : llvm::enumerate(buffers))
    buffer.offset = firstFit(buffer, ArrayRef(buffers).take_front(i), start);
  return buffers;
}

/// Of stages that lanes wait for (PipelineRewrite.h): behind a fence and a barrier the copy engine fills what lanes may
/// have had, and all that it brings is waited for before their buffers are freed.
static bool areOfStages(AllocMbarriersOp barriers) {
  for (Operation *op = barriers->getNextNode(); op; op = op->getNextNode()) {
    if (isa<ProxyFenceOp>(op))
      return isa_and_present<MemoryBarrierOp>(op->getNextNode());
    if (!isa<AllocMbarriersOp, MbarrierInitOp>(op) && !isMemoryEffectFree(op))
      return false;
  }
  return false;
}

bool tile_gpu::areBuffersOfLanes(func::FuncOp kernel) {
  return !kernel
              ->walk([](Operation *op) {
                auto barriers = dyn_cast<AllocMbarriersOp>(op);
                bool isOther = isa<WarpRolesOp, WarpgroupMmaOp, AllocTensorMemoryOp, TmaStoreOp, TmaReduceOp,
                                   BulkStoreOp, BulkReduceOp, ClusterSendOp>(op) ||
                               (barriers && !areOfStages(barriers));
                return isOther ? WalkResult::interrupt() : WalkResult::advance();
              })
              .wasInterrupted();
}

bool tile_gpu::areBuffersOverWhenFreed(func::FuncOp kernel) {
  bool hasRoles = bool(WarpRolesOp::of(kernel));
  return !kernel
              ->walk([&](Operation *op) {
                bool isOther =
                    isa<AllocTensorMemoryOp, ClusterSendOp>(op) || (isa<TmaLoadOp, BulkLoadOp>(op) && !hasRoles);
                return isOther ? WalkResult::interrupt() : WalkResult::advance();
              })
              .wasInterrupted();
}

bool tile_gpu::areBuffersOfCopies(func::FuncOp kernel) {
  bool hasCopies =
      kernel->walk([](AsyncCopyOp) { return WalkResult::interrupt(); }).wasInterrupted() && !WarpRolesOp::of(kernel);
  return hasCopies && areBuffersOverWhenFreed(kernel);
}

SmallVector<std::pair<Operation *, int64_t>>
tile_gpu::endsOfBuffersAtScratch(func::FuncOp kernel, ArrayRef<PlacedBuffer> buffers, int64_t start) {
  SmallVector<std::pair<Operation *, int64_t>> ends;
  int64_t number = 0;
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    ++number;
    if (!isa<ScratchInterface>(op))
      return;
    int64_t end = start;
    for (const PlacedBuffer &buffer : buffers)
      if (buffer.begin <= number && number < buffer.end)
        end = std::max(end, buffer.offset + buffer.type.getBytes());
    ends.emplace_back(op, end);
  });
  return ends;
}

int64_t tile_gpu::scratchOf(Operation *op) {
  auto user = dyn_cast<ScratchInterface>(op);
  return user ? user.getScratchBytes() : 0;
}

static int64_t bytesOfLocals(func::FuncOp kernel) {
  int64_t bytes = 0;
  kernel.walk([&](AllocaOp local) { bytes += local.getBytes(); });
  return bytes;
}

int64_t tile_gpu::sharedBytesInUse(func::FuncOp kernel) {
  int64_t bytes = bytesOfLocals(kernel), scratch = 0;
  kernel.walk([&](Operation *op) {
    if (auto buffer = dyn_cast<AllocBufferOp>(op))
      bytes += buffer.getType().getBytes();
    scratch = std::max(scratch, scratchOf(op));
  });
  return bytes + 2 * scratch;
}

int64_t tile_gpu::endOfBuffersBetween(func::FuncOp kernel, Operation *first, Operation *last) {
  int64_t end = bytesOfLocals(kernel), number = 0, from = 0, to = 0;
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    ++number;
    from = op == first ? number : from;
    to = op == last ? number : to;
  });
  for (const PlacedBuffer &buffer : placeSharedBuffers(kernel, end))
    if (buffer.begin <= to && from < buffer.end)
      end = std::max(end, buffer.offset + buffer.type.getBytes());
  return end;
}

int64_t tile_gpu::leastSharedBytes(func::FuncOp kernel, llvm::function_ref<int64_t(Operation *)> bytesAt) {
  constexpr int64_t kGaps = 256;
  int64_t start = bytesOfLocals(kernel), ofWarps = 0;
  SmallVector<PlacedBuffer> buffers = placeSharedBuffers(kernel, start);
  int64_t ends = start;
  for (const PlacedBuffer &buffer : buffers)
    ends = std::max(ends, buffer.offset + buffer.type.getBytes());
  int64_t most = ends;
  bool takesBytesOfBuffers = areBuffersOfLanes(kernel);
  for (auto [op, end] : endsOfBuffersAtScratch(kernel, buffers, start)) {
    if (cast<ScratchInterface>(op).isScratchOfWarps())
      ofWarps = std::max(ofWarps, bytesAt(op));
    else
      most = std::max(most, (takesBytesOfBuffers ? end : ends) + bytesAt(op));
  }
  return most + ofWarps + kGaps;
}
