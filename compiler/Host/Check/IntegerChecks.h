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

/// Behind a division of tiles whose quotient a select, a mask, `&` or `|` may leave out where the divisor is zero, so
/// that the report would be a false alarm: there the element is unspecified instead, and reported where it is used.
void emitUnspecifiedQuotients(mlir::Operation *op, Decoder &decoder);

} // namespace tilec::host
