// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What all lowerings of distributed tiles to registers share: types, the target, and the pattern base class.
///
/// A distributed tile `tensor<128xf32, #layout>` becomes as many values as one lane has registers of it, in the order
/// of the layout's register index. A scalar becomes one value. So an elementwise op is lowered the same way for both.
///
/// | element               | register     |
/// |-----------------------|--------------|
/// | i1, i8 .. i64         | same         |
/// | f16, bf16, f32, f64   | same         |
/// | tf32                  | f32          |
/// | fp8, e8m0, fp4        | i8, its bits |
/// | !tile.ptr<T>          | !llvm.ptr (generic address) |
///
/// Buffers and mbarriers become addresses of shared memory, tokens nothing; of tensor memory there is its address, its
/// mbarriers and where this lane counts MMAs.
#pragma once

#include "compiler/Target/Target.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/DialectConversion.h"

namespace tilec {

/// Accesses whose pointers are known to lead to global memory, or to the block's own memory; the others may lead to
/// either.
struct KnownSpaces {
  llvm::DenseSet<mlir::Operation *> global, shared;
};

/// Facts that every pattern may ask for.
struct LoweringContext {
  Target target = Target::defaultTarget();
  KnownSpaces spaces;
  /// Atomic updates of which lanes with one address are joined first.
  llvm::DenseSet<mlir::Operation *> scattered;
  /// Runs of elements for which a comparison comes out alike (Arithmetic/Comparisons.h).
  llvm::DenseMap<mlir::Operation *, int64_t> runs;
  /// Kernels with MMAs, by name: the functions themselves are replaced while they are converted.
  llvm::DenseSet<mlir::StringAttr> multiplying;

  bool isMultiplying(mlir::Operation *op) const {
    auto kernel = op->getParentOfType<mlir::FunctionOpInterface>();
    return kernel && multiplying.contains(kernel.getNameAttr());
  }
};

/// The type of a register that holds `element`; other types as they are.
mlir::Type registerType(mlir::Type element);
/// Bits of the register, for integers, floats and pointers.
unsigned registerBits(mlir::Type type);
/// Registers that a lane holds of a value of this type: 1 for a scalar.
unsigned numRegisters(mlir::Type type);

class RegisterTypeConverter : public mlir::TypeConverter {
public:
  RegisterTypeConverter();
};

/// Register `index` of an operand; a scalar's only one.
inline mlir::Value registerOf(mlir::ValueRange registers, unsigned index) {
  return registers.size() == 1 ? registers.front() : registers[index];
}

/// A pattern whose operands arrive as registers.
template <typename SourceOp> class RegisterPattern : public mlir::OpConversionPattern<SourceOp> {
public:
  using Registers = llvm::SmallVector<mlir::Value>;
  using Adaptor = typename mlir::OpConversionPattern<SourceOp>::OneToNOpAdaptor;

  RegisterPattern(const mlir::TypeConverter &types, const LoweringContext &lowering, mlir::MLIRContext *context,
                  mlir::PatternBenefit benefit = 1)
      : mlir::OpConversionPattern<SourceOp>(types, context, benefit), lowering(lowering) {}

  mlir::LogicalResult matchAndRewrite(SourceOp op, Adaptor adaptor,
                                      mlir::ConversionPatternRewriter &rewriter) const override {
    mlir::ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    return lower(op, adaptor, builder, rewriter);
  }

  /// Replaces `op` or reports an error at it.
  virtual mlir::LogicalResult lower(SourceOp op, Adaptor adaptor, mlir::ImplicitLocOpBuilder &builder,
                                    mlir::ConversionPatternRewriter &rewriter) const = 0;

protected:
  /// Replaces an op of one result by its registers.
  void replace(SourceOp op, const Registers &registers, mlir::ConversionPatternRewriter &rewriter) const {
    rewriter.replaceOpWithMultiple(op, llvm::SmallVector<Registers>{registers});
  }

  const LoweringContext &lowering;
};

/// A pattern whose work is done by an `Emitter(op, sources, builder)` with `run()` and `results()` (registers of each
/// result).
template <typename SourceOp, typename Emitter> class EmitterPattern : public RegisterPattern<SourceOp> {
public:
  using Base = RegisterPattern<SourceOp>;
  using Base::Base;

  mlir::LogicalResult lower(SourceOp op, typename Base::Adaptor adaptor, mlir::ImplicitLocOpBuilder &builder,
                            mlir::ConversionPatternRewriter &rewriter) const override {
    Emitter emitter(op, adaptor.getSources(), builder);
    if (mlir::failed(emitter.run()))
      return mlir::failure();
    rewriter.replaceOpWithMultiple(op, emitter.results());
    return mlir::success();
  }
};

// One function for each family of ops.
#define TILEC_REGISTER_PATTERNS(Family)                                                                                \
  void populate##Family##Patterns(mlir::RewritePatternSet &patterns, const mlir::TypeConverter &types,                 \
                                  const LoweringContext &lowering);
TILEC_REGISTER_PATTERNS(Kernel)
TILEC_REGISTER_PATTERNS(Elementwise)
TILEC_REGISTER_PATTERNS(Comparison)
TILEC_REGISTER_PATTERNS(ShareFloatDivisors)
TILEC_REGISTER_PATTERNS(Exponential)
TILEC_REGISTER_PATTERNS(Tanh)
TILEC_REGISTER_PATTERNS(Constant)
TILEC_REGISTER_PATTERNS(Cast)
TILEC_REGISTER_PATTERNS(RoundedArithmetic)
TILEC_REGISTER_PATTERNS(Grid)
TILEC_REGISTER_PATTERNS(Shape)
TILEC_REGISTER_PATTERNS(SubTile)
TILEC_REGISTER_PATTERNS(ConvertLayout)
TILEC_REGISTER_PATTERNS(Reduce)
TILEC_REGISTER_PATTERNS(Scan)
TILEC_REGISTER_PATTERNS(Cluster)
TILEC_REGISTER_PATTERNS(MatrixMma)
TILEC_REGISTER_PATTERNS(WarpgroupMma)
TILEC_REGISTER_PATTERNS(ScaledMma)
TILEC_REGISTER_PATTERNS(TensorMemory)
TILEC_REGISTER_PATTERNS(Pointer)
TILEC_REGISTER_PATTERNS(LoadStore)
TILEC_REGISTER_PATTERNS(Atomic)
TILEC_REGISTER_PATTERNS(NextBlock)
TILEC_REGISTER_PATTERNS(Barrier)
TILEC_REGISTER_PATTERNS(Buffer)
TILEC_REGISTER_PATTERNS(AsyncCopy)
TILEC_REGISTER_PATTERNS(Mbarrier)
TILEC_REGISTER_PATTERNS(TmaCopy)
TILEC_REGISTER_PATTERNS(BuildTensorMap)
TILEC_REGISTER_PATTERNS(PingPong)
TILEC_REGISTER_PATTERNS(Print)
TILEC_REGISTER_PATTERNS(Assert)
#undef TILEC_REGISTER_PATTERNS

} // namespace tilec
