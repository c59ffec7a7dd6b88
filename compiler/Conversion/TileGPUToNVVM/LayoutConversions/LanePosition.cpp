// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/GlobalMemory.h"
#include "compiler/Target/Target.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace tilec;
using layout::LinearLayout;
using layout::Place;

Value tilec::constant32(ImplicitLocOpBuilder &builder, int64_t value) {
  return arith::ConstantOp::create(builder, builder.getI32IntegerAttr(value));
}

Value tilec::threadIndex(ImplicitLocOpBuilder &builder) {
  return NVVM::ThreadIdXOp::create(builder, builder.getI32Type());
}

Value tilec::threadIndexAnew(ImplicitLocOpBuilder &builder) {
  return emitInlinePtx(builder, builder.getI32Type(), "mov.u32 $0, %tid.x;", "=r", {});
}

Value tilec::laneIndex(ImplicitLocOpBuilder &builder) {
  return arith::AndIOp::create(builder, threadIndex(builder), constant32(builder, kLanesPerWarp - 1));
}

/// `(input & mask)` moved up by `shift` bits (down where negative).
static Value maskAndShift(ImplicitLocOpBuilder &builder, Value input, uint32_t mask, int shift) {
  Value masked = arith::AndIOp::create(builder, input, constant32(builder, mask));
  if (shift > 0)
    return arith::ShLIOp::create(builder, masked, constant32(builder, shift));
  if (shift < 0)
    return arith::ShRUIOp::create(builder, masked, constant32(builder, -shift));
  return masked;
}

LinearIndex tilec::applyColumns(ImplicitLocOpBuilder &builder, Value input, ArrayRef<uint64_t> columns) {
  // Every pair (input bit, output bit) is a move by their distance; moves by one distance are one mask and shift.
  std::map<int, uint32_t> maskOfShift;
  LinearIndex result;
  for (unsigned in = 0; in < columns.size(); ++in) {
    result.baseBits |= columns[in];
    for (unsigned out = 0; out < 32; ++out)
      if (columns[in] >> out & 1)
        maskOfShift[int(out) - int(in)] |= uint32_t(1) << in;
  }
  for (auto [shift, mask] : maskOfShift) {
    Value moved = maskAndShift(builder, input, mask, shift);
    result.base = result.base ? arith::XOrIOp::create(builder, result.base, moved).getResult() : moved;
  }
  return result;
}

Value tilec::combine(ImplicitLocOpBuilder &builder, const LinearIndex &index, uint64_t constant) {
  if (!index.base)
    return constant32(builder, constant);
  if (constant == 0)
    return index.base;
  Value other = constant32(builder, constant);
  if (index.baseBits & constant)
    return arith::XOrIOp::create(builder, index.base, other);
  return arith::AddIOp::create(builder, index.base, other,
                               arith::IntegerOverflowFlags::nsw | arith::IntegerOverflowFlags::nuw);
}

ElementBits ElementBits::ofDimension(const LinearLayout &layout, unsigned dimension) {
  layout::BitRange range = layout.dimensionBits(dimension);
  return {range.first, range.mask()};
}

LinearIndex tilec::laneElement(ImplicitLocOpBuilder &builder, const LinearLayout &layout, ElementBits bits) {
  assert(layout.size(Place::Cta) == 1 && "clusters are rejected before");
  SmallVector<uint64_t> columns;
  for (Place place : {Place::Lane, Place::Warp})
    for (unsigned bit = 0; bit < layout.bits(place).count; ++bit)
      columns.push_back(bits.of(layout.basis(place, bit)));
  if (llvm::all_of(columns, [](uint64_t column) { return column == 0; }))
    return {};
  return applyColumns(builder, threadIndex(builder), columns);
}

uint64_t tilec::registerElement(const LinearLayout &layout, unsigned index, ElementBits bits) {
  return bits.of(layout.elementAt({.registerIndex = index}));
}

Value tilec::isOwner(ImplicitLocOpBuilder &builder, const LinearLayout &layout) {
  uint32_t mask = layout.replicatedBits(Place::Lane) | layout.replicatedBits(Place::Warp)
                                                           << layout::log2OfExtent(kLanesPerWarp);
  if (mask == 0)
    return {};
  Value bits = arith::AndIOp::create(builder, threadIndex(builder), constant32(builder, mask));
  return arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, bits, constant32(builder, 0));
}

bool tilec::isOwningRegister(const LinearLayout &layout, unsigned index) {
  return (layout.replicatedBits(Place::Register) & index) == 0;
}

Value tilec::isFirstThread(ImplicitLocOpBuilder &builder) {
  Block *block = builder.getInsertionBlock();
  auto roles = tile_gpu::WarpRolesOp::around(block);
  if (roles && roles.isOfOneLane(block))
    return arith::ConstantOp::create(builder, builder.getBoolAttr(true));
  Value thread = threadIndex(builder);
  if (roles && roles.getGroup())
    thread =
        arith::AndIOp::create(builder, thread, constant32(builder, tile_gpu::numWarpsOf(roles) * kLanesPerWarp - 1));
  return arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, thread, constant32(builder, 0));
}

Value tilec::conjunction(ImplicitLocOpBuilder &builder, Value a, Value b) {
  if (!a || !b)
    return a ? a : b;
  return arith::AndIOp::create(builder, a, b);
}
