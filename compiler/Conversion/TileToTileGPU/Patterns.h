// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the patterns of the conversion share: the types that carry layouts, and the patterns by family.
#pragma once

#include "compiler/Strategy/KernelStrategy.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Transforms/DialectConversion.h"

namespace tilec {

/// Gives each tile the layout that the plan has for its shape.
class LayoutTypeConverter : public mlir::TypeConverter {
public:
  explicit LayoutTypeConverter(const strategy::KernelStrategy &plan);

  const strategy::KernelStrategy &getPlan() const {
    return plan;
  }
  /// The type of a tile in its shape's layout.
  mlir::RankedTensorType distribute(mlir::Type tile) const {
    return mlir::cast<mlir::RankedTensorType>(convertType(tile));
  }

private:
  const strategy::KernelStrategy &plan;
};

/// A pattern that knows the plan.
template <typename Op> class PlannedPattern : public mlir::OpConversionPattern<Op> {
public:
  PlannedPattern(const LayoutTypeConverter &converter, mlir::MLIRContext *context)
      : mlir::OpConversionPattern<Op>(converter, context), converter(converter) {}

protected:
  const LayoutTypeConverter &converter;
};

/// `tile` in `layout`: the tile itself, or a layout conversion.
mlir::Value convertLayout(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tile,
                          const layout::LinearLayout &layout);

void populateElementwisePatterns(const LayoutTypeConverter &converter, mlir::RewritePatternSet &patterns);
void populateShapePatterns(const LayoutTypeConverter &converter, mlir::RewritePatternSet &patterns);
void populateReductionPatterns(const LayoutTypeConverter &converter, mlir::RewritePatternSet &patterns);
void populateMatrixPatterns(const LayoutTypeConverter &converter, const Target &compiledFor,
                            mlir::RewritePatternSet &patterns);
void populateMemoryPatterns(const LayoutTypeConverter &converter, mlir::RewritePatternSet &patterns);
void populateAtomicPatterns(const LayoutTypeConverter &converter, mlir::RewritePatternSet &patterns);
void populateViewPatterns(const LayoutTypeConverter &converter, mlir::RewritePatternSet &patterns);

} // namespace tilec
