// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-opt: runs any pass of the project, and MLIR's own, on any IR.
#include "compiler/Conversion/TileGPUToNVVM/Passes.h"
#include "compiler/Conversion/TileToTileGPU/Passes.h"
#include "compiler/Transforms/Tile/Passes.h"
#include "compiler/Transforms/TileGPU/Passes.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

namespace tilec {
void registerTestAlias();
void registerTestDivisibility();
} // namespace tilec

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  registry.insert<tilec::tile::TileDialect, tilec::tile_gpu::TileGPUDialect>();
  mlir::registerAllPasses();
  tilec::tile::registerTilePasses();
  tilec::registerTileToTileGPUPasses();
  tilec::tile_gpu::registerTileGPUPasses();
  tilec::registerTileGPUToNVVM();
  tilec::registerTestAlias();
  tilec::registerTestDivisibility();
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "optimiser of tile IR\n", registry));
}
