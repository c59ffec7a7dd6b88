// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/TileGPU/Access.h"
#include "compiler/Host/Check/Checker.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace tilec::host {

ElementAccess PlaceAccess::byAll(Frame &frame) const {
  size_t count = pointer.size(frame);
  ElementAccess access{std::vector<uintptr_t>(count), std::vector<uint8_t>(count, 1)};
  std::copy_n(frame.at<uintptr_t>(pointer), count, access.address.data());
  if (mask)
    std::copy_n(frame.at<uint8_t>(*mask), count, access.enabled.data());
  access.firstThread = frame.warp * layout::kLanesPerWarp;
  if (places) {
    access.threadShift = places->registerBits;
    access.elements = places->element.data() + places->firstOf(frame.position);
  }
  return access;
}

ElementAccess PlaceAccess::byOwners(Frame &frame) const {
  ElementAccess access = byAll(frame);
  if (!places)
    access.enabled[0] &= frame.isFirstWarp();
  else if (places->hasCopies)
    for (size_t i = 0; i < places->perWarp(); ++i)
      access.enabled[i] &= places->isOwner(places->firstOf(frame.position) + i);
  return access;
}

/// Reports an unspecified mask, or address where the mask is true.
static void emitUseCheck(const Site *site, Decoder &decoder, PlaceAccess access) {
  decoder.emit([=](Frame &frame) {
    for (size_t i = 0, count = access.pointer.size(frame); i < count; ++i) {
      size_t element = access.places ? access.places->element[access.places->firstOf(frame.position) + i] : 0;
      if (access.mask && frame.undefined(*access.mask)[i])
        return frame.checker->reportUndefined(frame, *site, "mask", element);
      bool enabled = !access.mask || frame.at<uint8_t>(*access.mask)[i];
      if (enabled && frame.undefined(access.pointer)[i])
        return frame.checker->reportUndefined(frame, *site, "address", element);
    }
  });
}

PlaceAccess decodeAccess(Operation *op, Decoder &decoder, Value pointer, Value mask, unsigned vector) {
  PlaceAccess access{decoder.operand(pointer), std::nullopt, nullptr, vector};
  if (mask)
    access.mask = decoder.operand(mask);
  if (tile_gpu::isDistributed(pointer.getType()))
    access.places = placesOf(pointer.getType());
  emitUseCheck(decoder.site(op), decoder, access);
  return access;
}

/// What is wrong with a group of places as one access; null if nothing is.
static const char *faultOf(const uintptr_t *address, const uint8_t *mask, unsigned vector, size_t bytes,
                           unsigned members) {
  for (unsigned i = 1; mask && i < vector; ++i)
    if (mask[i] != mask[0])
      return "masks differ";
  if (mask && !mask[0])
    return nullptr;
  for (unsigned i = 1; i < vector; ++i)
    if (address[i] != address[0] + i * members * bytes)
      return "addresses are not adjacent";
  return address[0] % (vector * bytes) != 0 ? "address is not aligned" : nullptr;
}

void emitVectorCheck(Operation *op, Decoder &decoder, const PlaceAccess &access, unsigned members) {
  if (access.vector == 1 || !access.places)
    return;
  const Site *site = decoder.site(op);
  auto pointer = cast<tile::PtrType>(getElementTypeOrSelf(op->getOperand(0).getType()));
  size_t bytes = size_t(tile::storageBytes(pointer.getPointee()));
  decoder.emit([=](Frame &frame) {
    const uintptr_t *address = frame.at<uintptr_t>(access.pointer);
    const uint8_t *mask = access.mask ? frame.at<uint8_t>(*access.mask) : nullptr;
    for (size_t i = 0; i < access.places->perWarp(); i += access.vector)
      if (const char *fault = faultOf(address + i, mask ? mask + i : nullptr, access.vector, bytes, members))
        return frame.checker->report(
            frame, *site,
            llvm::formatv("{0} of {1} elements from element {2} on is not one access: {3}", site->operation,
                          access.vector, access.places->element[access.places->firstOf(frame.position) + i], fault)
                .str());
  });
}

} // namespace tilec::host
