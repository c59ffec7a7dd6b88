// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/TileGPU/Places.h"
#include "compiler/Host/Check/Checker.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "llvm/Support/FormatVariadic.h"

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
}

PlacesRef placesOf(Type type) {
  return std::make_shared<const Places>(tile_gpu::LayoutAttr::of(type));
}

void emitGather(Decoder &decoder, Slot result, Slot source, Indices indices) {
  withBits(bytesOf(result.kind), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    decoder.emit([=](Frame &frame) {
      T *__restrict out = frame.at<T>(result);
      const T *in = frame.at<T>(source);
      uint8_t *__restrict flags = frame.undefined(result);
      const uint8_t *known = frame.undefined(source);
      const uint32_t *from = indices->data();
      for (size_t i = 0, count = indices->size(); i < count; ++i) {
        out[i] = in[from[i]];
        flags[i] = known[from[i]];
      }
    });
  });
}

static std::string describePlace(const Places &places, size_t place) {
  layout::PlaceIndices indices = places.layout.unpack(place);
  return llvm::formatv("register {0} of lane {1} of warp {2}", indices.registerIndex, indices.lane, indices.warp);
}

void emitCopiesCheck(Operation *op, Decoder &decoder, Slot value, PlacesRef places, const char *what) {
  if (!places->hasCopies)
    return;
  const Site *site = decoder.site(op);
  withBits(bytesOf(value.kind), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    decoder.emit([=](Frame &frame) {
      const T *bits = frame.at<T>(value);
      const uint8_t *undefined = frame.undefined(value);
      for (size_t place = 0, count = places->count(); place < count; ++place) {
        uint32_t owner = places->owner[places->element[place]];
        if (bits[place] == bits[owner] || undefined[place] || undefined[owner])
          continue;
        frame.checker->report(
            frame, *site,
            llvm::formatv("copies of element {0} of the {1} of {2} differ: {3:x} in {4}, {5:x} in {6}",
                          places->element[place], what, site->operation, uint64_t(bits[owner]),
                          describePlace(*places, owner), uint64_t(bits[place]), describePlace(*places, place))
                .str());
        return;
      }
    });
  });
}

Slot emitRowMajor(Operation *op, Decoder &decoder, Slot value, PlacesRef places, const char *what) {
  emitCopiesCheck(op, decoder, value, places, what);
  Slot result = decoder.temporary(value.kind, places->owner.size());
  emitGather(decoder, result, value, Indices(places, &places->owner));
  return result;
}

} // namespace tilec::host
