// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Strategy/MmaCycles.h"
#include "dialects/Tile/IR/PartialSums.h"
#include "dialects/Tile/IR/Remarks.h"
#include <cmath>

using namespace mlir;
using tilec::layout::MmaInstruction;

namespace tilec::strategy {

namespace {

constexpr int64_t kRowsOfWarpgroup = 64, kRowsOfTensorMemory = 128, kFewRows = 64;

double rateOf(Type operandType, MmaInstruction instruction, const Target &target) {
  if (operandType.isF64())
    return target.rates().mmaF64;
  if (instruction == MmaInstruction::Fma)
    return kLaneOpsPerCycle;
  bool isOfUnit = instruction == MmaInstruction::Wgmma || instruction == MmaInstruction::Tcgen05;
  double of16Bits = isOfUnit ? target.rates().unit16Bits : target.rates().mma16Bits;
  return of16Bits * 2 / double(tile::storageBytes(operandType));
}

struct Extents {
  int64_t batch, m, n, k;
};

template <class Mma> Extents extentsOf(Mma op) {
  ArrayRef<int64_t> a = tile::shapeOf(op.getA().getType()), sum = tile::shapeOf(op.getType());
  return {sum.size() == 3 ? sum.front() : 1, sum[sum.size() - 2], sum.back(), a.back()};
}

/// Bytes of both operands that instructions read from shared memory.
double bytesRead(const Extents &e, const MmaPlan &plan, unsigned numWarps) {
  double bytes = tile::storageBytes(plan.operandType), a = double(e.m * e.k) * bytes, b = double(e.n * e.k) * bytes;
  if (plan.instruction == MmaInstruction::Wgmma || plan.instruction == MmaInstruction::Tcgen05) {
    int64_t rows = plan.instruction == MmaInstruction::Wgmma ? kRowsOfWarpgroup : kRowsOfTensorMemory;
    double groups = std::max<int64_t>(1, e.m / rows);
    return e.batch * ((plan.hasAInRegisters ? 0 : a) + groups * b);
  }
  // Warps share the tile as squarely as it goes.
  double rows = std::exp2(std::ceil(std::log2(double(numWarps)) / 2)), columns = double(numWarps) / rows;
  return e.batch * (columns * a + rows * b);
}

std::string nameOf(Type operandType) {
  std::string text;
  llvm::raw_string_ostream(text) << operandType;
  return text;
}

std::string_view nameOf(MmaInstruction instruction, const Target &target) {
  if (instruction == MmaInstruction::Fma)
    return "multiply-add in each lane";
  if (instruction == MmaInstruction::MmaSync)
    return "mma.sync";
  return target.has(Capability::Wgmma) ? "wgmma" : "tcgen05";
}

std::string rounded(double cycles) {
  return std::to_string(int64_t(std::llround(cycles)));
}

template <class Mma> MmaCycles count(Mma op, const MmaPlan &plan, unsigned numWarps, const Target &target) {
  Extents e = extentsOf(op);
  double multiplications = double(e.batch * e.m * e.n * e.k), loaded = 0;
  for (Value operand : {op.getA(), op.getB()})
    if (isLoadedInLoop(operand, op))
      loaded +=
          double(tile::elementCount(operand.getType()) * tile::storageBytes(getElementTypeOrSelf(operand.getType())));
  MmaCycles cycles;
  cycles.tensor = multiplications / rateOf(plan.operandType, plan.instruction, target);
  // Words that several lanes of a warp read take two wavefronts for each 512 bytes.
  constexpr double kSharedByLanes = 2;
  cycles.shared = bytesRead(e, plan, numWarps) / kSharedBytesPerCycle;
  if (plan.instruction == MmaInstruction::Fma) {
    cycles.shared *= kSharedByLanes;
    cycles.unit = "FMA units";
  }
  cycles.l2 = loaded / kL2BytesPerCycle;
  if (std::min(e.m, e.n) < kFewRows)
    cycles.memory = loaded / target.rates().memoryBytes;
  return cycles;
}

void report(Operation *op, StringRef kind, const Extents &e, const MmaPlan &plan, const MmaCycles &cycles,
            unsigned numWarps, const Target &target) {
  std::string text = "MMA of " + std::to_string(e.m) + "x" + std::to_string(e.n) + "x" + std::to_string(e.k) + " " +
                     nameOf(plan.operandType) + " by " + std::string(nameOf(plan.instruction, target)) + " in " +
                     std::to_string(numWarps) + (numWarps == 1 ? " warp" : " warps") + ": limited by " +
                     cycles.limit() + "; cycles of " + cycles.unit.str() + " " + rounded(cycles.tensor) +
                     ", shared memory " + rounded(cycles.shared) + ", L2 " + rounded(cycles.l2);
  if (cycles.memory > 0)
    text += ", HBM " + rounded(cycles.memory);
  if (cycles.issue > 0)
    text += ", issue " + rounded(cycles.issue);
  if (cycles.operands > 0)
    text += ", operands " + rounded(cycles.operands);
  if (StringRef help = cycles.help(); !help.empty())
    text += ("; " + help).str();
  tile::Remark remark(op, "Mma");
  remark << kind << text;
  for (auto [field, number] :
       std::initializer_list<std::pair<StringRef, int64_t>>{{"m", e.m},
                                                            {"n", e.n},
                                                            {"k", e.k},
                                                            {"warps", numWarps},
                                                            {"cyclesOfUnit", std::llround(cycles.tensor)},
                                                            {"cyclesOfSharedMemory", std::llround(cycles.shared)},
                                                            {"cyclesOfL2", std::llround(cycles.l2)},
                                                            {"cyclesOfHbm", std::llround(cycles.memory)},
                                                            {"cyclesOfIssue", std::llround(cycles.issue)},
                                                            {"cyclesOfOperands", std::llround(cycles.operands)}})
    remark.with(field, number);
}

MmaPlan planOf(tile::ScaledMmaOp op, MmaInstruction instruction) {
  return {instruction, getElementTypeOrSelf(op.getA().getType())};
}

} // namespace

std::string MmaCycles::limit() const {
  std::pair<double, StringRef> limits[] = {
      {tensor, unit}, {shared, "shared memory"}, {l2, "L2"}, {memory, "HBM"}, {issue, "issue"}};
  StringRef limit = std::max_element(std::begin(limits), std::end(limits), [](auto &a, auto &b) {
                      return a.first < b.first;
                    })->second;
  return (limit == unit ? "the " : "") + limit.str();
}

StringRef MmaCycles::help() const {
  double most = std::max({tensor, shared, l2, memory, issue});
  if (most == tensor)
    return unit == "FMA units" ? "operands of tf32 or 16 bits would help" : "";
  if (most == memory)
    return "more rows or columns would help";
  return most == issue ? "operands of 16 bits would help" : "larger tiles would help";
}

MmaCycles countCycles(tile::ScaledMmaOp op, MmaInstruction instruction, unsigned numWarps, const Target &target) {
  return count(op, planOf(op, instruction), numWarps, target);
}

MmaCycles countCycles(tile::MmaOp op, const MmaPlan &plan, unsigned numWarps, const Target &target) {
  MmaCycles cycles = count(op, plan, numWarps, target);
  Extents e = extentsOf(op);
  if (auto depth = tile::depthOfPartialSums(op, plan.operandType, getElementTypeOrSelf(op.getType())))
    cycles.issue = double(e.batch * e.m * e.n) * std::ceil(double(e.k) / double(*depth)) / kLaneOpsPerCycle;
  // An op of bytes or halves takes two instructions, on the average. Lanes wait for what they load, for their own
  // arithmetic and for each other.
  constexpr double kInstructionsOfOp = 2, kLatency = 128;
  int64_t computed = computedElements(op, op.getA()) + computedElements(op, op.getB());
  if (plan.instruction == MmaInstruction::Wgmma && computed > 0)
    cycles.operands = kLatency + kInstructionsOfOp * double(computed) / kLaneOpsPerCycle;
  return cycles;
}

void reportMma(tile::MmaOp op, const MmaPlan &plan, unsigned numWarps, const Target &target) {
  report(op, "", extentsOf(op), plan, countCycles(op, plan, numWarps, target), numWarps, target);
}

void reportMma(tile::ScaledMmaOp op, MmaInstruction instruction, unsigned numWarps, const Target &target) {
  report(op, "block-scaled ", extentsOf(op), planOf(op, instruction), countCycles(op, instruction, numWarps, target),
         numWarps, target);
}

} // namespace tilec::strategy
