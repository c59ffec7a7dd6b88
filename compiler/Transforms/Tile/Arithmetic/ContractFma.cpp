// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-contract-fma: a product and a sum that may be contracted become one fused multiply-add (see Passes.td).
//
// It runs once, on `tile` IR, where the CPU executor and the GPU both take their input; so both round the same way.
// What it will not do: contract over a second use of the product (the product would be computed twice), over a block
// boundary, or `c - a * b`, which the language leaves alone.
#include "compiler/Transforms/Tile/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace tilec::tile {
#define GEN_PASS_DEF_CONTRACTFMA
#include "compiler/Transforms/Tile/Passes.h.inc"
} // namespace tilec::tile

using namespace mlir;

/// Both operations carry the mark.
static bool mayContract(arith::FastMathFlags flags) {
  return arith::bitEnumContainsAny(flags, arith::FastMathFlags::contract);
}

/// The product behind `value` if it can be fused into its only user `sum`.
static arith::MulFOp fusibleProduct(Value value, Operation *sum) {
  auto product = value.getDefiningOp<arith::MulFOp>();
  if (!product || !product->hasOneUse() || product->getBlock() != sum->getBlock() ||
      !mayContract(product.getFastmath()))
    return {};
  return product;
}

static void replaceByFma(Operation *sum, arith::MulFOp product, Value addend, IRRewriter &rewriter) {
  rewriter.replaceOpWithNewOp<math::FmaOp>(sum, product.getLhs(), product.getRhs(), addend);
  rewriter.eraseOp(product);
}

static void contractSum(arith::AddFOp sum, IRRewriter &rewriter) {
  rewriter.setInsertionPoint(sum);
  if (auto product = fusibleProduct(sum.getLhs(), sum))
    replaceByFma(sum, product, sum.getRhs(), rewriter);
  else if (auto product = fusibleProduct(sum.getRhs(), sum))
    replaceByFma(sum, product, sum.getLhs(), rewriter);
}

static void contractDifference(arith::SubFOp difference, IRRewriter &rewriter) {
  auto product = fusibleProduct(difference.getLhs(), difference);
  if (!product)
    return;
  rewriter.setInsertionPoint(difference);
  Value addend = arith::NegFOp::create(rewriter, difference.getLoc(), difference.getRhs());
  replaceByFma(difference, product, addend, rewriter);
}

static void dropContractFlag(arith::ArithFastMathInterface op) {
  arith::FastMathFlags flags = op.getFastMathFlagsAttr().getValue();
  if (mayContract(flags))
    op->setAttr(op.getFastMathAttrName(),
                arith::FastMathFlagsAttr::get(op->getContext(), flags & ~arith::FastMathFlags::contract));
}

namespace {
struct ContractFma : tilec::tile::impl::ContractFmaBase<ContractFma> {
  void runOnOperation() override {
    SmallVector<arith::AddFOp> sums;
    SmallVector<arith::SubFOp> differences;
    getOperation()->walk([&](Operation *op) {
      if (auto sum = dyn_cast<arith::AddFOp>(op); sum && mayContract(sum.getFastmath()))
        sums.push_back(sum);
      if (auto difference = dyn_cast<arith::SubFOp>(op); difference && mayContract(difference.getFastmath()))
        differences.push_back(difference);
    });
    IRRewriter rewriter(&getContext());
    for (arith::AddFOp sum : sums)
      contractSum(sum, rewriter);
    for (arith::SubFOp difference : differences)
      contractDifference(difference, rewriter);
    getOperation()->walk([](arith::ArithFastMathInterface op) { dropContractFlag(op); });
  }
};
} // namespace
