// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/Schedule/LoopObstacles.h"
#include "compiler/Transforms/TileGPU/Schedule/StageLimits.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

static std::optional<int64_t> constantOf(Value value) {
  APInt constant;
  if (!matchPattern(value, m_ConstantInt(&constant)))
    return std::nullopt;
  return constant.getSExtValue();
}

/// A loop that UnrollLoops left for what its copies of the body do not cover.
static bool isRestOfUnrolled(scf::ForOp loop) {
  return llvm::any_of(loop.getLowerBound().getUsers(), [&](Operation *user) {
    auto other = dyn_cast<scf::ForOp>(user);
    return other && other != loop && other.getUpperBound() == loop.getLowerBound();
  });
}

bool tile_gpu::hasWarpgroupMma(scf::ForOp loop) {
  return llvm::any_of(*loop.getBody(), llvm::IsaPred<WarpgroupMmaOp>);
}

std::string tile_gpu::whyNotPipelined(scf::ForOp loop) {
  std::optional<int64_t> first = constantOf(loop.getLowerBound()), last = constantOf(loop.getUpperBound()),
                         step = constantOf(loop.getStep());
  bool isSmall = first && last && step && (!loop.getUnsignedCmp() || (*first >= 0 && *last >= 0));
  if (isSmall && *last - *first <= (kMinTrips - 1) * *step)
    return "the loop has fewer than " + std::to_string(kMinTrips) + " iterations";
  if (isRestOfUnrolled(loop))
    return "the loop is what unrolling left over";
  std::string reason;
  loop.getBody()->walk([&](Operation *op) {
    if (isa<LoopLikeOpInterface>(op))
      reason = "the loop has another loop inside";
    else if (isa<AsyncCopyOp, AsyncWaitOp>(op) || (isa<MbarrierWaitOp>(op) && !hasWarpgroupMma(loop)))
      reason = "the loop has asynchronous copies of its own";
    else if (auto order = op->getAttrOfType<tile::MemoryOrderAttr>("order");
             order && (order.getValue() == tile::MemoryOrder::Acquire || order.getValue() == tile::MemoryOrder::AcqRel))
      reason = "the loop has an acquire, which no later load may pass; a relaxed order would help";
    return reason.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  return reason;
}
