// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/Mbarrier.h"
#include "compiler/Host/Check/Checker.h"
#include "dialects/Layout/Multiprocessor.h"
#include "llvm/Support/FormatVariadic.h"

namespace tilec::host {

/// Accesses to an mbarrier by its own operations may come in any order.
static constexpr AtomicAccess kMbarrierAccess = {
    .reads = true, .writes = true, .acquires = false, .releases = false, .blockScope = true, .commutes = 255};

void Mbarrier::touch(Frame &frame, const Site &site, size_t offset, uint32_t thread, bool isWrite) const {
  if (!frame.checker->order().hasHeard({frame.linearBlock, thread}, initialised))
    frame.checker->report(frame, site,
                          llvm::formatv("lane {0} of warp {1} uses the mbarrier at byte {2} of shared memory, but "
                                        "nothing orders that with its initialisation at {3}",
                                        thread % kLanesPerWarp, frame.warp, offset, initSite->location)
                              .str());
  frame.checker->ownAccess(frame, site, uintptr_t(frame.shared->data) + offset, kMbarrierBytes, isWrite, thread,
                           kMbarrierAccess);
}

bool Mbarrier::isReady(Frame &frame, const Site &site, size_t offset) const {
  if (arrivals)
    return true;
  frame.checker->report(frame, site,
                        llvm::formatv("the mbarrier at byte {0} of shared memory is not initialised", offset).str());
  frame.stopped = true;
  return false;
}

void Mbarrier::init(Frame &frame, const Site &site, size_t offset, uint32_t count) {
  frame.checker->ownAccess(frame, site, uintptr_t(frame.shared->data) + offset, kMbarrierBytes, true,
                           frame.warp * kLanesPerWarp);
  *this = Mbarrier();
  arrivals = missing = count;
  initSite = &site;
  initialised = frame.checker->order().present({frame.linearBlock, frame.warp * kLanesPerWarp});
}

void Mbarrier::advance() {
  if (missing || bytesMissing)
    return;
  ++phase;
  missing = arrivals;
  completed.join(arriving);
  arriving.clear();
}

void Mbarrier::arriveOnce(Frame &frame, const Site &site, size_t offset, uint32_t thread) {
  touch(frame, site, offset, thread, true);
  frame.checker->order().release({frame.linearBlock, thread}, arriving);
  if (missing == 0) {
    frame.checker->report(frame, site,
                          llvm::formatv("one arrival too many at the mbarrier at byte {0} of shared memory: expected "
                                        "{1} in each phase, and phase {2} still lacks {3} bytes",
                                        offset, arrivals, phase, bytesMissing)
                              .str());
    return;
  }
  --missing;
  advance();
}

void Mbarrier::expect(Frame &frame, const Site &site, size_t offset, int64_t bytes) {
  frame.team->pause(frame);
  if (!isReady(frame, site, offset))
    return;
  bytesMissing += bytes;
  arriveOnce(frame, site, offset, frame.warp * kLanesPerWarp);
}

void Mbarrier::arrive(Frame &frame, const Site &site, size_t offset, Arrivers who) {
  frame.team->pause(frame);
  if (!isReady(frame, site, offset))
    return;
  if (who == Arrivers::Warps)
    frame.checker->warpBarrier(frame);
  uint32_t first = frame.warp * kLanesPerWarp, count = who == Arrivers::Lanes ? kLanesPerWarp : 1;
  for (uint32_t thread = first; thread < first + count; ++thread)
    arriveOnce(frame, site, offset, thread);
}

void Mbarrier::arriveFor(const VectorClock &known) {
  arriving.join(known);
  missing -= std::min<uint32_t>(missing, 1);
  advance();
}

void Mbarrier::wait(Frame &frame, const Site &site, size_t offset, uint32_t parity) {
  if (!isReady(frame, site, offset))
    return;
  if (parity > 1)
    frame.checker->report(frame, site, llvm::formatv("expected a parity of 0 or 1, got {0}", parity).str());
  auto describe = [this, offset, parity] {
    return llvm::formatv("for a phase of parity {0} of the mbarrier at byte {1} of shared memory, which is in phase "
                         "{2} and lacks {3} arrivals and {4} bytes,",
                         parity, offset, phase, missing, bytesMissing)
        .str();
  };
  frame.team->wait(frame, site, describe, [this, parity] { return (phase & 1) != (parity & 1); });
  std::erase_if(copies, [this](const auto &copy) { return copy.first < phase; });
  touch(frame, site, offset, frame.warp * kLanesPerWarp, false);
  frame.checker->order().acquireByWarp(frame.linearBlock, frame.warp, completed);
}

void Mbarrier::deliver(int64_t bytes, const VectorClock &known) {
  arriving.join(known);
  bytesMissing -= bytes;
  advance();
}

} // namespace tilec::host
