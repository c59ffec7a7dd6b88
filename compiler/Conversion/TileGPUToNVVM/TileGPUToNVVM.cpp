// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The way from `tile_gpu` to the LLVM and NVVM dialects, as a list of passes.
#include "compiler/Conversion/TileGPUToNVVM/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void tilec::addTileGPUToNVVMPasses(OpPassManager &passes, const std::string &architecture, bool remarks) {
  passes.addPass(createConvertTileGPUToRegisters({architecture}));
  // From here on ops do not ask who runs them.
  passes.addPass(createLowerWarpRoles({architecture}));
  // Every register computed its position for itself.
  passes.addPass(createCSEPass());
  // What variants assumed is used up, and nothing is left that tells equal code apart.
  passes.addPass(createDropEqualVariants({remarks}));
  // As long as what has no effects says so.
  passes.addPass(createSinkBarriers());
  // While loops carry values by name.
  passes.addPass(createPackCarriedRegisters());
  // Where loops still show, and registers of a tile have one divisor.
  passes.addPass(createShareIntegerDivisors());
  passes.addPass(createConvertMathToLibdevice());
  passes.addPass(createLowerControlFlow());
  passes.addPass(createConvertScalarsToLLVM());
}

namespace {
struct PipelineOptions : PassPipelineOptions<PipelineOptions> {
  Option<std::string> architecture{*this, "arch", llvm::cl::desc("Target: sm_90a, compute_80, ..."),
                                   llvm::cl::init("sm_90a")};
};
} // namespace

void tilec::registerTileGPUToNVVM() {
  registerConvertTileGPUToRegisters();
  registerDropEqualVariants();
  registerLowerControlFlow();
  registerLowerWarpRoles();
  registerPackCarriedRegisters();
  registerSinkBarriers();
  registerShareIntegerDivisors();
  registerConvertMathToLibdevice();
  registerConvertScalarsToLLVM();
  PassPipelineRegistration<PipelineOptions>("tile-gpu-to-nvvm-pipeline",
                                            "From scheduled tile_gpu to the LLVM and NVVM dialects",
                                            [](OpPassManager &passes, const PipelineOptions &options) {
                                              addTileGPUToNVVMPasses(passes, options.architecture);
                                            });
}
