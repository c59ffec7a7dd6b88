// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses through a scalar pointer or a tile of pointers: which place, of which thread, touches which address.
#pragma once

#include "compiler/Host/Check/CheckedMemory.h"
#include "compiler/Host/TileGPU/Places.h"

namespace tilec::host {

/// An op's pointer and mask.
struct PlaceAccess {
  Slot pointer;
  std::optional<Slot> mask;
  PlacesRef places; ///< null for a scalar
  unsigned vector = 1;

  /// Each place accesses its element (a scalar: thread 0).
  ElementAccess byAll(Frame &frame) const;
  /// Each element is accessed by its owner (a scalar: by thread 0).
  ElementAccess byOwners(Frame &frame) const;
};

/// Takes the operands, and emits the checks that they are specified; `mask` may be null.
PlaceAccess decodeAccess(mlir::Operation *op, Decoder &decoder, mlir::Value pointer, mlir::Value mask,
                         unsigned vector = 1);

/// Reports groups of `vector` registers that are not one access: addresses in one run, aligned to `vector` elements, one
/// mask. In a run of structs elements are `members` apart.
void emitVectorCheck(mlir::Operation *op, Decoder &decoder, const PlaceAccess &access, unsigned members = 1);

} // namespace tilec::host
