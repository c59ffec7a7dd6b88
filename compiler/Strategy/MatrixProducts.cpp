// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Strategy/MatrixProducts.h"
#include "dialects/Tile/IR/TileDialect.h"

using namespace mlir;
using tilec::layout::LinearLayout;
using tilec::layout::MmaOperand;
using tilec::layout::Place;

namespace tilec::strategy {

/// Registers of a lane that both operands of a multiply-add product may take. The assembler loads them as they are
/// needed, so this is more than it holds at once.
static constexpr int64_t kFmaOperandRegisters = 192;

static bool isFp8(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(type);
}

static bool hasFp8Unit(const Target &target) {
  return target.has(Capability::MmaFp8) && !target.has(Capability::Wgmma) && !target.has(Capability::Tcgen05);
}

ProductPlan planProduct(Type factor, Type sum, const Target &target) {
  if (factor.isF32())
    return {layout::ProductInstruction::Fma, factor};
  bool asHalf = isFp8(factor) && !(sum.isF32() && hasFp8Unit(target));
  return {layout::ProductInstruction::MmaSync, asHalf ? Float16Type::get(factor.getContext()) : factor};
}

int64_t depthOfFma(const layout::MatrixProduct &product, unsigned numWarps) {
  layout::MatrixProduct step = product;
  step.k = 1;
  std::vector<LinearLayout> accumulators = layout::accumulatorLayouts(step, numWarps);
  const LinearLayout &accumulator = accumulators[accumulators.size() / 2];
  int64_t registers = layout::operandLayout(step, MmaOperand::A, accumulator)->size(Place::Register) +
                      layout::operandLayout(step, MmaOperand::B, accumulator)->size(Place::Register);
  int64_t depth = 1;
  while (depth < product.k && 2 * depth * registers <= kFmaOperandRegisters)
    depth *= 2;
  return depth;
}

/// A warp gets 32 sums a lane before there is a second warp, and more from eight warps on, which share what they read
/// of the factors.
static constexpr int64_t kSumsOfWarp = 1024;
static constexpr unsigned kMostWarps = 8;

std::optional<unsigned> warpsOfProducts(func::FuncOp kernel) {
  int64_t sums = 0;
  kernel.walk([&](tile::MmaOp op) { sums = std::max<int64_t>(sums, tile::elementCount(op.getType())); });
  if (sums == 0)
    return std::nullopt;
  return unsigned(std::clamp<int64_t>(sums / kSumsOfWarp, 1, kMostWarps));
}

} // namespace tilec::strategy
