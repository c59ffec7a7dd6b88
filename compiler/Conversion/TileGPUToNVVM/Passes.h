// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constructors and registration of the passes from `tile_gpu` to the LLVM and NVVM dialects.
#pragma once

#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include <memory>

namespace tilec {

#define GEN_PASS_DECL
#include "compiler/Conversion/TileGPUToNVVM/Passes.h.inc"

/// All passes from scheduled `tile_gpu` to the LLVM and NVVM dialects, in order.
/// `architecture` as in `-arch`; a name that is none is an error of the first pass.
void addTileGPUToNVVMPasses(mlir::OpPassManager &passes, const std::string &architecture, bool remarks = false);

#define GEN_PASS_REGISTRATION
#include "compiler/Conversion/TileGPUToNVVM/Passes.h.inc"

/// `--tile-gpu-to-nvvm-pipeline=arch=sm_90a` for tile-opt, and the single passes.
void registerTileGPUToNVVM();

} // namespace tilec
