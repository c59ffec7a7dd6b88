// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensor maps: what their descriptions say for the arguments of a launch, and where a tile's elements lie by them.
#pragma once

#include "compiler/Host/Decoder.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"

namespace tilec::host {

/// 64-bit words of a handle's slot: base, extents and strides of up to 5 dimensions, and whether a fence is missing.
constexpr size_t kTensorMapWords = 11, kUnfencedWord = 10;

/// The handle's value, from the kernel's arguments. What no hardware can do is reported.
bool decodeTensorMap(tile_gpu::TensorMapOp op, Decoder &decoder);
/// Decodes a tensor map that the kernel makes. Values that hardware does not take are reported.
bool decodeTensorMap(tile_gpu::BuildTensorMapOp op, Decoder &decoder);

/// Where one tile lies. Elements are numbered as they lie in the buffer.
class TensorBox {
public:
  TensorBox(tile_gpu::TensorMapAttr map, tile_gpu::BufferType buffer);

  size_t elements() const {
    return positions.size();
  }
  /// Elements of one box, of rows that are named four of them: boxes lie one behind the other.
  size_t elementsOfBox() const {
    return boxElements;
  }
  size_t elementBytes() const {
    return bytes;
  }
  /// The address of an element of the tile at `coordinates`; none if it is outside of the tensor. `row`: the number of
  /// its row where rows are named.
  std::optional<uintptr_t> addressOf(size_t element, const uint64_t *map, llvm::ArrayRef<int32_t> coordinates,
                                     std::optional<int32_t> row = std::nullopt) const;
  /// The row of the tile that the element is in, where rows are named.
  size_t rowOf(size_t element) const {
    return size_t(positions[element][1]);
  }

private:
  unsigned rank;
  size_t bytes, boxElements;
  std::vector<std::array<int64_t, 5>> positions; ///< of each element in the tile, in the order of the map's dimensions
};

} // namespace tilec::host
