// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/Ops/ViewElements.h"
#include "compiler/Host/Check/Checker.h"
#include "llvm/Support/FormatVariadic.h"

namespace tilec::host {

ElementAccess elementsOf(Frame &frame, const ViewAccess &access, const Site &site) {
  ElementAccess elements;
  access.forEachRow(frame, [&](const TileRow &row) {
    if (row.inside < row.count && access.inBounds && frame.checker)
      frame.checker->report(frame, site,
                            llvm::formatv("element {0} of {1} is outside the tensor of an unmasked access",
                                          row.first + row.inside, site.operation)
                                .str());
    for (uint32_t i = 0; i < row.count; ++i) {
      elements.address.push_back(row.address + i * row.byteStride);
      elements.enabled.push_back(i < row.inside);
    }
  });
  return elements;
}

void reportWhollyOutside(Frame &frame, const Site &site, const ElementAccess &elements) {
  for (uint8_t enabled : elements.enabled)
    if (enabled)
      return;
  frame.checker->report(frame, site, llvm::formatv("tile of {0} is wholly outside the tensor", site.operation).str());
}

void emitViewPadding(Decoder &decoder, const ViewAccess &access, Slot result) {
  uint64_t bits = access.padding ? paddingBits(result.kind, *access.padding) : 0;
  withBits(bytesOf(result.kind), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    decoder.emit([=](Frame &frame) { std::fill_n(frame.at<T>(result), result.count, T(bits)); });
  });
  decoder.emitDefined(result, /*undefined=*/!access.padding);
}

void emitNormalisedBits(Decoder &decoder, Slot result) {
  if (result.kind == Kind::I1)
    decoder.emit([=](Frame &frame) {
      uint8_t *bits = frame.at<uint8_t>(result);
      for (size_t i = 0, count = result.size(frame); i < count; ++i)
        bits[i] = bits[i] != 0;
    });
}

} // namespace tilec::host
