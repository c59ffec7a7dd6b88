// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operands that each iteration computes for MMAs that are only added up: one iteration early.
//
//     scf.for %i .. (%sum, %stage) {              %a = first operand of the first iteration, but for its last op
//       wait for the stage                         scf.for all but the last (%sum, %stage, %a) {
//       %a = load from the stage; compute            %n = last op on %a; take a turn; wait for the stage again
//       %n = last op on %a                          %r = start %n x stage + %sum; pass the turn on
//       %r = start %n x stage + %sum          =>     wait for the next stage; %b = load from it; compute
//       %s = wait for %r                            %s = wait for %r
//       release the stage                          release the stage
//       yield %s, next %stage                        yield %s, next %stage, %b
//     }                                           }
//                                                 the last one, which computes nothing ahead
//
// So lanes compute while the tensor core multiplies; before, one waited for the other. Registers that an MMA reads
// must not be written while any is in flight (the assembler's note C7513): so the op that gives them their last form,
// most often one that narrows, comes behind the wait. The assembler may put more of the computing there. Two warpgroups
// start their MMAs in turn, so that one computes while the other's run. What is waited for again has arrived: that
// costs a look at the mbarrier.
//
// A stage that the MMA does not read itself is released when the MMA has been started. In either case what was
// read from the stage has been multiplied or stored by then, so that no proxy fence is needed; one would wait for the
// MMA in flight. Partial accumulators (fp8) are added up behind the wait.
//
// An operand that is stored for MMAs goes to one of several places instead:
//
//     scf.for %i .. (%sum, %stage) {              store that of the first iteration into %b[0]; fence
//       wait for the stage                         scf.for all but the last (.., %turn = 0, %next = 1) {
//       %x = load from the stage; compute            wait for the stage; %r = start stage x %b[%turn] + %sum
//       alloc_buffer %b; store %x; fence     =>     wait for the next stage; load; compute; store into %b[%next]; fence
//       %r = start stage x %b + %sum                 %s = wait for %r; release the stage
//       ..                                          yield .., %next, the one behind %next
//     }                                           }
//
// Of two, where a first operand is in registers, which nothing may be in flight beside. Else of three, so that
// tile-gpu-overlap-mmas lets MMAs run on into the next iteration; with one barrier an iteration instead of two.
//
// tile-gpu-specialize-warps has left room for the places (`room_ahead`), or an operand stays in its one.
//
// A loop is rewritten if all its MMAs are such accumulators, the operands are computed from stages, counters and what
// comes from outside, what is loaded for them has no other use, and nothing else in the loop reads or writes memory.
#pragma once

#include "compiler/Transforms/TileGPU/Schedule/Mma/MmaPipeliningPlan.h"

namespace tilec::tile_gpu {

/// An operand that lanes store for MMAs.
struct StoredOperand {
  AllocBufferOp buffer;
  BufferStoreOp store;
};

struct PrecomputedOperands : Decision {
  /// The last MMA of the body; null where no MMA has an operand that the iteration computes.
  WarpgroupMmaOp last;
  /// All MMAs are accumulators that the loop carries, which nobody reads in it.
  bool onlyAdds = true;
  /// What first operands in registers are last made of, in the order of the body, and from what, which is computed
  /// ahead.
  llvm::SetVector<mlir::Operation *> late;
  llvm::SetVector<mlir::Value> mmaOperands;
  llvm::SmallVector<StoredOperand> stored;
  /// Arrivals before the last MMA, which come behind it.
  llvm::SetVector<mlir::Operation *> early;
  /// Ops of the body that compute them, without stores.
  llvm::SetVector<mlir::Operation *> head;
  /// Stores and what belongs to them, which are made anew.
  llvm::SmallPtrSet<mlir::Operation *, 8> ofStored;
  /// What is left of an iteration whose operands are there, in the order of the body: of the head what others need,
  /// too.
  llvm::SmallVector<mlir::Operation *> rest;
  /// The registers of a lane for tiles.
  int64_t registers = 0;
};

/// Buffers of a loop whose operands could be stored ahead, if shared memory and stage buffers have room for it.
llvm::SmallVector<AllocBufferOp> operandsToStoreAhead(mlir::scf::ForOp loop);

/// Places that each of them has then; a stage buffer needs as many stages.
int64_t placesOfOperands(mlir::scf::ForOp loop);

/// Operands in registers that are loaded and nothing else have no last op. Those of tf32 get one, which changes no bit:
///
///     %a = buffer_load %stage    =>    %a = buffer_load %stage; %w = tile.ftof %a : tf32 -> f32
///                                      %n = tile.ftof %w : f32 -> tf32
///
/// The ops %n.
llvm::SmallVector<tile::FToFOp> separateLoadedOperands(mlir::scf::ForOp loop);
/// Undoes that.
void joinLoadedOperands(llvm::ArrayRef<tile::FToFOp> last);

PrecomputedOperands planPrecomputedOperands(mlir::scf::ForOp loop);

/// Replaces the loop. `usesPingPong`: warpgroups do; not where an operand is stored.
void precomputeOperands(mlir::scf::ForOp loop, PrecomputedOperands &plan, bool usesPingPong);

} // namespace tilec::tile_gpu
