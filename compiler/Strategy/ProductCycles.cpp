// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Strategy/ProductCycles.h"
#include "dialects/Tile/IR/PartialSums.h"
#include <cmath>

using namespace mlir;
using tilec::layout::ProductInstruction;

namespace tilec::strategy {

namespace {

/// What one multiprocessor does in a cycle.
constexpr double kSharedBytes = 128, kL2Bytes = 64, kLaneOps = 128;
constexpr int64_t kRowsOfWarpgroup = 64, kRowsOfTensorMemory = 128, kFewRows = 64;

double rateOf(Type factor, ProductInstruction instruction, const Target &target) {
  if (factor.isF64())
    return target.rates().mmaF64;
  if (instruction == ProductInstruction::Fma)
    return kLaneOps;
  bool isOfUnit = instruction == ProductInstruction::Wgmma || instruction == ProductInstruction::Tcgen05;
  double of16Bits = isOfUnit ? target.rates().unit16Bits : target.rates().mma16Bits;
  return of16Bits * 2 / double(tile::storageBytes(factor));
}

struct Extents {
  int64_t batch, m, n, k;
};

template <class Product> Extents extentsOf(Product op) {
  ArrayRef<int64_t> a = tile::shapeOf(op.getA().getType()), sum = tile::shapeOf(op.getType());
  return {sum.size() == 3 ? sum.front() : 1, sum[sum.size() - 2], sum.back(), a.back()};
}

/// Bytes of both operands that instructions read from shared memory.
double bytesRead(const Extents &e, const ProductPlan &plan, unsigned numWarps) {
  double bytes = tile::storageBytes(plan.factor), a = double(e.m * e.k) * bytes, b = double(e.n * e.k) * bytes;
  if (plan.instruction == ProductInstruction::Wgmma || plan.instruction == ProductInstruction::Tcgen05) {
    int64_t rows = plan.instruction == ProductInstruction::Wgmma ? kRowsOfWarpgroup : kRowsOfTensorMemory;
    double groups = std::max<int64_t>(1, e.m / rows);
    return e.batch * ((plan.hasAInRegisters ? 0 : a) + groups * b);
  }
  // Warps share the tile as squarely as it goes.
  double rows = std::exp2(std::ceil(std::log2(double(numWarps)) / 2)), columns = double(numWarps) / rows;
  return e.batch * (columns * a + rows * b);
}

std::string nameOf(Type factor) {
  std::string text;
  llvm::raw_string_ostream(text) << factor;
  return text;
}

std::string_view nameOf(ProductInstruction instruction, const Target &target) {
  if (instruction == ProductInstruction::Fma)
    return "multiply-add in each lane";
  if (instruction == ProductInstruction::MmaSync)
    return "mma.sync";
  return target.has(Capability::Wgmma) ? "wgmma" : "tcgen05";
}

std::string rounded(double cycles) {
  return std::to_string(int64_t(std::llround(cycles)));
}

template <class Product>
ProductCycles count(Product op, const ProductPlan &plan, unsigned numWarps, const Target &target) {
  Extents e = extentsOf(op);
  double products = double(e.batch * e.m * e.n * e.k), loaded = 0;
  for (Value operand : {op.getA(), op.getB()})
    if (isLoadedInLoop(operand, op))
      loaded +=
          double(tile::elementCount(operand.getType()) * tile::storageBytes(getElementTypeOrSelf(operand.getType())));
  ProductCycles cycles;
  cycles.tensor = products / rateOf(plan.factor, plan.instruction, target);
  // Words that several lanes of a warp read take two wavefronts for each 512 bytes.
  constexpr double kSharedByLanes = 2;
  cycles.shared = bytesRead(e, plan, numWarps) / kSharedBytes;
  if (plan.instruction == ProductInstruction::Fma)
    cycles.shared *= kSharedByLanes;
  cycles.l2 = loaded / kL2Bytes;
  if (std::min(e.m, e.n) < kFewRows)
    cycles.memory = loaded / target.rates().memoryBytes;
  return cycles;
}

std::string describe(const Extents &e, const ProductPlan &plan, const ProductCycles &cycles, unsigned numWarps,
                     const Target &target) {
  std::string text = "product of " + std::to_string(e.m) + "x" + std::to_string(e.n) + "x" + std::to_string(e.k) + " " +
                     nameOf(plan.factor) + " by " + std::string(nameOf(plan.instruction, target)) + " in " +
                     std::to_string(numWarps) + (numWarps == 1 ? " warp" : " warps") + ": limited by " +
                     cycles.limit() + "; cycles of tensor core " + rounded(cycles.tensor) + ", shared memory " +
                     rounded(cycles.shared) + ", L2 " + rounded(cycles.l2);
  if (cycles.memory > 0)
    text += ", HBM " + rounded(cycles.memory);
  if (cycles.issue > 0)
    text += ", issue " + rounded(cycles.issue);
  return text;
}

} // namespace

std::string ProductCycles::limit() const {
  std::pair<double, std::string_view> limits[] = {
      {tensor, "the tensor core"}, {shared, "shared memory"}, {l2, "L2"}, {memory, "HBM"}, {issue, "issue"}};
  return std::string(std::max_element(std::begin(limits), std::end(limits), [](auto &a, auto &b) {
                       return a.first < b.first;
                     })->second);
}

ProductCycles countCycles(tile::MmaOp op, const ProductPlan &plan, unsigned numWarps, const Target &target) {
  ProductCycles cycles = count(op, plan, numWarps, target);
  Extents e = extentsOf(op);
  if (auto depth = tile::depthOfPartialSums(op, plan.factor, getElementTypeOrSelf(op.getType())))
    cycles.issue = double(e.batch * e.m * e.n) * std::ceil(double(e.k) / double(*depth)) / kLaneOps;
  return cycles;
}

std::string describeProduct(tile::MmaOp op, const ProductPlan &plan, unsigned numWarps, const Target &target) {
  return describe(extentsOf(op), plan, countCycles(op, plan, numWarps, target), numWarps, target);
}

std::string describeProduct(tile::ScaledMmaOp op, ProductInstruction instruction, unsigned numWarps,
                            const Target &target) {
  ProductPlan plan{instruction, getElementTypeOrSelf(op.getA().getType())};
  return "block-scaled " + describe(extentsOf(op), plan, count(op, plan, numWarps, target), numWarps, target);
}

} // namespace tilec::strategy
