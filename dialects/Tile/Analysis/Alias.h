// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether two memory accesses of one kernel may touch the same bytes.
//
// Every pointer, tile of pointers and view is traced to the *roots* its address can come from: a kernel parameter, a local object
// (`tile.alloca`), a module variable, or something unknown (loaded, or computed from an integer). Two accesses do not alias when
//   * no root of one can be a root of the other: different objects, a local object and a parameter, or two parameters of which one is
//     `__restrict__` (through such a parameter the program promises to reach memory that nothing else reaches while it is written);
//   * both are scalars with one root and constant offsets from it that keep them apart.
// Types prove nothing: `float *` and `int *` may name one address.
#pragma once

#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace tilec::tile {

/// Where an address can come from.
struct AddressRoots {
  /// Kernel parameters, and results of `tile.alloca` and `tile.address_of`.
  llvm::SmallVector<mlir::Value, 2> values;
  /// Something that cannot be traced too: loaded, computed from an integer, or carried in a way not looked through.
  bool unknown = false;
  /// Bytes from the only root, if they are one constant (scalars only).
  std::optional<int64_t> offset;
};

/// Traces `address`: a pointer, a tile of pointers, a tensor view or a view.
AddressRoots findAddressRoots(mlir::Value address);

/// False only if no byte reached through `first` is reached through `second`, within one execution of each. `firstBytes` and
/// `secondBytes` are the bytes accessed behind scalar pointers, 0 when not known.
bool mayAlias(mlir::Value first, int64_t firstBytes, mlir::Value second, int64_t secondBytes);

} // namespace tilec::tile
