// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/TensorInstructions.h"
#include "compiler/Host/Numerics/FloatTypes.h"
#include <algorithm>
#include <cstring>

namespace tilec::host {

/// Bits [first, first + count).
static uint64_t field(uint64_t word, unsigned first, unsigned count) {
  return word >> first & ((uint64_t(1) << count) - 1);
}

TensorInstruction::TensorInstruction(uint64_t descriptorOfA, uint64_t descriptorOfB, uint32_t instruction,
                                     std::string kindName)
    : kind(std::move(kindName)), formatOfA(uint32_t(field(instruction, 7, 3))),
      formatOfB(uint32_t(field(instruction, 10, 3))) {
  size_t m = field(instruction, 24, 5) * 16, n = field(instruction, 17, 6) * 8;
  if (m != 64 && m != 128)
    problem = "expected 64 or 128 rows, got " + std::to_string(m);
  if (n < 16 || n > 256 || n % 16)
    problem = "expected 16 to 256 columns in steps of 16, got " + std::to_string(n);
  uint64_t sums = field(instruction, 4, 2);
  if (sums != (kind == "i8" ? 2u : 1u))
    problem = "expected sums of 32 bits that go with " + kind + ", got type " + std::to_string(sums);
  if (field(instruction, 0, 4) || field(instruction, 6, 1) || field(instruction, 13, 2) || field(instruction, 23, 1) ||
      field(instruction, 29, 3))
    problem = "expected no flags in the instruction descriptor";
  a = decode(descriptorOfA, field(instruction, 15, 1), m);
  b = decode(descriptorOfB, field(instruction, 16, 1), n);
}

size_t TensorInstruction::elementBytes() const {
  return kind == "tf32" ? 4 : kind == "f16" ? 2 : 1;
}

TensorFactor TensorInstruction::decode(uint64_t descriptor, bool isTransposed, size_t rows) {
  constexpr size_t kDepthBytes = 32, kRowsOfAtom = 8;
  uint64_t start = field(descriptor, 0, 14) * 16, leading = field(descriptor, 16, 14) * 16,
           stride = field(descriptor, 32, 14) * 16, mode = field(descriptor, 61, 3);
  uint64_t swizzle = mode == 2 ? 128 : mode == 4 ? 64 : mode == 6 ? 32 : 0;
  if (field(descriptor, 46, 3) != 1 || field(descriptor, 49, 12) || !swizzle)
    problem = "expected a descriptor of swizzled shared memory";
  if (isTransposed && elementBytes() != 2)
    problem = "expected elements of 16 bits along M or N";
  TensorFactor factor;
  size_t bytes = elementBytes();
  factor.rows = rows;
  factor.depth = kDepthBytes / bytes;
  for (size_t row = 0; row < rows && swizzle; ++row)
    for (size_t k = 0; k < factor.depth; ++k) {
      uint64_t offset = isTransposed ? k % kRowsOfAtom * swizzle + k / kRowsOfAtom * stride +
                                           row * bytes / swizzle * leading + row * bytes % swizzle
                                     : row % kRowsOfAtom * swizzle + row / kRowsOfAtom * stride + k * bytes;
      uint64_t byte = start + offset;
      factor.bytes.push_back(uint32_t(byte ^ (byte >> 3 & (swizzle - 16))));
    }
  return factor;
}

size_t TensorInstruction::cellOf(size_t m) const {
  constexpr size_t kHalf = 64;
  return a.rows == kHalf ? m / 16 * 32 + m % 16 : m;
}

template <class T> static double valueAt(const char *byte) {
  T element;
  std::memcpy(&element, byte, sizeof element);
  if constexpr (std::is_same_v<T, TF32>)
    element.bits &= ~uint32_t(0x1fff);
  return widen(element);
}

std::vector<double> TensorInstruction::elements(const TensorFactor &factor, uint32_t format, const char *shared) const {
  auto read = [&](const char *byte) -> double {
    if (kind == "tf32")
      return valueAt<TF32>(byte);
    if (kind == "f16")
      return format ? valueAt<BF16>(byte) : valueAt<F16>(byte);
    if (kind == "f8f6f4")
      return format ? valueAt<E5M2>(byte) : valueAt<E4M3>(byte);
    return format ? double(int8_t(*byte)) : double(uint8_t(*byte));
  };
  std::vector<double> values;
  values.reserve(factor.bytes.size());
  for (uint32_t byte : factor.bytes)
    values.push_back(read(shared + byte));
  return values;
}

/// Whether anything in each row is undefined.
static std::vector<uint8_t> undefinedRows(const TensorFactor &factor, const uint8_t *flags) {
  std::vector<uint8_t> rows(factor.rows, 0);
  for (size_t i = 0; i < factor.bytes.size(); ++i)
    rows[i / factor.depth] |= flags[factor.bytes[i]] != 0;
  return rows;
}

void TensorInstruction::run(const TensorSpace &space, bool accumulates) const {
  std::vector<double> x = elements(a, formatOfA, space.shared), y = elements(b, formatOfB, space.shared);
  std::vector<uint8_t> rows = undefinedRows(a, space.sharedUndefined),
                       columns = undefinedRows(b, space.sharedUndefined);
  bool isInteger = kind == "i8";
  for (size_t n = 0; n < b.rows; ++n)
    for (size_t m = 0; m < a.rows; ++m) {
      size_t byte = (n * kTensorCells + cellOf(m)) * kTensorCellBytes;
      double products = 0;
      for (size_t k = 0; k < a.depth; ++k)
        products += x[m * a.depth + k] * y[n * b.depth + k];
      if (isInteger) {
        uint32_t sum = 0;
        std::memcpy(&sum, space.cells + byte, sizeof sum);
        sum = (accumulates ? sum : 0) + uint32_t(int64_t(products));
        std::memcpy(space.cells + byte, &sum, sizeof sum);
      } else {
        float sum = 0;
        std::memcpy(&sum, space.cells + byte, sizeof sum);
        sum = float((accumulates ? double(sum) : 0.0) + products);
        std::memcpy(space.cells + byte, &sum, sizeof sum);
      }
      uint8_t *flags = space.cellsUndefined + byte;
      bool wasUndefined = accumulates && std::any_of(flags, flags + kTensorCellBytes, [](uint8_t f) { return f != 0; });
      std::memset(flags, wasUndefined || rows[m] || columns[n], kTensorCellBytes);
    }
}

} // namespace tilec::host
