// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Warp roles: each warp goes its way, and warpgroups take turns. A producer's warp, and an issuer's, is one lane in
// truth; what its others would do is the same.
#include "compiler/Host/Asynchrony.h"
#include "compiler/Host/Decoder.h"
#include "compiler/Host/Team.h"
#include "compiler/Host/TileGPU/Families.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tilec::host {

static void decode(tile_gpu::WarpRolesOp op, Decoder &decoder) {
  uint32_t ofGroup = tile_gpu::numWarpsOf(op), consumers = uint32_t(op.getNumConsumerWarps());
  std::optional<Slot> group;
  if (Value argument = op.getGroup())
    group = decoder.define(argument);
  std::shared_ptr<Sequence> consume = decoder.decodeBlock(op.getConsumers().front());
  std::shared_ptr<Sequence> produce = decoder.decodeBlock(op.getProducer().front());
  std::shared_ptr<Sequence> issue = op.hasIssuer() ? decoder.decodeBlock(op.getIssuer().front()) : nullptr;
  uint32_t issuer = uint32_t(op.getIssuerWarp());
  decoder.emit([=](Frame &frame) {
    uint32_t first = frame.firstWarp, warp = frame.warp - first; // of the CTA, in it
    if (warp >= consumers) {
      std::shared_ptr<Sequence> job = warp == consumers ? produce : warp == issuer ? issue : nullptr;
      if (!job)
        return;
      frame.team->takeRole(frame, frame.warp, 1, warp == consumers ? WarpRole::Producer : WarpRole::Issuer);
      return job->run(frame);
    }
    uint32_t number = warp / ofGroup;
    frame.team->takeRole(frame, first + number * ofGroup, ofGroup, WarpRole::Consumer);
    if (group) {
      *frame.at<uint32_t>(*group) = number;
      *frame.undefined(*group) = 0;
    }
    consume->run(frame);
  });
}

/// Who takes turns around the op.
static PingPong::Takers takersAround(Operation *op) {
  auto roles = tile_gpu::WarpRolesOp::around(op->getBlock());
  return {uint32_t(roles.getNumWarps()), uint32_t(roles.getNumConsumerWarps())};
}

static void decode(tile_gpu::PingPongWaitOp op, Decoder &decoder) {
  const Site *site = decoder.site(op);
  PingPong::Takers takers = takersAround(op);
  decoder.emit([=](Frame &frame) { frame.team->asynchrony().turns.take(frame, *site, takers); });
}

static void decode(tile_gpu::PingPongArriveOp op, Decoder &decoder) {
  const Site *site = decoder.site(op);
  bool isFirst = op.getFirst();
  PingPong::Takers takers = takersAround(op);
  decoder.emit([=](Frame &frame) { frame.team->asynchrony().turns.pass(frame, *site, takers, isFirst); });
}

bool decodeRoles(Operation *op, Decoder &decoder) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<tile_gpu::WarpRolesOp, tile_gpu::PingPongWaitOp, tile_gpu::PingPongArriveOp>([&](auto op) {
        decode(op, decoder);
        return true;
      })
      .Default(false);
}

} // namespace tilec::host
