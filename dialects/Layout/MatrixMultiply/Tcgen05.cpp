// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Layout/MatrixMultiply/Tcgen05.h"
#include <algorithm>

namespace tilec::layout {

static constexpr int64_t kCells = 128, kHalfOfCells = 64, kMaxColumns = 256;

static int64_t rowsOf(const TileMma &mma) {
  return std::min(mma.m, kCells);
}
static int64_t columnsOf(const TileMma &mma) {
  return std::min(mma.n, kMaxColumns);
}

/// The `.kind` of the instruction; `scales`: of each of its rows.
static const char *kindOf(TensorFormat format, unsigned scales) {
  if (scales > 0)
    return scales == 1 ? "mxf8f6f4" : scales == 2 ? "mxf4" : "mxf4nvf4";
  switch (format) {
  case TensorFormat::F16:
  case TensorFormat::BF16:
    return "f16";
  case TensorFormat::TF32:
    return "tf32";
  case TensorFormat::E4M3:
  case TensorFormat::E5M2:
    return "f8f6f4";
  case TensorFormat::U8:
  case TensorFormat::S8:
    return "i8";
  case TensorFormat::PairsOfE2M1:
    break;
  }
  return "";
}

/// Its number in the instruction descriptor.
static uint32_t numberOf(TensorFormat format) {
  switch (format) {
  case TensorFormat::F16:
  case TensorFormat::E4M3:
  case TensorFormat::U8:
    return 0;
  case TensorFormat::BF16:
  case TensorFormat::E5M2:
  case TensorFormat::S8:
  case TensorFormat::PairsOfE2M1:
    return 1;
  case TensorFormat::TF32:
    return 2;
  }
  return 0;
}

std::optional<WarpgroupOperand> tensorOperand(const TileMma &mma, MmaOperand operand, const LinearMap &elementAt) {
  std::vector<int64_t> shape = mma.shapeOf(operand);
  unsigned alongK = operand == MmaOperand::A ? shape.size() - 1 : shape.size() - 2;
  return warpgroupOperand(elementAt, shape, alongK, mma.elementBits / 8,
                          operand == MmaOperand::A ? rowsOf(mma) : columnsOf(mma));
}

uint64_t tensorDescriptor(const WarpgroupOperand &operand) {
  uint64_t swizzle = operand.swizzle == Swizzle::Bytes128 ? 2 : operand.swizzle == Swizzle::Bytes64 ? 4 : 6;
  return uint64_t(operand.leadingOffset / 16) << 16 | uint64_t(operand.strideOffset / 16) << 32 | uint64_t(1) << 46 |
         swizzle << 61;
}

TensorScales tensorScales(const TileMma &mma, MmaOperand operand, int64_t depth) {
  return {operand, mma.batch, operand == MmaOperand::A ? mma.m : mma.n, depth};
}

/// What is the same for all instructions of an MMA.
static uint32_t instructionDescriptor(const TileMma &mma, const WarpgroupOperand &a, const WarpgroupOperand &b,
                                      TensorFormat formatOfA, TensorFormat formatOfB,
                                      const std::optional<MmaScales> &scales) {
  bool isInteger = formatOfA == TensorFormat::U8 || formatOfA == TensorFormat::S8;
  uint32_t ofAccumulators = scales ? uint32_t(scales->isPowerOfTwo) << 23 : (isInteger ? 2u : 1u) << 4;
  return ofAccumulators | numberOf(formatOfA) << 7 | numberOf(formatOfB) << 10 | uint32_t(!a.isKMajor) << 15 |
         uint32_t(!b.isKMajor) << 16 | uint32_t(columnsOf(mma) / 8) << 17 | uint32_t(rowsOf(mma) / 16) << 24;
}

/// Tells the instruction whose scales along K start with `scale` where those are.
static void addScales(TensorInstruction &step, const TensorScales &ofA, const TensorScales &ofB, int64_t batch,
                      int64_t row, int64_t column, int64_t scale) {
  TensorScales::Cell a = ofA.cellOf(batch, row, scale), b = ofB.cellOf(batch, column, scale);
  step.columnOfScalesA = a.column;
  step.columnOfScalesB = b.column;
  step.descriptor |= uint32_t(b.byte) << 4 | uint32_t(a.byte) << 29;
}

Tcgen05Mma tcgen05Mma(const TileMma &mma, const WarpgroupOperand &a, const WarpgroupOperand &b, TensorFormat formatOfA,
                      TensorFormat formatOfB, const std::optional<MmaScales> &scales) {
  int64_t rows = rowsOf(mma), columns = columnsOf(mma), depth = 8 * kWarpgroupDepthBytes / mma.elementBits;
  int64_t perStep = scales ? scales->depth * depth / mma.k : 0;
  Tcgen05Mma result{
      tensorDescriptor(a), tensorDescriptor(b), kindOf(formatOfA, unsigned(perStep)), unsigned(perStep), {}};
  uint32_t descriptor = instructionDescriptor(mma, a, b, formatOfA, formatOfB, scales);
  TensorScales ofA = tensorScales(mma, MmaOperand::A, scales ? scales->depth : 1);
  TensorScales ofB = tensorScales(mma, MmaOperand::B, scales ? scales->depth : 1);
  LinearLayout wholeA(mma.shapeOf(MmaOperand::A), {}), wholeB(mma.shapeOf(MmaOperand::B), {});
  auto byteAt = [&](const WarpgroupOperand &operand, const LinearLayout &whole, int64_t batch, int64_t row,
                    int64_t column) {
    std::vector<int64_t> at = mma.batch ? std::vector{batch, row, column} : std::vector{row, column};
    return int64_t(operand.byteAt.apply(whole.elementOf(at)));
  };
  for (int64_t k = 0; k < mma.k; k += depth)
    for (int64_t batch = 0; batch < mma.batch.value_or(1); ++batch)
      for (int64_t m = 0; m < mma.m; m += rows)
        for (int64_t n = 0; n < mma.n; n += columns) {
          int64_t column = (batch * (mma.m / rows) + m / rows) * mma.n + n;
          result.steps.push_back({byteAt(a, wholeA, batch, m, k), byteAt(b, wholeB, batch, k, n), column,
                                  /*isFirst=*/k == 0, descriptor});
          if (scales)
            addScales(result.steps.back(), ofA, ofB, batch, m, n, k / depth * perStep);
        }
  return result;
}

int64_t tensorColumns(const std::vector<int64_t> &shape) {
  int64_t rows = shape[shape.size() - 2], batch = shape.size() == 3 ? shape.front() : 1;
  return batch * std::max<int64_t>(1, rows / kCells) * shape.back();
}

TensorCell tensorCell(const TileMma &mma, const std::vector<int64_t> &coordinates) {
  int64_t rows = rowsOf(mma), batch = mma.batch ? coordinates.front() : 0;
  int64_t row = coordinates[coordinates.size() - 2], inBlock = row % rows;
  // 64 rows take the first half of what each warp reaches.
  int64_t cell = rows == kHalfOfCells ? inBlock / 16 * 32 + inBlock % 16 : inBlock;
  return {(batch * (mma.m / rows) + row / rows) * mma.n + coordinates.back(), cell};
}

} // namespace tilec::layout
