// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The happens-before rules of the race detector, one by one.
#include "compiler/Host/Check/RaceDetector.h"
#include "test/support/Catch.h"

using namespace tilec::host;

namespace {
/// Memory of 64 bytes at 4096, grains of 4 bytes; the flag is its last word.
struct Memory {
  Memory() : races(8, 4) {
    races.addMemory(4096, 64);
  }
  bool write(uint32_t block, uintptr_t offset = 0, size_t bytes = 4) {
    return races.plain(block, 0, 4096 + offset, bytes, true).has_value();
  }
  bool read(uint32_t block, uintptr_t offset = 0, size_t bytes = 4) {
    return races.plain(block, 0, 4096 + offset, bytes, false).has_value();
  }
  bool atomic(uint32_t block, AtomicAccess access, uintptr_t offset = 60) {
    return races.atomic(block, 0, 4096 + offset, 4, access, [] {}).has_value();
  }
  RaceDetector races;
};
} // namespace

static constexpr AtomicAccess kRelease{false, true, false, true, false}, kAcquire{true, false, true, false, false};
static constexpr AtomicAccess kRelaxedLoad{true, false, false, false, false},
    kRelaxedStore{false, true, false, false, false};
static constexpr AtomicAccess kRelaxedUpdate{true, true, false, false, false};
static constexpr AtomicAccess kBlockRelease{false, true, false, true, true},
    kBlockAcquire{true, false, true, false, true};

TEST_CASE("writes and reads of two blocks race; of one block, or of reads, they do not") {
  Memory memory;
  REQUIRE_FALSE(memory.write(0));
  REQUIRE_FALSE(memory.write(0));
  REQUIRE_FALSE(memory.read(0));
  REQUIRE(memory.read(1));
  REQUIRE_FALSE(memory.read(1, 4));
  REQUIRE_FALSE(memory.read(2, 4));
  REQUIRE(memory.write(3, 4));
  REQUIRE_FALSE(memory.write(4, 8));
  REQUIRE_FALSE(memory.write(5, 12));
  REQUIRE(memory.write(6, 8, 8)); // a wide access touches two grains
}

TEST_CASE("release and acquire order what came before with what comes after") {
  Memory memory;
  memory.write(0);
  REQUIRE_FALSE(memory.atomic(0, kRelease));
  REQUIRE_FALSE(memory.atomic(1, kAcquire));
  REQUIRE_FALSE(memory.read(1));
  REQUIRE(memory.read(2)); // has not acquired
  memory.write(0, 4);      // after the release
  REQUIRE(memory.read(1, 4));
}

TEST_CASE("order is handed on from block to block") {
  Memory memory;
  memory.write(0);
  memory.atomic(0, kRelease);
  memory.atomic(1, kAcquire);
  memory.atomic(1, kRelease, 56);
  memory.atomic(2, kAcquire, 56);
  REQUIRE_FALSE(memory.write(2));
}

TEST_CASE("a relaxed update continues a release sequence, a relaxed store ends it") {
  Memory memory;
  memory.write(0);
  memory.atomic(0, kRelease);
  memory.atomic(1, kRelaxedUpdate);
  memory.atomic(2, kAcquire);
  REQUIRE_FALSE(memory.read(2));
  memory.atomic(3, kRelaxedStore);
  memory.atomic(4, kAcquire);
  REQUIRE(memory.read(4));
}

TEST_CASE("relaxed loads and block scope order nothing between blocks") {
  Memory memory;
  memory.write(0);
  memory.atomic(0, kRelease);
  memory.atomic(1, kRelaxedLoad);
  REQUIRE(memory.read(1));
  memory.write(2, 8);
  REQUIRE_FALSE(memory.atomic(2, kBlockRelease, 52));
  REQUIRE(memory.atomic(3, kBlockAcquire, 52));
  REQUIRE(memory.read(3, 8));
}

TEST_CASE("an atomic and a plain access race, two atomics do not") {
  Memory memory;
  REQUIRE_FALSE(memory.atomic(0, kRelaxedUpdate));
  REQUIRE_FALSE(memory.atomic(1, kRelaxedUpdate));
  REQUIRE(memory.read(2, 60));
  memory.read(3, 4);
  REQUIRE(memory.atomic(4, kRelaxedStore, 4));
  memory.read(3, 8);
  REQUIRE_FALSE(memory.atomic(4, kRelaxedLoad, 8));
}

TEST_CASE("threads of a block race until a barrier; a warp's lanes until one of the warp") {
  RaceDetector races(2, 4, 64);
  races.addMemory(4096, 64);
  auto write = [&](uint32_t thread, uintptr_t offset) {
    return races.plain({0, thread}, 0, 4096 + offset, 4, true).has_value();
  };
  REQUIRE_FALSE(write(0, 0));
  REQUIRE_FALSE(write(0, 0));
  REQUIRE(write(1, 0));
  races.warpBarrier(0, 0);
  REQUIRE_FALSE(write(2, 0)); // after thread 1, of the same warp
  REQUIRE(write(40, 0));      // of another warp
  races.barrier(0, 0, 2);
  REQUIRE_FALSE(write(3, 0));
  REQUIRE(races.plain({1, 3}, 0, 4096, 4, false)); // barriers order nothing between blocks
}

TEST_CASE("a release hands on what its thread knows, an acquire tells its thread, barriers the others") {
  RaceDetector races(2, 4, 64);
  races.addMemory(4096, 64);
  auto access = [&](Actor actor, uintptr_t offset, bool isWrite) {
    return races.plain(actor, 0, 4096 + offset, 4, isWrite).has_value();
  };
  auto atomic = [&](Actor actor, AtomicAccess kind) { races.atomic(actor, 0, 4096 + 60, 4, kind, [] {}); };
  access({0, 0}, 0, true);
  access({0, 5}, 4, true);
  access({0, 5}, 8, true);
  races.barrier(0, 0, 2);
  access({0, 5}, 12, true);
  atomic({0, 0}, kRelease);
  atomic({1, 0}, kAcquire);
  REQUIRE_FALSE(access({1, 0}, 0, false));
  REQUIRE_FALSE(access({1, 0}, 4, false)); // before the barrier
  REQUIRE(access({1, 0}, 12, false));      // after it, by another thread
  REQUIRE(access({1, 7}, 8, false));       // has not heard yet
  races.barrier(1, 0, 2);
  REQUIRE_FALSE(access({1, 7}, 0, true));
}

TEST_CASE("atomics of a block keep their order where it shows") {
  RaceDetector races(1, 4, 64);
  races.addMemory(4096, 64);
  auto update = [&](uint32_t thread, uint32_t site, uint8_t commutes) {
    AtomicAccess kind = kRelaxedUpdate;
    kind.commutes = commutes;
    return races.atomic({0, thread}, site, 4096, 4, kind, [] {}).has_value();
  };
  REQUIRE_FALSE(update(0, 1, 7));
  REQUIRE_FALSE(update(1, 1, 7)); // the same place in the source
  REQUIRE_FALSE(update(2, 2, 7)); // another, but a sum as well
  REQUIRE(update(3, 3, 8));
  races.barrier(0, 0, 2);
  REQUIRE_FALSE(update(4, 4, 0));
  REQUIRE(update(5, 5, 0));
}
