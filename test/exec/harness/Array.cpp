// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves the arrays of a case to the device and back, with their guard bytes.
#include "test/exec/harness/Array.h"

#include <algorithm>
#include <cstring>

using namespace tilec::exec;

ArrayMemory::ArrayMemory(Device &device, size_t bytes, size_t misalignment)
    : device(device), bytes(bytes), misalignment(misalignment),
      base(device.allocate(bytes + misalignment + 2 * kGuard)) {}

ArrayMemory::~ArrayMemory() {
  device.release(base);
}

void ArrayMemory::upload() {
  image.assign(bytes + misalignment + 2 * kGuard, kPattern);
  if (bytes)
    std::memcpy(image.data() + kGuard + misalignment, data(), bytes);
  device.write(base, image.data(), image.size());
}

bool ArrayMemory::download() {
  device.read(image.data(), base, image.size());
  if (bytes)
    std::memcpy(data(), image.data() + kGuard + misalignment, bytes);
  auto intact = [](unsigned char byte) { return byte == kPattern; };
  auto begin = image.begin() + kGuard + misalignment;
  return std::all_of(image.begin(), begin, intact) && std::all_of(begin + bytes, image.end(), intact);
}
