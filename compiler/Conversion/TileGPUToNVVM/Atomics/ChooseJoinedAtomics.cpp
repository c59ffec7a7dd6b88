// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Conversion/TileGPUToNVVM/Atomics/ChooseJoinedAtomics.h"
#include "compiler/Transforms/TileGPU/MemoryPaths/AtomicWidths.h"

using namespace mlir;
using namespace tilec;

llvm::DenseSet<Operation *> tilec::findScatteredUpdates(Operation *root, const KnownSpaces &spaces) {
  llvm::DenseSet<Operation *> scattered;
  root->walk([&](tile_gpu::AtomicRmwOp update) {
    if (tile_gpu::whyNotJoined(update, spaces.shared.contains(update)).empty())
      scattered.insert(update);
  });
  return scattered;
}
