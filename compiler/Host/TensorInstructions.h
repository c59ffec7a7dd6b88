// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What one `tcgen05.mma` does, from its descriptors alone (PTX ISA, "Shared memory descriptor", "Instruction
// descriptor"): the executor's own reading of them, which shares no code with the compiler's.
//
// Tensor memory is an array of columns of 128 cells of 4 bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tilec::host {

inline constexpr size_t kTensorCells = 128, kTensorCellBytes = 4;

/// A matrix of an instruction in shared memory: where each element starts, in bytes, row by row (of A, or column by
/// column of B), those along K side by side.
struct TensorFactor {
  std::vector<uint32_t> bytes;
  size_t rows = 0, depth = 0;
};

/// Memory that an instruction works on, with a flag for each byte.
struct TensorSpace {
  char *shared;
  uint8_t *sharedUndefined;
  char *cells; ///< of its first column
  uint8_t *cellsUndefined;
};

class TensorInstruction {
public:
  /// `kind`: `f16`, `tf32`, `f8f6f4` or `i8`.
  TensorInstruction(uint64_t a, uint64_t b, uint32_t instruction, std::string kind);

  /// What is wrong with the descriptors; empty if nothing is.
  const std::string &error() const {
    return problem;
  }
  const TensorFactor &factor(bool isB) const {
    return isB ? b : a;
  }
  size_t elementBytes() const;
  size_t columns() const {
    return b.rows;
  }
  /// The cell of row `m`.
  size_t cellOf(size_t m) const;
  void run(const TensorSpace &space, bool accumulates) const;

private:
  TensorFactor decode(uint64_t descriptor, bool isTransposed, size_t rows);
  std::vector<double> elements(const TensorFactor &factor, uint32_t format, const char *shared) const;

  std::string kind, problem;
  uint32_t formatOfA, formatOfB;
  TensorFactor a, b;
};

} // namespace tilec::host
