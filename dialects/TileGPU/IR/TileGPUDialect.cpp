// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "dialects/Tile/Analysis/Divisibility.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

#include "dialects/TileGPU/IR/TileGPUDialect.cpp.inc"
#include "dialects/TileGPU/IR/TileGPUEnums.cpp.inc"
#include "dialects/TileGPU/IR/TileGPUInterfaces.cpp.inc"

#define GET_OP_CLASSES
#include "dialects/TileGPU/IR/TileGPUOps.cpp.inc"

namespace {
/// Prints layouts as `#layout`, `#shared`, ... at the top of the file.
struct LayoutAliases : OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;
  AliasResult getAlias(Attribute attribute, raw_ostream &out) const override {
    if (!isa<LayoutAttr, SharedLayoutAttr>(attribute))
      return AliasResult::NoAlias;
    out << (isa<LayoutAttr>(attribute) ? "layout" : "shared");
    return AliasResult::OverridableAlias;
  }
};
} // namespace

void TileGPUDialect::initialize() {
  registerTileGPUAttributes();
  registerTileGPUTypes();
  addInterfaces<LayoutAliases>();
  addOperations<
#define GET_OP_LIST
#include "dialects/TileGPU/IR/TileGPUOps.cpp.inc"
      >();
}

static LogicalResult verifyTensorMaps(Operation *op, Attribute value) {
  auto maps = dyn_cast<ArrayAttr>(value);
  if (!maps || !llvm::all_of(maps, llvm::IsaPred<TensorMapAttr>))
    return op->emitOpError() << "expected tensor maps as '" << kTensorMapsAttr << "', got " << value;
  return success();
}

LogicalResult TileGPUDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  StringRef name = attribute.getName().strref();
  if (name == kTensorMapsAttr)
    return verifyTensorMaps(op, attribute.getValue());
  if ((name == kPrologueAttr || name == kBoundedAttr) && isa<UnitAttr>(attribute.getValue()))
    return success();
  if (name != kNumWarpsAttr && name != kMinCtasAttr && name != kAccessBytesAttr && name != kSharedBytesAttr &&
      name != kCarveoutAttr && name != kWarpScratchBytesAttr && name != kGroupScratchBytesAttr &&
      name != kLogicalGridAttr && name != kBlockCounterAttr && name != kBuiltMapsAttr && name != kMapWorkspaceAttr &&
      name != kWaitsAttr && name != kMaxScratchAttr)
    return op->emitOpError() << "has unknown attribute '" << name << "' of the tile_gpu dialect";
  if (name == kMaxScratchAttr && !isa<ConvertLayoutOp>(op))
    return op->emitOpError() << "expected '" << name << "' on a layout conversion";
  if (name != kMaxScratchAttr && !isa<FunctionOpInterface>(op))
    return op->emitOpError() << "expected '" << name << "' on a function";
  if (name == kWaitsAttr && isa<UnitAttr>(attribute.getValue()))
    return success();
  auto value = dyn_cast<IntegerAttr>(attribute.getValue());
  if (!value)
    return op->emitOpError() << "expected an integer as '" << name << "', got " << attribute.getValue();
  if (name == kNumWarpsAttr && (value.getInt() < 1 || value.getInt() > 32 || !llvm::isPowerOf2_64(value.getInt())))
    return op->emitOpError() << "expected a power of two from 1 to 32 as '" << name << "', got " << value.getInt();
  if (name == kMinCtasAttr && value.getInt() < 1)
    return op->emitOpError() << "expected at least 1 as '" << name << "', got " << value.getInt();
  if (name == kCarveoutAttr && (value.getInt() < 0 || value.getInt() > 100))
    return op->emitOpError() << "expected 0 to 100 percent as '" << name << "', got " << value.getInt();
  if (name != kNumWarpsAttr && value.getInt() < 0)
    return op->emitOpError() << "expected a number of bytes as '" << name << "', got " << value.getInt();
  return success();
}

namespace tilec::tile_gpu {

bool isDistributed(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isa_and_nonnull<LayoutAttr>(tensor.getEncoding()) && tile::isTileShape(type);
}

RankedTensorType withLayout(RankedTensorType tile, const layout::LinearLayout &layout) {
  return RankedTensorType::get(tile.getShape(), tile.getElementType(), LayoutAttr::get(tile.getContext(), layout));
}

Type withoutLayout(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? RankedTensorType::get(tensor.getShape(), tensor.getElementType()) : type;
}

/// The kernel around `op`.
static Operation *kernelAround(Operation *op) {
  while (op && !isa<FunctionOpInterface>(op))
    op = op->getParentOp();
  assert(op && "expected a function around the op");
  return op;
}

int64_t accessBytesOf(Operation *op) {
  auto bytes = kernelAround(op)->getAttrOfType<IntegerAttr>(kAccessBytesAttr);
  return bytes ? bytes.getInt() : tile::kPortableAccessBytes;
}

unsigned numWarpsOf(Operation *op) {
  auto warps = kernelAround(op)->getAttrOfType<IntegerAttr>(kNumWarpsAttr);
  assert(warps && "expected a kernel that says its number of warps");
  return warps.getInt();
}

std::optional<int64_t> warpScratchBytesOf(Operation *op) {
  auto bytes = kernelAround(op)->getAttrOfType<IntegerAttr>(kWarpScratchBytesAttr);
  return bytes ? std::optional(bytes.getInt()) : std::nullopt;
}

int64_t groupScratchBytesOf(Operation *op) {
  auto bytes = kernelAround(op)->getAttrOfType<IntegerAttr>(kGroupScratchBytesAttr);
  return bytes ? bytes.getInt() : 0;
}

} // namespace tilec::tile_gpu
