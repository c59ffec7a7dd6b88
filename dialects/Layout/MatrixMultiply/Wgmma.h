// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operands of wgmma in shared memory: which layouts it reads as they lie, and what its descriptors say of them (PTX
// ISA, "Asynchronous Warpgroup Level Matrix Shared Memory Layout", "Matrix Descriptor Format").
//
// A swizzle of T bytes (32, 64 or 128) makes atoms of 8 rows of T bytes. What lies along a row is the operand's *major*
// dimension: K for both operands of a row-by-column MMA, M or N for operands stored the other way round (elements
// of 16 bits only). Distances between atoms that one instruction reads are in the descriptor:
//
// | major  | rows of an atom | next atom along M or N | next atom along K                     |
// |--------|-----------------|------------------------|---------------------------------------|
// | K      | 8 of M or N     | stride offset          | another descriptor: T >= 32 bytes of K |
// | M or N | 8 of K          | leading offset         | stride offset                         |
//
// The next instruction along K starts 32 bytes on (K-major: inside of a row; the swizzle acts on addresses) or two
// atoms.
#pragma once

#include "dialects/Layout/SharedMemory/SharedLayouts.h"
#include <optional>

namespace tilec::layout {

/// How an operand lies, for instructions that read `rows` of M or N each.
struct WarpgroupOperand {
  Swizzle swizzle = Swizzle::None;
  bool isKMajor = true;
  /// The descriptor's offsets, in bytes.
  int64_t leadingOffset = 0, strideOffset = 0;
  /// From row-major element numbers to bytes from the operand's start. Elements at which instructions start have the
  /// sum of their bits' bytes.
  LinearMap byteAt;

  /// The descriptor without its address.
  uint64_t descriptor() const;
  /// The alignment of the operand's start, where the swizzle's pattern begins.
  int64_t alignment() const {
    return 8 * int64_t(swizzle);
  }
};

/// Bytes of K that one instruction takes.
inline constexpr int64_t kWarpgroupDepthBytes = 32;

/// For a tile of `shape` (rank 2 or 3, batches first) whose dimension `alongK` is K, and a layout from element offsets
/// to row-major element numbers. None if wgmma cannot read it.
std::optional<WarpgroupOperand> warpgroupOperand(const LinearMap &elementAt, const std::vector<int64_t> &shape,
                                                 unsigned alongK, unsigned elementBytes, int64_t rows);

/// A layout that it can read, in one box of the widest swizzle after another: of what lanes store. What comes by tensor
/// map has boxes of ChooseTensorMap.
LinearMap warpgroupShared(const std::vector<int64_t> &shape, unsigned alongK, bool isKMajor, unsigned elementBytes,
                          int64_t rows);

/// Enough for every operand.
inline constexpr int64_t kWarpgroupOperandAlignment = 1024;

} // namespace tilec::layout
