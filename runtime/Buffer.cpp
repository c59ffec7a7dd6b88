// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Device memory.
#include "tilec/Buffer.h"

#include "runtime/ContextState.h"

namespace tilec::runtime {

Expected<Buffer> Buffer::allocate(const Context &context, size_t bytes) {
  auto state = context.shared();
  if (bytes == 0)
    return Buffer(state, nullptr, 0);
  cu::DeviceAddress address = 0;
  if (Status status = ContextScope(*state).call(state->driver->memoryAllocate, &address, bytes); !status) {
    Error error = status.error();
    if (error.code == cu::kOutOfMemory)
      error.text += " (asked for " + std::to_string(bytes) + " bytes)";
    return error;
  }
  auto free = [state](void *memory) {
    (void)ContextScope(*state).call(state->driver->memoryFree, reinterpret_cast<cu::DeviceAddress>(memory));
  };
  return Buffer(state, std::shared_ptr<void>(reinterpret_cast<void *>(address), free), bytes);
}

Status Buffer::checkRange(const char *call, size_t count, size_t offset) const {
  if (offset <= bytes && count <= bytes - offset)
    return {};
  return Error{call, kBadRange, "kBadRange",
               "expected bytes within a buffer of " + std::to_string(bytes) + ", got " + std::to_string(count) +
                   " at " + std::to_string(offset)};
}

Status Buffer::copyFrom(const void *source, size_t count, size_t offset) const {
  Status range = checkRange("Buffer::copyFrom", count, offset);
  if (!range || count == 0)
    return range;
  return ContextScope(*state).call(state->driver->copyToDevice, address() + offset, source, count);
}

Status Buffer::copyTo(void *target, size_t count, size_t offset) const {
  Status range = checkRange("Buffer::copyTo", count, offset);
  if (!range || count == 0)
    return range;
  return ContextScope(*state).call(state->driver->copyToHost, target, address() + offset, count);
}

Status Buffer::copyFromAsync(const Stream &stream, const void *source, size_t count, size_t offset) const {
  Status range = checkRange("Buffer::copyFromAsync", count, offset);
  if (!range || count == 0)
    return range;
  return ContextScope(*state).call(state->driver->copyToDeviceAsync, address() + offset, source, count,
                                   stream.native());
}

Status Buffer::copyToAsync(const Stream &stream, void *target, size_t count, size_t offset) const {
  Status range = checkRange("Buffer::copyToAsync", count, offset);
  if (!range || count == 0)
    return range;
  return ContextScope(*state).call(state->driver->copyToHostAsync, target, address() + offset, count, stream.native());
}

Status Buffer::fill(const Stream &stream, uint8_t value) const {
  if (bytes == 0)
    return {};
  return ContextScope(*state).call(state->driver->fillAsync, address(), value, bytes, stream.native());
}

} // namespace tilec::runtime
