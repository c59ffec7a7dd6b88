// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Conversion/TileGPUToNVVM/MatrixMultiply/MmaSteps.h"
#include <set>

using namespace mlir;
using namespace tilec;
using layout::LinearLayout;
using layout::MmaOperand;
using layout::Place;

TileRegisters::TileRegisters(Value tile, ValueRange values)
    : layout(tile_gpu::LayoutAttr::of(tile.getType())), registers(values.begin(), values.end()) {
  for (unsigned i = 0; i < registers.size(); ++i)
    registerOf.try_emplace(layout.elementAt({.registerIndex = i}), i);
}

SmallVector<Value> TileRegisters::all() {
  SmallVector<Value> values;
  for (unsigned i = 0; i < registers.size(); ++i)
    values.push_back(registers[registerOf.at(layout.elementAt({.registerIndex = i}))]);
  return values;
}

std::vector<MmaStep> MmaSteps::ofAccumulator(const TileRegisters &accumulator) const {
  Coordinates extents = mma.fragment(MmaOperand::C).shape();
  unsigned m = extents.size() - 2, n = m + 1;
  std::vector<MmaStep> steps;
  std::set<std::array<int64_t, 3>> seen;
  for (unsigned i = 0; i < accumulator.layout.size(Place::Register); ++i) {
    Coordinates at = accumulator.layout.coordinatesOf(accumulator.layout.elementAt({.registerIndex = i}));
    MmaStep step{m ? at[0] : 0, at[m] / extents[m] * extents[m], at[n] / extents[n] * extents[n], 0};
    if (seen.insert({step.batch, step.m, step.n}).second)
      steps.push_back(step);
  }
  return steps;
}

std::vector<Coordinates> MmaSteps::sumsOf(const MmaStep &step) const {
  LinearLayout whole = mma.instructionFragment(MmaOperand::C), own = mma.fragment(MmaOperand::C);
  unsigned m = whole.rank() - 2, n = m + 1;
  std::vector<Coordinates> cells;
  for (unsigned i = 0; i < whole.size(Place::Register); ++i) {
    Coordinates at = whole.coordinatesOf(whole.elementAt({.registerIndex = i}));
    cells.push_back(element(step, step.m + at[m] % own.shape()[m], step.n + at[n] % own.shape()[n]));
  }
  return cells;
}

SmallVector<Value> MmaSteps::elementsOf(MmaOperand operand, const MmaStep &step, TileRegisters &tile) const {
  LinearLayout whole = mma.instructionFragment(operand), own = mma.fragment(operand);
  bool isA = operand == MmaOperand::A;
  unsigned row = whole.rank() - 2, column = row + 1, alongK = isA ? column : row;
  SmallVector<Value> elements;
  for (unsigned i = 0; i < whole.size(Place::Register); ++i) {
    Coordinates at = whole.coordinatesOf(whole.elementAt({.registerIndex = i}));
    bool isBeyond = at[alongK] >= own.shape()[alongK];
    elements.push_back(isBeyond ? Value()
                                : tile.at(element(step, (isA ? step.m : step.k) + at[row] % own.shape()[row],
                                                  (isA ? step.k : step.n) + at[column] % own.shape()[column])));
  }
  return elements;
}

uint32_t MmaSteps::lanesBeyondK(MmaOperand operand) const {
  LinearLayout whole = mma.instructionFragment(operand), own = mma.fragment(operand);
  unsigned alongK = operand == MmaOperand::A ? whole.rank() - 1 : whole.rank() - 2;
  uint32_t mask = 0;
  for (unsigned bit = 0; bit < whole.bits(Place::Lane).count; ++bit)
    if (whole.coordinatesOf(whole.basis(Place::Lane, bit))[alongK] >= own.shape()[alongK])
      mask |= 1u << bit;
  return mask;
}
