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

/// Makes quotients of tiles unspecified where the divisor is zero, instead of reporting the division. A select, a mask,
/// `&` or `|` may leave such a quotient out, so that the report would be a false alarm. It is reported where it is
/// used.
void emitUnspecifiedQuotients(mlir::Operation *op, Decoder &decoder);

} // namespace tilec::host
