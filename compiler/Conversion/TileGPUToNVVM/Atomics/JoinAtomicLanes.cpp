// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The lanes with one address, its peers, are found by `match`. Each knows its rank among them and those above it that
/// still count. In each round every lane takes in the next peer that counts, then those of odd rank no longer count and
/// ranks are halved: the lane of rank 0 ends with all values, after as many rounds as the largest group's size has
/// bits.
#include "compiler/Conversion/TileGPUToNVVM/Atomics/JoinAtomicLanes.h"
#include "compiler/Conversion/TileGPUToNVVM/Transfers/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/Transfers/Shuffles.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tilec;
using tile::AtomicKind;

namespace {

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

/// The lanes with this lane's address. Those that update nothing are peers at an address that nobody has.
Value peersOf(ImplicitLocOpBuilder &b, Value address, Value predicate) {
  Type i64 = b.getI64Type();
  Value key = LLVM::PtrToIntOp::create(b, i64, address);
  if (predicate)
    key = arith::SelectOp::create(b, predicate, key, arith::ConstantOp::create(b, b.getI64IntegerAttr(0)));
  return NVVM::MatchSyncOp::create(b, b.getI32Type(), constant32(b, -1), key, NVVM::MatchSyncKind::any);
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
