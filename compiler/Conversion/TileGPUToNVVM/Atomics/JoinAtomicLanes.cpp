// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The lanes with one address, its peers, are found by `match`. Each knows its rank among them and those above it that
/// still count. In each round every lane takes in the next peer that counts, then those of odd rank no longer count and
/// ranks are halved: the lane of rank 0 ends with all values, after as many rounds as the largest group's size has
/// bits.
#include "compiler/Conversion/TileGPUToNVVM/Atomics/JoinAtomicLanes.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/Shuffles.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tilec;
using tile::AtomicKind;

namespace {

/// Lanes of one cell from which on they are joined where the rest is quick.
constexpr unsigned kCrowd = 8;
/// Those whose cells are looked at.
constexpr unsigned kSamples[] = {0, 21};

Value combined(ImplicitLocOpBuilder &b, AtomicKind kind, Value x, Value y) {
  bool isFloat = isa<FloatType>(x.getType());
  switch (kind) {
  case AtomicKind::Add:
  case AtomicKind::Sub: // of the sum
    return isFloat ? Value(arith::AddFOp::create(b, x, y)) : Value(arith::AddIOp::create(b, x, y));
  case AtomicKind::And:
    return arith::AndIOp::create(b, x, y);
  case AtomicKind::Or:
    return arith::OrIOp::create(b, x, y);
  case AtomicKind::Xor:
    return arith::XOrIOp::create(b, x, y);
  case AtomicKind::MaxSigned:
    return arith::MaxSIOp::create(b, x, y);
  case AtomicKind::MaxUnsigned:
    return arith::MaxUIOp::create(b, x, y);
  case AtomicKind::MinSigned:
    return arith::MinSIOp::create(b, x, y);
  case AtomicKind::MinUnsigned:
    return arith::MinUIOp::create(b, x, y);
  case AtomicKind::Exchange:
    break;
  }
  llvm_unreachable("an exchange leaves one of the values");
}

Value vote(ImplicitLocOpBuilder &b, NVVM::VoteSyncKind kind, Type result, Value predicate) {
  return NVVM::VoteSyncOp::create(b, result, constant32(b, -1), predicate, kind);
}

Value isNotZero(ImplicitLocOpBuilder &b, Value word) {
  return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, word, constant32(b, 0));
}

/// A number for the cell, which those that update nothing have at an address that nobody has; shared memory begins at
/// 0.
Value keyOf(ImplicitLocOpBuilder &b, Value address, Value predicate) {
  auto pointer = cast<LLVM::LLVMPointerType>(address.getType());
  bool isShared = pointer.getAddressSpace() == unsigned(NVVM::NVVMMemorySpace::Shared);
  Type type = isShared ? b.getI32Type() : b.getI64Type();
  Value key = LLVM::PtrToIntOp::create(b, type, address);
  if (!predicate)
    return key;
  return arith::SelectOp::create(b, predicate, key, arith::ConstantOp::create(b, b.getIntegerAttr(type, -1)));
}

/// The lanes with this lane's address.
Value peersOf(ImplicitLocOpBuilder &b, Value address, Value predicate) {
  return NVVM::MatchSyncOp::create(b, b.getI32Type(), constant32(b, -1), keyOf(b, address, predicate),
                                   NVVM::MatchSyncKind::any);
}

/// Many lanes have the cell of lane `sample`.
Value isCrowdedAt(ImplicitLocOpBuilder &b, Value key, Value predicate, unsigned sample) {
  Value same = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, key, shuffleFrom(b, key, constant32(b, sample)));
  Value lanes = vote(b, NVVM::VoteSyncKind::ballot, b.getI32Type(), conjunction(b, same, predicate));
  return arith::CmpIOp::create(b, arith::CmpIPredicate::uge, math::CtPopOp::create(b, lanes), constant32(b, kCrowd));
}

/// One round for a lane with `value`, the peers `above` that count, and `rank`.
SmallVector<Value> takeNext(ImplicitLocOpBuilder &b, AtomicKind kind, Value value, Value above, Value rank) {
  Value other = shuffleFrom(b, value, math::CountTrailingZerosOp::create(b, above));
  value = arith::SelectOp::create(b, isNotZero(b, above), combined(b, kind, value, other), value);
  Value one = constant32(b, 1);
  Value isOdd = isNotZero(b, arith::AndIOp::create(b, rank, one));
  Value done = vote(b, NVVM::VoteSyncKind::ballot, b.getI32Type(), isOdd);
  Value counting = arith::XOrIOp::create(b, done, constant32(b, -1));
  return {value, arith::AndIOp::create(b, above, counting), arith::ShRUIOp::create(b, rank, one)};
}

} // namespace

JoinedUpdate tilec::joinLanes(ImplicitLocOpBuilder &builder, AtomicKind kind, Value address, Value predicate,
                              Value value) {
  Type i32 = builder.getI32Type(), type = value.getType();
  bool isHalf = type.isF16() || type.isBF16();
  if (isHalf)
    value = arith::ExtFOp::create(builder, builder.getF32Type(), value);
  Value peers = peersOf(builder, address, predicate);
  Value below = arith::AndIOp::create(builder, peers, NVVM::LaneMaskLtOp::create(builder, i32));
  Value above = arith::AndIOp::create(builder, peers, NVVM::LaneMaskGtOp::create(builder, i32));
  Value rank = math::CtPopOp::create(builder, below);
  auto rounds = scf::WhileOp::create(
      builder, TypeRange{value.getType(), i32, i32}, ValueRange{value, above, rank},
      [&](OpBuilder &inner, Location loc, ValueRange carried) {
        ImplicitLocOpBuilder b(loc, inner);
        Value more = vote(b, NVVM::VoteSyncKind::any, b.getI1Type(), isNotZero(b, carried[1]));
        scf::ConditionOp::create(b, more, carried);
      },
      [&](OpBuilder &inner, Location loc, ValueRange carried) {
        ImplicitLocOpBuilder b(loc, inner);
        scf::YieldOp::create(b, takeNext(b, kind, carried[0], carried[1], carried[2]));
      });
  Value isFirst = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, below, constant32(builder, 0));
  Value total = rounds.getResult(0);
  if (isHalf)
    total = arith::TruncFOp::create(builder, type, total);
  return {total, conjunction(builder, isFirst, predicate)};
}

JoinedUpdate tilec::joinCrowdedLanes(ImplicitLocOpBuilder &builder, AtomicKind kind, Value address, Value predicate,
                                     Value value) {
  Value key = keyOf(builder, address, predicate), isCrowded;
  for (unsigned sample : kSamples) {
    Value here = isCrowdedAt(builder, key, predicate, sample);
    isCrowded = isCrowded ? arith::OrIOp::create(builder, isCrowded, here).getResult() : here;
  }
  auto choice = scf::IfOp::create(builder, TypeRange{value.getType(), builder.getI1Type()}, isCrowded,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(choice.thenBlock());
  JoinedUpdate joined = joinLanes(builder, kind, address, predicate, value);
  scf::YieldOp::create(builder, ValueRange{joined.value, joined.predicate});
  builder.setInsertionPointToEnd(choice.elseBlock());
  Value all = predicate ? predicate : arith::ConstantOp::create(builder, builder.getBoolAttr(true)).getResult();
  scf::YieldOp::create(builder, ValueRange{value, all});
  return {choice.getResult(0), choice.getResult(1)};
}
