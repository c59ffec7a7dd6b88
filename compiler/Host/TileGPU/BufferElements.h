// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where in a slot of a shared buffer the elements of a distributed tile lie.
#pragma once

#include "compiler/Host/Frame.h"
#include "compiler/Host/TileGPU/Places.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"

namespace tilec::host {

struct BufferElements {
  BufferElements(tile_gpu::BufferType type, PlacesRef places)
      : BufferElements(type, places, type.getOffsetOfPlace(places->layout)) {}
  /// The elements of a load, which may be by `ldmatrix`; none if hardware would refuse it.
  static std::optional<BufferElements> ofLoad(tile_gpu::BufferLoadOp load, PlacesRef places);

  PlacesRef places;
  size_t bytes;                 ///< of an element
  std::vector<uint32_t> offset; ///< of each place, in bytes from the slot's start

  // The offset of the warp's own element `i`.
  size_t at(const Frame &frame, size_t i) const {
    return offset[places->firstOf(frame.position) + i];
  }
  uint32_t thread(const Frame &frame, size_t i) const {
    return frame.firstWarp * layout::kLanesPerWarp + places->thread(places->firstOf(frame.position) + i);
  }

private:
  BufferElements(tile_gpu::BufferType type, PlacesRef places, const layout::LinearMap &offsets);
};

} // namespace tilec::host
