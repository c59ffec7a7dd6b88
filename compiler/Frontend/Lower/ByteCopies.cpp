// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ByteCopies.cpp - copies and fills of raw bytes ----------------------===//
//
// Objects in memory, memcpy and memset. A constant size becomes tiles of bytes of power-of-two sizes, one of run time a
// loop over tiles of one size with a mask.
//
//===----------------------------------------------------------------------===//
#include "compiler/Frontend/Lower/KernelLowering.h"

using namespace clang;
using namespace tilec;
using namespace tilec::frontend;

/// Bytes that one step of a copy of run-time size moves.
static constexpr int64_t kRunTimeChunkBytes = 1024;

/// Splits `bytes` into power-of-two pieces, the sizes that tiles have: emit(offset, count).
void KernelLowering::forEachByteChunk(int64_t bytes, llvm::function_ref<void(int64_t, int64_t)> emit) {
  constexpr int64_t largest = 1 << 16;
  for (int64_t offset = 0; offset < bytes;) {
    int64_t count = std::min<int64_t>(largest, llvm::bit_floor(static_cast<uint64_t>(bytes - offset)));
    emit(offset, count);
    offset += count;
  }
}

mlir::Value KernelLowering::bytePointers(Value address, int64_t offset, int64_t count, Location loc) {
  Value start = byteOffset(address, offset, ast.VoidTy, loc);
  return elementPointers(start, mlir::RankedTensorType::get({count}, b.getI8Type()), loc);
}

void KernelLowering::copyBytes(Value target, Value source, int64_t bytes, Location loc) {
  forEachByteChunk(bytes, [&](int64_t offset, int64_t count) {
    Value from = bytePointers(source, offset, count, loc);
    mlir::Type type = mlir::RankedTensorType::get({count}, b.getI8Type());
    Value piece = tile::LoadOp::create(b, loc, type, from, Value(), Value(), mlir::ArrayAttr());
    tile::StoreOp::create(b, loc, bytePointers(target, offset, count, loc), piece, Value(), mlir::ArrayAttr());
  });
}

void KernelLowering::fillBytes(Value target, Value byte, int64_t bytes, Location loc) {
  forEachByteChunk(bytes, [&](int64_t offset, int64_t count) {
    Value value = arithmetic.splat(loc, byte, mlir::RankedTensorType::get({count}, b.getI8Type()));
    tile::StoreOp::create(b, loc, bytePointers(target, offset, count, loc), value, Value(), mlir::ArrayAttr());
  });
}

/// A loop over pieces of one size, the last one masked: emit(offset of the piece, which of its bytes are inside).
void KernelLowering::forEachByteChunkAtRunTime(Value bytes, Location loc, llvm::function_ref<void(Value, Value)> emit) {
  auto offsets = mlir::RankedTensorType::get({kRunTimeChunkBytes}, b.getI64Type());
  Object *start = allocateLeaf(ast.getSizeType(), b.getI64Type());
  store(start, arithmetic.zero(loc, b.getI64Type()), loc);
  mlir::Block *header = ssa.createBlock(), *body = ssa.createBlock(), *exit = ssa.createBlock();
  branch(header, loc);
  ssa.enter(header, /*keepOpen=*/true);
  auto less = mlir::arith::CmpIPredicate::ult;
  conditionalBranch(mlir::arith::CmpIOp::create(b, loc, less, load(start, loc), bytes), body, exit, loc);
  ssa.enter(body);
  Value left = mlir::arith::SubIOp::create(b, loc, bytes, load(start, loc));
  Value mask = mlir::arith::CmpIOp::create(b, loc, less, tile::IotaOp::create(b, loc, offsets),
                                           arithmetic.splat(loc, left, offsets));
  emit(load(start, loc), mask);
  Value step = arithmetic.integer(loc, b.getI64Type(), kRunTimeChunkBytes);
  store(start, mlir::arith::AddIOp::create(b, loc, load(start, loc), step), loc);
  branch(header, loc);
  ssa.seal(header);
  ssa.enter(exit);
}

void KernelLowering::copyBytesOfRunTimeSize(Value target, Value source, Value bytes, Location loc) {
  auto type = mlir::RankedTensorType::get({kRunTimeChunkBytes}, b.getI8Type());
  forEachByteChunkAtRunTime(bytes, loc, [&](Value start, Value mask) {
    Value from = elementOffset(source, start, NumberKind::Unsigned, ast.CharTy, loc);
    Value to = elementOffset(target, start, NumberKind::Unsigned, ast.CharTy, loc);
    Value piece =
        tile::LoadOp::create(b, loc, type, elementPointers(from, type, loc), mask, Value(), mlir::ArrayAttr());
    tile::StoreOp::create(b, loc, elementPointers(to, type, loc), piece, mask, mlir::ArrayAttr());
  });
}

void KernelLowering::fillBytesOfRunTimeSize(Value target, Value byte, Value bytes, Location loc) {
  auto type = mlir::RankedTensorType::get({kRunTimeChunkBytes}, b.getI8Type());
  forEachByteChunkAtRunTime(bytes, loc, [&](Value start, Value mask) {
    Value to = elementOffset(target, start, NumberKind::Unsigned, ast.CharTy, loc);
    tile::StoreOp::create(b, loc, elementPointers(to, type, loc), arithmetic.splat(loc, byte, type), mask,
                          mlir::ArrayAttr());
  });
}
