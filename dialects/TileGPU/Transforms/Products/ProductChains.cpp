// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TileGPU/Transforms/Products/ProductChains.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

/// The only user, if it is one of this kind in this block; null otherwise.
template <typename Op> static Op onlyUser(Value value, Block *block) {
  if (!value.hasOneUse())
    return {};
  auto user = dyn_cast<Op>(*value.user_begin());
  return user && user->getBlock() == block ? user : Op();
}

/// The chain that begins with the carried value, if it ends with the value that is carried on.
static std::optional<ProductChain> findChain(scf::ForOp loop, unsigned carried) {
  ProductChain chain{carried, {}, {}};
  Value sum = loop.getRegionIterArg(carried);
  while (auto product = onlyUser<WarpgroupMmaOp>(sum, loop.getBody())) {
    auto wait = onlyUser<WarpgroupWaitOp>(product.getResult(), loop.getBody());
    if (product.getAccumulator() != sum || !wait || wait.getPending() != 0 || wait.getSums().size() != 1)
      return std::nullopt;
    chain.products.push_back(product);
    chain.waits.push_back(wait);
    sum = wait.getResult(0);
  }
  if (chain.products.empty() || !onlyUser<scf::YieldOp>(sum, loop.getBody()) || loop.getYieldedValues()[carried] != sum)
    return std::nullopt;
  return chain;
}

SmallVector<ProductChain> tile_gpu::findProductChains(scf::ForOp loop) {
  SmallVector<ProductChain> chains;
  for (unsigned i = 0; i < loop.getNumRegionIterArgs(); ++i)
    if (std::optional<ProductChain> chain = findChain(loop, i))
      chains.push_back(std::move(*chain));
  return chains;
}

bool tile_gpu::mayRunOn(scf::ForOp loop, llvm::function_ref<bool(Value)> isStage) {
  size_t products = 0, running = 0;
  loop.getBody()->walk([&](WarpgroupMmaOp) { ++products; });
  for (const ProductChain &chain : findProductChains(loop))
    for (WarpgroupMmaOp product : chain.products)
      running += llvm::all_of(ValueRange{product.getA(), product.getB()}, [&](Value operand) {
        return isa<BufferType>(operand.getType()) && (loop.isDefinedOutsideOfLoop(operand) || isStage(operand));
      });
  return products != 0 && products == running;
}
