// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operands of wgmma against the address that its descriptor names for each element (PTX ISA, "Strides"), one by one.
#include "dialects/Layout/MatrixMultiply/Wgmma.h"
#include "RandomLayout.h"
#include "test/support/Catch.h"

using namespace tilec::layout;
using namespace tilec::layout::test;

/// What wgmma reads as element (row, k) of an instruction that starts at byte `start`.
static uint64_t addressOf(const WarpgroupOperand &operand, unsigned elementBytes, uint64_t start, int64_t row,
                          int64_t k) {
  uint64_t width = uint64_t(operand.swizzle), perRow = width / elementBytes;
  uint64_t along = operand.isKMajor ? k : row, across = operand.isKMajor ? row : k;
  uint64_t address = start + along % perRow * elementBytes + across % 8 * width;
  address += operand.isKMajor ? across / 8 * operand.strideOffset
                              : across / 8 * operand.strideOffset + along / perRow * operand.leadingOffset;
  return address ^ ((address >> 3) & (width - 16));
}

TEST_CASE("descriptors of operands name every element where the layout has it") {
  Random random(11);
  unsigned found = 0;
  for (int round = 0; round < 400; ++round) {
    bool isA = below(random, 2), isKMajor = below(random, 2), hasBatch = below(random, 4) == 0;
    unsigned bytes = isKMajor ? 1u << below(random, 3) : 2;
    int64_t depth = kWarpgroupDepthBytes / bytes, k = depth << below(random, 4);
    int64_t rows = isA ? 64 : int64_t(16) << below(random, 5), extent = rows << below(random, 3);
    std::vector<int64_t> shape = isA ? std::vector{extent, k} : std::vector{k, extent};
    if (hasBatch)
      shape.insert(shape.begin(), 2);
    unsigned alongK = unsigned(shape.size()) - (isA ? 1 : 2);
    LinearMap elementAt = warpgroupShared(shape, alongK, isKMajor, bytes, rows), offsetOf = elementAt.inverse();
    std::optional<WarpgroupOperand> operand = warpgroupOperand(elementAt, shape, alongK, bytes, rows);
    REQUIRE(operand);
    ++found;
    LinearLayout tile(shape, {});
    auto element = [&](int64_t batch, int64_t row, int64_t depthwise) {
      std::vector<int64_t> at = isA ? std::vector{row, depthwise} : std::vector{depthwise, row};
      if (hasBatch)
        at.insert(at.begin(), batch);
      return tile.elementOf(at);
    };
    for (int64_t batch = 0; batch < (hasBatch ? 2 : 1); ++batch)
      for (int64_t row0 = 0; row0 < extent; row0 += rows)
        for (int64_t k0 = 0; k0 < k; k0 += depth) {
          uint64_t start = operand->byteAt.apply(element(batch, row0, k0));
          for (int64_t row = 0; row < rows; ++row)
            for (int64_t i = 0; i < depth; ++i)
              if (addressOf(*operand, bytes, start, row, i) !=
                  offsetOf.apply(element(batch, row0 + row, k0 + i)) * bytes)
                FAIL("element (" << row0 + row << ", " << k0 + i << ") of " << extent << "x" << k);
        }
  }
  CHECK(found == 400);
}

TEST_CASE("layouts that no descriptor names are refused") {
  // Without a swizzle; and elements of 8 or 32 bits along M.
  CHECK_FALSE(warpgroupOperand(swizzledShared(64, 64, 2, Swizzle::None), {64, 64}, 1, 2, 64));
  for (unsigned bytes : {1u, 4u})
    CHECK_FALSE(warpgroupOperand(swizzledShared(128 / bytes, 128 / bytes, bytes, Swizzle::Bytes128),
                                 {128 / bytes, 128 / bytes}, 0, bytes, 16));
  // An instruction of 256 columns over rows of 64 whose panels are not in equal steps.
  LinearMap panels = boxedShared(std::vector<int64_t>{64, 256}, std::vector<int64_t>{1, 0},
                                 std::vector<int64_t>{64, 64}, 2, Swizzle::Bytes128);
  CHECK(warpgroupOperand(panels, {64, 256}, 0, 2, 256));
  std::vector<uint64_t> columns;
  for (unsigned bit = 0; bit < panels.numInputs(); ++bit)
    columns.push_back(panels.column(bit));
  std::swap(columns[12], columns[13]);
  CHECK_FALSE(warpgroupOperand(LinearMap(panels.numOutputs(), columns), {64, 256}, 0, 2, 256));
}

TEST_CASE("the high words of descriptors are those of hand-written kernels") {
  LinearMap rows = swizzledShared(128, 64, 2, Swizzle::Bytes128);
  CHECK(warpgroupOperand(rows, {128, 64}, 1, 2, 64)->descriptor() == uint64_t(0x40000040) << 32);
  LinearMap columns = boxedShared(std::vector<int64_t>{64, 256}, std::vector<int64_t>{1, 0},
                                  std::vector<int64_t>{64, 64}, 2, Swizzle::Bytes128);
  CHECK(warpgroupOperand(columns, {64, 256}, 0, 2, 256)->descriptor() ==
        (uint64_t(0x40000040) << 32 | uint64_t(8192 / 16) << 16));
}
