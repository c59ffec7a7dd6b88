// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constructors and registration of the passes on the `tile_gpu` dialect.
#pragma once

#include "compiler/Target/Target.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"
#include <memory>

namespace tilec::tile_gpu {

#define GEN_PASS_DECL
#include "compiler/Transforms/TileGPU/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "compiler/Transforms/TileGPU/Passes.h.inc"

} // namespace tilec::tile_gpu
