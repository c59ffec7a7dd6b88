// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Layout/MatrixMultiply/MatrixLoadPlan.h"
#include <bit>

namespace tilec::layout {

static constexpr unsigned kLaneBits = 5, kMatrixBits = 2, kWordBits = 32;

/// Register bits above a word's, of which each adds rows, in every pass.
static std::vector<unsigned> chooseMatrixBits(const SharedTransferPlan &plan, unsigned wordBits) {
  std::vector<unsigned> chosen;
  for (unsigned bit = wordBits; bit < plan.offsets.loadRegisterBits && chosen.size() < kMatrixBits; ++bit)
    if (plan.offsets.load.column(bit) && !plan.loadPass.column(bit))
      chosen.push_back(bit);
  return chosen;
}

static LinearMap rowsOfThreads(const SharedTransferPlan &plan, const std::vector<unsigned> &matrixBits,
                               unsigned wordBits) {
  const LinearMap &offsets = plan.offsets.load;
  unsigned lanes = plan.offsets.loadRegisterBits;
  std::vector<uint64_t> columns;
  if (plan.matrices == MatrixLoads::Transposed || plan.matrices == MatrixLoads::Paired)
    columns = {offsets.column(wordBits - 1), offsets.column(lanes), offsets.column(lanes + 1)};
  else
    columns = {offsets.column(lanes + 2), offsets.column(lanes + 3), offsets.column(lanes + 4)};
  for (unsigned i = 0; i < kMatrixBits; ++i)
    columns.push_back(i < matrixBits.size() ? offsets.column(matrixBits[i]) : 0);
  for (unsigned input = lanes + kLaneBits; input < offsets.numInputs(); ++input)
    columns.push_back(offsets.column(input));
  return LinearMap(offsets.numOutputs(), std::move(columns));
}

std::vector<MatrixLoadPlan::Instruction> MatrixLoadPlan::instructionsOf(const SharedTransferPlan &plan,
                                                                        unsigned pass) const {
  unsigned inside = elementsOfWord() - 1;
  for (unsigned bit : matrixBits)
    inside |= 1u << bit;
  uint64_t start = plan.offsets.start.column(plan.offsets.start.numInputs() - 1);
  std::vector<Instruction> instructions;
  for (unsigned first = 0; first < 1u << plan.offsets.loadRegisterBits; ++first)
    if (!(first & inside) && plan.loadPass.apply(first) == pass)
      instructions.push_back({first, plan.offsets.load.apply(first) ^ start});
  return instructions;
}

unsigned MatrixLoadPlan::registerOf(const Instruction &instruction, unsigned matrix, unsigned element) const {
  unsigned index = instruction.firstRegister + element;
  for (unsigned i = 0; i < matrixBits.size(); ++i)
    index |= (matrix >> i & 1) << matrixBits[i];
  return index;
}

MatrixLoadPlan planMatrixLoads(const SharedTransferPlan &plan, unsigned elementBits) {
  MatrixLoadPlan loads;
  loads.isTransposed = plan.matrices == MatrixLoads::Transposed || plan.matrices == MatrixLoads::Paired;
  loads.wordBits = std::countr_zero(kWordBits / elementBits);
  loads.matrixBits = chooseMatrixBits(plan, loads.wordBits);
  loads.rowOfThread = rowsOfThreads(plan, loads.matrixBits, loads.wordBits);
  return loads;
}

SharedTransferPlan planStageLoads(const LinearMap &offsets, unsigned registerBits, MatrixLoads matrices) {
  SharedTransferPlan plan;
  plan.matrices = matrices;
  plan.offsets.load = offsets;
  plan.offsets.loadRegisterBits = registerBits;
  plan.offsets.start = LinearMap::zero(1, offsets.numOutputs());
  plan.loadPass = LinearMap::zero(registerBits, 0);
  return plan;
}

} // namespace tilec::layout
