// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which elements of the tiles each matrix instruction takes from a lane's registers. All is computed for lane 0 of
/// warp 0. It holds for every lane, since layouts are linear and the operands' layouts follow from the accumulator's.
#pragma once

#include "dialects/Layout/MatrixMultiply/MmaLayouts.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"

namespace tilec {

using Coordinates = std::vector<int64_t>;

/// The registers of a tile by the element that they hold in lane 0 of warp 0.
class TileRegisters {
public:
  TileRegisters(mlir::Value tile, mlir::ValueRange registers);
  mlir::Value &at(const Coordinates &element) {
    return registers[registerOf.at(layout.elementOf(element))];
  }
  /// One value for each register. Registers that hold the same element get the same value.
  mlir::SmallVector<mlir::Value> all();

  layout::LinearLayout layout;

private:
  mlir::SmallVector<mlir::Value> registers;
  std::map<uint64_t, unsigned> registerOf;
};

/// Where one instruction starts in the tiles.
struct MmaStep {
  int64_t batch, m, n, k;
};

class MmaSteps {
public:
  explicit MmaSteps(layout::TileMma mma) : mma(std::move(mma)) {}

  Coordinates element(const MmaStep &step, int64_t row, int64_t column) const {
    return mma.batch ? Coordinates{step.batch, row, column} : Coordinates{row, column};
  }
  /// One for each fragment of the accumulator in a lane's registers, at k = 0.
  std::vector<MmaStep> ofAccumulator(const TileRegisters &accumulator) const;
  /// Elements of the accumulator in the instruction's registers, in lane 0.
  std::vector<Coordinates> sumsOf(const MmaStep &step) const;
  /// Elements of an operand in the instruction's registers; null beyond K.
  mlir::SmallVector<mlir::Value> elementsOf(layout::MmaOperand operand, const MmaStep &step, TileRegisters &tile) const;
  /// Lane bits that lead beyond K.
  uint32_t lanesBeyondK(layout::MmaOperand operand) const;

  const layout::TileMma mma;
};

} // namespace tilec
