// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Conversion/TileGPUToNVVM/Memory/SharedMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/GlobalMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "compiler/Target/Target.h"
#include "dialects/Tile/IR/ElementTypes.h"

using namespace mlir;
using namespace tilec;

static constexpr llvm::StringLiteral kSharedSymbol = "__tilec_shared";
/// Wide enough for every kind of access and for tensor-map swizzles.
static constexpr unsigned kSharedAlignment = 1024;

/// The array of unknown size that launch parameters give its size.
static LLVM::GlobalOp dynamicSharedMemory(Operation *op, ImplicitLocOpBuilder &builder) {
  ModuleOp module = op->getParentOfType<ModuleOp>();
  if (auto existing = module.lookupSymbol<LLVM::GlobalOp>(kSharedSymbol))
    return existing;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(module.getBody());
  return LLVM::GlobalOp::create(builder, LLVM::LLVMArrayType::get(builder.getI8Type(), 0), /*isConstant=*/false,
                                LLVM::Linkage::External, kSharedSymbol, Attribute(), kSharedAlignment,
                                kSharedAddressSpace);
}

FailureOr<Value> tilec::sharedAddress(Operation *op, std::optional<int64_t> offset, ImplicitLocOpBuilder &builder) {
  if (!offset)
    return op->emitOpError() << "expected shared memory to be allocated (tile-gpu-allocate-shared-memory)";
  Value base = LLVM::AddressOfOp::create(builder, dynamicSharedMemory(op, builder));
  auto roles = tile_gpu::WarpRolesOp::around(op->getBlock());
  if (roles && roles.getGroup() && isa<tile_gpu::ScratchInterface>(op)) {
    Value stride = constant32(builder, tile_gpu::groupScratchBytesOf(op));
    Value ofGroup = arith::MulIOp::create(builder, roles.getGroup(), stride);
    base = LLVM::GEPOp::create(builder, base.getType(), builder.getI8Type(), base, ArrayRef<LLVM::GEPArg>{ofGroup});
  }
  return LLVM::GEPOp::create(builder, base.getType(), builder.getI8Type(), base,
                             ArrayRef<LLVM::GEPArg>{int32_t(*offset)})
      .getResult();
}

SharedArray::SharedArray(ImplicitLocOpBuilder &builder, Value address, Type element)
    : builder(builder), address(address), registerType(tilec::registerType(element)),
      storedType(tilec::storedType(registerType)) {}

Value SharedArray::addressOf(Value index) {
  return LLVM::GEPOp::create(builder, address.getType(), storedType, address, ArrayRef<LLVM::GEPArg>{index},
                             LLVM::GEPNoWrapFlags::inbounds);
}

void SharedArray::store(Value index, Value value, Value predicate) {
  storeVector(builder, addressOf(index), toStored(builder, value), predicate);
}

Value SharedArray::load(Value index) {
  return fromStored(builder, LLVM::LoadOp::create(builder, storedType, addressOf(index)), registerType);
}

SmallVector<Value> SharedArray::loadRun(Value index, unsigned count) {
  constexpr unsigned kMaxAccessBits = 128;
  unsigned vector = std::min(count, kMaxAccessBits / registerBits(storedType));
  SmallVector<Value> values;
  for (unsigned first = 0; first < count; first += vector) {
    Value start = first ? arith::AddIOp::create(builder, index, constant32(builder, first)).getResult() : index;
    for (Value value : loadVector(builder, addressOf(start), storedType, vector, {}, {}))
      values.push_back(fromStored(builder, value, registerType));
  }
  return values;
}

void SharedArray::storeTile(ValueRange registers, const layout::LinearLayout &layout) {
  Value owner = isOwner(builder, layout);
  LinearIndex lane = laneElement(builder, layout);
  for (unsigned i = 0; i < registers.size(); ++i)
    if (isOwningRegister(layout, i))
      store(combine(builder, lane, registerElement(layout, i)), registers[i], owner);
}

SmallVector<Value> SharedArray::loadTile(const layout::LinearLayout &layout) {
  LinearIndex lane = laneElement(builder, layout);
  std::map<uint64_t, Value> loaded;
  SmallVector<Value> registers;
  for (unsigned i = 0; i < layout.size(layout::Place::Register); ++i) {
    uint64_t element = registerElement(layout, i);
    Value &value = loaded[element];
    if (!value)
      value = load(combine(builder, lane, element));
    registers.push_back(value);
  }
  return registers;
}

/// Barrier 0 is for all warps of the CTA together.
static Value barrierOf(ImplicitLocOpBuilder &builder, tile_gpu::WarpRolesOp roles) {
  Value first = constant32(builder, 1);
  return roles.getGroup() ? arith::AddIOp::create(builder, roles.getGroup(), first).getResult() : first;
}

void tilec::emitCtaBarrier(ImplicitLocOpBuilder &builder, unsigned numWarps) {
  auto roles = tile_gpu::WarpRolesOp::around(builder.getInsertionBlock());
  if (numWarps == 1)
    NVVM::SyncWarpOp::create(builder, constant32(builder, -1));
  else if (roles)
    NVVM::BarrierOp::create(builder, TypeRange(), barrierOf(builder, roles),
                            constant32(builder, numWarps * kLanesPerWarp), NVVM::BarrierReductionAttr(), Value());
  else
    NVVM::Barrier0Op::create(builder);
}

void tilec::emitClusterBarrier(ImplicitLocOpBuilder &builder) {
  NVVM::ClusterArriveOp::create(builder, builder.getUnitAttr());
  NVVM::ClusterWaitOp::create(builder, builder.getUnitAttr());
}
