// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/TileGPU/Assembly.h"
#include "compiler/Host/Check/Checker.h"
#include "compiler/Host/Team.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstring>

using namespace mlir;

namespace tilec::host {

/// A warp's elements, then their undefined flags.
static std::vector<char> leave(Frame &frame, const Slot &value) {
  std::vector<char> own(value.bytes() + value.count);
  std::memcpy(own.data(), frame.at<char>(value), value.bytes());
  std::memcpy(own.data() + value.bytes(), frame.undefined(value), value.count);
  return own;
}

/// What all warps have left, to one slot.
static void take(Frame &frame, const Slot &all, const Slot &value, ArrayRef<char> left) {
  size_t bytes = value.bytes();
  for (size_t warp = 0; !left.empty(); ++warp, left = left.drop_front(bytes + value.count)) {
    std::memcpy(frame.at<char>(all) + warp * bytes, left.data(), bytes);
    std::memcpy(frame.undefined(all) + warp * value.count, left.data() + bytes, value.count);
  }
}

void emitAssembled(Operation *op, Decoder &decoder, Slot value, PlacesRef places,
                   llvm::function_ref<void(Slot all)> emitChecks) {
  Slot all = decoder.temporary(value.kind, places->count());
  auto checks = decoder.sequenceOf([&] { emitChecks(all); });
  uint32_t number = decoder.getProgram().assemblies++;
  const Site *site = decoder.site(op);
  decoder.emit([=](Frame &frame) {
    frame.team->assemble(frame, number, *site, leave(frame, value), [&](ArrayRef<char> left) {
      take(frame, all, value, left);
      checks->run(frame);
    });
  });
  decoder.release(all);
}

static std::string describePlace(const Places &places, size_t place) {
  layout::PlaceIndices indices = places.layout.unpack(place);
  return llvm::formatv("register {0} of lane {1} of warp {2}", indices.registerIndex, indices.lane, indices.warp);
}

/// Compares copies over the registers of all warps, or of the own warp.
static void emitComparison(Operation *op, Decoder &decoder, Slot value, PlacesRef places, const char *what) {
  const Site *site = decoder.site(op);
  bool isOwn = value.count != places->count();
  withBits(bytesOf(value.kind), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    decoder.emit([=](Frame &frame) {
      const T *bits = frame.at<T>(value);
      const uint8_t *undefined = frame.undefined(value);
      size_t first = isOwn ? places->firstOf(frame.position) : 0;
      for (size_t i = 0; i < value.count; ++i) {
        size_t place = first + i, owner = places->owner[places->element[place]], j = owner - first;
        if (bits[i] == bits[j] || undefined[i] || undefined[j])
          continue;
        frame.checker->report(
            frame, *site,
            llvm::formatv("copies of element {0} of the {1} of {2} differ: {3:x} in {4}, {5:x} in {6}",
                          places->element[place], what, site->operation, uint64_t(bits[j]),
                          describePlace(*places, owner), uint64_t(bits[i]), describePlace(*places, place))
                .str());
        return;
      }
    });
  });
}

void emitCopiesCheck(Operation *op, Decoder &decoder, Slot value, PlacesRef places, const char *what) {
  if (!places->hasCopies)
    return;
  if (!places->hasCopiesAcrossWarps)
    return emitComparison(op, decoder, value, places, what);
  emitAssembled(op, decoder, value, places, [&](Slot all) { emitComparison(op, decoder, all, places, what); });
}

void emitRowMajor(Operation *op, Decoder &decoder, Slot value, PlacesRef places, const char *what,
                  llvm::function_ref<void(Slot elements)> emitChecks) {
  emitCopiesCheck(op, decoder, value, places, what);
  emitAssembled(op, decoder, value, places, [&](Slot all) {
    Slot elements = decoder.temporary(value.kind, places->owner.size());
    withBits(bytesOf(value.kind), [&](auto tag) {
      using T = typename decltype(tag)::Type;
      decoder.emit([=](Frame &frame) {
        for (size_t i = 0; i < places->owner.size(); ++i) {
          frame.at<T>(elements)[i] = frame.at<T>(all)[places->owner[i]];
          frame.undefined(elements)[i] = frame.undefined(all)[places->owner[i]];
        }
      });
    });
    emitChecks(elements);
    decoder.release(elements);
  });
}

} // namespace tilec::host
