// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Conversion/TileGPUToNVVM/Atomics/Owners.h"
#include "compiler/Conversion/TileGPUToNVVM/Atomics/JoinAtomicLanes.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/SharedMemory.h"

using namespace mlir;
using namespace tilec;

Owners::Owners(Operation *op, Type type, ImplicitLocOpBuilder &builder)
    : op(op), type(type), builder(builder), isUniform(!tile_gpu::isDistributed(type)) {
  if (!isUniform)
    layout = tile_gpu::LayoutAttr::of(type);
  predicate = isUniform ? isFirstThread(builder) : isOwner(builder, layout);
}

SmallVector<Value> Owners::forEach(llvm::function_ref<Value(unsigned)> access) {
  std::map<uint64_t, Value> resultOf;
  SmallVector<Value> results;
  for (unsigned i = 0; i < numRegisters(type); ++i) {
    auto [known, isFirst] = resultOf.try_emplace(element(i), Value());
    if (isFirst)
      known->second = access(i);
    results.push_back(known->second);
  }
  return results;
}

Value Owners::predicateFor(Value mask) {
  return conjunction(builder, predicate, mask);
}

FailureOr<SmallVector<Value>> Owners::distribute(SmallVector<Value> results) {
  auto scratchOp = cast<tile_gpu::ScratchInterface>(op);
  if (scratchOp.getScratchBytes() == 0)
    return results;
  FailureOr<Value> address = sharedAddress(op, scratchOp.getScratchOffset(), builder);
  if (failed(address))
    return failure();
  SharedArray scratch(builder, *address, getElementTypeOrSelf(type));
  if (isUniform)
    scratch.store(constant32(builder, 0), results.front(), predicate);
  else
    scratch.storeTile(results, layout);
  emitCtaBarrier(builder, tile_gpu::numWarpsOf(op));
  if (isUniform)
    return SmallVector<Value>{scratch.load(constant32(builder, 0))};
  return scratch.loadTile(layout);
}

uint64_t Owners::element(unsigned index) const {
  return isUniform ? 0 : layout.elementAt({.registerIndex = index});
}
