// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-gpu-join-loads: loads of all members of structs become one op (see Passes.td), before layouts are chosen: which
// elements a lane should have follows from the whole run.
#include "compiler/Transforms/TileGPU/Passes.h"
#include "dialects/Tile/Analysis/StructLoads.h"
#include "dialects/Tile/IR/Remarks.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/RegionUtils.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_JOINLOADS
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

struct JoinLoads : tile_gpu::impl::JoinLoadsBase<JoinLoads> {
  using JoinLoadsBase::JoinLoadsBase;

  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (!kernel->hasAttr(kNumWarpsAttr))
      return;
    tile::Divisibility facts(accessBytesOf(kernel));
    SmallVector<SmallVector<Operation *>> groups;
    kernel.walk([&](Block *block) { llvm::append_range(groups, tile::findStructLoads<LoadOp>(*block)); });
    for (ArrayRef<Operation *> group : groups)
      if (isWorth(group, facts))
        join(group);
  }

  /// Without a run each lane would load member by member all the same.
  static bool isWorth(ArrayRef<Operation *> group, tile::Divisibility &facts) {
    auto first = cast<LoadOp>(group.front());
    bool isPlain = llvm::all_of(group, [](Operation *op) {
      auto load = cast<LoadOp>(op);
      return !load.getHintsAttr() || load.getHintsAttr().empty();
    });
    return isPlain && tile::structRun(facts, *tile::findStridedPointers(first.getPointer()), first.getMask()) > 1;
  }

  void join(ArrayRef<Operation *> group) {
    auto first = cast<LoadOp>(group.front());
    Operation *earliest = *llvm::min_element(group, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    IRRewriter rewriter(earliest);
    if (failed(moveValueDefinitions(rewriter, ValueRange{first.getPointer()}, earliest)))
      return;
    if (int64_t loads = int64_t(group.size()); remarks) {
      int64_t bytes =
          loads * tile::storageBytes(getElementTypeOrSelf(first.getType())) * tile::elementCount(first.getType());
      tile::Remark(first, "JoinedLoads").with("loads", loads).with("bytes", bytes)
          << loads << " loads of adjacent elements become one run of " << bytes << " bytes";
    }
    SmallVector<Type> types(group.size(), first.getType());
    rewriter.setInsertionPoint(earliest);
    auto joined = LoadStructsOp::create(rewriter, first.getLoc(), types, first.getPointer(), first.getMask(),
                                        first.getPadding(), /*vector=*/1);
    for (auto [op, result] : llvm::zip_equal(group, joined.getResults()))
      rewriter.replaceOp(op, result);
  }
};

} // namespace
