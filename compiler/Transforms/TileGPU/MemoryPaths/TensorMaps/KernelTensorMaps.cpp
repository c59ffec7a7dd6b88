// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/MemoryPaths/TensorMaps/KernelTensorMaps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

static bool areOutside(LoopLikeOpInterface loop, ValueRange values) {
  return llvm::all_of(values, [&](Value value) { return loop.isDefinedOutsideOfLoop(value); });
}

bool tile_gpu::mayBuildMap(LoadViewOp load) {
  auto view = load.getView().getDefiningOp<tile::MakeViewOp>();
  auto tensor = view ? view.getSource().getDefiningOp<tile::MakeTensorViewOp>() : tile::MakeTensorViewOp();
  auto loop = load->getParentOfType<LoopLikeOpInterface>();
  bool namesRows = isa<tile::GatherScatterViewType>(load.getView().getType());
  return tensor && loop && !namesRows && areOutside(loop, tensor->getOperands());
}

/// 128 bytes for as long as the kernel runs.
static Value createMapBuffer(ImplicitLocOpBuilder &builder, func::FuncOp kernel) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&kernel.getBody().front());
  auto layout = SharedLayoutAttr::get(
      builder.getContext(), layout::LinearMap::identity(layout::log2OfExtent(kTensorMapBytes)), {kTensorMapBytes});
  auto type = BufferType::get(builder.getContext(), {kTensorMapBytes}, builder.getI8Type(), layout, /*stages=*/1,
                              kTensorMapBytes);
  return AllocBufferOp::create(builder, type, IntegerAttr());
}

Value tile_gpu::buildMap(LoadViewOp load, const TensorMapChoice &choice) {
  ImplicitLocOpBuilder builder(load.getLoc(), load->getParentOfType<LoopLikeOpInterface>());
  Value buffer = createMapBuffer(builder, load->getParentOfType<func::FuncOp>());
  Value map = BuildTensorMapOp::create(builder, TensorMapHandleType::get(builder.getContext()), choice.map,
                                       choice.values, buffer, IntegerAttr());
  TensorMapFenceOp::create(builder, map);
  return map;
}
