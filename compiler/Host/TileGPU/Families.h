// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The op families of the `tile_gpu` level, one file each.
#pragma once

namespace mlir {
class Operation;
}

namespace tilec::host {
class Decoder;

bool decodePositions(mlir::Operation *op, Decoder &decoder);
bool decodeRearrangements(mlir::Operation *op, Decoder &decoder);
bool decodeLayoutConversion(mlir::Operation *op, Decoder &decoder);
bool decodeSubTiles(mlir::Operation *op, Decoder &decoder);
bool decodeGPUMemory(mlir::Operation *op, Decoder &decoder);
bool decodeGPUAtomics(mlir::Operation *op, Decoder &decoder);
bool decodeGPUReduction(mlir::Operation *op, Decoder &decoder);
bool decodeClusters(mlir::Operation *op, Decoder &decoder);
bool decodeGPUScan(mlir::Operation *op, Decoder &decoder);
bool decodeGPUMatrix(mlir::Operation *op, Decoder &decoder);
bool decodeWarpgroupMmas(mlir::Operation *op, Decoder &decoder);
bool decodeTensorMemory(mlir::Operation *op, Decoder &decoder);
bool decodeBuffers(mlir::Operation *op, Decoder &decoder);
bool decodeAsyncCopies(mlir::Operation *op, Decoder &decoder);
bool decodeBulkCopies(mlir::Operation *op, Decoder &decoder);
bool decodeRoles(mlir::Operation *op, Decoder &decoder);
bool decodeMbarriers(mlir::Operation *op, Decoder &decoder);
bool decodeGPUOutput(mlir::Operation *op, Decoder &decoder);

} // namespace tilec::host
