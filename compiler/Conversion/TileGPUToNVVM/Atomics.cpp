// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
void tilec::populateAtomicPatterns(mlir::RewritePatternSet &, const mlir::TypeConverter &, const LoweringContext &) {}
