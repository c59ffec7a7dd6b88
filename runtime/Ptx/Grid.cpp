// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/Ptx/Grid.h"

#include "runtime/Ptx/Block.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <thread>

using namespace tilec::ptx;

namespace {

constexpr uint64_t kSharedAlignment = 1024; ///< bytes
constexpr unsigned kPatience = 16;          ///< turns of a block's warps until a further block begins

uint64_t alignedTo(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

std::vector<MemoryRange> allMemory(Module &module, const LaunchOptions &options) {
  if (!options.isChecked)
    return {};
  std::vector<MemoryRange> all = options.memory;
  for (const MemoryRange &range : module.memory())
    all.push_back(range);
  std::sort(all.begin(), all.end(), [](const MemoryRange &a, const MemoryRange &b) { return a.begin < b.begin; });
  return all;
}

/// The blocks that one thread of the host runs: one after the other, unless one takes long. It may wait for later ones,
/// so these begin, and all that have begun take turns.
class Worker {
public:
  explicit Worker(Launch &launch) : launch(launch) {}
  ~Worker() {
    running.clear();
    for (char *memory : unused)
      std::free(memory);
  }

  /// Takes blocks by their numbers from `next` on.
  void run(std::atomic<uint64_t> &next);

private:
  struct Running {
    std::unique_ptr<Block> block;
    char *shared;
  };
  char *takeShared();
  void begin(uint64_t number);
  void takeTurns();

  Launch &launch;
  FramePool pool;
  std::vector<Running> running;
  std::vector<char *> unused; ///< shared memory
};

char *Worker::takeShared() {
  if (!unused.empty()) {
    char *memory = unused.back();
    unused.pop_back();
    return memory;
  }
  uint64_t bytes = alignedTo(std::max<uint64_t>(launch.sharedBytes, 1), kSharedAlignment);
  auto *memory = static_cast<char *>(std::aligned_alloc(kSharedAlignment, bytes));
  if (memory)
    std::memset(memory, 0, bytes);
  return memory;
}

void Worker::begin(uint64_t number) {
  const Dimensions &grid = launch.grid;
  Dimensions index = {uint32_t(number % grid.x), uint32_t(number / grid.x % grid.y),
                      uint32_t(number / grid.x / grid.y)};
  char *shared = takeShared();
  if (!shared)
    return launch.fail(kIllegalAddress, "no memory is left for blocks");
  running.push_back({std::make_unique<Block>(launch, pool, shared, index), shared});
}

void Worker::takeTurns() {
  for (Running &one : running)
    if (!one.block->run() && !one.block->hasEnded())
      launch.fail(kDeadlock, one.block->waitingText());
  std::erase_if(running, [&](Running &one) {
    if (!one.block->hasEnded())
      return false;
    unused.push_back(one.shared);
    return true;
  });
}

void Worker::run(std::atomic<uint64_t> &next) {
  unsigned patience = launch.isCooperative ? 0 : kPatience;
  for (unsigned turns = 0; !launch.hasFailed(); ++turns) {
    if (running.empty() || turns > patience) {
      if (uint64_t number = next++; number < launch.grid.count())
        begin(number);
      else if (running.empty())
        return;
      turns = 0;
    }
    takeTurns();
  }
  for (Running &one : running)
    unused.push_back(one.shared);
}

unsigned workerCount(const LaunchOptions &options, uint64_t blocks) {
  unsigned threads = options.threads ? options.threads : std::max(1u, std::thread::hardware_concurrency());
  return unsigned(std::min<uint64_t>(threads, blocks));
}

} // namespace

std::string tilec::ptx::hexadecimal(uint64_t value) {
  char text[32];
  std::snprintf(text, sizeof(text), "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

Launch::Launch(Module &module, Function &kernel, const LaunchOptions &options, const char *parameters)
    : module(module), kernel(kernel), grid(options.grid), block(options.block), memory(allMemory(module, options)),
      isChecked(options.isChecked), parameters(parameters), dynamicSharedBytes(options.dynamicSharedBytes),
      isCooperative(options.isCooperative) {
  sharedBytes = module.placeShared(kernel, sharedOffsets) + dynamicSharedBytes;
}

void Launch::fail(int newFault, const std::string &newMessage) {
  std::lock_guard lock(mutex);
  if (fault == kNoFault) {
    fault = newFault;
    message = newMessage;
  }
  failed = true;
}

int tilec::ptx::launch(Module &module, const std::string &name, const LaunchOptions &options, const char *parameters,
                       std::string &message) {
  Function *kernel = module.kernel(name);
  if (!kernel) {
    message = "there is no such kernel in its PTX";
    return kUnsupported;
  }
  if (message = module.problemOf(*kernel); !message.empty())
    return kUnsupported;
  Launch state(module, *kernel, options, parameters);
  unsigned count = workerCount(options, state.grid.count());
  std::atomic<uint64_t> next = 0;
  auto work = [&] { Worker(state).run(next); };
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < count; ++i)
    threads.emplace_back(work);
  work();
  for (std::thread &thread : threads)
    thread.join();
  message = state.message;
  return state.fault;
}
