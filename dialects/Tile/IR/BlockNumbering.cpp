// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Tile/IR/BlockNumbering.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

/// A number, or an array with the name of an operation first, then numbers.
static bool isStep(Attribute step) {
  if (isa<IntegerAttr>(step))
    return true;
  auto parts = dyn_cast<ArrayAttr>(step);
  return parts && !parts.empty() && isa<StringAttr>(parts[0]) &&
         llvm::all_of(parts.getValue().drop_front(), llvm::IsaPred<IntegerAttr>);
}

LogicalResult tilec::tile::verifyNumbering(Operation *kernel, Attribute numbering) {
  auto dictionary = dyn_cast<DictionaryAttr>(numbering);
  auto steps = dictionary ? dictionary.getAs<ArrayAttr>(kNumberingStepsKey) : ArrayAttr();
  auto coordinates = dictionary ? dictionary.getAs<DenseI64ArrayAttr>(kNumberingCoordinatesKey) : DenseI64ArrayAttr();
  if (!steps || !coordinates || !llvm::all_of(steps, isStep))
    return kernel->emitOpError() << "expected steps and coordinates as '" << kNumberingAttr << "', got " << numbering;
  for (auto [number, step] : llvm::enumerate(steps)) {
    auto parts = dyn_cast<ArrayAttr>(step);
    if (!parts)
      continue;
    bool isArgument = cast<StringAttr>(parts[0]).getValue() == "argument";
    int64_t end = isArgument ? int64_t(cast<FunctionOpInterface>(kernel).getNumArguments()) : int64_t(number);
    for (Attribute operand : parts.getValue().drop_front(isArgument || parts.size() == 1 ? 1 : 2))
      if (int64_t value = cast<IntegerAttr>(operand).getInt(); value < 0 || value >= end)
        return kernel->emitOpError() << "expected " << (isArgument ? "arguments" : "operands of steps") << " below "
                                     << end << ", got " << value;
  }
  for (int64_t coordinate : coordinates.asArrayRef())
    if (coordinate < 0 || coordinate >= int64_t(steps.size()))
      return kernel->emitOpError() << "expected coordinates below " << steps.size() << ", got " << coordinate;
  return success();
}
