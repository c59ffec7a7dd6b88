// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers and views: assembly and invariants.
#include "dialects/Tile/IR/TileDialect.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilec::tile;

//===- Assembly -----------------------------------------------------------------------------------------------===//

static ParseResult parseShapeAndElement(AsmParser &parser, SmallVector<int64_t> &shape, Type &element) {
  return failure(parser.parseDimensionList(shape, /*allowDynamic=*/true) || parser.parseType(element));
}

static void printShapeAndElement(AsmPrinter &printer, ArrayRef<int64_t> shape, Type element) {
  for (int64_t extent : shape)
    (ShapedType::isDynamic(extent) ? printer << '?' : printer << extent) << 'x';
  printer << element;
}

/// A tile's extents: `4x8`; `scalar` for rank 0.
static ParseResult parseExtents(AsmParser &parser, SmallVector<int64_t> &extents) {
  if (succeeded(parser.parseOptionalKeyword("scalar")))
    return success();
  return parser.parseDimensionList(extents, /*allowDynamic=*/false, /*withTrailingX=*/false);
}

static void printExtents(AsmPrinter &printer, ArrayRef<int64_t> extents) {
  if (extents.empty())
    printer << "scalar";
  llvm::interleave(extents, printer.getStream(), "x");
}

static ParseResult parseDynamicList(AsmParser &parser, SmallVector<int64_t> &values) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() -> ParseResult {
    if (succeeded(parser.parseOptionalQuestion())) {
      values.push_back(ShapedType::kDynamic);
      return success();
    }
    return parser.parseInteger(values.emplace_back());
  });
}

static void printDynamicList(AsmPrinter &printer, ArrayRef<int64_t> values) {
  printer << '[';
  llvm::interleaveComma(values, printer,
                        [&](int64_t value) { ShapedType::isDynamic(value) ? printer << '?' : printer << value; });
  printer << ']';
}

static ParseResult parsePadding(AsmParser &parser, std::optional<Padding> &padding) {
  if (failed(parser.parseOptionalComma()))
    return success();
  StringRef word;
  SMLoc loc;
  if (parser.parseKeyword("padding") || parser.parseEqual() || parser.getCurrentLocation(&loc) ||
      parser.parseKeyword(&word))
    return failure();
  padding = symbolizePadding(word);
  return padding ? success() : parser.emitError(loc) << "expected a padding, got '" << word << "'";
}

static void printPadding(AsmPrinter &printer, std::optional<Padding> padding) {
  if (padding)
    printer << ", padding = " << stringifyPadding(*padding);
}

#define GET_TYPEDEF_CLASSES
#include "dialects/Tile/IR/TileTypes.cpp.inc"

void TileDialect::registerTileTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "dialects/Tile/IR/TileTypes.cpp.inc"
      >();
}

//===- Invariants ---------------------------------------------------------------------------------------------===//

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

LogicalResult PtrType::verify(EmitError emitError, Type pointee) {
  if (!isIntegerElement(pointee) && !isFloatElement(pointee))
    return emitError() << "expected a numeric element type as pointee, got " << pointee;
  return success();
}

LogicalResult TensorViewType::verify(EmitError emitError, ArrayRef<int64_t> shape, Type element,
                                     ArrayRef<int64_t> strides) {
  if (!isIntegerElement(element) && !isFloatElement(element))
    return emitError() << "expected a numeric element type, got " << element;
  if (shape.size() != strides.size())
    return emitError() << "expected " << shape.size() << " strides, got " << strides.size();
  for (int64_t extent : shape)
    if (extent < 0 && !ShapedType::isDynamic(extent))
      return emitError() << "expected non-negative extents, got " << extent;
  for (int64_t stride : strides)
    if (stride < 0 && !ShapedType::isDynamic(stride))
      return emitError() << "expected non-negative strides, got " << stride;
  return success();
}

/// What all views have in common: one power-of-two extent for each dimension, a padding the element type has.
static LogicalResult verifyView(EmitError emitError, ArrayRef<int64_t> tileShape, TensorViewType tensorView,
                                std::optional<Padding> padding) {
  if (int64_t(tileShape.size()) != tensorView.getRank())
    return emitError() << "expected " << tensorView.getRank() << " tile extents, got " << tileShape.size();
  for (int64_t extent : tileShape)
    if (extent <= 0 || !llvm::isPowerOf2_64(extent))
      return emitError() << "expected power-of-two tile extents, got " << extent;
  Type element = tensorView.getElementType();
  if (!padding || *padding == Padding::Zero)
    return success();
  if (!isFloatElement(element))
    return emitError() << "expected padding zero for element type " << element << ", got "
                       << stringifyPadding(*padding);
  bool infinite = *padding == Padding::PositiveInf || *padding == Padding::NegativeInf;
  const llvm::fltSemantics &semantics = cast<FloatType>(element).getFloatSemantics();
  if (infinite && !llvm::APFloat::semanticsHasInf(semantics))
    return emitError() << "expected a padding that " << element << " has, got " << stringifyPadding(*padding);
  return success();
}

LogicalResult PartitionViewType::verify(EmitError emitError, ArrayRef<int64_t> tileShape, TensorViewType tensorView,
                                        std::optional<Padding> padding) {
  return verifyView(emitError, tileShape, tensorView, padding);
}

LogicalResult StridedViewType::verify(EmitError emitError, ArrayRef<int64_t> tileShape, ArrayRef<int64_t> steps,
                                      TensorViewType tensorView, std::optional<Padding> padding) {
  if (steps.size() != tileShape.size())
    return emitError() << "expected " << tileShape.size() << " steps, got " << steps.size();
  for (int64_t step : steps)
    if (step <= 0)
      return emitError() << "expected positive steps, got " << step;
  return verifyView(emitError, tileShape, tensorView, padding);
}

LogicalResult GatherScatterViewType::verify(EmitError emitError, ArrayRef<int64_t> tileShape, int64_t dimension,
                                            TensorViewType tensorView, std::optional<Padding> padding) {
  if (dimension < 0 || dimension >= tensorView.getRank())
    return emitError() << "expected a dimension below " << tensorView.getRank() << ", got " << dimension;
  return verifyView(emitError, tileShape, tensorView, padding);
}

//===- Views in general ---------------------------------------------------------------------------------------===//

bool ViewType::classof(Type type) {
  return isa<PartitionViewType, StridedViewType, GatherScatterViewType>(type);
}

/// Calls `function` with the view under its own type.
template <typename Function> static auto visitView(ViewType view, Function function) {
  if (auto partition = dyn_cast<PartitionViewType>(view))
    return function(partition);
  if (auto strided = dyn_cast<StridedViewType>(view))
    return function(strided);
  return function(cast<GatherScatterViewType>(view));
}

TensorViewType ViewType::getTensorView() const {
  return visitView(*this, [](auto view) { return view.getTensorView(); });
}

ArrayRef<int64_t> ViewType::getTileShape() const {
  return visitView(*this, [](auto view) { return view.getTileShape(); });
}

std::optional<Padding> ViewType::getPadding() const {
  return visitView(*this, [](auto view) { return view.getPadding(); });
}

RankedTensorType ViewType::getTileType() const {
  return RankedTensorType::get(getTileShape(), getTensorView().getElementType());
}

SmallVector<int64_t> ViewType::getSteps() const {
  if (auto strided = dyn_cast<StridedViewType>(*this))
    return SmallVector<int64_t>(strided.getTileSteps());
  SmallVector<int64_t> steps(getTileShape());
  if (auto gather = dyn_cast<GatherScatterViewType>(*this))
    steps[gather.getDimension()] = 1;
  return steps;
}
