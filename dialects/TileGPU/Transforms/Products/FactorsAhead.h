// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Factors that each iteration computes for products that are only added up: one iteration early.
//
//     scf.for %i .. (%sum, %slot) {               %a = first factor of the first iteration, but for its last op
//       wait for the slot                         scf.for all but the last (%sum, %slot, %a) {
//       %a = load from the slot; compute            %n = last op on %a; take a turn; wait for the slot again
//       %n = last op on %a                          %r = start %n x slot + %sum; pass the turn on
//       %r = start %n x slot + %sum          =>     wait for the next slot; %b = load from it; compute
//       %s = wait for %r                            %s = wait for %r
//       give the slot back                          give the slot back
//       yield %s, next %slot                        yield %s, next %slot, %b
//     }                                           }
//                                                 the last one, which computes nothing ahead
//
// So lanes compute while the tensor core multiplies; before, one waited for the other. Registers that a product reads
// must not be written while any is in flight (the assembler's note C7513): so the op that gives them their last form,
// most often one that narrows, comes behind the wait. The assembler may put more of the computing there. Two warpgroups
// start their products in turn, so that one computes while the other's run. What is waited for again has arrived: that
// costs a look at the mbarrier.
//
// A slot that the product does not read itself is given back when the product has been started. In either case what was
// read from the slot has been multiplied or stored by then, so that no proxy fence is needed; one would wait for the
// product in flight. Partial sums (fp8) are added up behind the wait.
//
// A factor that is stored for products goes to one of several places instead:
//
//     scf.for %i .. (%sum, %slot) {               store that of the first iteration into %b[0]; fence
//       wait for the slot                         scf.for all but the last (.., %turn = 0, %next = 1) {
//       %x = load from the slot; compute            wait for the slot; %r = start slot x %b[%turn] + %sum
//       alloc_buffer %b; store %x; fence     =>     wait for the next slot; load; compute; store into %b[%next]; fence
//       %r = start slot x %b + %sum                 %s = wait for %r; give the slot back
//       ..                                          yield .., %next, the one behind %next
//     }                                           }
//
// Of two, where a first factor is in registers, which nothing may be in flight beside. Else of three, so that
// tile-gpu-overlap-products lets products run on into the next iteration; with one barrier an iteration instead of two.
//
// tile-gpu-specialize-warps has left room for the places (`room_ahead`), or a factor stays in its one.
//
// A loop is rewritten if all its products are such sums, the factors are computed from slots, counters and what comes
// from outside, what is loaded for them has no other use, and nothing else in the loop reads or writes memory.
#pragma once

#include "dialects/TileGPU/Transforms/Products/RotationPlan.h"

namespace tilec::tile_gpu {

/// A factor that lanes store for products.
struct StoredFactor {
  AllocBufferOp buffer;
  BufferStoreOp store;
};

struct FactorsAhead : Decision {
  /// The last MMA of the body; null where no MMA has an operand that the iteration computes.
  WarpgroupMmaOp last;
  /// All products are sums that the loop carries, which nobody reads in it.
  bool onlyAdds = true;
  /// What first factors in registers are last made of, in the order of the body, and from what, which is computed
  /// ahead.
  llvm::SetVector<mlir::Operation *> late;
  llvm::SetVector<mlir::Value> factors;
  llvm::SmallVector<StoredFactor> stored;
  /// Arrivals before the last product, which come behind it.
  llvm::SetVector<mlir::Operation *> early;
  /// Ops of the body that compute them, without stores.
  llvm::SetVector<mlir::Operation *> head;
  /// Stores and what belongs to them, which are made anew.
  llvm::SmallPtrSet<mlir::Operation *, 8> ofStored;
  /// What is left of an iteration whose factors are there, in the order of the body: of the head what others need, too.
  llvm::SmallVector<mlir::Operation *> rest;
  /// The registers of a lane for tiles.
  int64_t registers = 0;
};

/// Buffers of a loop whose factors could be stored ahead, if shared memory and rings have room for it.
llvm::SmallVector<AllocBufferOp> factorsToStoreAhead(mlir::scf::ForOp loop);

/// Places that each of them has then; a ring needs as many slots.
int64_t placesOfFactors(mlir::scf::ForOp loop);

FactorsAhead planFactorsAhead(mlir::scf::ForOp loop);

/// Replaces the loop. `takesTurns`: warpgroups do; not where a factor is stored.
void computeFactorsAhead(mlir::scf::ForOp loop, FactorsAhead &plan, bool takesTurns);

} // namespace tilec::tile_gpu
