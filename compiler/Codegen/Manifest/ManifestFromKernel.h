// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the manifest says of how to launch compiled kernels: their variants, in order of preference, each with its
/// facts and launch shape.
#pragma once
#include "mlir/IR/BuiltinOps.h"
#include "tilec/Manifest.h"

namespace tilec::codegen {

/// Fills the variants of every kernel of `manifest` from the functions of `module`: those whose
/// `tile.variant` names the kernel, the unconditional one last. The kernels' parameters must be described already.
/// Threads and the like are known from NVVM on; facts and entries before, too.
void describeVariants(mlir::ModuleOp module, manifest::Manifest &manifest);

} // namespace tilec::codegen
