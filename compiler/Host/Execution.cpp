// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/Execution.h"
#include "compiler/Host/Check/Checker.h"
#include "compiler/Host/CrashGuard.h"
#include "compiler/Host/Team.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace tilec::host {

/// Loop iterations after which a block gives way, so that spinning blocks do not starve the one they wait for.
static constexpr uint32_t kIterationsBetweenYields = 64;
static constexpr size_t kFrameAlignment = 4096;

void LaunchState::fail(std::string message, FailureKind kind) {
  std::lock_guard lock(outputMutex);
  if (failure.empty()) {
    failure = std::move(message);
    failureKind = kind;
  }
  cancelled = true;
}

void LaunchState::output(llvm::StringRef text) {
  std::lock_guard lock(outputMutex);
  if (print)
    print(text);
  else
    std::fwrite(text.data(), 1, text.size(), stdout);
}

void LaunchState::tell(const Event &event) {
  if (!observer)
    return;
  std::lock_guard lock(outputMutex);
  observer(event);
}

void Frame::iterate() {
  if (++spins % kIterationsBetweenYields != 0)
    return;
  if (launch->cancelled.load(std::memory_order_relaxed))
    stopped = true;
  std::this_thread::yield();
  if (team)
    team->giveWay(*this);
}

namespace {
using Memory = std::unique_ptr<char, void (*)(void *)>;
} // namespace

/// Pages that no value touches cost nothing.
static Memory allocate(size_t bytes) {
  return Memory(static_cast<char *>(
                    std::aligned_alloc(kFrameAlignment, llvm::alignTo(std::max<size_t>(bytes, 1), kFrameAlignment))),
                std::free);
}

static void placeArguments(const Program &program, Frame &frame, llvm::ArrayRef<void *> arguments) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Slot &slot = program.parameters[i].slot;
    std::memcpy(frame.at<char>(slot), arguments[i], bytesOf(slot.kind));
    if (slot.kind == Kind::I1)
      *frame.at<uint8_t>(slot) = *frame.at<uint8_t>(slot) != 0;
  }
}

/// `k.cu:3:5: invalid access to memory, in block (0, 0, 0)`
static std::string describeCrash(const Frame &frame, int signal) {
  bool isAccess = signal == SIGSEGV || signal == SIGBUS;
  std::string what = isAccess ? "invalid access to memory" : llvm::formatv("crashed with signal {0}", signal).str();
  llvm::StringRef hint = isAccess && !frame.checker ? "; a run with checks names the address" : "";
  return llvm::formatv("{0}{1}, in block ({2}, {3}, {4}){5}{6}",
                       frame.access ? frame.access->location + ": " : std::string(), what, frame.block[0],
                       frame.block[1], frame.block[2], hint, frame.access ? frame.access->chain : std::string());
}

/// Parameters keep their places, so each block gets them afresh.
static void beginBlock(const Program &program, const LaunchState &launch, Frame &frame, uint32_t number,
                       llvm::ArrayRef<void *> arguments) {
  uint32_t x = launch.grid[0], y = launch.grid[1];
  frame.linearBlock = number;
  frame.block = {number % x, number / x % y, uint32_t(number / (uint64_t(x) * y))};
  if (launch.isPersistent)
    frame.block = {number, 0, 0};
  frame.stopped = false;
  placeArguments(program, frame, arguments);
}

static FailureKind kindOfCrash(int signal) {
  return signal == SIGSEGV || signal == SIGBUS ? FailureKind::Access : FailureKind::Other;
}

/// Calls `run` with the next block until there is none.
static void takeBlocks(LaunchState &launch, llvm::function_ref<void(uint32_t)> run) {
  while (!launch.cancelled) {
    uint64_t next = launch.nextBlock++;
    if (next >= launch.workers)
      return;
    run(uint32_t(next));
  }
}

/// One worker, of blocks that are one thread.
static void work(const Program &program, LaunchState &launch, llvm::ArrayRef<void *> arguments,
                 const CrashGuard &guard) {
  Memory data = allocate(program.frameBytes), shadow = allocate(launch.checker ? program.shadowBytes : 1);
  Frame frame;
  frame.data = frame.locals = data.get();
  frame.launch = &launch;
  if ((frame.checker = launch.checker)) {
    frame.shadow = frame.localsUndefined = reinterpret_cast<uint8_t *>(shadow.get());
    std::memset(shadow.get(), 0, program.shadowBytes);
  }
  int signal = guard.runGuarded([&] {
    program.prologue.run(frame);
    takeBlocks(launch, [&](uint32_t number) {
      beginBlock(program, launch, frame, number, arguments);
      program.body.run(frame);
    });
  });
  if (signal)
    launch.fail(describeCrash(frame, signal), kindOfCrash(signal));
}

/// One worker, of blocks with many threads.
static void workAsTeam(const Program &program, LaunchState &launch, llvm::ArrayRef<void *> arguments,
                       const CrashGuard &guard) {
  Team team(program, launch);
  int signal = guard.runGuarded([&] {
    takeBlocks(launch, [&](uint32_t number) {
      team.run([&](Frame &frame) { beginBlock(program, launch, frame, number, arguments); });
    });
  });
  if (signal)
    launch.fail(describeCrash(team.frameOf(0), signal), kindOfCrash(signal));
}

void execute(const Program &program, LaunchState &launch, llvm::ArrayRef<void *> arguments, unsigned threads) {
  if (threads == 0)
    threads = std::max(1u, std::thread::hardware_concurrency());
  threads = unsigned(std::min<uint64_t>(threads, launch.workers));
  CrashGuard guard;
  std::vector<std::thread> others;
  auto worker = [&] { (program.threads > 1 ? workAsTeam : work)(program, launch, arguments, guard); };
  for (unsigned i = 1; i < threads; ++i)
    others.emplace_back(worker);
  worker();
  for (std::thread &other : others)
    other.join();
  if (uint32_t left = launch.counter; left && !launch.cancelled)
    launch.fail(
        llvm::formatv("the counter of drawn blocks ends at {0}, not at zero, as the next launch needs it", left));
}

} // namespace tilec::host
