// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies from global to shared memory by lanes that do not wait (LDGSTS), their groups and waits.
//
// For the race detector a copy reads and writes when it starts, as an actor that knows what its lane knows then; the
// bytes move later, when the team chooses.
#include "compiler/Host/Asynchrony.h"
#include "compiler/Host/Check/Checker.h"
#include "compiler/Host/TileGPU/Access.h"
#include "compiler/Host/TileGPU/BufferElements.h"
#include "compiler/Host/TileGPU/Families.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstring>

using namespace mlir;

namespace tilec::host {

/// What a byte in flight holds until it arrives.
static constexpr int kGarbage = 0xa5;

namespace {

/// One element on its way.
struct Move {
  uintptr_t from; ///< 0: zeros are written
  size_t to;      ///< byte of shared memory
};

/// One async_copy.
struct AsyncCopy {
  const Site *site;
  PlaceAccess access;
  std::shared_ptr<const BufferElements> elements;
  Slot buffer;
  size_t slotBytes;

  std::vector<Move> moves(Frame &frame, size_t start) const;
  void checkVectors(Frame &frame) const;
  void start(Frame &frame) const;
};

} // namespace

/// What each lane owns, with the accesses recorded.
std::vector<Move> AsyncCopy::moves(Frame &frame, size_t start) const {
  Checker &checker = *frame.checker;
  size_t bytes = elements->bytes;
  Copy copy{Copy::Kind::Lane, frame.team->asynchrony().laneCopies[frame.warp].nextNumber()};
  ElementAccess all = access.byAll(frame);
  std::vector<Move> moves;
  for (size_t i = 0; i < all.address.size(); ++i) {
    if (!access.places->isOwner(access.places->firstOf(frame.position) + i))
      continue;
    uintptr_t from = all.enabled[i] ? all.address[i] : 0;
    if (from && checker.localFlags(frame, from)) {
      checker.report(frame, *site, "an asynchronous copy reads a local object, expected global memory");
      from = 0;
    }
    if (from && !checker.allows(frame, *site, from, bytes, "load", all.element(i)))
      from = 0;
    if (from)
      checker.plainAccess(frame, *site, from, bytes, false, all.thread(i), copy);
    size_t to = start + elements->at(frame, i);
    checker.ownAccess(frame, *site, uintptr_t(frame.shared->data) + to, bytes, true, all.thread(i), std::nullopt, copy);
    moves.push_back({from, to});
  }
  return moves;
}

/// The registers of one instruction lie side by side in the slot, too.
void AsyncCopy::checkVectors(Frame &frame) const {
  size_t bytes = elements->bytes * access.vector;
  for (size_t i = 0; i < access.places->perWarp(); i += access.vector)
    for (unsigned j = 0; j < access.vector; ++j) {
      bool isAligned = (*frame.at<uint64_t>(buffer) + elements->at(frame, i)) % bytes == 0;
      if (isAligned && elements->at(frame, i + j) == elements->at(frame, i) + j * elements->bytes)
        continue;
      frame.checker->report(frame, *site,
                            llvm::formatv("{0} of {1} elements from element {2} on is not one access: their offsets in "
                                          "the slot are not adjacent and a multiple of {3} bytes",
                                          site->operation, access.vector,
                                          access.places->element[access.places->firstOf(frame.position) + i], bytes)
                                .str());
      return;
    }
}

void AsyncCopy::start(Frame &frame) const {
  frame.team->pause(frame);
  size_t start = *frame.at<uint64_t>(buffer), bytes = elements->bytes;
  SharedMemory &shared = *frame.shared;
  if (start + slotBytes > shared.bytes) {
    frame.checker->report(frame, *site,
                          llvm::formatv("{0} reaches byte {1} of shared memory, expected less than {2}",
                                        site->operation, start + slotBytes - 1, shared.bytes)
                              .str());
    return;
  }
  checkVectors(frame);
  std::vector<Move> list = moves(frame, start);
  for (const Move &move : list) {
    std::memset(shared.data + move.to, kGarbage, bytes);
    std::memset(shared.undefined + move.to, 1, bytes);
  }
  auto perform = [list = std::move(list), &shared, bytes] {
    for (const Move &move : list) {
      if (move.from)
        std::memcpy(shared.data + move.to, reinterpret_cast<const void *>(move.from), bytes);
      else
        std::memset(shared.data + move.to, 0, bytes);
      std::memset(shared.undefined + move.to, 0, bytes);
    }
  };
  frame.team->asynchrony().laneCopies[frame.warp].start(*site, {start, start + slotBytes}, perform);
}

/// Tokens have no value.
static void defineToken(Decoder &decoder, Value token) {
  decoder.emitDefined(decoder.define(token));
}

static bool copy(tile_gpu::AsyncCopyOp op, Decoder &decoder) {
  PlaceAccess access = decodeAccess(op, decoder, op.getPointer(), op.getMask(), unsigned(op.getVector()));
  emitVectorCheck(op, decoder, access);
  auto type = op.getBuffer().getType();
  auto elements = std::make_shared<const BufferElements>(type, access.places);
  if (size_t bytes = elements->bytes * access.vector; bytes != 4 && bytes != 8 && bytes != 16)
    op.emitWarning() << "expected copies of 4, 8 or 16 bytes, got " << bytes;
  AsyncCopy step{decoder.site(op), access, elements, decoder.operand(op.getBuffer()), size_t(type.getStageBytes())};
  if (op.getCondition()) {
    Slot condition = decoder.operand(op.getCondition());
    decoder.emit([=](Frame &frame) {
      if (*frame.at<uint8_t>(condition))
        step.start(frame);
    });
  } else
    decoder.emit([=](Frame &frame) { step.start(frame); });
  defineToken(decoder, op.getToken());
  return true;
}

static bool commit(tile_gpu::AsyncCommitOp op, Decoder &decoder) {
  decoder.emit([](Frame &frame) { frame.team->asynchrony().laneCopies[frame.warp].commit(); });
  defineToken(decoder, op.getGroup());
  return true;
}

static bool wait(tile_gpu::AsyncWaitOp op, Decoder &decoder) {
  size_t pending = size_t(op.getPending());
  decoder.emit([=](Frame &frame) {
    frame.team->pause(frame);
    uint32_t done = frame.team->asynchrony().laneCopies[frame.warp].wait(pending);
    frame.checker->order().finishLaneCopies(frame.linearBlock, frame.warp, done);
  });
  defineToken(decoder, op.getArrived());
  return true;
}

bool decodeAsyncCopies(Operation *op, Decoder &d) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](tile_gpu::AsyncCopyOp op) { return copy(op, d); })
      .Case([&](tile_gpu::AsyncCommitOp op) { return commit(op, d); })
      .Case([&](tile_gpu::AsyncWaitOp op) { return wait(op, d); })
      .Case([&](tile_gpu::NoCopiesOp op) {
        defineToken(d, op.getToken());
        return true;
      })
      .Default(false);
}

} // namespace tilec::host
