// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TileGPU/Transforms/Pipelines/ProductPath.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;
using layout::LinearLayout;

static bool isProductOfWarps(Operation *op) {
  auto product = dyn_cast<MmaOp>(op);
  return product && product.getInstruction() == ProductInstruction::MmaSync;
}

/// Dimension i of the result is where dimension `permutation[i]` went back to i.
static std::vector<int64_t> inverse(ArrayRef<int64_t> permutation) {
  std::vector<int64_t> result(permutation.size());
  for (auto [i, dimension] : llvm::enumerate(permutation))
    result[dimension] = int64_t(i);
  return result;
}

RankedTensorType ProductPath::fragments() const {
  LinearLayout layout = LayoutAttr::of(ConvertLayoutOp(conversion).getType());
  RankedTensorType type = cast<RankedTensorType>(ConvertLayoutOp(conversion).getType());
  for (Operation *renaming : llvm::reverse(renamings)) {
    type = cast<RankedTensorType>(renaming->getOperand(0).getType());
    if (auto permute = dyn_cast<PermuteOp>(renaming))
      layout = layout.permuted(inverse(permute.getPermutation()));
    else
      layout = layout.reshaped(type.getShape().vec());
  }
  return withLayout(type, layout);
}

std::optional<ProductPath> tile_gpu::findProductPath(LoadOp load) {
  ProductPath path;
  Operation *op = load;
  while (op->hasOneUse() && isa<PermuteOp, ReshapeOp>(*op->user_begin())) {
    op = *op->user_begin();
    path.renamings.push_back(op);
  }
  path.conversion = op->hasOneUse() ? dyn_cast<ConvertLayoutOp>(*op->user_begin()) : ConvertLayoutOp();
  bool isPath = path.conversion && path.conversion->getBlock() == load->getBlock() && !path.conversion->use_empty() &&
                llvm::all_of(path.conversion->getUsers(), isProductOfWarps);
  return isPath ? std::optional(path) : std::nullopt;
}

bool tile_gpu::isFedByLoads(MmaOp product) {
  return isProductOfWarps(product) && llvm::any_of(product->getOperands(), [](Value operand) {
           auto conversion = operand.getDefiningOp<ConvertLayoutOp>();
           Operation *op = conversion ? conversion.getSource().getDefiningOp() : nullptr;
           while (isa_and_nonnull<PermuteOp, ReshapeOp>(op))
             op = op->getOperand(0).getDefiningOp();
           auto load = dyn_cast_or_null<LoadOp>(op);
           std::optional<ProductPath> path = load ? findProductPath(load) : std::nullopt;
           return path && path->conversion == conversion;
         });
}
