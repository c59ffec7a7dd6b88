// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products by tcgen05: what their descriptors say of operands in shared memory and of themselves (PTX ISA, "Shared
// memory descriptor" and "Instruction descriptor" of tcgen05), and which instructions make up a product of tiles.
//
// Operands lie in shared memory as wgmma's do (WarpgroupOperands.h); an instruction reads 64 or 128 rows of A, up to
// 256 columns of B, and 32 bytes along K. Its sums are 32-bit cells of tensor memory: N columns from `column` on.
//
// | bits of a shared memory descriptor | 0-13         | 16-29               | 32-45              | 46-48 | 61-63 |
// |------------------------------------|--------------|---------------------|--------------------|-------|----------------|
// |                                    | address / 16 | leading offset / 16 | stride offset / 16 | 1     | 2, 4, 6:
// swizzle of 128, 64, 32 bytes |
//
// | bits of an instruction descriptor  | 4-5                   | 7-9, 10-12           | 15, 16                  | 17-22
// | 24-28  |
// |------------------------------------|-----------------------|----------------------|-------------------------|-------|--------|
// |                                    | sums: 1 f32, 2 i32    | formats of A and B   | A, B lie along M, N     | N / 8
// | M / 16 |
#pragma once

#include "compiler/Layout/ProductLayouts.h"
#include "compiler/Layout/WarpgroupOperands.h"

namespace tilec::layout {

/// What elements are: the `.kind` of the instruction, and its number there.
enum class TensorFormat { F16, BF16, TF32, E4M3, E5M2, U8, S8 };
/// `f16`, `tf32`, `f8f6f4` or `i8`.
const char *tensorKind(TensorFormat format);

/// How an operand of the product lies in a slot, for tcgen05; none if that cannot read it.
std::optional<WarpgroupOperand> tensorOperand(const MatrixProduct &product, MmaOperand operand,
                                              const LinearMap &elementAt);

/// The descriptor of an operand without its address.
uint64_t tensorDescriptor(const WarpgroupOperand &operand);

/// One instruction of a product: where in the slots its operands start, in bytes, and its first column behind the
/// product's.
struct TensorInstruction {
  int64_t byteOfA, byteOfB, column;
  bool isFirst; ///< of those that add to the same sums
};

/// A product as the hardware is told to do it.
struct TensorProduct {
  uint64_t descriptorOfA, descriptorOfB;
  uint32_t instruction; ///< the descriptor of all its instructions
  TensorFormat format;
  std::vector<TensorInstruction> steps;
};

/// `a` and `b`: as `tensorOperand` says.
TensorProduct tensorProduct(const MatrixProduct &product, const WarpgroupOperand &a, const WarpgroupOperand &b,
                            TensorFormat formatOfA, TensorFormat formatOfB);

/// The cell of tensor memory of a sum: its column behind the product's first, and its number in the column.
struct TensorCell {
  int64_t column, cell;
};
/// Columns that sums of a shape, or of a product, take.
int64_t tensorColumns(const std::vector<int64_t> &shape);
inline int64_t tensorColumns(const MatrixProduct &product) {
  return tensorColumns(product.shapeOf(MmaOperand::C));
}
TensorCell tensorCell(const MatrixProduct &product, const std::vector<int64_t> &coordinates);

} // namespace tilec::layout
