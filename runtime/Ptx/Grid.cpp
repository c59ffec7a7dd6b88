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

/// The blocks that one thread of the host runs.
class Worker {
public:
  explicit Worker(Launch &launch) : launch(launch) {}
  ~Worker() {
    for (char *memory : shared)
      std::free(memory);
  }

  void runInOrder(std::atomic<uint64_t> &next);
  /// Every `step`th block, all of them at once.
  void runTogether(uint64_t first, uint64_t step);

private:
  char *sharedMemory();
  Dimensions indexOf(uint64_t number) const {
    const Dimensions &grid = launch.grid;
    return {uint32_t(number % grid.x), uint32_t(number / grid.x % grid.y), uint32_t(number / grid.x / grid.y)};
  }

  Launch &launch;
  FramePool pool;
  std::vector<char *> shared;
};

char *Worker::sharedMemory() {
  uint64_t bytes = alignedTo(std::max<uint64_t>(launch.sharedBytes, 1), kSharedAlignment);
  shared.push_back(static_cast<char *>(std::aligned_alloc(kSharedAlignment, bytes)));
  std::memset(shared.back(), 0, bytes);
  return shared.back();
}

void Worker::runInOrder(std::atomic<uint64_t> &next) {
  char *memory = sharedMemory();
  uint64_t count = launch.grid.count();
  for (uint64_t number = next++; number < count && !launch.hasFailed(); number = next++) {
    Block block(launch, pool, memory, indexOf(number));
    while (!block.hasEnded() && !launch.hasFailed())
      if (!block.run())
        launch.fail(kDeadlock, block.waitingText());
  }
}

void Worker::runTogether(uint64_t first, uint64_t step) {
  std::vector<std::unique_ptr<Block>> blocks;
  for (uint64_t number = first; number < launch.grid.count(); number += step)
    blocks.push_back(std::make_unique<Block>(launch, pool, sharedMemory(), indexOf(number)));
  while (!blocks.empty() && !launch.hasFailed()) {
    for (const auto &block : blocks)
      if (!block->run() && !block->hasEnded())
        launch.fail(kDeadlock, block->waitingText());
    std::erase_if(blocks, [](const auto &block) { return block->hasEnded(); });
  }
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
  auto work = [&](unsigned index) {
    Worker worker(state);
    if (options.isCooperative)
      worker.runTogether(index, count);
    else
      worker.runInOrder(next);
  };
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < count; ++i)
    threads.emplace_back(work, i);
  work(0);
  for (std::thread &thread : threads)
    thread.join();
  message = state.message;
  return state.fault;
}
