// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/TileGPU/Scratch.h"
#include "compiler/Host/Check/Checker.h"
#include "compiler/Host/Team.h"
#include "compiler/Host/TileGPU/Assembly.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cstring>

using namespace mlir;

namespace tilec::host {

ScratchArray::ScratchArray(tile_gpu::ScratchInterface op, Decoder &decoder, Kind kind, size_t offset,
                           std::optional<size_t> size)
    : op(op), decoder(decoder), site(decoder.site(op)) {
  site->isScratch = true;
  size_t begin = size_t(op.getScratchOffset().value_or(0)), bytes = size.value_or(size_t(op.getScratchBytes()));
  range = {bytesOf(kind), begin + offset, begin + bytes};
  if (auto roles = tile_gpu::WarpRolesOp::around(op->getBlock()); roles && roles.getGroups() > 1) {
    range.groupStride = size_t(tile_gpu::groupScratchBytesOf(op));
    range.warpsOfCta = uint32_t(roles.getNumWarps());
    range.warpsOfGroup = tile_gpu::numWarpsOf(op);
  }
  if (bytes && !op.getScratchOffset())
    decoder.unsupported(op, "scratch without a place (tile-gpu-allocate-shared-memory)");
}

/// The byte of shared memory at which an element starts; none and a report if it lies outside.
std::optional<size_t> ScratchArray::Range::byteOf(Frame &frame, const Site &site, size_t element) const {
  size_t ofGroup = frame.firstWarp % warpsOfCta / warpsOfGroup * groupStride;
  size_t limit = std::min<size_t>(end + ofGroup, frame.shared->bytes), byte = first + ofGroup + element * elementBytes;
  if (byte + elementBytes <= limit)
    return byte;
  frame.checker->report(frame, site,
                        llvm::formatv("scratch of {0} reaches byte {1} of shared memory, expected less than {2}",
                                      site.operation, byte + elementBytes - 1, limit)
                            .str());
  return std::nullopt;
}

/// The thread of the block that moves it.
static uint32_t threadOf(const Frame &frame, const ScratchMove &move) {
  return frame.firstWarp * layout::kLanesPerWarp + move.thread;
}

void ScratchArray::Range::write(Frame &frame, const Site &site, Slot from,
                                const std::vector<ScratchMove> &moves) const {
  SharedMemory &shared = *frame.shared;
  frame.team->pause(frame);
  for (const ScratchMove &move : moves) {
    std::optional<size_t> byte = byteOf(frame, site, move.element);
    if (!byte)
      return;
    std::memcpy(shared.data + *byte, frame.at<char>(from) + move.index * elementBytes, elementBytes);
    std::memset(shared.undefined + *byte, frame.undefined(from)[move.index], elementBytes);
    frame.checker->ownAccess(frame, site, uintptr_t(shared.data) + *byte, elementBytes, true, threadOf(frame, move));
  }
}

/// The moves of each warp's threads.
static std::shared_ptr<std::vector<std::vector<ScratchMove>>> byWarp(const ScratchMoves &moves, uint32_t warps) {
  auto lists = std::make_shared<std::vector<std::vector<ScratchMove>>>(warps);
  for (const ScratchMove &move : *moves)
    (*lists)[move.thread / layout::kLanesPerWarp].push_back(move);
  return lists;
}

void ScratchArray::emitWrite(Slot from, ScratchMoves moves) {
  decoder.emit([=, range = range, site = site, lists = byWarp(moves, decoder.getProgram().warpsOfLayouts)](
                   Frame &frame) { range.write(frame, *site, from, (*lists)[frame.position]); });
}

void ScratchArray::emitWriteToAll(Slot from, ScratchMoves moves, size_t stride) {
  uint32_t ctas = decoder.getProgram().ctas;
  decoder.emit(
      [=, range = range, site = site, lists = byWarp(moves, decoder.getProgram().warpsOfLayouts)](Frame &frame) {
        Range own = range;
        own.first += frame.cta * stride * range.elementBytes;
        for (uint32_t i = 1; i <= ctas; ++i) {
          // Others first: what lies in one's own memory is written last.
          frame.shared = &frame.team->sharedOf((frame.cta + i) % ctas);
          own.write(frame, *site, from, (*lists)[frame.position]);
        }
      });
}

/// Reports a byte that this op has not written itself.
static void checkWriter(Frame &frame, const Site &site, uintptr_t address, size_t byte) {
  const Site *writer = frame.checker->lastWriter(frame, address);
  if (writer == &site)
    return;
  std::string what = writer ? llvm::formatv("was overwritten by {0} at {1}", writer->operation, writer->location).str()
                            : "was not written";
  frame.checker->report(
      frame, site, llvm::formatv("byte {0} of shared memory, scratch of {1}, {2}", byte, site.operation, what).str());
}

void ScratchArray::Range::read(Frame &frame, const Site &site, Slot to, const std::vector<ScratchMove> &moves) const {
  SharedMemory &shared = *frame.shared;
  frame.team->pause(frame);
  for (const ScratchMove &move : moves) {
    std::optional<size_t> byte = byteOf(frame, site, move.element);
    if (!byte)
      return;
    frame.checker->ownAccess(frame, site, uintptr_t(shared.data) + *byte, elementBytes, false, threadOf(frame, move));
    checkWriter(frame, site, uintptr_t(shared.data) + *byte, *byte);
    std::memcpy(frame.at<char>(to) + move.index * elementBytes, shared.data + *byte, elementBytes);
    const uint8_t *flags = shared.undefined + *byte;
    frame.undefined(to)[move.index] = std::any_of(flags, flags + elementBytes, [](uint8_t flag) { return flag; });
  }
}

void ScratchArray::emitRead(Slot to, ScratchMoves moves) {
  decoder.emit([=, range = range, site = site, lists = byWarp(moves, decoder.getProgram().warpsOfLayouts)](
                   Frame &frame) { range.read(frame, *site, to, (*lists)[frame.position]); });
}

void ScratchArray::emitRead(Slot to, std::function<std::vector<ScratchMove>(Frame &)> moves) {
  decoder.emit([=, range = range, site = site](Frame &frame) { range.read(frame, *site, to, moves(frame)); });
}

ScratchMoves movesOf(PlacesRef places, bool ownersOnly) {
  auto moves = std::make_shared<std::vector<ScratchMove>>();
  for (size_t place = 0; place < places->count(); ++place)
    if (!ownersOnly || places->isOwner(place))
      moves->push_back({uint32_t(place % places->perWarp()), places->element[place], places->thread(place)});
  return moves;
}

void ScratchArray::emitWriteTile(Slot from, PlacesRef places) {
  emitCopiesCheck(op, decoder, from, places, "tile");
  emitWrite(from, movesOf(places, /*ownersOnly=*/true));
}

void emitBarrier(Operation *op, Decoder &decoder, bool ofWarps) {
  const Site *site = decoder.site(op);
  if (ofWarps)
    decoder.emit([](Frame &frame) { frame.checker->warpBarrier(frame); });
  else
    decoder.emit([=](Frame &frame) { frame.team->barrier(frame, *site); });
}

void emitClusterBarrier(Operation *op, Decoder &decoder) {
  const Site *site = decoder.site(op);
  decoder.emit([=](Frame &frame) { frame.team->clusterBarrier(frame, *site); });
}

} // namespace tilec::host
