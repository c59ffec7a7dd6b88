// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/Schedule/Mma/AccumulatorCycles.h"

using namespace tilec;
using namespace tilec::tile_gpu;

llvm::SmallVector<AccumulatorCycle> tile_gpu::findCycles(llvm::ArrayRef<std::optional<unsigned>> sources) {
  llvm::SmallVector<AccumulatorCycle> cycles;
  llvm::SmallVector<char> isSeen(sources.size(), 0);
  for (unsigned i = 0; i < sources.size(); ++i) {
    AccumulatorCycle cycle = {i};
    while (sources[cycle.back()] && *sources[cycle.back()] != i && cycle.size() <= sources.size())
      cycle.push_back(*sources[cycle.back()]);
    bool returns = sources[cycle.back()] == i && cycle.size() > 1 && cycle.size() <= sources.size();
    if (!returns || isSeen[i])
      continue;
    for (unsigned member : cycle)
      isSeen[member] = 1;
    cycles.push_back(cycle);
  }
  return cycles;
}
