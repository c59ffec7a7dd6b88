// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TileGPU/Transforms/Products/CarriedFactors.h"
#include "dialects/TileGPU/Transforms/Products/RotationPlan.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

scf::ForOp tile_gpu::carryFactors(ImplicitLocOpBuilder &builder, scf::ForOp loop,
                                  llvm::function_ref<SmallVector<Value>(IRMapping &)> begin, Iteration iterate,
                                  Iteration finish) {
  scf::IfOp around = createWhereItRuns(builder, loop);
  Value last = createLastOf(builder, loop);
  IRMapping first = argumentsAs(loop, loop.getLowerBound(), loop.getInitArgs());
  SmallVector<Value> inits(loop.getInitArgs());
  llvm::append_range(inits, begin(first));
  auto carrying = scf::ForOp::create(builder, loop.getLowerBound(), last, loop.getStep(), inits);
  carrying.setUnsignedCmp(loop.getUnsignedCmp());
  builder.setInsertionPointToStart(carrying.getBody());
  scf::YieldOp::create(builder, iterate(carrying.getInductionVar(), carrying.getRegionIterArgs()));
  builder.setInsertionPointAfter(carrying);
  scf::YieldOp::create(builder, finish(last, carrying.getResults()));
  loop.replaceAllUsesWith(around.getResults());
  loop.erase();
  return carrying;
}

IRMapping tile_gpu::argumentsAs(scf::ForOp loop, Value counter, ValueRange carried) {
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), counter);
  for (auto [argument, value] : llvm::zip(loop.getRegionIterArgs(), carried))
    mapping.map(argument, value);
  return mapping;
}

Value tile_gpu::multiplyAs(ImplicitLocOpBuilder &builder, MmaOp product, Value a, Value b, Value sum) {
  auto copy = cast<MmaOp>(builder.clone(*product));
  copy.getAMutable().assign(a);
  copy.getBMutable().assign(b);
  copy.getAccumulatorMutable().assign(sum);
  return copy.getResult();
}
