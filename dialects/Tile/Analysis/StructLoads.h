// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads that together read whole structs: a tile of each member, all through `base + stride * i + member`, with as many
// members as the stride says. One by one their lanes skip over what the others read; together they read one run.
//
// | source                                          | base | stride | index | offset |
// |-------------------------------------------------|------|--------|-------|--------|
// | `load(rgb + 3 * i)`                             | rgb  | 3      | i     | 0      |
// | `load(rgb + (3 * i + 2))`                       | rgb  | 3      | i     | 2      |
// | `load(z + 1 + 2 * i)`, `load(z + 2 * i + 1)`    | z    | 2      | i     | 1      |
//
// Numbers that may wrap are not looked through.
#pragma once

#include "dialects/Tile/Analysis/Divisibility.h"
#include "mlir/IR/Block.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace tilec::tile {

/// A tile of pointers: `base` (pointers) plus `scaled` (`stride` * `index`) plus `offset`, in elements.
struct StridedPointers {
  mlir::Value base, scaled, index;
  int64_t stride = 1, offset = 0;
};

std::optional<StridedPointers> findStridedPointers(mlir::Value pointers);

/// How many neighbouring elements' structs are one run that starts at a multiple of so many members and is masked alike
/// (or not); such a piece of a run is at most one access. 1 if nothing is known.
int64_t structRun(Divisibility &facts, const StridedPointers &pointers, mlir::Value mask);

/// A load of a member.
struct MemberLoad {
  mlir::Operation *op;
  mlir::Value pointer, mask, padding;
};

/// The loads, in groups that read whole structs, by offset. Those that belong to none are left out.
llvm::SmallVector<llvm::SmallVector<mlir::Operation *>> groupMembers(llvm::ArrayRef<MemberLoad> loads);

/// Groups of the loads of a block with no write between them. `Load` is a load through pointers of either dialect.
template <typename Load> llvm::SmallVector<llvm::SmallVector<mlir::Operation *>> findStructLoads(mlir::Block &block) {
  llvm::SmallVector<llvm::SmallVector<mlir::Operation *>> groups;
  llvm::SmallVector<MemberLoad> loads;
  auto close = [&] {
    llvm::append_range(groups, groupMembers(loads));
    loads.clear();
  };
  for (mlir::Operation &op : block) {
    if (auto load = llvm::dyn_cast<Load>(op))
      loads.push_back({load, load.getPointer(), load.getMask(), load.getPadding()});
    else if (!mlir::isMemoryEffectFree(&op) && !mlir::hasSingleEffect<mlir::MemoryEffects::Read>(&op))
      close();
  }
  close();
  return groups;
}

} // namespace tilec::tile
