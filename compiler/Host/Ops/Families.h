// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The op families of the executor, one file each.
#pragma once

namespace mlir {
class Operation;
}

namespace tilec::host {
class Decoder;

bool decodeConstants(mlir::Operation *op, Decoder &decoder);
bool decodeIntegers(mlir::Operation *op, Decoder &decoder);
bool decodeFloats(mlir::Operation *op, Decoder &decoder);
bool decodeModalFloats(mlir::Operation *op, Decoder &decoder);
bool decodeComparisons(mlir::Operation *op, Decoder &decoder);
bool decodeMath(mlir::Operation *op, Decoder &decoder);
bool decodeCasts(mlir::Operation *op, Decoder &decoder);
bool decodeShapes(mlir::Operation *op, Decoder &decoder);
bool decodeMemory(mlir::Operation *op, Decoder &decoder);
bool decodeViews(mlir::Operation *op, Decoder &decoder);
bool decodeAtomics(mlir::Operation *op, Decoder &decoder);
bool decodeReductions(mlir::Operation *op, Decoder &decoder);
bool decodeMatrix(mlir::Operation *op, Decoder &decoder);
bool decodeControlFlow(mlir::Operation *op, Decoder &decoder);
bool decodeOutput(mlir::Operation *op, Decoder &decoder);
bool decodeAssumptions(mlir::Operation *op, Decoder &decoder);

} // namespace tilec::host
