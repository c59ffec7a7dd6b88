// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// When the products of a block of consumers are started and waited for.
//
//     %r = start a, slot                            %r = start a, slot
//     %s = wait for %r                              %t = start b, other slot         // needs nothing computed
//     %p = work on %s                         =>    %s = wait for %r, %t in flight
//     %t = start b, other slot                      %p = work on %s
//     %u = wait for %t                              %u = wait for %t
//     work on %p, %u                                work on %p, %u
//     give the slots back                           give the slots back
//
// Products end in the order in which they are started, so a wait says how many of the youngest may be left. What a
// product reads is given back behind the first wait that ends it.
#pragma once

#include "dialects/TileGPU/Transforms/Products/RotationPlan.h"

namespace tilec::tile_gpu {

class ProductSchedule {
public:
  ProductSchedule(mlir::Block &block, WarpRolesOp roles);

  /// There are several products, each waited for behind its start.
  bool isPlain() const;
  /// Moves up to the first product those whose factors come from slots that a producer fills, or from outside of the
  /// block, if nothing is given back between, and lanes that hold `registers` already have room for their sums. How
  /// many start with the first one then.
  unsigned moveUp(int64_t registers);
  /// Waits where sums are needed. How many of the waits leave products in flight.
  unsigned placeWaits();

private:
  struct Product {
    WarpgroupMmaOp start;
    WarpgroupWaitOp wait;
    mlir::Value sums; ///< as the last wait has left them
  };
  /// An arrival that gives back what products read.
  struct GiveBack {
    MbarrierArriveOp arrive;
    llvm::SmallPtrSet<mlir::Operation *, 4> readers;
  };

  WarpgroupWaitOp waitOf(WarpgroupMmaOp start) const;
  bool comesFromSlots(WarpgroupMmaOp start, llvm::SetVector<mlir::Operation *> &slice) const;
  bool addToSlice(mlir::Value value, llvm::SetVector<mlir::Operation *> &slice) const;
  void findGiveBacks();
  mlir::Operation *firstNeed(Product &product) const;
  void waitBefore(mlir::Operation *op, size_t done);
  bool waitsForHeldBack(mlir::Operation &op) const;
  void holdBack(MbarrierArriveOp arrive);
  bool isRead(const GiveBack &giveBack) const;

  mlir::Block &block;
  WarpRolesOp roles;
  llvm::SmallVector<Product> products;
  llvm::SmallVector<GiveBack> giveBacks, heldBack;
  llvm::SmallVector<Product *> inFlight; ///< oldest first
};

} // namespace tilec::tile_gpu
