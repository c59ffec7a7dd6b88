// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hints and assumed facts: what their values may be.
#include "dialects/Tile/IR/HintLimits.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilec::tile;

#define GET_ATTRDEF_CLASSES
#include "dialects/Tile/IR/TileAttributes.cpp.inc"

void TileDialect::registerTileAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/Tile/IR/TileAttributes.cpp.inc"
      >();
}

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

static LogicalResult verifyLimit(EmitError emitError, const HintLimit &limit, std::optional<int64_t> value) {
  if (!value || limit.allows(*value))
    return success();
  return emitError() << "expected " << limit.key << " to be " << limit.text() << ", got " << *value;
}

LogicalResult HintsAttr::verify(EmitError emitError, int64_t arch, std::optional<int64_t> numCta,
                                std::optional<int64_t> occupancy, std::optional<int64_t> warps,
                                std::optional<int64_t> latency, BoolAttr) {
  if (!isHintArchitecture(arch))
    return emitError() << "expected arch to be 0 or ten times a known compute capability, got " << arch;
  return success(succeeded(verifyLimit(emitError, kNumCtaLimit, numCta)) &&
                 succeeded(verifyLimit(emitError, kOccupancyLimit, occupancy)) &&
                 succeeded(verifyLimit(emitError, kWorkerWarpsLimit, warps)) &&
                 succeeded(verifyLimit(emitError, kLatencyLimit, latency)));
}

LogicalResult DivisibleAttr::verify(EmitError emitError, int64_t divisor, std::optional<int64_t> every,
                                    std::optional<int64_t> along) {
  if (divisor <= 0 || !llvm::isPowerOf2_64(divisor))
    return emitError() << "expected a power of two as divisor, got " << divisor;
  if (every.has_value() != along.has_value())
    return emitError() << "expected 'every' and 'along' together";
  if (every && *every <= 0)
    return emitError() << "expected a positive 'every', got " << *every;
  return success();
}

LogicalResult BoundedAttr::verify(EmitError emitError, std::optional<int64_t> lower, std::optional<int64_t> upper) {
  if (!lower && !upper)
    return emitError() << "expected a lower or an upper bound";
  return success();
}

LogicalResult FactAttr::verify(EmitError emitError, FactKind kind, std::optional<int64_t> argument,
                               std::optional<Dimension> grid, int64_t step, int64_t value) {
  if (!argument && !grid)
    return emitError() << "expected an argument or a grid dimension";
  if (argument && *argument < 0)
    return emitError() << "expected the number of an argument, got " << *argument;
  if (step < 1)
    return emitError() << "expected a positive step, got " << step;
  if (kind == FactKind::MultipleOf && (value < 1 || !llvm::isPowerOf2_64(value)))
    return emitError() << "expected a power of two as divisor, got " << value;
  return success();
}

bool tilec::tile::isPreferredVariant(Operation *function) {
  auto variant = function->getAttrOfType<VariantAttr>(kVariantAttr);
  return !variant || variant.getNumber() == 0;
}
