// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Types of shared buffers and mbarriers: their text form, their checks, and where elements lie.
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;
using layout::LinearMap;

#define GET_TYPEDEF_CLASSES
#include "dialects/TileGPU/IR/TileGPUTypes.cpp.inc"

void TileGPUDialect::registerTileGPUTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "dialects/TileGPU/IR/TileGPUTypes.cpp.inc"
      >();
}

//===- !tile_gpu.buffer ------------------------------------------------------------------------------------------===//

void BufferType::print(AsmPrinter &printer) const {
  printer << "<";
  for (int64_t extent : getShape())
    printer << extent << "x";
  printer << getElementType() << ", " << getLayout();
  if (getStages() != 1)
    printer << ", stages = " << getStages();
  if (getAlignment() != kDefaultAlignment)
    printer << ", align = " << getAlignment();
  printer << ">";
}

Type BufferType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> shape;
  Type element;
  SharedLayoutAttr layout;
  int64_t stages = 1, alignment = kDefaultAlignment;
  if (parser.parseLess() || parser.parseDimensionList(shape, /*allowDynamic=*/false) || parser.parseType(element) ||
      parser.parseComma() || parser.parseAttribute(layout))
    return {};
  while (succeeded(parser.parseOptionalComma())) {
    StringRef name;
    SMLoc nameLoc = parser.getCurrentLocation();
    if (parser.parseKeyword(&name) || parser.parseEqual())
      return {};
    if (name != "stages" && name != "align")
      return parser.emitError(nameLoc) << "expected stages or align, got '" << name << "'", Type();
    if (parser.parseInteger(name == "stages" ? stages : alignment))
      return {};
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<BufferType>(loc, parser.getContext(), shape, element, layout, stages, alignment);
}

LogicalResult BufferType::verify(function_ref<InFlightDiagnostic()> emitError, ArrayRef<int64_t> shape, Type element,
                                 SharedLayoutAttr layout, int64_t stages, int64_t alignment) {
  if (!tile::isElementType(element) || !tile::isTileShape(RankedTensorType::get(shape, element)))
    return emitError() << "expected a buffer of tiles";
  if (stages < 1)
    return emitError() << "expected at least 1 stage, got " << stages;
  if (alignment < 1 || !llvm::isPowerOf2_64(alignment))
    return emitError() << "expected a power of two as align, got " << alignment;
  if (layout.getCoordinates().size() != layout.getNumOffsetBits() * shape.size())
    return emitError() << "expected a shared layout of rank " << shape.size() << ", got "
                       << layout.getCoordinates().size() << " coordinates in " << layout.getNumOffsetBits() << " bases";
  for (auto [i, coordinate] : llvm::enumerate(layout.getCoordinates()))
    if (coordinate >= shape[i % shape.size()])
      return emitError() << "expected coordinates below " << shape[i % shape.size()] << ", got " << coordinate;
  if (!layout.toLinearMap(shape).isInvertible())
    return emitError() << "expected a shared layout with one offset for every element";
  return success();
}

int64_t BufferType::getStageBytes() const {
  int64_t elements = llvm::product_of(getShape());
  return llvm::alignTo(elements * tile::storageBytes(getElementType()), getAlignment());
}

BufferType BufferType::getStageType() const {
  return get(getContext(), getShape(), getElementType(), getLayout(), /*stages=*/1, getAlignment());
}

LinearMap BufferType::getElementAtOffset() const {
  return getLayout().toLinearMap(getShape());
}

LinearMap BufferType::getOffsetOfPlace(const layout::LinearLayout &places) const {
  return getElementAtOffset().inverse().after(places.asMap());
}

//===- !tile_gpu.mbarriers ---------------------------------------------------------------------------------------===//

LogicalResult MbarriersType::verify(function_ref<InFlightDiagnostic()> emitError, int64_t count) {
  if (count < 1)
    return emitError() << "expected at least 1 mbarrier, got " << count;
  return success();
}
