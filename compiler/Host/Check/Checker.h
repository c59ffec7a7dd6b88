// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a checking launch knows: registered memory, reports, and the order of the blocks' accesses.
#pragma once

#include "compiler/Host/Check/RaceDetector.h"
#include "compiler/Host/DecodedKernel.h"
#include "llvm/ADT/Twine.h"
#include <atomic>
#include <map>

namespace tilec::host {

/// Memory that a kernel may access.
struct MemoryRange {
  const void *base;
  size_t bytes;
};

/// A registered buffer, with the name that reports give it.
struct Buffer {
  uintptr_t base;
  size_t bytes;
  std::string name;
};

class Checker {
public:
  /// With no buffers at all, addresses are not checked, nor are races.
  Checker(const Program &program, std::vector<Buffer> buffers, uint32_t blocks);

  /// The history of memory that each block has for itself, of one worker.
  BlockMemory makeBlockMemory(uintptr_t base, size_t bytes) const {
    return races.makeBlockMemory(base, bytes);
  }

  /// Adds a report, once for each place in the source and kind of message, counting repetitions.
  void report(Frame &frame, const Site &site, const llvm::Twine &message);
  /// A value that nothing defined is used as a `what`.
  void reportUndefined(Frame &frame, const Site &site, const char *what, size_t element);

  /// Is [address, address + bytes) inside one registered buffer or an object of this block, and aligned? Reports if
  /// not.
  bool allows(Frame &frame, const Site &site, uintptr_t address, size_t bytes, const char *what, size_t element);
  /// Undefined flags of this block's local object at `address`, one for each byte; null for global memory.
  uint8_t *localFlags(Frame &frame, uintptr_t address);

  /// A plain access to global memory by a thread of the block: looks for a race.
  /// `copy`: by an asynchronous copy that the thread has just started.
  void plainAccess(Frame &frame, const Site &site, uintptr_t address, size_t bytes, bool isWrite, uint32_t thread = 0,
                   std::optional<Copy> copy = std::nullopt);
  /// An atomic access: `access` runs while no other block touches the address; then orders follow.
  void atomicAccess(Frame &frame, const Site &site, uintptr_t address, size_t bytes, AtomicAccess kind,
                    llvm::function_ref<void()> access, uint32_t thread = 0, std::optional<Copy> copy = std::nullopt);
  /// An access to the block's shared memory or, at the `tile` level, a local object: looks for a race between its
  /// threads.
  void ownAccess(Frame &frame, const Site &site, uintptr_t address, size_t bytes, bool isWrite, uint32_t thread,
                 std::optional<AtomicAccess> kind = std::nullopt, std::optional<Copy> copy = std::nullopt);
  /// What orders accesses besides barriers.
  RaceDetector &order() {
    return races;
  }
  /// Who wrote a byte of shared memory last; null if nobody did.
  const Site *lastWriter(Frame &frame, uintptr_t address) const;
  /// Some warps of the block wait for each other (`Team::barrier`), or the lanes of this one do.
  void barrier(Frame &frame, uint32_t first, uint32_t count);
  void warpBarrier(Frame &frame);
  /// The block makes no more accesses.
  void endBlock(uint32_t block);

  /// Whether one of the reports is about an address.
  bool foundInvalidAccess() const {
    return invalidAccess;
  }
  /// All reports as text, empty if none.
  std::string text() const;

private:
  const Buffer *bufferOf(uintptr_t address) const;
  std::string describe(uintptr_t address) const;
  void reportRace(Frame &frame, const Site &site, uintptr_t address, const char *what, const Race &race,
                  uint32_t thread);

  struct Report {
    std::string text;
    size_t repetitions = 0;
  };

  const Program &program;
  std::vector<Buffer> buffers; // by address
  RaceDetector races;
  std::atomic<bool> invalidAccess = false;
  mutable std::mutex mutex;
  std::map<std::pair<const Site *, std::string>, Report> reports;
  std::vector<const Report *> shownOrder;
};

} // namespace tilec::host
