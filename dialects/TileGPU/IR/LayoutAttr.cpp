// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The layout attributes: their text form, their checks, and the way to and from layout::LinearLayout and LinearMap.
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

#define GET_ATTRDEF_CLASSES
#include "dialects/TileGPU/IR/TileGPUAttributes.cpp.inc"

void TileGPUDialect::registerTileGPUAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/TileGPU/IR/TileGPUAttributes.cpp.inc"
      >();
}

namespace {
/// The bases of one place: `bits` vectors of `rank` coordinates, one behind the other.
struct PlaceBases {
  StringRef name;
  ArrayRef<int64_t> coordinates;
  int64_t bits;
};
} // namespace

static SmallVector<PlaceBases, 4> placesOf(LayoutAttr layout) {
  return {{"register", layout.getRegisters(), layout.getNumRegisterBits()},
          {"lane", layout.getLanes(), layout.getNumLaneBits()},
          {"warp", layout.getWarps(), layout.getNumWarpBits()},
          {"cta", layout.getCtas(), layout.getNumCtaBits()}};
}

/// `<register = [[1]], lane = [[2], ...], warp = [[64]]>`; places without bits are left out, but for lanes.
void LayoutAttr::print(AsmPrinter &printer) const {
  printer << "<";
  StringRef separator = "";
  for (const PlaceBases &place : placesOf(*this)) {
    if (place.bits == 0)
      continue;
    printer << separator << place.name << " = [";
    separator = ", ";
    for (int64_t bit = 0; bit < place.bits; ++bit) {
      printer << (bit ? ", [" : "[");
      llvm::interleaveComma(place.coordinates.slice(bit * getRank(), getRank()), printer);
      printer << "]";
    }
    printer << "]";
  }
  printer << ">";
}

/// Parses `[[0, 1], [2, 0]]`; every inner list has `rank` entries, which the first list of all decides.
static ParseResult parseBases(AsmParser &parser, std::optional<int64_t> &rank, SmallVectorImpl<int64_t> &coordinates,
                              int64_t &bits) {
  auto parseBasis = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    int64_t count = 0;
    if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() -> ParseResult {
          ++count;
          return parser.parseInteger(coordinates.emplace_back());
        }))
      return failure();
    if (rank && *rank != count)
      return parser.emitError(loc) << "expected " << *rank << " coordinates in each basis, got " << count;
    rank = count;
    ++bits;
    return success();
  };
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseBasis);
}

Attribute LayoutAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> coordinates[layout::kNumPlaces];
  int64_t bits[layout::kNumPlaces] = {};
  bool seen[layout::kNumPlaces] = {};
  std::optional<int64_t> rank;
  SMLoc loc = parser.getCurrentLocation();
  auto parsePlace = [&]() -> ParseResult {
    SMLoc placeLoc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name) || parser.parseEqual())
      return failure();
    unsigned place = llvm::StringSwitch<unsigned>(name)
                         .Case("register", 0)
                         .Case("lane", 1)
                         .Case("warp", 2)
                         .Case("cta", 3)
                         .Default(layout::kNumPlaces);
    if (place == layout::kNumPlaces || seen[place])
      return parser.emitError(placeLoc) << "expected register, lane, warp or cta, each once, got '" << name << "'";
    seen[place] = true;
    return parseBases(parser, rank, coordinates[place], bits[place]);
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater, parsePlace))
    return {};
  return parser.getChecked<LayoutAttr>(loc, parser.getContext(), rank.value_or(0), coordinates[0], coordinates[1],
                                       coordinates[2], coordinates[3], bits[0], bits[1], bits[2], bits[3]);
}

LogicalResult LayoutAttr::verify(function_ref<InFlightDiagnostic()> emitError, int64_t rank,
                                 ArrayRef<int64_t> registers, ArrayRef<int64_t> lanes, ArrayRef<int64_t> warps,
                                 ArrayRef<int64_t> ctas, int64_t numRegisterBits, int64_t numLaneBits,
                                 int64_t numWarpBits, int64_t numCtaBits) {
  if (numLaneBits != 5)
    return emitError() << "expected 5 lane bases, got " << numLaneBits;
  if (numWarpBits > 5)
    return emitError() << "expected at most 5 warp bases, got " << numWarpBits;
  if (numCtaBits > 4)
    return emitError() << "expected at most 4 cta bases, got " << numCtaBits;
  if (numRegisterBits > 24)
    return emitError() << "expected at most 24 register bases, got " << numRegisterBits;
  for (ArrayRef<int64_t> coordinates : {registers, lanes, warps, ctas})
    for (int64_t coordinate : coordinates)
      if (coordinate < 0)
        return emitError() << "expected coordinates from 0 up, got " << coordinate;
  return success();
}

LogicalResult LayoutAttr::verifyEncoding(ArrayRef<int64_t> shape, Type elementType,
                                         function_ref<InFlightDiagnostic()> emitError) const {
  if (int64_t(shape.size()) != getRank())
    return emitError() << "expected a layout of rank " << shape.size() << ", got rank " << getRank();
  if (!tile::isTileShape(RankedTensorType::get(shape, elementType)))
    return emitError() << "expected a layout on a tile";
  for (const PlaceBases &place : placesOf(*this))
    for (auto [i, coordinate] : llvm::enumerate(place.coordinates))
      if (coordinate >= shape[i % getRank()])
        return emitError() << "expected " << place.name << " coordinates below " << shape[i % getRank()] << ", got "
                           << coordinate;
  if (!toLinearLayout(shape).isSurjective())
    return emitError() << "expected a layout with a place for every element";
  return success();
}

LayoutAttr LayoutAttr::get(MLIRContext *context, const layout::LinearLayout &layout) {
  SmallVector<int64_t> coordinates[layout::kNumPlaces];
  for (unsigned place = 0; place < layout::kNumPlaces; ++place)
    for (unsigned bit = 0; bit < layout.bits(layout::Place(place)).count; ++bit)
      llvm::append_range(coordinates[place], layout.coordinatesOf(layout.basis(layout::Place(place), bit)));
  auto count = [&](layout::Place place) { return int64_t(layout.bits(place).count); };
  return get(context, int64_t(layout.rank()), coordinates[0], coordinates[1], coordinates[2], coordinates[3],
             count(layout::Place::Register), count(layout::Place::Lane), count(layout::Place::Warp),
             count(layout::Place::Cta));
}

layout::LinearLayout LayoutAttr::toLinearLayout(ArrayRef<int64_t> shape) const {
  std::vector<int64_t> extents(shape.begin(), shape.end());
  layout::LinearLayout empty(extents, {});
  layout::LinearLayout::Bases bases;
  for (auto [place, result] : llvm::zip(placesOf(*this), bases))
    for (int64_t bit = 0; bit < place.bits; ++bit) {
      ArrayRef<int64_t> coordinates = place.coordinates.slice(bit * getRank(), getRank());
      result.push_back(empty.elementOf(std::vector<int64_t>(coordinates.begin(), coordinates.end())));
    }
  return layout::LinearLayout(extents, bases);
}

layout::LinearLayout LayoutAttr::of(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return cast<LayoutAttr>(tensor.getEncoding()).toLinearLayout(tensor.getShape());
}

//===- #tile_gpu.shared ------------------------------------------------------------------------------------------===//

void SharedLayoutAttr::print(AsmPrinter &printer) const {
  int64_t bits = getNumOffsetBits(), rank = bits ? int64_t(getCoordinates().size()) / bits : 0;
  printer << "<[";
  for (int64_t bit = 0; bit < bits; ++bit) {
    printer << (bit ? ", [" : "[");
    llvm::interleaveComma(getCoordinates().slice(bit * rank, rank), printer);
    printer << "]";
  }
  printer << "]>";
}

Attribute SharedLayoutAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> coordinates;
  std::optional<int64_t> rank;
  int64_t bits = 0;
  SMLoc loc = parser.getCurrentLocation();
  auto parseBasis = [&]() -> ParseResult {
    size_t before = coordinates.size();
    SMLoc basisLoc = parser.getCurrentLocation();
    if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                       [&] { return parser.parseInteger(coordinates.emplace_back()); }))
      return failure();
    int64_t count = coordinates.size() - before;
    if (rank && *rank != count)
      return parser.emitError(basisLoc) << "expected " << *rank << " coordinates in each basis, got " << count;
    rank = count;
    ++bits;
    return success();
  };
  if (parser.parseLess() || parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseBasis) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<SharedLayoutAttr>(loc, parser.getContext(), coordinates, bits);
}

LogicalResult SharedLayoutAttr::verify(function_ref<InFlightDiagnostic()> emitError, ArrayRef<int64_t> coordinates,
                                       int64_t numOffsetBits) {
  for (int64_t coordinate : coordinates)
    if (coordinate < 0)
      return emitError() << "expected coordinates from 0 up, got " << coordinate;
  assert((numOffsetBits == 0 ? coordinates.empty() : coordinates.size() % numOffsetBits == 0) && "one rank for all");
  return success();
}

SharedLayoutAttr SharedLayoutAttr::get(MLIRContext *context, const layout::LinearMap &elementAt,
                                       ArrayRef<int64_t> shape) {
  layout::LinearLayout numbers({shape.begin(), shape.end()}, {});
  SmallVector<int64_t> coordinates;
  for (unsigned bit = 0; bit < elementAt.numInputs(); ++bit)
    llvm::append_range(coordinates, numbers.coordinatesOf(elementAt.column(bit)));
  return get(context, coordinates, elementAt.numInputs());
}

layout::LinearMap SharedLayoutAttr::toLinearMap(ArrayRef<int64_t> shape) const {
  layout::LinearLayout numbers({shape.begin(), shape.end()}, {});
  std::vector<uint64_t> columns;
  for (int64_t bit = 0; bit < getNumOffsetBits(); ++bit) {
    ArrayRef<int64_t> basis = getCoordinates().slice(bit * shape.size(), shape.size());
    columns.push_back(numbers.elementOf({basis.begin(), basis.end()}));
  }
  return layout::LinearMap(numbers.asMap().numOutputs(), columns);
}
