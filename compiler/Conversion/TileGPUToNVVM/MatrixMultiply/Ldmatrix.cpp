// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Emits a layout::MatrixLoadPlan: one `ldmatrix` for each of its instructions.
#include "compiler/Conversion/TileGPUToNVVM/MatrixMultiply/Ldmatrix.h"
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/Words.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/GlobalMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/SharedAddresses.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "dialects/Layout/MatrixMultiply/MatrixLoadPlan.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace tilec;
using layout::MatrixLoadPlan;
using layout::SharedTransferPlan;

namespace {

constexpr unsigned kWordBits = 32;

class MatrixLoader {
public:
  MatrixLoader(ImplicitLocOpBuilder &builder, const SharedTransferPlan &plan, Value address, Type registerType)
      : builder(builder), plan(plan), registerType(registerType), stored(storedType(registerType)),
        loads(layout::planMatrixLoads(plan, registerBits(stored))), addresses(builder, address, stored, laneRow()) {}

  void load(unsigned pass, MutableArrayRef<Value> results, const llvm::BitVector &taken) {
    for (auto instruction : loads.instructionsOf(plan, pass)) {
      if (!taken.empty() && !gives(instruction, taken))
        continue;
      SmallVector<Value> words = loadWords(addresses.at(instruction.offset));
      for (auto [matrix, word] : llvm::enumerate(words))
        for (auto [i, element] : llvm::enumerate(elementsOf(word)))
          results[loads.registerOf(instruction, matrix, i)] = element;
    }
  }

private:
  bool gives(const MatrixLoadPlan::Instruction &instruction, const llvm::BitVector &taken) const {
    for (unsigned matrix = 0; matrix < loads.numMatrices(); ++matrix)
      for (unsigned i = 0; i < loads.elementsOfWord(); ++i)
        if (taken.test(loads.registerOf(instruction, matrix, i)))
          return true;
    return false;
  }

  /// Where the row starts that a lane names, relative to the instruction's.
  LinearIndex laneRow() {
    SmallVector<uint64_t> columns;
    for (unsigned bit = 0; bit < loads.rowOfThread.numInputs(); ++bit)
      columns.push_back(loads.rowOfThread.column(bit));
    return applyColumns(builder, threadIndex(builder), columns);
  }

  SmallVector<Value> elementsOf(Value word) {
    if (loads.wordBits > 0)
      return unpackWord(builder, word, registerType, loads.elementsOfWord());
    Value bits = stored.isInteger(kWordBits) ? word : LLVM::BitcastOp::create(builder, stored, word).getResult();
    return {fromStored(builder, bits, registerType)};
  }

  SmallVector<Value> loadWords(Value row) {
    unsigned count = loads.numMatrices();
    Type word = builder.getI32Type(), type = word;
    if (count > 1)
      type = LLVM::LLVMStructType::getLiteral(builder.getContext(), SmallVector<Type>(count, word));
    std::string name =
        "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x" + std::to_string(count) + (loads.isTransposed ? ".trans.b16" : ".b16");
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
  const SharedTransferPlan &plan;
  Type registerType, stored;
  MatrixLoadPlan loads;
  SharedAddresses addresses;
};

} // namespace

void tilec::emitMatrixLoads(ImplicitLocOpBuilder &builder, const SharedTransferPlan &plan, unsigned pass, Value address,
                            Type registerType, MutableArrayRef<Value> results, const llvm::BitVector &taken) {
  MatrixLoader(builder, plan, address, registerType).load(pass, results, taken);
}
