// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which stage buffers a plan has, and what they take.
#include "compiler/Transforms/TileGPU/Schedule/PipelinePlan.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

bool PipelinePlan::hasLoadsBy(Producer producer) const {
  return llvm::any_of(loads, [&](const PipelinedLoad &ahead) { return ahead.producer == producer; });
}

template <typename Range> static SmallVector<unsigned> distancesOf(const Range &stageBuffers) {
  SmallVector<unsigned> distances;
  for (const PipelinedLoad &ahead : stageBuffers)
    if (!llvm::is_contained(distances, ahead.distance))
      distances.push_back(ahead.distance);
  llvm::sort(distances);
  return distances;
}

SmallVector<unsigned> PipelinePlan::getDistances() const {
  return distancesOf(
      llvm::make_filter_range(loads, [](const PipelinedLoad &ahead) { return ahead.stage && !ahead.isRefilled; }));
}

SmallVector<unsigned> PipelinePlan::getDistancesBy(Producer producer) const {
  return distancesOf(llvm::make_filter_range(
      loads, [&](const PipelinedLoad &ahead) { return ahead.producer == producer && !ahead.isRefilled; }));
}

int64_t PipelinePlan::getBytesInFlight() const {
  int64_t bytes = 0;
  for (const PipelinedLoad &ahead : loads)
    bytes += ahead.stage && !ahead.takesTurn ? std::max(1u, ahead.distance) * ahead.stage.getStageBytes() : 0;
  return bytes;
}

int64_t PipelinePlan::getStageBufferBytes() const {
  int64_t bytes = 0;
  for (const PipelinedLoad &ahead : loads)
    bytes += ahead.stage && !ahead.takesTurn ? stagesOf(ahead.distance) * ahead.stage.getStageBytes() : 0;
  return bytes;
}
