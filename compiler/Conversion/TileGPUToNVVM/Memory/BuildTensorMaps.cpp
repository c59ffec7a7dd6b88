// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tensor maps that the kernel makes itself. One thread puts a map together in shared memory, field by field
/// (`tensormap.replace`: of an opaque object, which begins as zeros), and copies it to its place in the launch's
/// workspace, since the copy engine reads maps from global memory only. The proxy of tensor maps sees it behind a
/// release and an acquire of the same thread.
///
///     st.shared.v2.b64 [buffer + 0], {0, 0}; ..
///     tensormap.replace.tile.global_address.shared::cta.b1024.b64 [buffer], base; ..
///     ld.shared.v2.b64 .. [buffer + 0]; st.global.v2.b64 [map + 0], ..; ..
///     fence.proxy.tensormap::generic.release.gpu;
///     fence.proxy.tensormap::generic.acquire.gpu [map], 128;                              // tensor_map_fence
#include "compiler/Conversion/TileGPUToNVVM/Memory/GlobalMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "compiler/Conversion/TileGPUToNVVM/Transfers/LanePosition.h"

using namespace mlir;
using namespace tilec;

namespace {

constexpr int64_t kPairBytes = 16;

/// Fields of tensor maps, as `tensormap.replace` numbers what they may be (PTX ISA, "tensormap.replace").
int64_t elementNumber(Type element) {
  constexpr int64_t kU8 = 0, kU16 = 1, kU32 = 2, kU64 = 4, kF16 = 6, kF32 = 7, kF64 = 9, kBF16 = 10;
  if (element.isF16())
    return kF16;
  if (element.isBF16())
    return kBF16;
  if (element.isF32())
    return kF32;
  if (element.isF64())
    return kF64;
  switch (tile::storageBytes(element)) {
  case 1:
    return kU8;
  case 2:
    return kU16;
  case 4:
    return kU32;
  default:
    return kU64;
  }
}

int64_t swizzleNumber(int64_t bytes) {
  return bytes == 0 ? 0 : bytes == 32 ? 1 : bytes == 64 ? 2 : 3;
}

/// What one thread does, as inline PTX with a predicate that makes it this thread alone.
class OneThreadPtx {
public:
  explicit OneThreadPtx(ImplicitLocOpBuilder &builder) : builder(builder), isFirst(isFirstThread(builder)) {}

  /// Each line under the predicate `$0`; operands from `$1` on, by `constraints` (",l", ",r").
  void emit(ArrayRef<std::string> lines, const std::string &constraints, ValueRange operands) {
    SmallVector<Value> all = {isFirst};
    llvm::append_range(all, operands);
    std::string text;
    for (const std::string &line : lines)
      text += (text.empty() ? "@$0 " : " @$0 ") + line + ";";
    emitInlinePtx(builder, {}, text, "b" + constraints, all);
  }

private:
  ImplicitLocOpBuilder &builder;
  Value isFirst;
};

/// The launch's values of a map.
class MapValues {
public:
  MapValues(ImplicitLocOpBuilder &builder, ArrayRef<Value> values) : builder(builder) {
    for (Value value : values)
      words.push_back(wordOf(value));
  }

  /// i64.
  Value of(AffineExpr expression) {
    if (auto constant = dyn_cast<AffineConstantExpr>(expression))
      return constant64(constant.getValue());
    if (auto symbol = dyn_cast<AffineSymbolExpr>(expression))
      return words[symbol.getPosition()];
    auto binary = cast<AffineBinaryOpExpr>(expression);
    Value lhs = of(binary.getLHS()), rhs = of(binary.getRHS());
    switch (binary.getKind()) {
    case AffineExprKind::Add:
      return arith::AddIOp::create(builder, lhs, rhs);
    case AffineExprKind::Mul:
      return arith::MulIOp::create(builder, lhs, rhs);
    case AffineExprKind::Mod:
      return arith::RemUIOp::create(builder, lhs, rhs);
    case AffineExprKind::FloorDiv:
      return arith::DivUIOp::create(builder, lhs, rhs);
    default:
      return arith::CeilDivUIOp::create(builder, lhs, rhs);
    }
  }

  /// i32, at least 1: hardware has no maps of empty tensors.
  Value extentOf(AffineExpr expression) {
    Value extent = arith::MaxUIOp::create(builder, of(expression), constant64(1));
    extent = arith::MinUIOp::create(builder, extent, constant64(tile_gpu::kMaxMapExtent));
    return arith::TruncIOp::create(builder, builder.getI32Type(), extent);
  }

private:
  /// Integers are unsigned, as in views.
  Value wordOf(Value value) {
    if (isa<LLVM::LLVMPointerType>(value.getType()))
      return LLVM::PtrToIntOp::create(builder, builder.getI64Type(), value);
    if (value.getType().isInteger(64))
      return value;
    return arith::ExtUIOp::create(builder, builder.getI64Type(), value);
  }
  Value constant64(int64_t value) {
    return arith::ConstantOp::create(builder, builder.getI64IntegerAttr(value));
  }

  ImplicitLocOpBuilder &builder;
  SmallVector<Value> words;
};

std::string replaceField(const std::string &field, const std::string &type, const std::string &operands) {
  return "tensormap.replace.tile." + field + ".shared::cta.b1024." + type + " [$1], " + operands;
}

/// Zeros, then every field.
void fillMap(ImplicitLocOpBuilder &builder, tile_gpu::TensorMapAttr map, Value buffer, MapValues &values) {
  OneThreadPtx thread(builder);
  SmallVector<std::string> lines;
  for (int64_t byte = 0; byte < tile_gpu::kTensorMapBytes; byte += kPairBytes / 2)
    lines.push_back("st.shared.b64 [$1+" + std::to_string(byte) + "], 0");
  auto field = [&](const std::string &name, int64_t value) {
    lines.push_back(replaceField(name, "b32", std::to_string(value)));
  };
  unsigned rank = map.getRank();
  field("rank", rank - 1);
  field("elemtype", elementNumber(map.getElementType()));
  field("interleave_layout", 0);
  field("swizzle_mode", swizzleNumber(map.getSwizzle()));
  field("fill_mode", map.getNanFill());
  for (unsigned d = 0; d < rank; ++d) {
    std::string dimension = std::to_string(d) + ", ";
    lines.push_back(replaceField("box_dim", "b32", dimension + std::to_string(map.getBox()[d])));
    lines.push_back(replaceField("element_stride", "b32", dimension + "1"));
  }
  SmallVector<Value> operands = {buffer};
  std::string constraints = ",l";
  auto add = [&](Value value, const char *constraint) {
    operands.push_back(value);
    constraints += constraint;
    return "$" + std::to_string(operands.size());
  };
  lines.push_back(replaceField("global_address", "b64", add(values.of(map.getBase().getResult(0)), ",l")));
  for (auto [d, extent] : llvm::enumerate(map.getExtents().getResults()))
    lines.push_back(replaceField("global_dim", "b32", std::to_string(d) + ", " + add(values.extentOf(extent), ",r")));
  for (auto [d, stride] : llvm::enumerate(map.getStrides().getResults()))
    lines.push_back(replaceField("global_stride", "b64", std::to_string(d) + ", " + add(values.of(stride), ",l")));
  thread.emit(lines, constraints, operands);
}

/// To global memory, and told to the proxy of tensor maps.
void publishMap(ImplicitLocOpBuilder &builder, Value buffer, Value place) {
  OneThreadPtx thread(builder);
  SmallVector<std::string> lines;
  for (int64_t byte = 0; byte < tile_gpu::kTensorMapBytes; byte += kPairBytes) {
    std::string at = "+" + std::to_string(byte) + "]";
    lines.push_back("ld.shared.v2.b64 {a, b}, [$1" + at);
    lines.push_back("st.global.v2.b64 [$2" + at + ", {a, b}");
  }
  lines.push_back("fence.proxy.tensormap::generic.release.gpu");
  std::string text = "{ .reg .b64 a, b;";
  for (const std::string &line : lines)
    text += " @$0 " + line + ";";
  emitInlinePtx(builder, {}, text + " }", "b,l,l", {isFirstThread(builder), buffer, place});
}

/// Number of the CTA in the grid, i32.
Value ctaNumber(ImplicitLocOpBuilder &builder) {
  Type i32 = builder.getI32Type();
  Value x = NVVM::BlockIdXOp::create(builder, i32), y = NVVM::BlockIdYOp::create(builder, i32),
        z = NVVM::BlockIdZOp::create(builder, i32);
  Value row =
      arith::AddIOp::create(builder, arith::MulIOp::create(builder, z, NVVM::GridDimYOp::create(builder, i32)), y);
  return arith::AddIOp::create(builder, arith::MulIOp::create(builder, row, NVVM::GridDimXOp::create(builder, i32)), x);
}

class BuildTensorMapPattern : public RegisterPattern<tile_gpu::BuildTensorMapOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::BuildTensorMapOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    if (!lowering.target.has(Capability::BuildTensorMap))
      return op.emitOpError() << "expected a target that can make tensor maps, got " << lowering.target.name();
    FailureOr<Value> place = placeOf(op, builder);
    if (failed(place))
      return failure();
    SmallVector<Value> arguments;
    for (ValueRange value : adaptor.getValues())
      arguments.push_back(value.front());
    MapValues values(builder, arguments);
    fillMap(builder, op.getDescription(), adaptor.getBuffer().front(), values);
    publishMap(builder, adaptor.getBuffer().front(), *place);
    auto generic = LLVM::LLVMPointerType::get(builder.getContext());
    rewriter.replaceOp(op, LLVM::AddrSpaceCastOp::create(builder, generic, *place));
    return success();
  }

private:
  /// In the workspace, behind the counter's: of CTA c number c * maps + the op's.
  static FailureOr<Value> placeOf(tile_gpu::BuildTensorMapOp op, ImplicitLocOpBuilder &builder) {
    auto kernel = op->getParentOfType<LLVM::LLVMFuncOp>();
    auto argument = kernel ? kernel->getAttrOfType<IntegerAttr>(tile_gpu::kMapWorkspaceAttr) : nullptr;
    std::optional<uint32_t> number = op.getNumber();
    if (!argument || !number)
      return op.emitOpError("expected to stand in a kernel with a workspace for tensor maps");
    int64_t count = kernel->getAttrOfType<IntegerAttr>(tile_gpu::kBuiltMapsAttr).getInt();
    Value wide = arith::ExtUIOp::create(builder, builder.getI64Type(), ctaNumber(builder));
    auto constant = [&](int64_t value) { return arith::ConstantOp::create(builder, builder.getI64IntegerAttr(value)); };
    Value bytes = arith::MulIOp::create(builder, wide, constant(count * tile_gpu::kTensorMapBytes));
    bytes = arith::AddIOp::create(builder, bytes, constant((1 + int64_t(*number)) * tile_gpu::kTensorMapBytes));
    Value workspace = inKnownSpace(builder, kernel.getArgument(argument.getInt()), /*isGlobal=*/true);
    return LLVM::GEPOp::create(builder, workspace.getType(), builder.getI8Type(), workspace,
                               ArrayRef<LLVM::GEPArg>{bytes}, LLVM::GEPNoWrapFlags::inbounds)
        .getResult();
  }
};

class TensorMapFencePattern : public RegisterPattern<tile_gpu::TensorMapFenceOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::TensorMapFenceOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    OneThreadPtx(builder).emit({"fence.proxy.tensormap::generic.acquire.gpu [$1], 128"}, ",l",
                               adaptor.getMap().front());
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void tilec::populateBuildTensorMapPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                           const LoweringContext &lowering) {
  patterns.add<BuildTensorMapPattern, TensorMapFencePattern>(types, lowering, patterns.getContext());
}
