// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// An instruction loads up to four matrices. Lane L names the address of row L % 8 of matrix L / 8:
///
///   bits 0 to 2 of L  the row. In the layout that is loaded, rows are counted by lane bits 2 to 4, transposed by the
///                     register bit inside a word and lane bits 0 and 1
///   bits 3, 4         two register bits above those inside a word: they tell the matrices of an instruction apart
///   further registers one instruction each
#include "compiler/Conversion/TileGPUToNVVM/MatrixLoads.h"
#include "compiler/Conversion/TileGPUToNVVM/GlobalMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "compiler/Conversion/TileGPUToNVVM/SharedAddresses.h"
#include "compiler/Conversion/TileGPUToNVVM/Words.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include <bit>

using namespace mlir;
using namespace tilec;
using layout::LinearMap;
using layout::MatrixLoads;
using layout::SharedMemoryPlan;

namespace {

constexpr unsigned kLaneBits = 5, kMatrixBits = 2, kWordBits = 32;

class MatrixLoader {
public:
  MatrixLoader(ImplicitLocOpBuilder &builder, const SharedMemoryPlan &plan, Value address, Type registerType)
      : builder(builder), plan(plan), registerType(registerType), stored(storedType(registerType)),
        wordBits(std::countr_zero(kWordBits / registerBits(stored))), matrixBits(chooseMatrixBits()),
        addresses(builder, address, stored, laneRow()) {}

  void load(unsigned pass, MutableArrayRef<Value> results) {
    unsigned inside = (1u << wordBits) - 1;
    for (unsigned bit : matrixBits)
      inside |= 1u << bit;
    for (unsigned first = 0; first < results.size(); ++first)
      if (!(first & inside) && plan.loadPass.apply(first) == pass)
        loadFrom(first, results);
  }

private:
  const LinearMap &offsets() const {
    return plan.offsets.load;
  }

  /// Register bits above a word's, of which each adds rows, in every pass.
  SmallVector<unsigned> chooseMatrixBits() const {
    SmallVector<unsigned> chosen;
    for (unsigned bit = wordBits; bit < plan.offsets.loadRegisterBits && chosen.size() < kMatrixBits; ++bit)
      if (offsets().column(bit) && !plan.loadPass.column(bit))
        chosen.push_back(bit);
    return chosen;
  }

  /// Where the row starts that a lane names, relative to the first matrix.
  LinearIndex laneRow() {
    unsigned lanes = plan.offsets.loadRegisterBits;
    SmallVector<uint64_t> columns;
    if (plan.matrices == MatrixLoads::Transposed)
      columns = {offsets().column(0), offsets().column(lanes), offsets().column(lanes + 1)};
    else
      columns = {offsets().column(lanes + 2), offsets().column(lanes + 3), offsets().column(lanes + 4)};
    for (unsigned i = 0; i < kMatrixBits; ++i)
      columns.push_back(i < matrixBits.size() ? offsets().column(matrixBits[i]) : 0);
    for (unsigned input = lanes + kLaneBits; input < offsets().numInputs(); ++input)
      columns.push_back(offsets().column(input));
    return applyColumns(builder, threadIndex(builder), columns);
  }

  void loadFrom(unsigned first, MutableArrayRef<Value> results) {
    uint64_t start = plan.offsets.start.column(plan.offsets.start.numInputs() - 1);
    SmallVector<Value> words = loadWords(addresses.at(offsets().apply(first) ^ start));
    for (auto [matrix, word] : llvm::enumerate(words)) {
      unsigned index = first;
      for (auto [i, bit] : llvm::enumerate(matrixBits))
        index |= (matrix >> i & 1) << bit;
      for (auto [i, element] : llvm::enumerate(elementsOf(word)))
        results[index + i] = element;
    }
  }

  SmallVector<Value> elementsOf(Value word) {
    if (wordBits > 0)
      return unpackWord(builder, word, registerType, 1u << wordBits);
    Value bits = stored.isInteger(kWordBits) ? word : LLVM::BitcastOp::create(builder, stored, word).getResult();
    return {fromStored(builder, bits, registerType)};
  }

  SmallVector<Value> loadWords(Value row) {
    unsigned count = 1u << matrixBits.size();
    Type word = builder.getI32Type(), type = word;
    if (count > 1)
      type = LLVM::LLVMStructType::getLiteral(builder.getContext(), SmallVector<Type>(count, word));
    std::string name = "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x" + std::to_string(count) +
                       (plan.matrices == MatrixLoads::Transposed ? ".trans.b16" : ".b16");
    Value result =
        LLVM::CallIntrinsicOp::create(builder, type, builder.getStringAttr(name), ValueRange{row}).getResult(0);
    if (count == 1)
      return {result};
    SmallVector<Value> words;
    for (unsigned i = 0; i < count; ++i)
      words.push_back(LLVM::ExtractValueOp::create(builder, result, i));
    return words;
  }

  ImplicitLocOpBuilder &builder;
  const SharedMemoryPlan &plan;
  Type registerType, stored;
  unsigned wordBits;
  SmallVector<unsigned> matrixBits;
  SharedAddresses addresses;
};

} // namespace

void tilec::emitMatrixLoads(ImplicitLocOpBuilder &builder, const SharedMemoryPlan &plan, unsigned pass, Value address,
                            Type registerType, MutableArrayRef<Value> results) {
  MatrixLoader(builder, plan, address, registerType).load(pass, results);
}
