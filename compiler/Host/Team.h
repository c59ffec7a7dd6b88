// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The warps of one block, each a fibre with a frame of its own, and the memory that they share.
//
// One warp runs at a time, until it waits or pauses; then the team picks who goes on: another warp that may, or
// something that is under way beside them (an asynchronous copy). With seed 0 a warp runs as far as it can, the next
// one follows in order, and what is under way is late: it comes when nobody can go on without it. Other seeds pick at
// random. When nobody can go on and nothing is under way, that is reported, with what each warp waits for.
//
// Where several CTAs share a tile block, the team has the warps of all of them, one CTA's after the other's. Each CTA
// has shared memory and copies of its own.
#pragma once

#include "compiler/Host/Check/RaceDetector.h"
#include "compiler/Host/Check/VectorClock.h"
#include "compiler/Host/DecodedKernel.h"
#include "compiler/Host/Fibre.h"
#include <map>
#include <optional>

namespace tilec::host {

/// Memory that all warps of a CTA see. Unspecified when the block begins.
struct SharedMemory {
  char *data = nullptr;
  uint8_t *undefined = nullptr; ///< a flag for each byte
  size_t bytes = 0;
  BlockMemory history;

  bool contains(uintptr_t address) const {
    return address - uintptr_t(data) < bytes;
  }
};

struct Asynchrony;

class Team {
public:
  Team(const Program &program, LaunchState &launch);
  ~Team();

  /// The next block: `begin` sets each warp's frame up. Returns when all warps have ended.
  void run(llvm::function_ref<void(Frame &)> begin);
  Frame &frameOf(uint32_t warp);

  // For steps of a warp.

  /// Waits for all warps of the frame's role. `site`: the op that does.
  void barrier(Frame &frame, const Site &site);
  /// Waits for all warps of all CTAs.
  void clusterBarrier(Frame &frame, const Site &site);
  /// Waits until the first warp of each CTA has come by, and knows what these did before.
  void waitForBegin(Frame &frame, const Site &site);
  /// Another warp may go first here.
  void pause(Frame &frame);
  /// Others go first: the warp has nothing to do until they do something.
  void giveWay(Frame &frame);
  /// Waits until `isOver` says so. `what` follows "waits " in a report.
  void wait(Frame &frame, const Site &site, std::function<std::string()> what, std::function<bool()> isOver);
  /// What the CTA of the warp that runs has under way.
  Asynchrony &asynchrony() {
    return *underWay[current / warpsOfCta()];
  }
  uint32_t numCtas() const {
    return uint32_t(shared.size());
  }
  SharedMemory &sharedOf(uint32_t cta) {
    return shared[cta];
  }
  Asynchrony &asynchronyOf(uint32_t cta) {
    return *underWay[cta];
  }
  /// Something that happens at any later time, but in the order of one `queue`. It is forgotten when the block has
  /// ended.
  void later(uint64_t queue, std::function<void()> action);
  /// Does what is pending in `queue`, all of it.
  void finish(uint64_t queue);

  /// The frame's warp takes a role with others: `count` warps from `first` on meet at its barriers from now on.
  void takeRole(Frame &frame, uint32_t first, uint32_t count, WarpRole role);

  /// Puts together what each warp of a role has of something, for the `visit`th time that it comes by: calls `last` in
  /// the warp that comes last, with the bytes of all of them, one after the other. `number`: of the place in the
  /// program.
  void assemble(Frame &frame, uint32_t number, const Site &site, llvm::ArrayRef<char> own,
                llvm::function_ref<void(llvm::ArrayRef<char>)> last);

private:
  struct Warp;
  struct Assembly {
    const Site *site;
    std::vector<char> bytes;
    uint32_t arrived = 0, expected;
  };

  /// Warps that wait at a barrier.
  struct BarrierState {
    uint32_t arrived = 0;
    const Site *site = nullptr;
    uint32_t firstToArrive = 0;
  };

  uint32_t warpsOfCta() const {
    return uint32_t(warps.size() / program.ctas);
  }
  /// Warps `first` to `first + count` wait for each other.
  void synchronize(Frame &frame, const Site &site, BarrierState &barrier, uint32_t first, uint32_t count);
  void suspend(Frame &frame);
  void stopAll();
  bool isReady(Warp &warp) const;
  Warp *pick();
  bool actOnce();
  void act(size_t queue);
  void reportDeadlock();
  void reportUnmatched();
  uint64_t random(uint64_t bound);

  const Program &program;
  LaunchState &launch;
  std::vector<SharedMemory> shared; ///< of each CTA
  std::vector<char> storage;
  std::vector<std::unique_ptr<Warp>> warps;
  std::vector<std::unique_ptr<Asynchrony>> underWay; ///< of each CTA
  uint32_t current = 0;
  std::vector<BarrierState> barriers;                     ///< by the role's first warp; the last is the cluster's
  std::vector<uint8_t> hasBegun;                          ///< each CTA
  VectorClock begins;                                     ///< what CTAs did before
  uint64_t state = 0;                                     ///< of the random numbers; 0: none
  std::map<std::array<uint32_t, 3>, Assembly> assemblies; ///< by number, visit and first warp
  std::vector<std::pair<uint64_t, std::vector<std::function<void()>>>> actions; ///< by queue
};

} // namespace tilec::host
