// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Strategy/ProductStrategy.h"
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

/// Four warps share a tile as soon as each has 32 sums a lane, more of them only where a lane would have more than 128:
/// on an H200, 128x128 sums with 64 along K take 456 us by 4 warps, 800 by 8 and 614 by 16 (bf16, 4096^3); 128x256 sums
/// with 32 along K take 1772 us by 4 warps, which spill, 673 by 8, 643 by 16.
static constexpr int64_t kSumsOfWarp = 1024, kFewWarps = 4, kMostSumsOfWarp = 4096;

std::optional<unsigned> warpsOfProducts(func::FuncOp kernel) {
  int64_t sums = 0;
  kernel.walk([&](tile::MmaOp op) { sums = std::max<int64_t>(sums, tile::elementCount(op.getType())); });
  if (sums == 0)
    return std::nullopt;
  int64_t warps = std::max(std::clamp<int64_t>(sums / kSumsOfWarp, 1, kFewWarps), sums / kMostSumsOfWarp);
  return unsigned(std::min<int64_t>(warps, Target::kWarpsPerCta));
}

} // namespace tilec::strategy
