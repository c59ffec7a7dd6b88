// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What integer arithmetic forbids.
#pragma once

namespace mlir {
class Operation;
}

namespace tilec::host {
class Decoder;

/// Before an integer op: reports overflow of ops that promise none, zero divisors, and shift counts of the width or
/// more. Elements that are undefined anyway are passed over. Emits nothing unless checking.
void emitIntegerChecks(mlir::Operation *op, Decoder &decoder);

} // namespace tilec::host
