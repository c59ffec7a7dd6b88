// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-number-blocks: what a source computes of its block's place becomes the block's number (see Passes.td).
//
//     func.func @k(...) attributes {tile.kernel}                   func.func @k$v0(...) attributes {tile.kernel,
//       %id = tile.block_id x                                          tile.numbering = {the divisions}}
//       %row = arith.divsi %id, %columns                       =>    %row = tile.block_id x
//       %column = arith.remsi %id, %columns                          %column = tile.block_id y
//       %a = tile.load_view %rows[%row, %t]                          %a = tile.load_view %rows[%row, %t]
//       %b = tile.load_view %columns[%t, %column]                    %b = tile.load_view %columns[%t, %column]
//
// Sources that order their blocks themselves, so that L2 holds what runs at one time, hide which block shares what with
// which. With numbers of blocks instead of arithmetic, persistent CTAs take blocks in an order that suits the chip, and
// CTAs of a cluster load for each other (tile-make-persistent).
//
// The form computes the same if the source's blocks fill a box, one for each place. A launcher finds out for each grid
// (docs/ABI.md): nothing is known about the arithmetic here, but that it is of the block, the grid and arguments alone.
//
// Steps, for each kernel: has it an MMA whose operands depend on one coordinate each (Analysis/BlockCoordinates)? Is
// there nothing else that it does with its block's place, or the grid? Then its first form gets the coordinates as
// numbers, and stands before a second one as it was, for grids that fill no box.
#include "compiler/Transforms/Tile/Blocks/BlockRaster.h"
#include "compiler/Transforms/Tile/Passes.h"
#include "compiler/Transforms/Tile/Variants/AddVariant.h"
#include "compiler/Transforms/Tile/Variants/VariantNames.h"
#include "dialects/Tile/Analysis/BlockCoordinates.h"
#include "dialects/Tile/Analysis/BlockIndependence.h"
#include "dialects/Tile/Analysis/MmaChain.h"
#include "dialects/Tile/IR/BlockNumbering.h"
#include "dialects/Tile/IR/Remarks.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include <map>

namespace tilec::tile {
#define GEN_PASS_DEF_NUMBERBLOCKS
#include "compiler/Transforms/Tile/Passes.h.inc"
} // namespace tilec::tile

using namespace mlir;
using namespace tilec::tile;

namespace {

constexpr size_t kMostCoordinates = 3;
constexpr Dimension kDimensions[] = {Dimension::X, Dimension::Y, Dimension::Z};

/// A kernel with its coordinates as numbers of blocks along x, y, z: in this order, until their dimensions are chosen.
struct NumberedForm {
  func::FuncOp kernel;
  SmallVector<BlockIdOp> numbers;
};

/// MMAs of tiles that a loop loads, none of what another one gave.
SmallVector<MmaOp> findMmas(func::FuncOp kernel) {
  SmallVector<MmaOp> mmas;
  bool loadsInLoop = false, isChain = false;
  kernel.walk([&](Operation *op) {
    if (auto mma = dyn_cast<MmaOp>(op)) {
      isChain |= multipliesAnother(mma);
      if (mma->getParentOfType<LoopLikeOpInterface>())
        mmas.push_back(mma);
    }
    loadsInLoop |= isa<LoadViewOp>(op) && op->getParentOfType<LoopLikeOpInterface>();
  });
  return loadsInLoop && !isChain ? mmas : SmallVector<MmaOp>();
}

void eraseDeadOps(func::FuncOp kernel) {
  kernel.walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
    if (isOpTriviallyDead(op))
      op->erase();
  });
}

/// A copy of `form`, in front of it.
NumberedForm makeNumbered(func::FuncOp form, ArrayRef<Value> coordinates) {
  IRMapping copies;
  NumberedForm numbered{cast<func::FuncOp>(OpBuilder(form).clone(*form, copies)), {}};
  Block &body = numbered.kernel.getBody().front();
  ImplicitLocOpBuilder builder(form.getLoc(), OpBuilder::atBlockBegin(&body));
  for (auto [coordinate, dimension] : llvm::zip(coordinates, kDimensions)) {
    Value old = copies.lookup(coordinate);
    auto number = BlockIdOp::create(builder, builder.getI32Type(), dimension);
    numbered.numbers.push_back(number);
    Value known = BlockRaster::assumeNumber(builder, number, dimension);
    if (old.getType().isIndex())
      known = arith::IndexCastOp::create(builder, old.getType(), known);
    else if (unsigned bits = old.getType().getIntOrFloatBitWidth(); bits > 32)
      known = arith::ExtSIOp::create(builder, old.getType(), known);
    else if (bits < 32)
      known = arith::TruncIOp::create(builder, old.getType(), known);
    old.replaceAllUsesWith(known);
  }
  eraseDeadOps(numbered.kernel);
  return numbered;
}

/// What the form still does with the source's grid; null if nothing.
Operation *findRest(NumberedForm &numbered) {
  Operation *rest = nullptr;
  numbered.kernel.walk([&](Operation *op) {
    auto id = dyn_cast<BlockIdOp>(op);
    if (isa<NumBlocksOp>(op) || (id && !llvm::is_contained(numbered.numbers, id)))
      rest = op;
  });
  return rest;
}

/// Numbers of coordinates along x, y and z.
using Axes = SmallVector<size_t, kMostCoordinates>;

/// One operand depends on a coordinate that the other does not, and the other way round: the larger one on y alone, so
/// that it is the same for neighbours along x. Empty if it is otherwise.
Axes chooseAxes(MmaOp mma, size_t coordinates) {
  unsigned a = blockDimensionsOf(mma.getA()), b = blockDimensionsOf(mma.getB());
  unsigned ofA = a & ~b, ofB = b & ~a;
  if (!llvm::isPowerOf2_32(ofA) || !llvm::isPowerOf2_32(ofB))
    return {};
  if (largerOperand(mma) == mma.getA())
    std::swap(ofA, ofB);
  Axes axes = {llvm::Log2_32(ofA), llvm::Log2_32(ofB)};
  for (size_t other = 0; other < coordinates; ++other)
    if (!llvm::is_contained(axes, other))
      axes.push_back(other);
  return axes;
}

struct NumberBlocks : tilec::tile::impl::NumberBlocksBase<NumberBlocks> {
  using Base::Base;

  void runOnOperation() override {
    std::map<StringRef, SmallVector<func::FuncOp>> others; // forms before the last one
    SmallVector<func::FuncOp> kernels;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!function->hasAttr("tile.kernel") || function.isExternal())
        continue;
      auto variant = function->getAttrOfType<VariantAttr>(kVariantAttr);
      if (variant && variant.getKernel().getValue() != function.getName())
        others[variant.getKernel().getValue()].push_back(function);
      else
        kernels.push_back(function);
    }
    for (func::FuncOp kernel : kernels)
      numberBlocks(kernel, others[kernel.getName()]);
  }

private:
  void numberBlocks(func::FuncOp kernel, ArrayRef<func::FuncOp> others) {
    func::FuncOp first = others.empty() ? kernel : others.front();
    SmallVector<MmaOp> mmas = findMmas(first);
    if (mmas.empty() || llvm::any_of(mmas, isOuterMma) || findBlockObstacle(first))
      return;
    SmallVector<Value> coordinates = findBlockCoordinates(first);
    if (coordinates.size() < 2)
      return;
    if (coordinates.size() > kMostCoordinates)
      return decline(first, first, "it uses " + std::to_string(coordinates.size()) + " numbers that it computes of it");
    auto variant = first->getAttrOfType<VariantAttr>(kVariantAttr);
    if (variant && llvm::any_of(variant.getFacts(), [](FactAttr fact) { return fact.getGrid().has_value(); }))
      return decline(first, first, "what it accesses is known by the extents of the grid");
    NumberedForm numbered = makeNumbered(first, coordinates);
    if (Operation *rest = findRest(numbered))
      decline(first, rest, "that, or the grid, is used here, too");
    else if (Axes axes = findAxes(numbered); !axes.empty())
      return keep(numbered, axes, coordinates, kernel, others);
    numbered.kernel.erase();
  }

  static Axes findAxes(NumberedForm &numbered) {
    for (MmaOp mma : findMmas(numbered.kernel))
      if (Axes axes = chooseAxes(mma, numbered.numbers.size()); !axes.empty())
        return axes;
    return {};
  }

  void decline(func::FuncOp form, Operation *place, const std::string &reason) const {
    if (remarks && isPreferredVariant(form))
      Remark(place, "BlocksNotNumbered")
          << "blocks keep the place that they have in the grid, of which the kernel computes "
             "that of their tiles: "
          << reason;
  }

  /// The numbered form becomes the first one; the only one before the last stays, behind it.
  void keep(NumberedForm &numbered, const Axes &axes, ArrayRef<Value> coordinates, func::FuncOp kernel,
            ArrayRef<func::FuncOp> others) const {
    SmallVector<Value> inOrder;
    for (auto [axis, dimension] : llvm::zip(axes, kDimensions)) {
      numbered.numbers[axis].setDimension(dimension);
      inOrder.push_back(coordinates[axis]);
    }
    numbered.kernel->setAttr(kNumberingAttr, describeNumbering(inOrder));
    if (remarks)
      Remark(kernel, "NumberedBlocks")
          << "where the tiles' coordinates, which the kernel computes of its block's place, fill a box, "
             "they are the numbers of blocks";
    func::FuncOp plain = others.empty() ? addPreferredVariant(kernel) : others.front();
    auto variant = plain->getAttrOfType<VariantAttr>(kVariantAttr);
    numbered.kernel->setAttr(kVariantAttr, variant);
    if (others.size() > 1) {
      numbered.kernel.setName(plain.getName());
      plain.erase();
      return;
    }
    setNumber(plain, 1);
    setNumber(kernel, 2);
    plain.setName(variantName(kernel.getName(), 1));
    numbered.kernel.setName(variantName(kernel.getName(), 0));
  }

  static void setNumber(func::FuncOp form, int64_t number) {
    auto variant = form->getAttrOfType<VariantAttr>(kVariantAttr);
    form->setAttr(kVariantAttr, VariantAttr::get(form.getContext(), variant.getKernel(), number, variant.getFacts()));
  }
};

} // namespace
