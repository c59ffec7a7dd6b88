// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-round-in-loads: a tile of f32 that is read as tf32 alone is loaded as tf32 (see Passes.td).
#include "compiler/Transforms/Tile/Passes.h"
#include "dialects/Tile/IR/ElementTypes.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "llvm/ADT/SetVector.h"

namespace tilec::tile {
#define GEN_PASS_DEF_ROUNDINLOADS
#include "compiler/Transforms/Tile/Passes.h.inc"
} // namespace tilec::tile

using namespace mlir;
using namespace tilec;
using namespace tilec::tile;

namespace {

/// Each element of the result is an element of its one tile.
bool movesElements(Operation *op) {
  return isa<ReshapeOp, PermuteOp, BroadcastOp, ExtractOp>(op);
}

/// A load with all that reads it.
class LoadedTile {
public:
  explicit LoadedTile(LoadViewOp load) {
    values.insert(load.getResult());
    for (unsigned i = 0; i < values.size() && !isReadElsewhere; ++i)
      for (Operation *user : values[i].getUsers())
        follow(user);
  }

  /// Nothing reads it but as tf32.
  bool isReadRounded() const {
    return !isReadElsewhere && !casts.empty();
  }

  void round() {
    Type element = FloatTF32Type::get(values.front().getContext());
    for (Value value : values)
      value.setType(withElementType(value.getType(), element));
    for (FToFOp cast : casts) {
      cast.replaceAllUsesWith(cast.getSource());
      cast.erase();
    }
  }

private:
  void follow(Operation *user) {
    auto cast = dyn_cast<FToFOp>(user);
    if (cast && isa<FloatTF32Type>(getElementTypeOrSelf(cast.getType())))
      casts.insert(cast);
    else if (movesElements(user))
      values.insert(user->getResult(0));
    else
      isReadElsewhere = true;
  }

  llvm::SmallSetVector<Value, 4> values;
  llvm::SmallSetVector<FToFOp, 2> casts;
  bool isReadElsewhere = false;
};

struct RoundInLoads : tilec::tile::impl::RoundInLoadsBase<RoundInLoads> {
  void runOnOperation() override {
    SmallVector<LoadViewOp> loads;
    getOperation()->walk([&](LoadViewOp load) {
      auto view = cast<ViewType>(load.getView().getType());
      if (!isa<GatherScatterViewType>(view) && view.getTensorView().getElementType().isF32())
        loads.push_back(load);
    });
    for (LoadViewOp load : loads)
      if (LoadedTile tile(load); tile.isReadRounded())
        tile.round();
  }
};

} // namespace
