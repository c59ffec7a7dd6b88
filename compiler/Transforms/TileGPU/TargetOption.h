// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The option of a pass that names the GPU it works for.
#pragma once

#include "compiler/Target/Target.h"
#include "mlir/IR/Operation.h"

namespace tilec::tile_gpu {

/// The target of that name; an error at `op`, which the pass runs on, where there is none.
inline mlir::FailureOr<Target> readTarget(mlir::Operation *op, llvm::StringRef name) {
  llvm::Expected<Target> target = Target::parse(name);
  if (!target)
    return op->emitError() << llvm::toString(target.takeError());
  return *target;
}

} // namespace tilec::tile_gpu
