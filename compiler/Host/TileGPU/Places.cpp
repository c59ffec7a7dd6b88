// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/TileGPU/Places.h"
#include "compiler/Host/Frame.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir;
using tilec::layout::Place;

namespace tilec::host {

/// `columns` applied to 0, 1, 2, ...: each number differs from an earlier one by its highest bit.
static std::vector<uint32_t> tabulate(const layout::LinearMap &map) {
  std::vector<uint32_t> values(size_t(1) << map.numInputs(), 0);
  for (unsigned bit = 0; bit < map.numInputs(); ++bit)
    for (size_t low = 0, high = size_t(1) << bit; low < high; ++low)
      values[high | low] = values[low] ^ uint32_t(map.column(bit));
  return values;
}

Places::Places(const layout::LinearLayout &layout)
    : layout(layout), registerBits(layout.bits(Place::Register).count), element(tabulate(layout.asMap())),
      owner(size_t(layout.numElements())) {
  uint64_t redundant = layout.asMap().redundantInputs();
  hasCopies = redundant != 0;
  for (size_t place = 0; place < count(); ++place)
    if ((place & redundant) == 0)
      owner[element[place]] = uint32_t(place);
  hasCopiesAcrossWarps = false;
  for (size_t place = 0; place < count(); ++place)
    hasCopiesAcrossWarps |= owner[element[place]] / perWarp() != place / perWarp();
}

PlacesRef placesOf(Type type) {
  return std::make_shared<const Places>(tile_gpu::LayoutAttr::of(type));
}

/// Indices of the elements of all warps as those of each warp's own.
static Indices withinWarps(const std::vector<uint32_t> &indices, size_t resultCount, size_t sourceCount) {
  auto own = std::make_shared<std::vector<uint32_t>>();
  for (size_t i = 0; i < indices.size(); ++i) {
    size_t first = i / resultCount * sourceCount;
    if (indices[i] - first >= sourceCount)
      llvm::report_fatal_error("a register of another warp cannot be read");
    own->push_back(uint32_t(indices[i] - first));
  }
  return own;
}

void emitGather(Decoder &decoder, Slot result, Slot source, Indices indices) {
  Indices own = withinWarps(*indices, result.count, source.count);
  withBits(bytesOf(result.kind), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    decoder.emit([=](Frame &frame) {
      T *__restrict out = frame.at<T>(result);
      const T *in = frame.at<T>(source);
      uint8_t *__restrict flags = frame.undefined(result);
      const uint8_t *known = frame.undefined(source);
      const uint32_t *from = own->data() + frame.position * size_t(result.count);
      for (size_t i = 0; i < result.count; ++i) {
        out[i] = in[from[i]];
        flags[i] = known[from[i]];
      }
    });
  });
}

} // namespace tilec::host
