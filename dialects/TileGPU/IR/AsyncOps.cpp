// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asynchronous copies: their widths are those of the instruction, and what one of them copies lies side by side.
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

/// Limits of mbarriers (PTX ISA, "mbarrier.init", "expect-tx").
static constexpr int64_t kMaxArrivals = (1 << 20) - 1, kMaxTransactionBytes = (1 << 20) - 1;

/// `vector` registers of a lane lie side by side in the stage, at a multiple of `vector` elements.
static bool areNeighbours(const layout::LinearMap &offsetOfPlace, int64_t vector) {
  unsigned bits = llvm::Log2_64(vector);
  for (unsigned input = 0; input < offsetOfPlace.numInputs(); ++input) {
    uint64_t inside = offsetOfPlace.column(input) & (vector - 1);
    bool isExpected = input < bits ? offsetOfPlace.column(input) == uint64_t(1) << input : inside == 0;
    if (!isExpected)
      return false;
  }
  return true;
}

LogicalResult AsyncCopyOp::verify() {
  BufferType buffer = getBuffer().getType();
  auto pointers = cast<RankedTensorType>(getPointer().getType());
  Type pointee = cast<tile::PtrType>(pointers.getElementType()).getPointee();
  if (buffer.getStages() != 1)
    return emitOpError() << "expected one stage of a buffer, got " << buffer.getStages() << " stages";
  if (pointers.getShape() != buffer.getShape() || pointee != buffer.getElementType())
    return emitOpError() << "expected pointers to a tile of type "
                         << RankedTensorType::get(buffer.getShape(), buffer.getElementType()) << ", got "
                         << RankedTensorType::get(pointers.getShape(), pointee);
  int64_t vector = getVector();
  if (vector < 1 || !llvm::isPowerOf2_64(vector))
    return emitOpError() << "expected a power of two as vector, got " << vector;
  int64_t bytes = vector * tile::storageBytes(pointee);
  if (bytes != 4 && bytes != 8 && bytes != 16)
    return emitOpError() << "expected copies of 4, 8 or 16 bytes, got " << bytes;
  layout::LinearLayout places = LayoutAttr::of(pointers);
  if (vector > int64_t(places.size(layout::Place::Register)))
    return emitOpError() << "expected a vector of at most " << places.size(layout::Place::Register)
                         << " registers, got " << vector;
  if (!areNeighbours(buffer.getOffsetOfPlace(places), vector))
    return emitOpError() << "expected " << vector << " registers of a lane side by side in the buffer";
  return success();
}

LogicalResult AsyncWaitOp::verify() {
  if (int64_t pending = getPending(); pending < 0)
    return emitOpError() << "expected a number of groups from 0 up as pending, got " << pending;
  return success();
}

LogicalResult MbarrierInitOp::verify() {
  if (int64_t arrivals = getArrivals(); arrivals < 1 || arrivals > kMaxArrivals)
    return emitOpError() << "expected 1 to " << kMaxArrivals << " arrivals, got " << arrivals;
  return success();
}

LogicalResult MbarrierExpectTxOp::verify() {
  if (int64_t bytes = getBytes(); bytes < 0 || bytes > kMaxTransactionBytes)
    return emitOpError() << "expected 0 to " << kMaxTransactionBytes << " bytes, got " << bytes;
  return success();
}
