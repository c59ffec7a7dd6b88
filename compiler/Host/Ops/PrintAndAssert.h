// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Text and assertions, whichever op asks for them.
#pragma once

#include "compiler/Host/Decoder.h"

namespace tilec::host {

/// A value to print; its elements lie in row-major order.
struct PrintedValue {
  Slot slot;
  llvm::SmallVector<int64_t> shape;
};

/// printf of `format`. A format that does not fit the arguments is diagnosed at `op`.
void emitPrint(mlir::Operation *op, Decoder &decoder, llvm::StringRef format, std::vector<PrintedValue> arguments);

/// Ends the launch with the message of `tile.assert` unless `condition` holds.
void emitAssertion(mlir::Operation *op, Decoder &decoder, mlir::Value condition, llvm::StringRef message,
                   llvm::StringRef function);

} // namespace tilec::host
