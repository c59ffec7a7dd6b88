// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which instructions `ldmatrix` a transfer takes: the row that each lane names, and the registers that each gives.
//
// An instruction loads one, two or four matrices of 8 rows of 16 bytes. Lane L names the address of row L % 8 of matrix
// L / 8, and gets a word of each matrix:
//
// | bits of L | what they count in the layout that is loaded                                                    |
// |-----------|-------------------------------------------------------------------------------------------------|
// | 0 to 2    | the row: lane bits 2 to 4; transposed, the last register bit inside a word and lane bits 0 and 1 |
// | 3, 4      | two register bits above those inside a word: they tell the matrices of an instruction apart     |
//
// Further registers take one instruction each. The lowering emits these tables, the executor runs them as the hardware
// is documented to, knowing nothing of where an element should come from.
#pragma once

#include "dialects/Layout/SharedMemory/SharedTransferPlan.h"

namespace tilec::layout {

struct MatrixLoadPlan {
  bool isTransposed = false;
  /// A word of a lane holds registers whose numbers differ in so many lowest bits.
  unsigned wordBits = 0;
  /// Register bits that count the matrices of an instruction.
  std::vector<unsigned> matrixBits;
  /// From the thread's bits to the offset, in elements, of the row that it names, relative to the instruction's own.
  LinearMap rowOfThread;

  /// An instruction: its lowest register, and the offset that all its rows share.
  struct Instruction {
    unsigned firstRegister = 0;
    uint64_t offset = 0;
  };
  /// The instructions of one pass.
  std::vector<Instruction> instructionsOf(const SharedTransferPlan &plan, unsigned pass) const;

  unsigned numMatrices() const {
    return 1u << matrixBits.size();
  }
  unsigned elementsOfWord() const {
    return 1u << wordBits;
  }
  /// The register that gets an element of the word of a matrix.
  unsigned registerOf(const Instruction &instruction, unsigned matrix, unsigned element) const;
};

/// For a transfer that loads by `ldmatrix`.
MatrixLoadPlan planMatrixLoads(const SharedTransferPlan &plan, unsigned elementBits);

/// Reading a slot where elements lie at these offsets of packed places, with or without `ldmatrix`, as a transfer.
SharedTransferPlan planStageLoads(const LinearMap &offsets, unsigned registerBits, MatrixLoads matrices);

} // namespace tilec::layout
