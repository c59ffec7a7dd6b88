// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/TileGPU/TileGPULevel.h"
#include "compiler/Host/TileGPU/Events.h"
#include "compiler/Host/TileGPU/Families.h"
#include "compiler/Host/TileGPU/TensorMap.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using tilec::layout::LinearLayout;
using tilec::layout::Place;

namespace tilec::host {

/// A tensor map is a list of numbers (TensorMap.h), a buffer or some mbarriers are where they lie in shared memory,
/// tensor memory is where it lies behind; a
/// token has no value.
static std::optional<Kind> kindOfType(Type type) {
  if (isa<tile_gpu::BufferType, tile_gpu::MbarriersType, tile_gpu::TensorMapHandleType, tile_gpu::TensorMemoryType>(
          type))
    return Kind::I64;
  if (isa<tile_gpu::TokenType>(type))
    return Kind::I1;
  return std::nullopt;
}

/// The number of elements that one warp holds, since each warp has a frame of its own.
static size_t elementCount(Type type) {
  if (!isa<RankedTensorType>(type))
    return isa<tile_gpu::TensorMapHandleType>(type) ? kTensorMapWords : 1;
  if (!tile_gpu::isDistributed(type))
    return tile::elementCount(type);
  LinearLayout layout = tile_gpu::LayoutAttr::of(type);
  return size_t(1) << (layout.bits(Place::Register).count + layout.bits(Place::Lane).count);
}

//===- The kernel ------------------------------------------------------------------------------------------------===//

/// Shared memory, with the local objects in it, and tensor memory behind it.
static void placeSharedMemory(func::FuncOp kernel, size_t bytes, Program &program) {
  program.sharedBytes = bytes;
  kernel.walk([&](tile_gpu::AllocTensorMemoryOp op) {
    constexpr size_t kBytesOfColumn = 512;
    program.sharedBytes = llvm::alignTo(bytes, 16) + size_t(op.getType().getColumns()) * kBytesOfColumn;
  });
  kernel.walk([&](tile_gpu::AllocaOp op) {
    size_t offset = op.getSharedOffset().value_or(0);
    program.locals.push_back({offset, size_t(op.getBytes()), offset});
  });
}

/// Bytes of the smallest element that goes through scratch or a buffer.
static size_t smallestInShared(func::FuncOp kernel, size_t smallest) {
  kernel.walk([&](tile_gpu::ScratchInterface op) {
    for (Type type : llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes()))
      smallest = std::min(smallest, size_t(tile::storageBytes(getElementTypeOrSelf(type))));
  });
  kernel.walk([&](tile_gpu::AllocBufferOp op) {
    smallest = std::min(smallest, size_t(tile::storageBytes(op.getResult().getType().getElementType())));
  });
  return smallest;
}

/// Layouts are of as many lanes and warps as the kernel has.
static LogicalResult checkThreads(Operation *op, unsigned numWarps) {
  for (Type type : llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes())) {
    if (!tile_gpu::isDistributed(type))
      continue;
    LinearLayout layout = tile_gpu::LayoutAttr::of(type);
    if (layout.size(Place::Warp) != numWarps || layout.size(Place::Cta) != 1)
      return op->emitError() << "expected layouts of " << numWarps << " warps and 1 cta, got " << type;
  }
  return success();
}

/// An op of another dialect works on each place for itself, so it has one layout.
static LogicalResult checkElementwise(Operation *op) {
  if (isa<tile_gpu::TileGPUDialect>(op->getDialect()) || op->hasTrait<OpTrait::IsTerminator>() ||
      op->getNumRegions() != 0)
    return success();
  Attribute layout;
  for (Type type : llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      continue;
    if (!tile_gpu::isDistributed(type))
      return op->emitError() << "expected tiles with a layout, got " << type;
    if (layout && layout != tensor.getEncoding())
      return op->emitError() << "expected one layout, got " << layout << " and " << tensor.getEncoding();
    layout = tensor.getEncoding();
  }
  return success();
}

static LogicalResult checkLayouts(func::FuncOp kernel, unsigned numWarps) {
  WalkResult result = kernel.getBody().walk([&](Operation *op) {
    bool isGood = succeeded(checkElementwise(op)) && succeeded(checkThreads(op, numWarps));
    return isGood ? WalkResult::advance() : WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

static LogicalResult begin(Operation *operation, Decoder &decoder) {
  auto kernel = cast<func::FuncOp>(operation);
  auto warps = kernel->getAttrOfType<IntegerAttr>(tile_gpu::kNumWarpsAttr);
  auto bytes = kernel->getAttrOfType<IntegerAttr>(tile_gpu::kSharedBytesAttr);
  if (!warps || !bytes)
    return kernel.emitError() << "expected attributes " << tile_gpu::kNumWarpsAttr << " and "
                              << tile_gpu::kSharedBytesAttr;
  Program &program = decoder.getProgram();
  auto roles = tile_gpu::WarpRolesOp::of(kernel);
  program.warpsOfLayouts = uint32_t(warps.getInt());
  program.threads = uint32_t(roles ? roles.getNumWarps() : warps.getInt()) * layout::kLanesPerWarp;
  program.ctas = tile::ctasOfCluster(kernel);
  program.threads *= program.ctas;
  program.smallestAccess = smallestInShared(kernel, program.smallestAccess);
  placeSharedMemory(kernel, size_t(bytes.getInt()), program);
  return checkLayouts(kernel, unsigned(warps.getInt()));
}

//===- The op families -------------------------------------------------------------------------------------------===//

static bool decode(Operation *op, Decoder &decoder) {
  using Family = bool (*)(Operation *, Decoder &);
  static constexpr Family kFamilies[] = {
      decodePositions,  decodeRearrangements, decodeLayoutConversion, decodeSubTiles,  decodeGPUMemory,
      decodeGPUAtomics, decodeClusters,       decodeGPUReduction,     decodeGPUScan,   decodeGPUMatrix,
      decodeGPUOutput,  decodeBuffers,        decodeAsyncCopies,      decodeMbarriers, decodeBulkCopies,
      decodeRoles,      decodeWarpgroupMmas,  decodeTensorMemory};
  return llvm::any_of(kFamilies, [&](Family family) { return family(op, decoder); });
}

const Level &tileGPULevel() {
  static constexpr Level level = {kindOfType, elementCount, begin, decode, eventOf};
  return level;
}

} // namespace tilec::host
