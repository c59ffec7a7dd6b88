// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Facts that a program promises.
#pragma once

#include "compiler/Host/Decoder.h"

namespace tilec::host {

/// Looks whether the fact of `op`, a tile.assume, holds for `source`, whose elements lie in row-major order. Emits
/// nothing unless checking.
void emitAssumptionCheck(mlir::Operation *op, Decoder &decoder, Slot source);

} // namespace tilec::host
