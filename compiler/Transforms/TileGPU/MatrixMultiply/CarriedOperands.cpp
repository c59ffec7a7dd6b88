// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/MatrixMultiply/CarriedOperands.h"
#include "compiler/Transforms/TileGPU/Schedule/Mma/MmaPipeliningPlan.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

scf::ForOp tile_gpu::carryOperands(ImplicitLocOpBuilder &builder, scf::ForOp loop,
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

Value tile_gpu::multiplyAs(ImplicitLocOpBuilder &builder, MmaOp mma, Value a, Value b, Value accumulator) {
  auto copy = cast<MmaOp>(builder.clone(*mma));
  copy.getAMutable().assign(a);
  copy.getBMutable().assign(b);
  copy.getAccumulatorMutable().assign(accumulator);
  return copy.getResult();
}
