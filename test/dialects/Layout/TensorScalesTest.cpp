// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scales of block-scaled MMAs, one by one: where the PTX ISA ("Scale Operand A ID") has them, and that warps in the
// layout for them reach just those cells.
#include "dialects/Layout/MatrixMultiply/TensorScales.h"
#include "test/support/Catch.h"
#include <set>

using namespace tilec::layout;

/// Cell and byte as the figures have them, for the scales of one instruction after the other along K.
static TensorScales::Cell naiveCell(const TensorScales &scales, int64_t batch, int64_t row, int64_t scale) {
  int64_t ofOne = scales.operand == MmaOperand::A ? 128 : std::min<int64_t>(scales.rows, 256), before = 0;
  int64_t columnsOfOne = std::max<int64_t>(4, ofOne / 32);
  for (int64_t b = 0; b <= batch; ++b)
    for (int64_t block = 0; block < scales.rows / ofOne; ++block)
      for (int64_t four = 0; four < std::max<int64_t>(1, scales.depth / 4); ++four) {
        if (b == batch && block == row / ofOne && four == scale / 4)
          return {before + row % ofOne / 32, row % 32, scale % 4};
        before += columnsOfOne;
      }
  return {};
}

static void check(const TensorScales &scales, unsigned numWarps) {
  LinearLayout layout = scales.layout(numWarps);
  REQUIRE(layout.shape() == scales.shape());
  REQUIRE(layout.isSurjective());
  // Each of the four parts of tensor memory gets every scale, from warps of its own.
  std::set<std::tuple<unsigned, int64_t, int64_t, int64_t>> stored;
  for (unsigned warp = 0; warp < numWarps; ++warp)
    for (unsigned lane = 0; lane < 32; ++lane)
      for (unsigned i = 0; i < layout.size(Place::Register); ++i) {
        std::vector<int64_t> at =
            layout.coordinatesOf(layout.elementAt({.registerIndex = i, .lane = lane, .warp = warp}));
        int64_t batch = scales.batch ? at[0] : 0, first = at[at.size() - 2], last = at.back();
        bool isA = scales.operand == MmaOperand::A;
        TensorScales::Cell cell = scales.cellOf(at),
                           naive = naiveCell(scales, batch, isA ? first : last, isA ? last : first);
        if (cell.column != naive.column || cell.lane != naive.lane || cell.byte != naive.byte ||
            cell.lane != lane % std::min<int64_t>(32, scales.rows) || cell.column >= scales.columns())
          FAIL("scale " << first << ", " << last << " in column " << cell.column << ", lane " << cell.lane);
        stored.insert({warp % 4, cell.column, cell.lane, cell.byte});
      }
  CHECK(int64_t(stored.size()) == 4 * scales.batch.value_or(1) * scales.rows * scales.depth);
}

TEST_CASE("scales lie where instructions read them") {
  for (unsigned numWarps : {4u, 8u, 16u})
    for (int64_t depth : {1, 2, 4, 16}) {
      for (int64_t rows : {128, 256}) {
        check({MmaOperand::A, std::nullopt, rows, depth}, numWarps);
        check({MmaOperand::A, 2, rows, depth}, numWarps);
      }
      for (int64_t rows : {16, 32, 64, 256, 512}) {
        check({MmaOperand::B, std::nullopt, rows, depth}, numWarps);
        check({MmaOperand::B, 2, rows, depth}, numWarps);
      }
    }
}

TEST_CASE("columns of scales") {
  CHECK(TensorScales{MmaOperand::A, std::nullopt, 128, 4}.columns() == 4);
  CHECK(TensorScales{MmaOperand::A, 2, 256, 8}.columns() == 32);
  CHECK(TensorScales{MmaOperand::B, std::nullopt, 16, 1}.columns() == 4);
  CHECK(TensorScales{MmaOperand::B, std::nullopt, 256, 4}.columns() == 8);
}
