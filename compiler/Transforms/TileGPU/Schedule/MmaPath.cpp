// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/Schedule/MmaPath.h"
#include "dialects/Layout/SharedMemory/BankConflicts.h"
#include "dialects/Layout/SharedMemory/MmaSyncStages.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;
using layout::LinearLayout;

bool tile_gpu::isMmaOfWarps(Operation *op) {
  auto mma = dyn_cast<MmaOp>(op);
  return mma && mma.isOfWarps();
}

/// Dimension i of the result is where dimension `permutation[i]` went back to i.
static std::vector<int64_t> inverse(ArrayRef<int64_t> permutation) {
  std::vector<int64_t> result(permutation.size());
  for (auto [i, dimension] : llvm::enumerate(permutation))
    result[dimension] = int64_t(i);
  return result;
}

RankedTensorType MmaPath::fragments() const {
  LinearLayout layout = LayoutAttr::of(ConvertLayoutOp(conversion).getType());
  RankedTensorType type = cast<RankedTensorType>(ConvertLayoutOp(conversion).getType());
  for (Operation *renaming : llvm::reverse(renamings)) {
    type = cast<RankedTensorType>(renaming->getOperand(0).getType());
    if (auto permute = dyn_cast<PermuteOp>(renaming))
      layout = layout.permuted(inverse(permute.getPermutation()));
    else if (isa<ReshapeOp>(renaming))
      layout = layout.reshaped(type.getShape().vec());
  }
  return withLayout(type, layout);
}

static RankedTensorType renamedType(Operation *renaming, Value source) {
  LinearLayout layout = LayoutAttr::of(source.getType());
  auto type = cast<RankedTensorType>(renaming->getResult(0).getType());
  if (auto permute = dyn_cast<PermuteOp>(renaming))
    layout = layout.permuted(permute.getPermutation().vec());
  else if (isa<ReshapeOp>(renaming))
    layout = layout.reshaped(type.getShape().vec());
  return withLayout(type, layout);
}

Value MmaPath::rename(OpBuilder &builder, Value fragments) const {
  Location at = ConvertLayoutOp(conversion).getLoc();
  for (Operation *renaming : renamings) {
    RankedTensorType type = renamedType(renaming, fragments);
    if (auto permute = dyn_cast<PermuteOp>(renaming)) {
      fragments = PermuteOp::create(builder, at, type, fragments, permute.getPermutation());
    } else if (isa<ReshapeOp>(renaming)) {
      fragments = ReshapeOp::create(builder, at, type, fragments);
    } else {
      Operation *cast = builder.clone(*renaming);
      cast->setOperand(0, fragments);
      cast->getResult(0).setType(type);
      fragments = cast->getResult(0);
    }
  }
  return fragments;
}

void MmaPath::replaceBy(OpBuilder &builder, Value fragments) const {
  fragments = rename(builder, fragments);
  ConvertLayoutOp(conversion).replaceAllUsesWith(fragments);
  ConvertLayoutOp(conversion).erase();
  for (Operation *renaming : llvm::reverse(renamings))
    if (renaming->use_empty())
      renaming->erase();
}

static bool isRenaming(Operation *op, bool withCasts) {
  return isa<PermuteOp, ReshapeOp>(op) || (withCasts && isa<tile::FToFOp>(op));
}

/// Calls `found` for each way from `tile`, `other` for what else uses it.
static void follow(Value tile, SmallVectorImpl<Operation *> &renamings, llvm::function_ref<void(const MmaPath &)> found,
                   llvm::function_ref<void()> other, bool withCasts = false) {
  for (Operation *user : tile.getUsers()) {
    if (auto conversion = dyn_cast<ConvertLayoutOp>(user)) {
      found({llvm::to_vector(renamings), conversion});
    } else if (isRenaming(user, withCasts) && !user->use_empty()) {
      renamings.push_back(user);
      follow(user->getResult(0), renamings, found, other, withCasts);
      renamings.pop_back();
    } else {
      other();
    }
  }
}

static void sortByPlace(SmallVectorImpl<MmaPath> &paths) {
  llvm::sort(paths, [](const MmaPath &a, const MmaPath &b) {
    return ConvertLayoutOp(a.conversion)->isBeforeInBlock(ConvertLayoutOp(b.conversion));
  });
}

SmallVector<MmaPath> tile_gpu::findPaths(Value tile) {
  SmallVector<MmaPath> paths;
  SmallVector<Operation *> renamings;
  Block *block = tile.getParentBlock();
  follow(
      tile, renamings,
      [&](const MmaPath &path) {
        if (ConvertLayoutOp(path.conversion)->getBlock() == block)
          paths.push_back(path);
      },
      [] {});
  sortByPlace(paths);
  return paths;
}

SmallVector<MmaPath> tile_gpu::findMmaPaths(Value loaded) {
  SmallVector<MmaPath> paths;
  SmallVector<Operation *> renamings;
  bool isForMmas = true;
  auto check = [&](const MmaPath &path) {
    ConvertLayoutOp conversion = path.conversion;
    isForMmas &= conversion->getBlock() == loaded.getParentBlock() && !conversion->use_empty() &&
                 llvm::all_of(conversion->getUsers(), isMmaOfWarps);
    if (isForMmas)
      paths.push_back(path);
  };
  follow(loaded, renamings, check, [&] { isForMmas = false; });
  if (!isForMmas)
    return {};
  sortByPlace(paths);
  return paths;
}

/// Calls `found` for each op that multiplies `fragments`; false if anything else reads them, or in another block.
static bool findMmas(Value fragments, llvm::function_ref<void(MmaOp)> found) {
  return !fragments.use_empty() && llvm::all_of(fragments.getUsers(), [&](Operation *user) {
    if (user->getBlock() != fragments.getParentBlock())
      return false;
    if (isRenaming(user, /*withCasts=*/true))
      return findMmas(user->getResult(0), found);
    auto mma = dyn_cast<MmaOp>(user);
    if (mma)
      found(mma);
    return mma && mma.isOfWarps();
  });
}

bool tile_gpu::isReadByMmas(Value fragments) {
  bool isForWarps = false;
  return findMmas(fragments, [&](MmaOp mma) { isForWarps |= mma.isOfWarps(); }) && isForWarps;
}

SmallVector<MmaPath> tile_gpu::findStagePaths(Value loaded) {
  SmallVector<MmaPath> paths;
  SmallVector<Operation *> renamings;
  bool isForMmas = true, isForWarps = false;
  auto check = [&](const MmaPath &path) {
    ConvertLayoutOp conversion = path.conversion;
    isForMmas &= conversion->getBlock() == loaded.getParentBlock() &&
                 findMmas(conversion.getResult(), [&](MmaOp mma) { isForWarps |= mma.isOfWarps(); });
    paths.push_back(path);
  };
  follow(loaded, renamings, check, [&] { isForMmas = false; }, /*withCasts=*/true);
  if (!isForMmas || !isForWarps)
    return {};
  sortByPlace(paths);
  return paths;
}

std::pair<Operation *, Operation *> tile_gpu::usesIn(Block *block, ArrayRef<MmaPath> paths) {
  Operation *first = nullptr, *last = nullptr;
  for (const MmaPath &path : paths) {
    ConvertLayoutOp conversion = path.conversion;
    Operation *read = block->findAncestorOpInBlock(*conversion);
    first = !first || read->isBeforeInBlock(first) ? read : first;
    findMmas(conversion.getResult(), [&](MmaOp user) {
      Operation *mma = block->findAncestorOpInBlock(*user);
      last = !last || last->isBeforeInBlock(mma) ? mma : last;
    });
  }
  return {first, last};
}

void tile_gpu::addTilesOfPaths(Value tile, ArrayRef<MmaPath> paths, llvm::DenseSet<Value> &tiles) {
  for (const MmaPath &path : paths) {
    tiles.insert(tile);
    tiles.insert(ConvertLayoutOp(path.conversion).getResult());
    for (Operation *renaming : path.renamings)
      tiles.insert(renaming->getResult(0));
  }
}

BufferType tile_gpu::stageOfPaths(Value tile, ArrayRef<MmaPath> paths) {
  constexpr int64_t kMaxAccessBytes = 16;
  auto stored = cast<RankedTensorType>(tile.getType());
  Type element = stored.getElementType();
  auto load = tile.getDefiningOp<LoadOp>();
  int64_t vector = load ? std::min<int64_t>(load.getVector(), kMaxAccessBytes / tile::storageBytes(element)) : 1;
  std::vector<LinearLayout> fragments;
  for (const MmaPath &path : paths)
    fragments.push_back(LayoutAttr::of(path.fragments()));
  std::optional<layout::LinearMap> elementAt = layout::stageBetween(
      LayoutAttr::of(stored), fragments, unsigned(8 * tile::storageBytes(element)), unsigned(vector));
  if (!elementAt)
    return {};
  constexpr int64_t kBanksAlignment = 128;
  auto layout = SharedLayoutAttr::get(stored.getContext(), *elementAt, stored.getShape());
  return BufferType::get(stored.getContext(), stored.getShape(), element, layout, /*stages=*/1, kBanksAlignment);
}

/// As wide as neighbours in registers are in the stage. Twice the time for a word is still less than MMAs take.
static bool readsWordsApart(const layout::LinearMap &offsets, unsigned registerBits, int64_t elementBytes) {
  constexpr int64_t kLeastBytes = 2, kMaxAccessBytes = 16;
  constexpr unsigned kLaneBits = 5, kMostConflicts = 2;
  unsigned run = 0;
  while (run < registerBits && (int64_t(2) << run) * elementBytes <= kMaxAccessBytes &&
         offsets.column(run) == uint64_t(1) << run)
    ++run;
  return (elementBytes << run) >= kLeastBytes &&
         layout::bankConflicts(offsets.ofInputs(registerBits, kLaneBits), unsigned(elementBytes), 1u << run) <=
             kMostConflicts;
}

bool tile_gpu::readsApart(BufferType stage, ArrayRef<MmaPath> paths) {
  int64_t elementBytes = tile::storageBytes(stage.getElementType());
  return llvm::all_of(paths, [&](const MmaPath &path) {
    LinearLayout fragments = LayoutAttr::of(path.fragments());
    return layout::readsMatricesApart(stage.getElementAtOffset(), fragments, unsigned(8 * elementBytes)) ||
           readsWordsApart(stage.getOffsetOfPlace(fragments), fragments.bits(layout::Place::Register).count,
                           elementBytes);
  });
}

SmallVector<LoadOp> tile_gpu::loadsOfOperands(MmaOp mma) {
  SmallVector<LoadOp> loads;
  if (!mma.isOfWarps())
    return loads;
  for (Value operand : mma->getOperands()) {
    auto conversion = operand.getDefiningOp<ConvertLayoutOp>();
    Operation *op = conversion ? conversion.getSource().getDefiningOp() : nullptr;
    while (isa_and_nonnull<PermuteOp, ReshapeOp>(op))
      op = op->getOperand(0).getDefiningOp();
    auto load = dyn_cast_or_null<LoadOp>(op);
    if (load && !findMmaPaths(load.getResult()).empty())
      loads.push_back(load);
  }
  return loads;
}
