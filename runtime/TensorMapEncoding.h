// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tensor maps of launches: what the copy engine needs to know of a tensor, made by the driver from the description in
/// the manifest and the arguments of the launch; and which maps hardware has.
#ifndef TILEC_RUNTIME_TENSORMAPENCODING_H
#define TILEC_RUNTIME_TENSORMAPENCODING_H

#include "runtime/DriverTable.h"
#include "runtime/PackedArguments.h"

namespace tilec::runtime {

/// Elements of a dimension: hardware takes 2^32; coordinates of boxes are signed 32-bit integers, with room for a tile.
inline constexpr uint64_t kMaxExtent = 0x7fff0000;

/// The numbers of a tensor map that depend on arguments; dimensions that are not there have 0.
struct TensorMapValues {
  uint64_t base = 0;
  std::array<uint64_t, 5> extents{};
  std::array<uint64_t, 4> strides{};

  bool operator==(const TensorMapValues &) const = default;
};

/// Nothing if an expression divides by zero.
std::optional<TensorMapValues> evaluate(const manifest::TensorMap &map, const PackedArguments &arguments, Dim3 grid);

/// Why hardware has no such map (CUDA Driver API, cuTensorMapEncodeTiled); empty if it has.
/// `map` must have passed the manifest's check of its numbers of dimensions.
std::string whyNotEncodable(const manifest::TensorMap &map, const TensorMapValues &values);

/// Asks the driver for the map, without looking into any cache.
Status encode(const DriverTable &driver, const manifest::TensorMap &map, const TensorMapValues &values,
              cu::TensorMap &into);

} // namespace tilec::runtime

#endif // TILEC_RUNTIME_TENSORMAPENCODING_H
