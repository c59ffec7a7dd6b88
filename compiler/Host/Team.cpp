// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/Team.h"
#include "compiler/Host/Asynchrony.h"
#include "compiler/Host/Check/Checker.h"
#include "dialects/Layout/Multiprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

namespace tilec::host {

/// The alignment of a block's shared memory.
static constexpr size_t kSharedAlignment = 1024;
static constexpr size_t kFrameAlignment = 4096;
/// One of so many pauses lets another warp go first.
static constexpr uint64_t kPausesBetweenTurns = 4;

using Memory = std::unique_ptr<char, void (*)(void *)>;

/// Pages that no value touches cost nothing.
static Memory allocate(size_t bytes) {
  size_t size = llvm::alignTo(std::max<size_t>(bytes, 1), kFrameAlignment);
  return Memory(static_cast<char *>(std::aligned_alloc(kFrameAlignment, size)), std::free);
}

struct Team::Warp {
  Warp(const Program &program) : data(allocate(program.frameBytes)), flags(program.shadowBytes) {
    frame.data = data.get();
    frame.shadow = flags.data();
  }

  Memory data;
  std::vector<uint8_t> flags;
  Frame frame;
  Fibre fibre;
  /// What it waits for, if it does.
  const Site *site = nullptr;
  std::function<std::string()> what;
  std::function<bool()> isOver; ///< empty at the barrier
};

//===- Setting up ------------------------------------------------------------------------------------------------===//

Team::Team(const Program &program, LaunchState &launch) : program(program), launch(launch) {
  size_t bytesOfCta = llvm::alignTo(2 * program.sharedBytes, kSharedAlignment);
  storage.resize(program.ctas * bytesOfCta + kSharedAlignment);
  shared.resize(program.ctas);
  for (uint32_t cta = 0; cta < program.ctas; ++cta) {
    SharedMemory &memory = shared[cta];
    memory.data =
        reinterpret_cast<char *>(llvm::alignTo(uintptr_t(storage.data()), kSharedAlignment)) + cta * bytesOfCta;
    memory.undefined = reinterpret_cast<uint8_t *>(memory.data + program.sharedBytes);
    memory.bytes = program.sharedBytes;
    memory.history = launch.checker->makeBlockMemory(uintptr_t(memory.data), memory.bytes);
  }
  for (uint32_t i = 0; i < program.threads / kLanesPerWarp; ++i) {
    Frame &frame = warps.emplace_back(std::make_unique<Warp>(program))->frame;
    frame.launch = &launch;
    frame.checker = launch.checker;
    frame.team = this;
    frame.warp = i;
    frame.cta = i / (program.threads / kLanesPerWarp / program.ctas);
    frame.warpOfCta = i % (program.threads / kLanesPerWarp / program.ctas);
    frame.shared = &shared[frame.cta];
    frame.locals = frame.shared->data;
    frame.localsUndefined = frame.shared->undefined;
    program.prologue.run(frame);
  }
}

Team::~Team() = default;

Frame &Team::frameOf(uint32_t warp) {
  return warps[warp]->frame;
}

/// splitmix64.
uint64_t Team::random(uint64_t bound) {
  uint64_t z = state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (z ^ (z >> 31)) % bound;
}

//===- Taking turns ----------------------------------------------------------------------------------------------===//

bool Team::isReady(Warp &warp) const {
  if (warp.fibre.hasEnded())
    return false;
  return !warp.site || warp.frame.stopped || (warp.isOver && warp.isOver());
}

/// Who goes on: with seed 0 the next one from `current` on, else any. Null if nobody can.
Team::Warp *Team::pick() {
  uint32_t count = uint32_t(warps.size()), first = state ? uint32_t(random(count)) : current;
  for (uint32_t i = 0; i < count; ++i) {
    current = (first + i) % count;
    if (isReady(*warps[current]))
      return warps[current].get();
  }
  return nullptr;
}

void Team::run(llvm::function_ref<void(Frame &)> begin) {
  current = 0;
  barriers.assign(warps.size() + 1, BarrierState());
  assemblies.clear();
  actions.clear();
  underWay.clear();
  hasBegun.assign(program.ctas, 0);
  begins.clear();
  for (uint32_t cta = 0; cta < program.ctas; ++cta) {
    underWay.push_back(std::make_unique<Asynchrony>(*this, uint32_t(warps.size()), cta));
    std::memset(shared[cta].undefined, 1, shared[cta].bytes);
  }
  for (auto &warp : warps) {
    Frame &frame = warp->frame;
    begin(frame);
    takeRole(frame, frame.cta * warpsOfCta(), warpsOfCta(), WarpRole::None);
    frame.visits.assign(program.assemblies, 0);
    warp->site = nullptr;
    warp->isOver = nullptr;
    warp->fibre.start([&] { program.body.run(frame); });
  }
  uint32_t number = frameOf(0).linearBlock;
  state = launch.seed ? launch.seed * 0x2545f4914f6cdd1du + number + 1 : 0;
  auto isRunning = [](const auto &warp) { return !warp->fibre.hasEnded(); };
  while (llvm::any_of(warps, isRunning)) {
    if (state && random(2) == 0)
      actOnce();
    Warp *next = pick();
    if (!next && actOnce())
      continue;
    if (!next) {
      reportDeadlock();
      stopAll();
      continue;
    }
    next->site = nullptr;
    next->fibre.resume();
    if (next->frame.stopped || launch.cancelled)
      stopAll();
  }
  if (!frameOf(0).stopped)
    reportUnmatched();
  while (actOnce()) {
  }
  launch.checker->endBlock(number);
}

void Team::stopAll() {
  for (auto &warp : warps)
    warp->frame.stopped = true;
}

void Team::suspend(Frame &frame) {
  warps[frame.warp]->fibre.suspend();
}

void Team::pause(Frame &frame) {
  if (state && warps.size() > 1 && random(kPausesBetweenTurns) == 0)
    suspend(frame);
}

void Team::giveWay(Frame &frame) {
  if (!state)
    current = (frame.warp + 1) % uint32_t(warps.size());
  suspend(frame);
}

//===- Waiting ---------------------------------------------------------------------------------------------------===//

void Team::takeRole(Frame &frame, uint32_t first, uint32_t count, WarpRole role) {
  frame.role = role;
  frame.firstWarp = first;
  frame.teamWarps = count;
  frame.position = (frame.warp - first) % program.warpsOfLayouts;
}

void Team::barrier(Frame &frame, const Site &site) {
  synchronize(frame, site, barriers[frame.firstWarp], frame.firstWarp, frame.teamWarps);
}

void Team::clusterBarrier(Frame &frame, const Site &site) {
  synchronize(frame, site, barriers.back(), 0, uint32_t(warps.size()));
}

void Team::waitForBegin(Frame &frame, const Site &site) {
  if (frame.isFirstWarp()) {
    launch.checker->order().release({frame.linearBlock, frame.warp * kLanesPerWarp}, begins);
    hasBegun[frame.cta] = 1;
  }
  auto isOver = [this] { return llvm::all_of(hasBegun, [](uint8_t has) { return has != 0; }); };
  wait(frame, site, [] { return std::string("until all CTAs of the cluster have begun"); }, isOver);
  launch.checker->order().acquireByWarp(frame.linearBlock, frame.warp, begins);
}

void Team::synchronize(Frame &frame, const Site &site, BarrierState &barrier, uint32_t first, uint32_t count) {
  Warp &warp = *warps[frame.warp];
  if (frame.stopped)
    return;
  if (barrier.arrived == 0) {
    barrier = {0, &site, frame.warp};
  } else if (&site != barrier.site) {
    launch.checker->report(frame, site,
                           llvm::formatv("warp {0} meets warp {1} at a barrier of another op: {2} at {3}", frame.warp,
                                         barrier.firstToArrive, barrier.site->operation, barrier.site->location)
                               .str());
    frame.stopped = true;
    return;
  }
  warp.site = &site;
  warp.what = [&site] { return "at the barrier of " + site.operation; };
  warp.isOver = nullptr;
  if (++barrier.arrived < count)
    return suspend(frame);
  launch.checker->barrier(frame, first, count);
  barrier.arrived = 0;
  for (uint32_t other = first; other < first + count; ++other)
    warps[other]->site = nullptr;
  pause(frame);
}

void Team::wait(Frame &frame, const Site &site, std::function<std::string()> what, std::function<bool()> isOver) {
  pause(frame);
  if (isOver() || frame.stopped)
    return;
  Warp &warp = *warps[frame.warp];
  warp.site = &site;
  warp.what = std::move(what);
  warp.isOver = std::move(isOver);
  suspend(frame);
}

//===- What is under way -----------------------------------------------------------------------------------------===//

void Team::later(uint64_t queue, std::function<void()> action) {
  auto found = llvm::find_if(actions, [&](const auto &entry) { return entry.first == queue; });
  if (found == actions.end())
    found = actions.insert(actions.end(), {queue, {}});
  found->second.push_back(std::move(action));
}

void Team::act(size_t index) {
  auto &list = actions[index].second;
  std::function<void()> action = std::move(list.front());
  list.erase(list.begin());
  if (list.empty())
    actions.erase(actions.begin() + ptrdiff_t(index));
  action();
}

bool Team::actOnce() {
  if (actions.empty())
    return false;
  act(state ? random(actions.size()) : 0);
  return true;
}

void Team::finish(uint64_t queue) {
  for (size_t i = 0; i < actions.size();)
    if (actions[i].first == queue)
      act(i);
    else
      ++i;
}

//===- Putting together ------------------------------------------------------------------------------------------===//

void Team::assemble(Frame &frame, uint32_t number, const Site &site, llvm::ArrayRef<char> own,
                    llvm::function_ref<void(llvm::ArrayRef<char>)> last) {
  std::array<uint32_t, 3> key = {number, frame.visits[number]++, frame.firstWarp};
  Assembly &assembly = assemblies[key];
  assembly.site = &site;
  assembly.expected = frame.teamWarps;
  assembly.bytes.resize(own.size() * frame.teamWarps);
  std::memcpy(assembly.bytes.data() + own.size() * (frame.warp - frame.firstWarp), own.data(), own.size());
  if (++assembly.arrived < frame.teamWarps)
    return;
  last(assembly.bytes);
  assemblies.erase(key);
}

//===- Reports ---------------------------------------------------------------------------------------------------===//

void Team::reportDeadlock() {
  std::string text = "deadlock:";
  Warp *first = nullptr;
  for (auto &warp : warps) {
    text += llvm::formatv("{0} warp {1} ", first || warp != warps.front() ? ";" : "", warp->frame.warp).str();
    if (warp->fibre.hasEnded()) {
      text += "has ended";
      continue;
    }
    text += "waits " + warp->what() + " at " + warp->site->location;
    if (!first)
      first = warp.get();
  }
  launch.checker->report(first->frame, *first->site, text);
}

/// What is still to come when all warps have ended: copies from and to shared memory, and what some warps have come by
/// and others not.
void Team::reportUnmatched() {
  for (const auto &ofCta : underWay) {
    for (const BulkStores &ofWarp : ofCta->bulkStores)
      if (const Site *site = ofWarp.unread())
        launch.checker->report(frameOf(0), *site,
                               "the block ends while " + site->operation + " may still read shared memory");
    for (const auto &[offset, barrier] : ofCta->barriers)
      if (const Site *site = barrier.unawaited())
        launch.checker->report(frameOf(0), *site,
                               "the block ends while " + site->operation + " may still write shared memory");
  }
  if (assemblies.empty())
    return;
  const Assembly &assembly = assemblies.begin()->second;
  launch.checker->report(frameOf(0), *assembly.site,
                         llvm::formatv("{0} was reached by {1} of {2} warps, expected all or none",
                                       assembly.site->operation, assembly.arrived, assembly.expected)
                             .str());
}

} // namespace tilec::host
