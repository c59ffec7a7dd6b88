// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The places of a distributed tile, spelled out once for each op, and steps over all of them.
//
// A place is packed as in the layout: register bits lowest, then lane, then warp; so the registers of a thread lie side
// by side, and a thread's number is the place shifted.
#pragma once

#include "compiler/Host/Decoder.h"
#include "compiler/Layout/LinearLayout.h"
#include <memory>

namespace tilec::host {

struct Places {
  explicit Places(const layout::LinearLayout &layout);

  layout::LinearLayout layout;
  unsigned registerBits;
  std::vector<uint32_t> element; ///< of each place
  std::vector<uint32_t> owner;   ///< of each element: the place whose redundant bits are zero
  bool hasCopies;                ///< some element has several places

  size_t count() const {
    return element.size();
  }
  uint32_t numThreads() const {
    return uint32_t(count() >> registerBits);
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

/// result[i] = source[indices[i]], undefined flags too.
void emitGather(Decoder &decoder, Slot result, Slot source, Indices indices);

/// Reports an element of which two places hold different bits: `op` lets one of them stand for all. Places that are
/// undefined may differ.
void emitCopiesCheck(mlir::Operation *op, Decoder &decoder, Slot value, PlacesRef places, const char *what);

/// A new slot with the elements in row-major order, each from its owner. Checks the copies.
Slot emitRowMajor(mlir::Operation *op, Decoder &decoder, Slot value, PlacesRef places, const char *what);

} // namespace tilec::host
