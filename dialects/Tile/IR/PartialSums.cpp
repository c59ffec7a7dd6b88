// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Tile/IR/PartialSums.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;

std::optional<int64_t> tilec::tile::depthOfPartialSums(Operation *op, Type factor, Type sum) {
  constexpr int64_t kDepthOfFp8Sums = 128;
  if (!isa<Float8E4M3FNType, Float8E5M2Type>(factor) || !sum.isF32() ||
      op->getParentOfType<ModuleOp>()->hasAttr(kFastAccumulationAttr))
    return std::nullopt;
  return kDepthOfFp8Sums;
}
