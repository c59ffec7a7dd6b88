// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tensor maps that the kernel makes itself. One thread puts a map together in shared memory, field by field
/// (`tensormap.replace`: of an opaque object, which begins as zeros), and copies it to its place in the launch's
/// workspace, since the copy engine reads maps from global memory only. The proxy of tensor maps sees it behind a
/// release and an acquire of the same thread.
///
/// Where all values are those of the last map, it stands as it is, and needs no fence: the buffer remembers them.
///
///     st.shared.b64 [buffer + 0], 0; ..
///     tensormap.replace.tile.global_address.shared::cta.b1024.b64 [buffer], base; ..
///     ld.shared.v2.b64 .. [buffer + 0]; st.global.v2.b64 [map + 0], ..; ..
///     fence.proxy.tensormap::generic.release.gpu;
///     fence.proxy.tensormap::generic.acquire.gpu [map], 128;                              // tensor_map_fence
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/GlobalMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"

using namespace mlir;
using namespace tilec;

namespace {

constexpr int64_t kPairBytes = 16;

/// Fields of tensor maps, as `tensormap.replace` numbers what they may be (PTX ISA, "tensormap.replace").
int64_t elementNumber(tile_gpu::TensorMapAttr map) {
  constexpr int64_t kU8 = 0, kU16 = 1, kU32 = 2, kU64 = 4, kF16 = 6, kF32 = 7, kF64 = 9, kBF16 = 10, kTF32 = 11;
  Type element = map.getElementType();
  if (map.getRounded())
    return kTF32;
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

/// Inline PTX of one thread; the others, and itself where it leaves early, go behind it.
class OneThreadPtx {
public:
  explicit OneThreadPtx(ImplicitLocOpBuilder &builder) : builder(builder), operands{isFirstThread(builder)} {}

  /// `$n` of the operand; `constraint`: "l" for addresses and i64, "r" for i32.
  std::string add(Value operand, llvm::StringRef constraint) {
    operands.push_back(operand);
    constraints += "," + constraint.str();
    return "$" + std::to_string(operands.size() - 1);
  }
  void line(const std::string &instruction) {
    text += " " + instruction + ";";
  }
  /// Ends the thread's work where `q` is false.
  void leaveUnlessQ() {
    line("@!q bra LEAVE");
  }
  void emit() {
    std::string begin = "{ .reg .pred p, q; .reg .b64 a, b; .reg .b32 c; mov.pred p, $0; @!p bra LEAVE;";
    emitInlinePtx(builder, {}, begin + text + " LEAVE: }", constraints, operands);
  }

private:
  ImplicitLocOpBuilder &builder;
  SmallVector<Value> operands;
  std::string text, constraints = "b";
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
    return arith::TruncIOp::create(builder, builder.getI32Type(), extent);
  }

  /// i64, what decides.
  ArrayRef<Value> getWords() const {
    return words;
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

/// What the buffer holds between two makings: the values of the last map, whether there is one, and whether the op has
/// made it just now.
constexpr int64_t kWordBytes = 8, kIsThereByte = 112, kMadeByte = 120;

std::string at(const std::string &address, int64_t byte) {
  return "[" + address + "+" + std::to_string(byte) + "]";
}

/// Ends the thread's work where all values are those of the last map, and says so.
void leaveIfSame(OneThreadPtx &ptx, const std::string &buffer, ArrayRef<std::string> words) {
  ptx.line("st.shared.b32 " + at(buffer, kMadeByte) + ", 0");
  ptx.line("ld.shared.b32 c, " + at(buffer, kIsThereByte));
  ptx.line("setp.eq.b32 q, c, 0");
  for (auto [i, word] : llvm::enumerate(words)) {
    ptx.line("ld.shared.b64 a, " + at(buffer, i * kWordBytes));
    ptx.line("setp.ne.or.b64 q, a, " + word + ", q");
  }
  ptx.leaveUnlessQ();
}

/// A map cannot reach all of the tensor then, and there is no other way here: better no result than a wrong one.
void trapIfTooLong(OneThreadPtx &ptx, AffineExpr extent, MapValues &values) {
  if (isa<AffineConstantExpr>(extent))
    return;
  ptx.line("setp.gt.u64 q, " + ptx.add(values.of(extent), "l") + ", " + std::to_string(tile_gpu::kMaxMapExtent));
  ptx.line("@q trap");
}

/// Zeros, then every field.
void fillMap(OneThreadPtx &ptx, tile_gpu::TensorMapAttr map, const std::string &buffer, MapValues &values) {
  auto replace = [&](const std::string &field, const char *type, const std::string &value) {
    ptx.line("tensormap.replace.tile." + field + ".shared::cta.b1024." + type + " [" + buffer + "], " + value);
  };
  for (int64_t byte = 0; byte < tile_gpu::kTensorMapBytes; byte += kWordBytes)
    ptx.line("st.shared.b64 " + at(buffer, byte) + ", 0");
  replace("rank", "b32", std::to_string(map.getRank() - 1));
  replace("elemtype", "b32", std::to_string(elementNumber(map)));
  replace("interleave_layout", "b32", "0");
  replace("swizzle_mode", "b32", std::to_string(swizzleNumber(map.getSwizzle())));
  replace("fill_mode", "b32", std::to_string(map.getNanFill()));
  replace("global_address", "b64", ptx.add(values.of(map.getBase().getResult(0)), "l"));
  for (unsigned d = 0; d < map.getRank(); ++d) {
    std::string dimension = std::to_string(d) + ", ";
    replace("box_dim", "b32", dimension + std::to_string(map.getBox()[d]));
    replace("element_stride", "b32", dimension + "1");
    AffineExpr extent = map.getExtents().getResult(d);
    trapIfTooLong(ptx, extent, values);
    replace("global_dim", "b32", dimension + ptx.add(values.extentOf(extent), "r"));
    if (d + 1 < map.getRank())
      replace("global_stride", "b64", dimension + ptx.add(values.of(map.getStrides().getResult(d)), "l"));
  }
}

/// Copies the map to global memory, fences the proxy of tensor maps, and remembers its values.
void publishMap(OneThreadPtx &ptx, const std::string &buffer, const std::string &place, ArrayRef<std::string> words) {
  for (int64_t byte = 0; byte < tile_gpu::kTensorMapBytes; byte += kPairBytes) {
    ptx.line("ld.shared.v2.b64 {a, b}, " + at(buffer, byte));
    ptx.line("st.global.v2.b64 " + at(place, byte) + ", {a, b}");
  }
  ptx.line("fence.proxy.tensormap::generic.release.gpu");
  for (auto [i, word] : llvm::enumerate(words))
    ptx.line("st.shared.b64 " + at(buffer, i * kWordBytes) + ", " + word);
  for (int64_t byte : {kIsThereByte, kMadeByte})
    ptx.line("st.shared.b32 " + at(buffer, byte) + ", 1");
}

/// Marks that there is no map, at the start of the kernel.
void forgetValues(Value buffer) {
  ImplicitLocOpBuilder builder(buffer.getLoc(), buffer.getContext());
  builder.setInsertionPointAfterValue(buffer);
  emitProloguePtx(builder, "@$0 st.shared.b32 " + at("$1", kIsThereByte) + ", 0;", "b,l",
                  {isFirstThread(builder), buffer});
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
    forgetValues(adaptor.getBuffer().front());
    MapValues values(builder, arguments);
    OneThreadPtx ptx(builder);
    std::string buffer = ptx.add(adaptor.getBuffer().front(), "l"), to = ptx.add(*place, "l");
    SmallVector<std::string> words;
    for (Value word : values.getWords())
      words.push_back(ptx.add(word, "l"));
    leaveIfSame(ptx, buffer, words);
    fillMap(ptx, op.getDescription(), buffer, values);
    publishMap(ptx, buffer, to, words);
    ptx.emit();
    auto generic = LLVM::LLVMPointerType::get(builder.getContext());
    rewriter.replaceOp(op, LLVM::AddrSpaceCastOp::create(builder, generic, *place));
    return success();
  }

private:
  /// The address of the map in the workspace, behind the counter: CTA c has number c * maps + the op's number.
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
    auto build = op.getMap().getDefiningOp<tile_gpu::BuildTensorMapOp>();
    rewriter.eraseOp(op);
    // The launcher's are there before the kernel.
    if (!build)
      return success();
    OneThreadPtx ptx(builder);
    std::string buffer = ptx.add(rewriter.getRemappedValue(build.getBuffer()), "l");
    ptx.line("ld.shared.b32 c, " + at(buffer, kMadeByte));
    ptx.line("setp.ne.b32 q, c, 0");
    ptx.leaveUnlessQ();
    ptx.line("fence.proxy.tensormap::generic.acquire.gpu [" + ptx.add(adaptor.getMap().front(), "l") + "], 128");
    ptx.emit();
    return success();
  }
};

} // namespace

void tilec::populateBuildTensorMapPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                           const LoweringContext &lowering) {
  patterns.add<BuildTensorMapPattern, TensorMapFencePattern>(types, lowering, patterns.getContext());
}
