// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/Layouts/MoveRemarks.h"
#include "dialects/Tile/IR/KernelNames.h"
#include "dialects/Tile/IR/Remarks.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// What is moved between lanes in a kernel.
class Moves {
public:
  /// With a remark for each if `eachReported`.
  Moves(func::FuncOp kernel, bool eachReported) : eachReported(eachReported) {
    kernel.walk([&](ConvertLayoutOp op) { add(op, "a tile", op.getResult()); });
    kernel.walk([&](ExtractOp op) { add(op, "a sub-tile", op.getResult()); });
    kernel.walk([&](InsertOp op) { add(op, "a sub-tile", op.getSource()); });
  }

  void reportSum(func::FuncOp kernel) const {
    if (byShuffles + byMemory > 0)
      tile::Remark(kernel, "LayoutConversions")
              .with("byShuffles", byShuffles)
              .with("throughSharedMemory", byMemory)
              .with("cycles", int64_t(cycles))
          << "kernel " << tile::displayNameOf(kernel.getSymName()) << " moves " << byShuffles
          << " tiles between lanes by shuffles, " << byMemory << " through shared memory; about " << int64_t(cycles)
          << " cycles";
  }

private:
  /// Nothing for one inside a lane, or that nobody reads.
  template <typename Op> void add(Op op, StringRef what, Value moved) {
    using Kind = layout::LayoutConversion::Kind;
    Kind kind = op.plan().kind;
    if (kind == Kind::Registers || op->use_empty())
      return;
    ++(kind == Kind::Shuffles ? byShuffles : byMemory);
    cycles += cyclesOfMove(op);
    if (!eachReported || !reported.insert({op.getLoc(), op.getType()}).second)
      return;
    int64_t bytes = tile::elementCount(moved.getType()) * tile::storageBytes(getElementTypeOrSelf(moved.getType()));
    tile::Remark(op, "LayoutConversion").with("bytes", bytes).with("cycles", int64_t(cyclesOfMove(op)))
        << what << " of " << bytes << " bytes changes lanes "
        << (kind == Kind::Shuffles ? "by shuffles inside each warp"
                                   : "through shared memory: a store, a barrier and a load of each element")
        << "; about " << int64_t(cyclesOfMove(op)) << " cycles";
  }

  bool eachReported;
  llvm::DenseSet<std::pair<Location, Type>> reported; ///< of copies of one move the first
  unsigned byShuffles = 0, byMemory = 0;
  double cycles = 0;
};

} // namespace

void tile_gpu::reportMoves(func::FuncOp kernel) {
  Moves(kernel, tile::isPreferredVariant(kernel)).reportSum(kernel);
}
