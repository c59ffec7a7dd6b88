// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The places of a distributed tile, spelled out once for each op, and steps over all of them.
//
// A place is packed as in the layout: register bits lowest, then lane, then warp; so the registers of a thread lie side
// by side, a thread's number is the place shifted, and the places of a warp are one run. A warp's slot holds that run:
// place p of the warp's own is place firstOf(warp) + p of the layout.
#pragma once

#include "compiler/Host/Decoder.h"
#include "dialects/Layout/LinearLayout.h"
#include <memory>

namespace tilec::host {

struct Places {
  explicit Places(const layout::LinearLayout &layout);

  layout::LinearLayout layout;
  unsigned registerBits;
  std::vector<uint32_t> element; ///< of each place
  std::vector<uint32_t> owner;   ///< of each element: the place whose redundant bits are zero
  bool hasCopies;                ///< some element has several places
  bool hasCopiesAcrossWarps;     ///< and some place's owner is in another warp

  size_t count() const {
    return element.size();
  }
  uint32_t numThreads() const {
    return uint32_t(count() >> registerBits);
  }
  size_t perWarp() const {
    return at(layout::kLanesPerWarp, 0);
  }
  size_t firstOf(uint32_t warp) const {
    return warp * perWarp();
  }
  uint32_t thread(size_t place) const {
    return uint32_t(place >> registerBits);
  }
  size_t at(uint32_t thread, uint32_t registerIndex) const {
    return (size_t(thread) << registerBits) | registerIndex;
  }
  bool isOwner(size_t place) const {
    return owner[element[place]] == place;
  }
};

using PlacesRef = std::shared_ptr<const Places>;
/// The places of a distributed tile's type.
PlacesRef placesOf(mlir::Type type);

using Indices = std::shared_ptr<const std::vector<uint32_t>>;

/// result[i] = source[indices[i]], undefined flags too. `indices` counts the elements of all warps, one after the
/// other; none is another warp's.
void emitGather(Decoder &decoder, Slot result, Slot source, Indices indices);

} // namespace tilec::host
