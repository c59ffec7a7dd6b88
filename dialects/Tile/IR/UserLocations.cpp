// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Tile/IR/UserLocations.h"

using namespace mlir;

/// All positions, from the innermost callee out; of fused ones the first.
static void flatten(Location location, SmallVectorImpl<FileLineColLoc> &positions) {
  if (auto position = dyn_cast<FileLineColLoc>(location)) {
    positions.push_back(position);
  } else if (auto call = dyn_cast<CallSiteLoc>(location)) {
    flatten(call.getCallee(), positions);
    flatten(call.getCaller(), positions);
  } else if (auto named = dyn_cast<NameLoc>(location)) {
    flatten(named.getChildLoc(), positions);
  } else if (auto fused = dyn_cast<FusedLoc>(location)) {
    if (!fused.getLocations().empty())
      flatten(fused.getLocations().front(), positions);
  }
}

SmallVector<FileLineColLoc> tilec::tile::userLocations(Location location) {
  SmallVector<FileLineColLoc> positions;
  flatten(location, positions);
  auto isEmbedded = [](FileLineColLoc position) { return position.getFilename().getValue().starts_with("/__tilec/"); };
  if (!llvm::all_of(positions, isEmbedded))
    llvm::erase_if(positions, isEmbedded);
  return positions;
}
