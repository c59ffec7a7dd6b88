// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What one `tcgen05.mma` does, from its descriptors alone (PTX ISA, "Shared memory descriptor", "Instruction
// descriptor"): the executor's own reading of them, which shares no code with the compiler's.
//
// Tensor memory is an array of columns of 128 cells of 4 bytes. The scales of an instruction (PTX ISA, "Block Scaling")
// are bytes of cells: of row r in column r / 32, cell r mod 32 and those 32, 64 and 96 further, one for each part of
// 32 rows of the result, which is computed with the copies of its own cells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tilec::host {

inline constexpr size_t kTensorCells = 128, kTensorCellBytes = 4;

/// A matrix of an instruction in shared memory: where each element starts, in bytes, row by row (of A, or column by
/// column of B), those along K side by side.
struct TensorOperand {
  std::vector<uint32_t> bytes;
  size_t rows = 0, depth = 0;
};

/// Bytes with a flag for each.
struct FlaggedBytes {
  char *bytes = nullptr;
  uint8_t *undefined = nullptr;
};

/// Memory that an instruction works on.
struct TensorSpace {
  char *shared;
  uint8_t *sharedUndefined;
  char *cells; ///< of its first column
  uint8_t *cellsUndefined;
  FlaggedBytes scalesOfA, scalesOfB; ///< of their first columns
};

class TensorInstruction {
public:
  /// `kind`: `f16`, `tf32`, `f8f6f4` or `i8`; with `scales` (1, 2 or 4) for each row `mxf8f6f4`, `mxf4` or
  /// `mxf4nvf4`.
  TensorInstruction(uint64_t a, uint64_t b, uint32_t instruction, std::string kind, unsigned scales = 0);

  /// What is wrong with the descriptors; empty if nothing is.
  const std::string &error() const {
    return problem;
  }
  const TensorOperand &mmaOperand(bool isB) const {
    return isB ? b : a;
  }
  size_t elementBytes() const;
  size_t columns() const {
    return b.rows;
  }
  /// The cell of row `m`.
  size_t cellOf(size_t m) const;
  /// Bytes of tensor memory, from the first column of its scales on, that it reads of A or B.
  std::vector<size_t> scaleBytes(bool isB) const;
  void run(const TensorSpace &space, bool accumulates) const;

private:
  /// Elements of rows of A or columns of B with their scales, as one part of the result sees them.
  struct Lines {
    std::vector<double> values;
    std::vector<uint8_t> undefined; ///< of each row
  };
  void checkPlain(uint32_t instruction);
  void checkScaled(uint32_t instruction);
  TensorOperand decode(uint64_t descriptor, bool isTransposed, size_t rows);
  std::vector<double> elements(const TensorOperand &mmaOperand, uint32_t format, const char *shared) const;
  Lines lines(bool isB, const TensorSpace &space, size_t part) const;
  void scale(Lines &lines, bool isB, const FlaggedBytes &scales, size_t part) const;
  size_t scaleByte(bool isB, size_t row, size_t number, size_t part) const;
  bool hasPairs() const {
    return kind == "mxf4" || kind == "mxf4nvf4";
  }

  std::string kind, problem;
  uint32_t formatOfA, formatOfB;
  unsigned scales; ///< for each row
  size_t byteOfScalesA = 0, byteOfScalesB = 0;
  bool scalesArePowers = false;
  TensorOperand a, b;
};

} // namespace tilec::host
