// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mbarriers (their state is in Asynchrony.h) and proxy fences.
#include "compiler/Host/Asynchrony.h"
#include "compiler/Host/Check/Checker.h"
#include "compiler/Host/Decoder.h"
#include "compiler/Host/TileGPU/Families.h"
#include "dialects/Layout/Multiprocessor.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace tilec::host {

namespace {
/// One of several mbarriers, chosen when the op runs.
struct Chosen {
  Slot barriers, index;
  uint32_t count;
  const Site *site;

  /// Where it lies in shared memory. An index outside is reported and counts as the last.
  size_t offset(Frame &frame) const {
    uint32_t i = *frame.at<uint32_t>(index);
    if (i >= count)
      frame.checker->report(frame, *site,
                            llvm::formatv("expected an mbarrier below {0}, got {1}", count, int32_t(i)).str());
    return *frame.at<uint64_t>(barriers) + kMbarrierBytes * std::min(i, count - 1);
  }
};
} // namespace

static Mbarrier &barrierAt(Frame &frame, size_t offset) {
  return frame.team->asynchrony().barriers[offset];
}

template <class Op> static Chosen choose(Op op, Decoder &decoder) {
  Chosen chosen{decoder.operand(op.getBarriers()), decoder.operand(op.getIndex()),
                uint32_t(op.getBarriers().getType().getCount()), decoder.site(op)};
  decoder.emitUseCheck(chosen.site, chosen.index, "index");
  return chosen;
}

static bool init(tile_gpu::MbarrierInitOp op, Decoder &decoder) {
  Slot barriers = decoder.operand(op.getBarriers());
  size_t count = size_t(op.getBarriers().getType().getCount());
  uint32_t arrivals = uint32_t(op.getArrivals());
  const Site *site = decoder.site(op);
  decoder.emit([=](Frame &frame) {
    for (size_t i = 0; frame.isFirstWarp() && i < count; ++i) {
      size_t offset = *frame.at<uint64_t>(barriers) + kMbarrierBytes * i;
      barrierAt(frame, offset).init(frame, *site, offset, arrivals);
    }
  });
  return true;
}

static bool expect(tile_gpu::MbarrierExpectTxOp op, Decoder &decoder) {
  Chosen chosen = choose(op, decoder);
  int64_t bytes = op.getBytes();
  decoder.emit([=](Frame &frame) {
    size_t offset = chosen.offset(frame);
    if (frame.isFirstWarp())
      barrierAt(frame, offset).expect(frame, *chosen.site, offset, bytes);
  });
  return true;
}

static Mbarrier::Arrivers arriversOf(tile_gpu::MbarrierArrivers arrivers) {
  switch (arrivers) {
  case tile_gpu::MbarrierArrivers::First:
    return Mbarrier::Arrivers::First;
  case tile_gpu::MbarrierArrivers::Warps:
    return Mbarrier::Arrivers::Warps;
  case tile_gpu::MbarrierArrivers::Lanes:
    return Mbarrier::Arrivers::Lanes;
  }
  llvm_unreachable("unknown arrivers");
}

static bool arrive(tile_gpu::MbarrierArriveOp op, Decoder &decoder) {
  Chosen chosen = choose(op, decoder);
  Mbarrier::Arrivers who = arriversOf(op.getArrivers());
  bool inCluster = op.getCluster();
  decoder.emit([=](Frame &frame) {
    size_t offset = chosen.offset(frame);
    if (!frame.isFirstWarp() && who == Mbarrier::Arrivers::First)
      return;
    uint32_t ctas = frame.team->numCtas();
    for (uint32_t other = 1; inCluster && other < ctas && !frame.stopped; ++other) {
      uint32_t cta = (frame.cta + other) % ctas;
      frame.shared = &frame.team->sharedOf(cta);
      frame.team->asynchronyOf(cta).barriers[offset].arrive(frame, *chosen.site, offset, who);
    }
    frame.shared = &frame.team->sharedOf(frame.cta);
    barrierAt(frame, offset).arrive(frame, *chosen.site, offset, who);
  });
  return true;
}

/// When the MMAs are over that the CTA has started so far.
static bool commit(tile_gpu::TensorCommitOp op, Decoder &decoder) {
  Chosen chosen = choose(op, decoder);
  bool inCluster = op.getCluster();
  decoder.emit([=](Frame &frame) {
    frame.team->pause(frame);
    size_t offset = chosen.offset(frame);
    if (!frame.isFirstWarp() || !barrierAt(frame, offset).isReady(frame, *chosen.site, offset))
      return;
    Tcgen05Mmas &mmas = frame.team->asynchrony().tcgen05Mmas;
    for (; mmas.committed < mmas.started.size(); ++mmas.committed)
      for (Copy copy : {mmas.started[mmas.committed].reading, mmas.started[mmas.committed].writing})
        frame.checker->order().finishBulkCopy(frame.linearBlock, copy.number, mmas.ends);
    // MMAs are behind what their lane has waited for, so whoever waits for them is, too.
    frame.checker->order().release({frame.linearBlock, frame.warp * kLanesPerWarp}, mmas.ends);
    for (uint32_t cta = 0; cta < frame.team->numCtas(); ++cta)
      if (inCluster || cta == frame.cta) {
        Mbarrier &barrier = frame.team->asynchronyOf(cta).barriers[offset];
        frame.team->later(Tcgen05Mmas::kQueue, [&barrier, known = mmas.ends] { barrier.arriveFor(known); });
      }
  });
  return true;
}

static bool wait(tile_gpu::MbarrierWaitOp op, Decoder &decoder) {
  Chosen chosen = choose(op, decoder);
  Slot parity = decoder.operand(op.getParity());
  decoder.emitUseCheck(chosen.site, parity, "parity");
  decoder.emit([=](Frame &frame) {
    size_t offset = chosen.offset(frame);
    barrierAt(frame, offset).wait(frame, *chosen.site, offset, *frame.at<uint32_t>(parity));
  });
  decoder.emitDefined(decoder.define(op.getArrived()));
  return true;
}

bool decodeMbarriers(Operation *op, Decoder &d) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](tile_gpu::MbarrierInitOp op) { return init(op, d); })
      .Case([&](tile_gpu::MbarrierExpectTxOp op) { return expect(op, d); })
      .Case([&](tile_gpu::MbarrierArriveOp op) { return arrive(op, d); })
      .Case([&](tile_gpu::TensorCommitOp op) { return commit(op, d); })
      .Case([&](tile_gpu::MbarrierWaitOp op) { return wait(op, d); })
      .Case([&](tile_gpu::ProxyFenceOp) {
        d.emit([](Frame &frame) { frame.checker->order().proxyFence(frame.linearBlock, frame.warp); });
        return true;
      })
      .Default(false);
}

} // namespace tilec::host
