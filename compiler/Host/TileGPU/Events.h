// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "compiler/Host/Observer.h"
#include "mlir/IR/Operation.h"
#include <optional>

namespace tilec::host {

/// What an observer is told about ops of `tile_gpu`; nothing of those that neither move tiles, multiply nor
/// synchronise.
std::optional<EventKind> eventOf(mlir::Operation *op);

} // namespace tilec::host
