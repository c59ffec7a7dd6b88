// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/Program/Host/Allocations.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <mutex>
#include <unistd.h>

namespace tilec::program::host {

namespace {

constexpr size_t kAlignment = 512; ///< bytes; what CUDA's allocations have

struct Table {
  std::mutex mutex;
  std::map<uintptr_t, Allocation> byBase;
  uint64_t count = 0;
  size_t bytes = 0;

  /// The last one that begins at or before the address.
  auto before(uintptr_t address) {
    auto next = byBase.upper_bound(address);
    return next == byBase.begin() ? byBase.end() : std::prev(next);
  }
};

Table &table() {
  static Table *instance = new Table;
  return *instance;
}

bool isOwn(MemoryKind kind) {
  return kind == MemoryKind::Device || kind == MemoryKind::Managed || kind == MemoryKind::Pinned;
}

const char *functionOf(MemoryKind kind) {
  switch (kind) {
  case MemoryKind::Device:
    return "cudaMalloc";
  case MemoryKind::Managed:
    return "cudaMallocManaged";
  case MemoryKind::Pinned:
    return "cudaHostAlloc";
  case MemoryKind::Registered:
    return "cudaHostRegister";
  case MemoryKind::ManagedVariable:
    return "managed variable";
  case MemoryKind::Variable:
    break;
  }
  return "variable";
}

} // namespace

std::string Allocation::name() const {
  return "allocation " + std::to_string(number) + " (" + functionOf(kind) + ", " + std::to_string(bytes) + " bytes)";
}

void *allocate(size_t bytes, MemoryKind kind, unsigned flags) {
  Table &known = table();
  std::lock_guard lock(known.mutex);
  if (bytes > totalMemoryBytes() - std::min(known.bytes, totalMemoryBytes()))
    return nullptr;
  void *memory = std::aligned_alloc(kAlignment, (bytes + kAlignment - 1) / kAlignment * kAlignment);
  if (!memory)
    return nullptr;
  known.byBase[uintptr_t(memory)] = {uintptr_t(memory), bytes, kind, flags, ++known.count};
  known.bytes += bytes;
  return memory;
}

bool release(void *address, MemoryKind kind, MemoryKind orKind) {
  Table &known = table();
  std::lock_guard lock(known.mutex);
  auto found = known.byBase.find(uintptr_t(address));
  if (found == known.byBase.end() || (found->second.kind != kind && found->second.kind != orKind))
    return false;
  known.bytes -= found->second.bytes;
  known.byBase.erase(found);
  std::free(address);
  return true;
}

bool note(const void *address, size_t bytes, MemoryKind kind, unsigned flags) {
  Table &known = table();
  std::lock_guard lock(known.mutex);
  uintptr_t base = uintptr_t(address);
  auto before = known.before(base + (bytes ? bytes - 1 : 0));
  if (before != known.byBase.end() && before->second.base + before->second.bytes > base)
    return false;
  known.byBase[base] = {base, bytes, kind, flags, ++known.count};
  return true;
}

bool forget(const void *address, MemoryKind kind) {
  Table &known = table();
  std::lock_guard lock(known.mutex);
  auto found = known.byBase.find(uintptr_t(address));
  if (found == known.byBase.end() || found->second.kind != kind)
    return false;
  known.byBase.erase(found);
  return true;
}

std::optional<Allocation> allocationOf(const void *address) {
  Table &known = table();
  std::lock_guard lock(known.mutex);
  auto found = known.before(uintptr_t(address));
  if (found == known.byBase.end() || !found->second.contains(address))
    return std::nullopt;
  return found->second;
}

std::vector<Allocation> allocations() {
  Table &known = table();
  std::lock_guard lock(known.mutex);
  std::vector<Allocation> all;
  for (const auto &[base, allocation] : known.byBase)
    all.push_back(allocation);
  return all;
}

void releaseAll() {
  Table &known = table();
  std::lock_guard lock(known.mutex);
  for (const auto &[base, allocation] : known.byBase)
    if (isOwn(allocation.kind))
      std::free(reinterpret_cast<void *>(base));
  std::erase_if(known.byBase, [](const auto &item) { return item.second.kind != MemoryKind::ManagedVariable; });
  known.bytes = 0;
}

size_t allocatedBytes() {
  Table &known = table();
  std::lock_guard lock(known.mutex);
  return known.bytes;
}

size_t totalMemoryBytes() {
  return size_t(sysconf(_SC_PHYS_PAGES)) * size_t(sysconf(_SC_PAGE_SIZE));
}

} // namespace tilec::program::host
