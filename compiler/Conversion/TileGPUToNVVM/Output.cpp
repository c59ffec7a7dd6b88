// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
void tilec::populateOutputPatterns(mlir::RewritePatternSet &, const mlir::TypeConverter &, const LoweringContext &) {}
