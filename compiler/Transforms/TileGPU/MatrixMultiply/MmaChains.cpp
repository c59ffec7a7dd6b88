// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/MatrixMultiply/MmaChains.h"

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
static std::optional<MmaChain> findChain(scf::ForOp loop, unsigned carried) {
  MmaChain chain{carried, {}, {}};
  Value accumulator = loop.getRegionIterArg(carried);
  while (auto mma = onlyUser<WarpgroupMmaOp>(accumulator, loop.getBody())) {
    auto wait = onlyUser<WarpgroupWaitOp>(mma.getResult(), loop.getBody());
    if (mma.getAccumulator() != accumulator || !wait || wait.getPending() != 0 || wait.getAccumulators().size() != 1)
      return std::nullopt;
    chain.mmas.push_back(mma);
    chain.waits.push_back(wait);
    accumulator = wait.getResult(0);
  }
  if (chain.mmas.empty() || !onlyUser<scf::YieldOp>(accumulator, loop.getBody()) ||
      loop.getYieldedValues()[carried] != accumulator)
    return std::nullopt;
  return chain;
}

SmallVector<MmaChain> tile_gpu::findMmaChains(scf::ForOp loop) {
  SmallVector<MmaChain> chains;
  for (unsigned i = 0; i < loop.getNumRegionIterArgs(); ++i)
    if (std::optional<MmaChain> chain = findChain(loop, i))
      chains.push_back(std::move(*chain));
  return chains;
}

bool tile_gpu::mayRunOn(scf::ForOp loop, llvm::function_ref<bool(Value)> isStage) {
  size_t mmas = 0, running = 0;
  loop.getBody()->walk([&](WarpgroupMmaOp) { ++mmas; });
  for (const MmaChain &chain : findMmaChains(loop))
    for (WarpgroupMmaOp mma : chain.mmas)
      running += llvm::all_of(ValueRange{mma.getA(), mma.getB()}, [&](Value operand) {
        return isa<BufferType>(operand.getType()) && (loop.isDefinedOutsideOfLoop(operand) || isStage(operand));
      });
  return mmas != 0 && mmas == running;
}
