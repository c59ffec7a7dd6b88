// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The memory that the program got from the runtime, where kernels run on the CPU.
#ifndef TILEC_RUNTIME_PROGRAM_HOST_ALLOCATIONS_H
#define TILEC_RUNTIME_PROGRAM_HOST_ALLOCATIONS_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tilec::program::host {

enum class MemoryKind {
  Device,          ///< cudaMalloc and the like
  Managed,         ///< cudaMallocManaged
  Pinned,          ///< cudaMallocHost, cudaHostAlloc
  Registered,      ///< the program's own, by cudaHostRegister
  Variable,        ///< of a kernel's module
  ManagedVariable, ///< the program's own
};

struct Allocation {
  uintptr_t base = 0;
  size_t bytes = 0;
  MemoryKind kind = MemoryKind::Device;
  unsigned flags = 0;  ///< as the program gave them
  uint64_t number = 0; ///< counted from 1, for reports

  bool contains(const void *address, size_t count = 1) const {
    uintptr_t at = uintptr_t(address);
    return at >= base && at - base <= bytes && count <= bytes - (at - base);
  }
  /// `allocation 3 (cudaMalloc, 4096 bytes)`
  std::string name() const;
};

/// Memory of at least one byte, aligned as the CUDA runtime does it; null if there is not so much.
void *allocate(size_t bytes, MemoryKind kind, unsigned flags = 0);
/// Gives back what `allocate` gave, of one of two kinds; false if `address` is none.
bool release(void *address, MemoryKind kind, MemoryKind orKind);

/// Notes memory that is somebody else's; false if some of it is known already.
bool note(const void *address, size_t bytes, MemoryKind kind, unsigned flags = 0);
/// Forgets what `note` was told; false if `address` does not begin memory of the kind.
bool forget(const void *address, MemoryKind kind);

/// The allocation that holds the address.
std::optional<Allocation> allocationOf(const void *address);
/// All of them, by address.
std::vector<Allocation> allocations();
/// Frees what `allocate` gave and forgets everything else but the program's own variables.
void releaseAll();

/// Bytes that `allocate` has given and not got back.
size_t allocatedBytes();
/// The memory of the machine.
size_t totalMemoryBytes();

} // namespace tilec::program::host

#endif // TILEC_RUNTIME_PROGRAM_HOST_ALLOCATIONS_H
