// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops that move elements between lanes, on random layouts: results are those of the plain meaning on row-major tiles,
// and nothing is reported.
#include "test/compiler/Host/TileGPU/TileGPUKernel.h"
#include "test/support/Catch.h"

using namespace tilec::host::test;

static constexpr int kRounds = 150;

namespace {
struct Element {
  std::string name;
  size_t bytes;
};
} // namespace

static Element randomElement(Random &random) {
  static const Element elements[] = {{"i8", 1}, {"i16", 2}, {"f32", 4}, {"i64", 8}};
  return elements[below(random, 4)];
}

static std::vector<char> randomBytes(Random &random, size_t count) {
  std::vector<char> bytes(count);
  for (char &byte : bytes)
    byte = char(below(random, 256));
  return bytes;
}

TEST_CASE("convert_layout keeps every element") {
  Random random(1);
  for (int round = 0; round < kRounds; ++round) {
    unsigned warpBits = below(random, 3);
    auto shape = randomTileShape(random, 9);
    LinearLayout from = randomTileLayout(random, shape, warpBits), to = randomTileLayout(random, shape, warpBits);
    Element element = randomElement(random);
    TileGPUKernel kernel(warpBits, {element.name, element.name});
    kernel.load("x", 0, from);
    kernel.line("%y = tile_gpu.convert_layout %x : " + tileType(from, element.name) + " -> " +
                tileType(to, element.name));
    kernel.store("y", 1, to);
    size_t bytes = size_t(from.numElements()) * element.bytes;
    std::vector<std::vector<char>> arrays = {randomBytes(random, bytes), std::vector<char>(bytes)};
    kernel.run(arrays);
    REQUIRE(arrays[1] == arrays[0]);
  }
}

/// Runs `fn(element of the whole, element of the part)` for the elements of the part at `index`.
template <class Fn>
static void forEachInside(const std::vector<int64_t> &whole, const std::vector<int64_t> &part,
                          const std::vector<int64_t> &index, Fn fn) {
  LinearLayout large(whole, {}), small(part, {});
  for (int64_t element = 0; element < small.numElements(); ++element) {
    std::vector<int64_t> coordinates = small.coordinatesOf(uint64_t(element));
    for (size_t d = 0; d < whole.size(); ++d)
      coordinates[d] += index[d] * part[d];
    fn(large.elementOf(coordinates), size_t(element));
  }
}

namespace {
/// A sub-tile somewhere in a tile, and the text that names it. Each index is a constant, or read from the i32 array at
/// `parameter`, so that plans do not know it.
struct SubTile {
  std::vector<int64_t> part, index;
  std::string indices, types;

  SubTile(Random &random, const std::vector<int64_t> &whole, TileGPUKernel &kernel, unsigned parameter) {
    for (size_t d = 0; d < whole.size(); ++d) {
      int64_t extent = whole[d];
      while (extent > 1 && below(random, 2))
        extent /= 2;
      part.push_back(extent);
      index.push_back(below(random, unsigned(whole[d] / extent)));
      std::string name = "%at" + std::to_string(d);
      if (below(random, 2))
        kernel.line(name + " = arith.constant " + std::to_string(index[d]) + " : i32");
      else
        read(kernel, name, parameter, d);
      indices += (d ? ", " : "") + name;
      types += d ? ", i32" : "i32";
    }
  }
  std::string text() const {
    return "[" + indices + " : " + types + "]";
  }
  std::vector<char> indexArray() const {
    return bytesOf(std::vector<int32_t>(index.begin(), index.end()));
  }

private:
  static void read(TileGPUKernel &kernel, const std::string &name, unsigned parameter, size_t d) {
    std::string at = name + "_place";
    kernel.line(at + "_number = arith.constant " + std::to_string(d) + " : i32");
    kernel.line(at + " = tile.offset %arg" + std::to_string(parameter) + ", " + at + "_number : !tile.ptr<i32>, i32");
    kernel.line(name + " = tile_gpu.load " + at + " : !tile.ptr<i32>");
  }
};
} // namespace

TEST_CASE("extract takes the sub-tile that its indices name") {
  Random random(2);
  for (int round = 0; round < kRounds; ++round) {
    unsigned warpBits = below(random, 3);
    auto shape = randomTileShape(random, 9);
    Element element = randomElement(random);
    TileGPUKernel kernel(warpBits, {element.name, element.name, "i32"});
    SubTile sub(random, shape, kernel, 2);
    LinearLayout from = randomTileLayout(random, shape, warpBits), to = randomTileLayout(random, sub.part, warpBits);
    kernel.load("x", 0, from);
    kernel.line("%y = tile_gpu.extract %x" + sub.text() + " : " + tileType(from, element.name) + " -> " +
                tileType(to, element.name));
    kernel.store("y", 1, to);
    std::vector<std::vector<char>> arrays = {randomBytes(random, size_t(from.numElements()) * element.bytes),
                                             std::vector<char>(size_t(to.numElements()) * element.bytes),
                                             sub.indexArray()};
    kernel.run(arrays);
    std::vector<char> expected(arrays[1].size());
    forEachInside(shape, sub.part, sub.index, [&](size_t whole, size_t part) {
      std::copy_n(&arrays[0][whole * element.bytes], element.bytes, &expected[part * element.bytes]);
    });
    REQUIRE(arrays[1] == expected);
  }
}

TEST_CASE("insert replaces the sub-tile and nothing else") {
  Random random(3);
  for (int round = 0; round < kRounds; ++round) {
    unsigned warpBits = below(random, 3);
    auto shape = randomTileShape(random, 9);
    Element element = randomElement(random);
    TileGPUKernel kernel(warpBits, {element.name, element.name, element.name, "i32"});
    SubTile sub(random, shape, kernel, 3);
    LinearLayout whole = randomTileLayout(random, shape, warpBits), part = randomTileLayout(random, sub.part, warpBits);
    kernel.load("x", 0, whole);
    kernel.load("y", 1, part);
    kernel.line("%z = tile_gpu.insert %y into %x" + sub.text() + " : " + tileType(part, element.name) + " into " +
                tileType(whole, element.name));
    kernel.store("z", 2, whole);
    size_t bytes = size_t(whole.numElements()) * element.bytes;
    std::vector<std::vector<char>> arrays = {randomBytes(random, bytes),
                                             randomBytes(random, size_t(part.numElements()) * element.bytes),
                                             std::vector<char>(bytes), sub.indexArray()};
    kernel.run(arrays);
    std::vector<char> expected = arrays[0];
    forEachInside(shape, sub.part, sub.index, [&](size_t whole, size_t part) {
      std::copy_n(&arrays[1][part * element.bytes], element.bytes, &expected[whole * element.bytes]);
    });
    REQUIRE(arrays[2] == expected);
  }
}

TEST_CASE("cat puts two tiles one behind the other") {
  Random random(4);
  for (int round = 0; round < kRounds; ++round) {
    unsigned warpBits = below(random, 3);
    auto shape = randomTileShape(random, 8);
    unsigned axis = below(random, unsigned(shape.size()));
    LinearLayout half = randomTileLayout(random, shape, warpBits), whole = half.doubled(axis);
    TileGPUKernel kernel(warpBits, {"i32", "i32", "i32"});
    kernel.load("x", 0, half);
    kernel.load("y", 1, half);
    kernel.line("%z = tile_gpu.cat %x, %y axis = " + std::to_string(axis) + " : " + tileType(half, "i32") + " -> " +
                tileType(whole, "i32"));
    kernel.store("z", 2, whole);
    size_t bytes = size_t(half.numElements()) * 4;
    std::vector<std::vector<char>> arrays = {randomBytes(random, bytes), randomBytes(random, bytes),
                                             std::vector<char>(2 * bytes)};
    kernel.run(arrays);
    std::vector<char> expected(2 * bytes);
    for (int64_t which : {0, 1}) {
      std::vector<int64_t> index(shape.size(), 0);
      index[axis] = which;
      forEachInside(whole.shape(), shape, index, [&](size_t in, size_t part) {
        std::copy_n(&arrays[size_t(which)][part * 4], 4, &expected[in * 4]);
      });
    }
    REQUIRE(arrays[2] == expected);
  }
}
