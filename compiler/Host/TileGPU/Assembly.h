// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks that need the registers of all warps: each warp leaves what it has, the last one to come by looks at it all.
#pragma once

#include "compiler/Host/TileGPU/Places.h"

namespace tilec::host {

/// `emitChecks` emits steps over a tile with the elements of all places; they run in one warp, for each time that all
/// have come by.
void emitAssembled(mlir::Operation *op, Decoder &decoder, Slot value, PlacesRef places,
                   llvm::function_ref<void(Slot all)> emitChecks);

/// Reports an element of which two places hold different bits: `op` lets one of them stand for all. Places that are
/// undefined may differ.
void emitCopiesCheck(mlir::Operation *op, Decoder &decoder, Slot value, PlacesRef places, const char *what);

/// As emitAssembled, with the elements in row-major order, each from its owner. Checks the copies.
void emitRowMajor(mlir::Operation *op, Decoder &decoder, Slot value, PlacesRef places, const char *what,
                  llvm::function_ref<void(Slot elements)> emitChecks);

} // namespace tilec::host
