// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses through pointers by the copy engine, without a tensor map: tiles that are one contiguous range of memory.
//
// | access                        | becomes                                                          |
// |-------------------------------|------------------------------------------------------------------|
// | load                          | bulk_load into a buffer, a wait, buffer_load                     |
// | store                         | buffer_store, a fence, bulk_store                                |
// | atomic update nobody reads    | buffer_store, a fence, bulk_reduce: kinds that TmaReduceOp has;  |
// |                               | sub is add of what is negated                                    |
//
// The run is the whole tile, without a mask, from a multiple of 16 bytes on and a multiple of 16 bytes long: what
// Divisibility knows. Lane 0 needs the address of the first element as a scalar: the arithmetic of the pointers is done
// once more for that element alone.
#pragma once

#include "dialects/Tile/Analysis/Divisibility.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include <string>

namespace tilec::tile_gpu {

/// What stands against moving the access of a tile as a run; empty if nothing does.
std::string whyNoBulkCopy(LoadOp load, tile::Divisibility &facts);
std::string whyNoBulkCopy(StoreOp store, tile::Divisibility &facts);
std::string whyNoBulkCopy(AtomicRmwOp update, tile::Divisibility &facts);

/// The pointer to the first element of such a tile, made of scalars.
mlir::Value firstPlace(mlir::ImplicitLocOpBuilder &builder, mlir::Value pointers);

/// What the copy engine cannot do of a reduction; empty if it can.
std::string whyNoReduction(tile::AtomicKind kind, tile::MemoryOrder order, tile::MemoryScope scope, mlir::Type element);

/// What the copy engine does for an update: it subtracts by adding what is negated.
struct BulkUpdate {
  tile::AtomicKind kind;
  mlir::Value value;
};
BulkUpdate createBulkUpdate(mlir::ImplicitLocOpBuilder &builder, tile::AtomicKind kind, mlir::Value value);

/// Replaces an access that nothing stands against.
void moveByBulkCopy(mlir::Operation *access);

} // namespace tilec::tile_gpu
