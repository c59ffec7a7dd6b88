// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gathers over a cluster, as stores to the other CTAs' shared memory that mbarriers count (see Passes.td).
//
// Why two stages are enough: a CTA sends its message n + 2 into the stage of message n once it has message n + 1 of all
// CTAs. Each of these was sent behind a barrier of its CTA that follows the reading of message n
// (tile-gpu-place-memory-barriers sees both touch the buffer). An mbarrier cannot be a phase ahead of who waits for it
// either: its phase n + 2 needs this CTA's own arrival.
//
// Nor may a CTA end before all that is sent to it has come: it waits for all of it itself.
//
// The kernel is copied, as for warp roles: the number of a message, as stage and phase, goes from one execution of the
// gather's block to the next through all loops around it.
#include "compiler/Transforms/TileGPU/Loops/StructuredCopy.h"
#include "compiler/Transforms/TileGPU/Passes.h"
#include "dialects/Tile/IR/Remarks.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_SENDGATHERS
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

constexpr unsigned kStages = 2;

/// What a gather passes through.
struct Boxes {
  SmallVector<Value> buffers; ///< of each operand
  Value arrived;              ///< mbarriers, one for each stage
  int64_t bytes = 0;          ///< that come to a CTA each time
};

using BoxesOfGathers = llvm::MapVector<Operation *, Boxes>;

/// Elements that one instruction sends, all of them.
bool canSend(ClusterGatherOp op) {
  return llvm::all_of(op.getSources(), [](Value source) {
    int64_t bytes = tile::storageBytes(getElementTypeOrSelf(source.getType()));
    return bytes == 4 || bytes == 8;
  });
}

/// Loops and branches that `StructuredCopy` knows.
bool isInStructure(Operation *op) {
  for (op = op->getParentOp(); !isa<func::FuncOp>(op); op = op->getParentOp())
    if (!isa<scf::ForOp, scf::WhileOp, scf::IfOp, scf::IndexSwitchOp>(op))
      return false;
  return true;
}

int64_t bytesOf(Type tile) {
  return tile::elementCount(tile) * tile::storageBytes(getElementTypeOrSelf(tile));
}

/// Two stages for a tile, its elements in row-major order.
BufferType boxTypeOf(Type tile) {
  auto type = cast<RankedTensorType>(tile);
  constexpr int64_t kAlignment = 16;
  unsigned bits = llvm::Log2_64(uint64_t(type.getNumElements()));
  auto layout = SharedLayoutAttr::get(tile.getContext(), layout::LinearMap::identity(bits), type.getShape());
  return BufferType::get(tile.getContext(), type.getShape(), type.getElementType(), layout, kStages, kAlignment);
}

class SendingCopy : public StructuredCopy {
public:
  /// The kernel's own block, which is executed once, needs no counter; the copied one has no op around it any more.
  SendingCopy(ImplicitLocOpBuilder &builder, const BoxesOfGathers &boxes) : StructuredCopy(builder), boxes(boxes) {
    Value zero = constant(0);
    llvm::SmallPtrSet<Block *, 4> counted;
    for (auto &[gather, box] : boxes)
      if (gather->getBlock()->getParentOp() && counted.insert(gather->getBlock()).second)
        count(gather->getBlock(), {zero, zero});
  }

private:
  bool wants(Operation *) const override {
    return true;
  }
  bool wants(Value) const override {
    return true;
  }
  Value constant(int64_t value) {
    return arith::ConstantOp::create(builder, builder.getI32IntegerAttr(value));
  }

  bool replace(Operation *op) override {
    auto found = boxes.find(op);
    if (found == boxes.end())
      return false;
    builder.setLoc(op->getLoc());
    exchange(cast<ClusterGatherOp>(op), found->second);
    return true;
  }

  void exchange(ClusterGatherOp op, const Boxes &box) {
    ArrayRef<Value> counter = counterOf(op->getBlock());
    Value stage = counter.empty() ? constant(0) : counter.front(), phase = counter.empty() ? stage : counter.back();
    MbarrierExpectTxOp::create(builder, box.arrived, stage, box.bytes);
    SmallVector<Value> stages;
    for (auto [source, buffer] : llvm::zip_equal(op.getSources(), box.buffers)) {
      BufferType type = cast<BufferType>(buffer.getType()).getStageType();
      stages.push_back(BufferStageOp::create(builder, type, buffer, stage));
      ClusterSendOp::create(builder, map.lookupOrDefault(source), stages.back(), box.arrived, stage);
    }
    Value arrived = MbarrierWaitOp::create(builder, TokenType::get(builder.getContext()), box.arrived, stage, phase);
    for (auto [result, stage] : llvm::zip_equal(op.getResults(), stages))
      map.map(result, BufferLoadOp::create(builder, result.getType(), stage, arrived).getResult());
  }

  /// The other stage; behind the second one the other phase.
  SmallVector<Value> next(Block *, ArrayRef<Value> counter) override {
    Value stage = arith::XOrIOp::create(builder, counter.front(), constant(1));
    return {stage, arith::XOrIOp::create(builder, counter.back(), counter.front())};
  }

  const BoxesOfGathers &boxes;
};

struct SendGathers : tile_gpu::impl::SendGathersBase<SendGathers> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (tile::numCtasOf(kernel) <= 1 || !kernel.getBody().hasOneBlock())
      return;
    SmallVector<ClusterGatherOp> gathers;
    kernel.walk([&](ClusterGatherOp op) {
      if (canSend(op) && isInStructure(op))
        gathers.push_back(op);
    });
    if (!gathers.empty())
      rewrite(kernel, gathers);
  }

private:
  void rewrite(func::FuncOp kernel, ArrayRef<ClusterGatherOp> gathers) {
    Block &entry = kernel.front();
    Region body;
    Block &from = body.emplaceBlock();
    from.getOperations().splice(from.end(), entry.getOperations());
    ImplicitLocOpBuilder builder(kernel.getLoc(), OpBuilder::atBlockBegin(&entry));
    BoxesOfGathers boxes;
    for (ClusterGatherOp gather : gathers) {
      builder.setLoc(gather.getLoc());
      boxes[gather] = createBoxes(builder, gather);
      if (remarks && tile::isPreferredVariant(kernel))
        reportSent(gather, boxes[gather].bytes / tile::numCtasOf(kernel));
    }
    SendingCopy(builder, boxes).copyBlock(from);
    func::ReturnOp::create(builder);
  }

  static void reportSent(ClusterGatherOp gather, int64_t bytes) {
    tile::Remark(gather, "ClusterGather").with("bytes", bytes)
        << "each CTA of the cluster sends " << bytes << " bytes to every other by asynchronous stores that an mbarrier "
        << "counts";
  }

  static Boxes createBoxes(ImplicitLocOpBuilder &builder, ClusterGatherOp gather) {
    Boxes boxes;
    for (Type type : gather.getResultTypes()) {
      boxes.buffers.push_back(AllocBufferOp::create(builder, boxTypeOf(type), IntegerAttr()));
      boxes.bytes += bytesOf(type);
    }
    boxes.arrived = AllocMbarriersOp::create(builder, MbarriersType::get(builder.getContext(), kStages), IntegerAttr());
    MbarrierInitOp::create(builder, boxes.arrived, /*arrivals=*/1);
    return boxes;
  }
};

} // namespace
