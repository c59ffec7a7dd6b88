// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Device memory.
#ifndef TILEC_BUFFER_H
#define TILEC_BUFFER_H

#include "tilec/Stream.h"

namespace tilec::runtime {

/// A piece of device memory, freed with the last handle. At least 256-byte aligned. Sizes and offsets are in bytes.
class Buffer {
public:
  /// Uninitialised memory. `bytes` 0 gives a buffer with a null address. Fails with CUDA_ERROR_OUT_OF_MEMORY.
  static Expected<Buffer> allocate(const Context &context, size_t bytes);

  /// Copies from host memory and waits.
  Status copyFrom(const void *source, size_t bytes, size_t offset = 0) const;
  /// Copies to host memory and waits for the copy, not for other streams: synchronise those before.
  Status copyTo(void *target, size_t bytes, size_t offset = 0) const;
  /// Queues a copy; `source` must stay as it is until the stream has reached it.
  Status copyFromAsync(const Stream &stream, const void *source, size_t bytes, size_t offset = 0) const;
  /// Queues a copy; `target` is filled when the stream has reached it.
  Status copyToAsync(const Stream &stream, void *target, size_t bytes, size_t offset = 0) const;
  /// Queues setting every byte to `value`.
  Status fill(const Stream &stream, uint8_t value) const;

  /// Device address, 0 for an empty buffer.
  uint64_t address() const {
    return reinterpret_cast<uint64_t>(memory.get());
  }
  size_t size() const {
    return bytes;
  }

private:
  Buffer(std::shared_ptr<ContextState> state, std::shared_ptr<void> memory, size_t bytes)
      : state(std::move(state)), memory(std::move(memory)), bytes(bytes) {}
  Status checkRange(const char *call, size_t count, size_t offset) const;

  std::shared_ptr<ContextState> state;
  std::shared_ptr<void> memory;
  size_t bytes = 0;
};

} // namespace tilec::runtime

#endif // TILEC_BUFFER_H
