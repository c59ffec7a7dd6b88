// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A block has the L2 cache fetch what a later block will load.
//
//     %x = tile_gpu.load %row_of_block    =>    %later = %block + D
//                                               scf.if %later < %blocks { tile_gpu.bulk_prefetch %row_of_later }
//                                               %x = tile_gpu.load %row_of_block
//
// Blocks that hold a row over a reduction are few on a multiprocessor, and between its load and its stores such a block
// reads nothing: at times none does. What is asked for ahead fills that, and the last blocks, behind which no others
// come, find their rows in the cache.
//
// The same holds of blocks that widen what they load (bytes to floats): their loads are a small part of what goes by,
// and wait behind stores.
//
// Which loads: of whole tiles that are one contiguous range of memory (BulkCopies.h), whose place follows from the
// block's number along x and from what all blocks share, among the ops that every block executes; in kernels without a
// loop that come one block a CTA and either reduce and store at least half as much as they load, or store twice as
// much. Nothing keeps blocks that only read from reading, so they would lose. A later block executes the same load, so
// its place may be read; the place of a block that does not exist is never used.
//
// D is as many blocks as load and store kBytesAhead together. With more, rows have left the cache again
// (docs/Experiments.md, "Constants of the model").
#pragma once

#include "compiler/Target/Target.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tilec::tile_gpu {

/// For all loads of a kernel whose views are expanded. `remarks`: says so.
void prefetchRows(mlir::func::FuncOp kernel, const Target &target, bool remarks);

} // namespace tilec::tile_gpu
