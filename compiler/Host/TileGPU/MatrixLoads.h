// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `ldmatrix`, as the PTX ISA describes it: 32 lanes name rows of 16 bytes, and each gets a word of every matrix.
//
// | form   | lane T gets of matrix M                                  | row R of matrix M is named by |
// |--------|----------------------------------------------------------|-------------------------------|
// | plain  | bytes 4 (T % 4) to 4 (T % 4) + 3 of row T / 4            | lane 8 M + R                  |
// | .trans | the 16 bits in column T / 4 of rows 2 (T % 4) and the next | lane 8 M + R                |
//
// What is run are the instructions that the lowering emits (layout::MatrixLoadPlan): a row that a lane names wrongly,
// or a register that another pass should have filled, gives wrong values here as on a GPU.
#pragma once

#include "dialects/Layout/MatrixMultiply/MatrixLoadPlan.h"

namespace tilec::host {

/// One element that an instruction brings.
struct MatrixElement {
  uint32_t thread; ///< that gets it
  uint32_t registerIndex;
  uint64_t offset; ///< where it lies, in elements
};

/// What the instructions of one pass bring to the threads of whole warps, in order. None if a lane names a row that
/// does not start at a multiple of 16 bytes, which no hardware loads.
std::optional<std::vector<MatrixElement>> runMatrixLoads(const layout::SharedTransferPlan &plan, unsigned pass,
                                                         unsigned elementBytes, uint32_t numThreads);

} // namespace tilec::host
