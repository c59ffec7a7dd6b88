// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads and stores of a checking launch, element by element.
#pragma once

#include "compiler/Host/DecodedKernel.h"

namespace tilec::host {

/// The elements of one access: where each lies, and whether it is accessed at all.
struct ElementAccess {
  std::vector<uintptr_t> address;
  std::vector<uint8_t> enabled;
  /// For a tile that is spread over threads: 2^threadShift entries a thread, and which element each is.
  unsigned threadShift = 63;
  const uint32_t *elements = nullptr;
  uint32_t firstThread = 0;

  uint32_t thread(size_t i) const {
    return firstThread + uint32_t(uint64_t(i) >> threadShift);
  }
  size_t element(size_t i) const {
    return elements ? elements[i] : i;
  }
};

/// Loads enabled elements of `bytes` bytes to `out`, and tells which are undefined. Others are left as they are.
void checkedLoad(Frame &frame, const Site &site, const ElementAccess &access, size_t bytes, char *out,
                 uint8_t *undefined);

/// Stores enabled elements. Two elements at one address are reported, and undefined ones that reach global memory.
void checkedStore(Frame &frame, const Site &site, const ElementAccess &access, size_t bytes, const char *in,
                  const uint8_t *undefined);

} // namespace tilec::host
