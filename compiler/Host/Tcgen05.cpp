// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/Tcgen05.h"
#include "compiler/Host/Numerics/FloatTypes.h"
#include <algorithm>
#include <cstring>

namespace tilec::host {

/// Bits [first, first + count).
static uint64_t field(uint64_t word, unsigned first, unsigned count) {
  return word >> first & ((uint64_t(1) << count) - 1);
}

TensorInstruction::TensorInstruction(uint64_t descriptorOfA, uint64_t descriptorOfB, uint32_t instruction,
                                     std::string kindName, unsigned scales)
    : kind(std::move(kindName)), formatOfA(uint32_t(field(instruction, 7, 3))),
      formatOfB(uint32_t(field(instruction, 10, 3))), scales(scales) {
  size_t m = field(instruction, 24, 5) * 16, n = field(instruction, 17, 6) * 8;
  if (m != 64 && m != 128)
    problem = "expected 64 or 128 rows, got " + std::to_string(m);
  if (n < 16 || n > 256 || n % 16)
    problem = "expected 16 to 256 columns in steps of 16, got " + std::to_string(n);
  if (scales)
    checkScaled(instruction);
  else
    checkPlain(instruction);
  a = decode(descriptorOfA, field(instruction, 15, 1), m);
  b = decode(descriptorOfB, field(instruction, 16, 1), n);
}

void TensorInstruction::checkPlain(uint32_t instruction) {
  uint64_t accumulators = field(instruction, 4, 2);
  if (accumulators != (kind == "i8" ? 2u : 1u))
    problem = "expected accumulators of 32 bits that go with " + kind + ", got type " + std::to_string(accumulators);
  if (field(instruction, 0, 4) || field(instruction, 6, 1) || field(instruction, 13, 2) || field(instruction, 23, 1) ||
      field(instruction, 29, 3))
    problem = "expected no flags in the instruction descriptor";
}

void TensorInstruction::checkScaled(uint32_t instruction) {
  byteOfScalesB = field(instruction, 4, 2);
  byteOfScalesA = field(instruction, 29, 2);
  scalesArePowers = field(instruction, 23, 1);
  if (field(instruction, 24, 5) != 8)
    problem = "expected 128 rows with scales";
  if (field(instruction, 0, 4) || field(instruction, 6, 1) || field(instruction, 13, 2) || field(instruction, 31, 1))
    problem = "expected no flags in the instruction descriptor";
  unsigned expected = kind == "mxf8f6f4" ? 1 : kind == "mxf4" ? 2 : kind == "mxf4nvf4" ? 4 : 0;
  if (scales != expected)
    problem =
        "expected " + std::to_string(expected) + " scales of a row for " + kind + ", got " + std::to_string(scales);
  if (byteOfScalesA % scales || byteOfScalesB % scales)
    problem = "expected scales at a multiple of their number of bytes";
  if (!scalesArePowers && kind != "mxf4nvf4")
    problem = "expected e8m0 scales for " + kind;
  bool isFormat = hasPairs() ? formatOfA == 1 && formatOfB == 1 : formatOfA <= 1 && formatOfB <= 1;
  if (!isFormat || (hasPairs() && field(instruction, 15, 2)))
    problem = "expected formats of " + kind + " that are known here, pairs along K";
}

size_t TensorInstruction::elementBytes() const {
  return kind == "tf32" ? 4 : kind == "f16" ? 2 : 1;
}

TensorOperand TensorInstruction::decode(uint64_t descriptor, bool isTransposed, size_t rows) {
  constexpr size_t kDepthBytes = 32, kRowsOfAtom = 8;
  uint64_t start = field(descriptor, 0, 14) * 16, leading = field(descriptor, 16, 14) * 16,
           stride = field(descriptor, 32, 14) * 16, mode = field(descriptor, 61, 3);
  uint64_t swizzle = mode == 2 ? 128 : mode == 4 ? 64 : mode == 6 ? 32 : 0;
  if (field(descriptor, 46, 3) != 1 || field(descriptor, 49, 12) || !swizzle)
    problem = "expected a descriptor of swizzled shared memory";
  if (isTransposed && elementBytes() != 2)
    problem = "expected elements of 16 bits along M or N";
  TensorOperand mmaOperand;
  size_t bytes = elementBytes();
  mmaOperand.rows = rows;
  mmaOperand.depth = kDepthBytes / bytes;
  for (size_t row = 0; row < rows && swizzle; ++row)
    for (size_t k = 0; k < mmaOperand.depth; ++k) {
      uint64_t offset = isTransposed ? k % kRowsOfAtom * swizzle + k / kRowsOfAtom * stride +
                                           row * bytes / swizzle * leading + row * bytes % swizzle
                                     : row % kRowsOfAtom * swizzle + row / kRowsOfAtom * stride + k * bytes;
      uint64_t byte = start + offset;
      mmaOperand.bytes.push_back(uint32_t(byte ^ (byte >> 3 & (swizzle - 16))));
    }
  return mmaOperand;
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

std::vector<double> TensorInstruction::elements(const TensorOperand &mmaOperand, uint32_t format,
                                                const char *shared) const {
  auto read = [&](const char *byte) -> double {
    if (kind == "tf32")
      return valueAt<TF32>(byte);
    if (kind == "f16")
      return format ? valueAt<BF16>(byte) : valueAt<F16>(byte);
    if (kind == "f8f6f4" || kind == "mxf8f6f4")
      return format ? valueAt<E5M2>(byte) : valueAt<E4M3>(byte);
    return format ? double(int8_t(*byte)) : double(uint8_t(*byte));
  };
  std::vector<double> values;
  for (uint32_t byte : mmaOperand.bytes)
    if (hasPairs()) {
      uint8_t pair = uint8_t(shared[byte]);
      values.push_back(widen(E2M1{uint8_t(pair & 15)}));
      values.push_back(widen(E2M1{uint8_t(pair >> 4)}));
    } else {
      values.push_back(read(shared + byte));
    }
  return values;
}

/// Whether anything in each row is undefined.
static std::vector<uint8_t> undefinedRows(const TensorOperand &mmaOperand, const uint8_t *flags) {
  std::vector<uint8_t> rows(mmaOperand.rows, 0);
  for (size_t i = 0; i < mmaOperand.bytes.size(); ++i)
    rows[i / mmaOperand.depth] |= flags[mmaOperand.bytes[i]] != 0;
  return rows;
}

//===- Scales ----------------------------------------------------------------------------------------------------===//

static constexpr size_t kRowsOfPart = 32, kParts = 4;

size_t TensorInstruction::scaleByte(bool isB, size_t row, size_t number, size_t part) const {
  size_t cell = part * kRowsOfPart + row % kRowsOfPart;
  return (row / kRowsOfPart * kTensorCells + cell) * kTensorCellBytes + (isB ? byteOfScalesB : byteOfScalesA) + number;
}

std::vector<size_t> TensorInstruction::scaleBytes(bool isB) const {
  std::vector<size_t> bytes;
  for (size_t row = 0; row < mmaOperand(isB).rows; ++row)
    for (size_t number = 0; number < scales; ++number)
      for (size_t part = 0; part < kParts; ++part)
        bytes.push_back(scaleByte(isB, row, number, part));
  return bytes;
}

/// e8m0, or e4m3 without its sign.
static double scaleAt(const char *byte, bool isPower) {
  if (isPower)
    return valueAt<E8M0>(byte);
  return widen(E4M3{uint8_t(uint8_t(*byte) & 0x7f)});
}

void TensorInstruction::scale(Lines &lines, bool isB, const FlaggedBytes &from, size_t part) const {
  size_t depth = lines.values.size() / mmaOperand(isB).rows, block = depth / scales;
  for (size_t row = 0; row < mmaOperand(isB).rows; ++row)
    for (size_t number = 0; number < scales; ++number) {
      size_t byte = scaleByte(isB, row, number, part);
      double value = scaleAt(from.bytes + byte, scalesArePowers);
      for (size_t k = 0; k < block; ++k)
        lines.values[row * depth + number * block + k] *= value;
      lines.undefined[row] |= from.undefined[byte];
    }
}

TensorInstruction::Lines TensorInstruction::lines(bool isB, const TensorSpace &space, size_t part) const {
  Lines result{elements(mmaOperand(isB), isB ? formatOfB : formatOfA, space.shared),
               undefinedRows(mmaOperand(isB), space.sharedUndefined)};
  if (scales)
    scale(result, isB, isB ? space.scalesOfB : space.scalesOfA, part);
  return result;
}

//===- MMAs ------------------------------------------------------------------------------------------------------===//

static void addInteger(char *cell, double products, bool accumulates) {
  uint32_t accumulator = 0;
  std::memcpy(&accumulator, cell, sizeof accumulator);
  accumulator = (accumulates ? accumulator : 0) + uint32_t(int64_t(products));
  std::memcpy(cell, &accumulator, sizeof accumulator);
}

static void addFloat(char *cell, double products, bool accumulates) {
  float accumulator = 0;
  std::memcpy(&accumulator, cell, sizeof accumulator);
  accumulator = float((accumulates ? double(accumulator) : 0.0) + products);
  std::memcpy(cell, &accumulator, sizeof accumulator);
}

void TensorInstruction::run(const TensorSpace &space, bool accumulates) const {
  // Without scales all parts see the same.
  size_t parts = scales ? kParts : 1, rowsOfPart = a.rows / parts;
  for (size_t part = 0; part < parts; ++part) {
    Lines x = lines(false, space, part), y = lines(true, space, part);
    size_t depth = x.values.size() / a.rows;
    for (size_t n = 0; n < b.rows; ++n)
      for (size_t m = part * rowsOfPart; m < (part + 1) * rowsOfPart; ++m) {
        size_t byte = (n * kTensorCells + cellOf(m)) * kTensorCellBytes;
        double products = 0;
        for (size_t k = 0; k < depth; ++k)
          products += x.values[m * depth + k] * y.values[n * depth + k];
        (kind == "i8" ? addInteger : addFloat)(space.cells + byte, products, accumulates);
        uint8_t *flags = space.cellsUndefined + byte;
        bool wasUndefined =
            accumulates && std::any_of(flags, flags + kTensorCellBytes, [](uint8_t f) { return f != 0; });
        std::memset(flags, wasUndefined || x.undefined[m] || y.undefined[n], kTensorCellBytes);
      }
  }
}

} // namespace tilec::host
