// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constructor and registration of the conversion from `tile` to `tile_gpu`.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include <memory>

namespace tilec {

#define GEN_PASS_DECL_CONVERTTILETOTILEGPU
#define GEN_PASS_DECL_SPLITBLOCKS
#define GEN_PASS_DECL_WIDENMMAS
#include "compiler/Conversion/TileToTileGPU/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "compiler/Conversion/TileToTileGPU/Passes.h.inc"

} // namespace tilec
