// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of tile_gpu IR on random layouts, put together from text and run by the executor.
#pragma once

#include "test/dialects/Layout/RandomLayout.h"
#include <string>

namespace tilec::host::test {

using layout::LinearLayout;
using layout::test::below;
using layout::test::Random;

/// `tensor<4x8xi32, #tile_gpu.layout<...>>`
std::string tileType(const LinearLayout &layout, const std::string &element);

/// At least one dimension, 2^`maxBits` elements at most.
std::vector<int64_t> randomTileShape(Random &random, unsigned maxBits);
/// A surjective layout of 32 lanes in which several coordinates may change with one bit, and anything be copied.
LinearLayout randomTileLayout(Random &random, const std::vector<int64_t> &shape, unsigned warpBits);

/// The text of a kernel, line by line. Pointer parameters are `%arg0`, `%arg1`, ...
class TileGPUKernel {
public:
  TileGPUKernel(unsigned warpBits, std::vector<std::string> elements)
      : warpBits(warpBits), elements(std::move(elements)) {}

  void line(const std::string &text) {
    body += "  " + text + "\n";
  }
  /// `%name` = the tile at parameter `parameter`, row-major.
  void load(const std::string &name, unsigned parameter, const LinearLayout &layout);
  void store(const std::string &name, unsigned parameter, const LinearLayout &layout);

  /// Allocates shared memory, places barriers and runs one block. `arrays[i]` is the memory of parameter i. Returns
  /// what the executor reports; a test fails where the text is wrong.
  std::string run(std::vector<std::vector<char>> &arrays);

private:
  std::string pointers(unsigned parameter, const LinearLayout &layout);

  unsigned warpBits;
  std::vector<std::string> elements; ///< of each parameter
  std::string body;
  unsigned temporaries = 0;
};

template <class T> std::vector<char> bytesOf(const std::vector<T> &values) {
  auto *bytes = reinterpret_cast<const char *>(values.data());
  return std::vector<char>(bytes, bytes + values.size() * sizeof(T));
}
template <class T> std::vector<T> valuesOf(const std::vector<char> &bytes) {
  auto *values = reinterpret_cast<const T *>(bytes.data());
  return std::vector<T>(values, values + bytes.size() / sizeof(T));
}

} // namespace tilec::host::test
