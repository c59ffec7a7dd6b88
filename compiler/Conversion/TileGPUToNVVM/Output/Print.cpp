// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// printf: thread 0 calls the driver's `vprintf`.
///
/// A tile prints as nested brackets, `[[1, 2], [3, 4]]`. Its elements lie in scratch, where thread 0 reads them. As
/// long as a call has at most 32 arguments (the driver's limit) all is one call, whose text no other block interrupts;
/// else each piece is a call of its own, and a tile a nest of loops.
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/FloatConversions.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/SharedMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/Output/DriverCalls.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "dialects/Tile/IR/ElementTypes.h"
#include "dialects/Tile/IR/PrintFormat.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include <numeric>

using namespace mlir;
using namespace tilec;
using tile::FormatPiece;

namespace {

constexpr int64_t kMostArguments = 32;

/// Calls of vprintf in one place.
class Printer {
public:
  Printer(Operation *op, ImplicitLocOpBuilder &builder, const Target &target)
      : op(op), module(op->getParentOfType<ModuleOp>()), builder(builder), target(target) {}

  void call(llvm::StringRef format, ValueRange arguments) {
    Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
    Value block = arguments.empty() ? LLVM::ZeroOp::create(builder, pointer).getResult() : argumentBlock(arguments);
    Value text = stringConstant(builder, module, format);
    LLVM::CallOp::create(builder, declareFunction(module, "vprintf", builder.getI32Type(), {pointer, pointer}),
                         ValueRange{text, block});
  }

  /// `value`, a register of `element`, as C passes it to a conversion.
  Value promote(Value value, Type element, const FormatPiece &piece) {
    if (isa<FloatType>(element))
      return convertFloat(builder, value, element, builder.getF64Type(), target);
    if (!value.getType().isInteger())
      return value; // a pointer
    Type wanted = is64Bits(element) ? builder.getI64Type() : builder.getI32Type();
    unsigned width = value.getType().getIntOrFloatBitWidth();
    if (width == wanted.getIntOrFloatBitWidth())
      return value;
    bool isSigned = width > 1 && (piece.letter() == 'd' || piece.letter() == 'i');
    return isSigned ? arith::ExtSIOp::create(builder, wanted, value).getResult()
                    : arith::ExtUIOp::create(builder, wanted, value).getResult();
  }

  static bool is64Bits(Type element) {
    return !isa<FloatType>(element) && registerBits(registerType(element)) == 64;
  }
  /// The conversion that `promote` passes values for.
  static std::string conversion(const FormatPiece &piece, Type element) {
    return piece.withLength(is64Bits(element));
  }

private:
  /// The arguments in local memory, each at its natural alignment.
  Value argumentBlock(ValueRange arguments) {
    auto type = LLVM::LLVMStructType::getLiteral(builder.getContext(), llvm::to_vector(arguments.getTypes()));
    Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
    Value block;
    {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(&op->getParentOfType<FunctionOpInterface>().getFunctionBody().front());
      block = LLVM::AllocaOp::create(builder, pointer, type, constant32(builder, 1), /*alignment=*/8);
    }
    for (auto [i, argument] : llvm::enumerate(arguments)) {
      Value place = LLVM::GEPOp::create(builder, pointer, type, block, ArrayRef<LLVM::GEPArg>{0, int32_t(i)});
      LLVM::StoreOp::create(builder, argument, place);
    }
    return block;
  }

  Operation *op;
  ModuleOp module;
  ImplicitLocOpBuilder &builder;
  const Target &target;
};

/// One argument of printf: a register, or a tile in scratch.
struct PrintArgument {
  Type element;
  Value scalar;
  std::optional<SharedArray> tile;
  SmallVector<int64_t> shape;

  int64_t count() const {
    return tile ? std::accumulate(shape.begin(), shape.end(), int64_t(1), std::multiplies<>()) : 1;
  }
};

/// Everything in one call: tiles are spelled out in the format.
class SingleCall {
public:
  SingleCall(Printer &printer, ImplicitLocOpBuilder &builder) : printer(printer), builder(builder) {}

  void add(const FormatPiece &piece) {
    format += piece.text;
  }
  void add(const FormatPiece &piece, PrintArgument &argument) {
    int64_t next = 0;
    nested(piece, argument, 0, next);
  }
  void finish() {
    printer.call(format, values);
  }

private:
  void nested(const FormatPiece &piece, PrintArgument &argument, unsigned depth, int64_t &next) {
    if (depth == argument.shape.size()) {
      format += Printer::conversion(piece, argument.element);
      Value value = argument.tile ? argument.tile->load(constant32(builder, next++)) : argument.scalar;
      values.push_back(printer.promote(value, argument.element, piece));
      return;
    }
    format += "[";
    for (int64_t i = 0; i < argument.shape[depth]; ++i) {
      format += i ? ", " : "";
      nested(piece, argument, depth + 1, next);
    }
    format += "]";
  }

  Printer &printer;
  ImplicitLocOpBuilder &builder;
  std::string format;
  SmallVector<Value> values;
};

/// A tile by loops, for dimensions from `depth` on; `first` is the number of the first element.
void printLoops(Printer &printer, ImplicitLocOpBuilder &builder, const FormatPiece &piece, PrintArgument &argument,
                unsigned depth, Value first) {
  if (depth == argument.shape.size()) {
    Value value = argument.tile ? argument.tile->load(first) : argument.scalar;
    printer.call(Printer::conversion(piece, argument.element), printer.promote(value, argument.element, piece));
    return;
  }
  int64_t stride = 1;
  for (int64_t extent : ArrayRef(argument.shape).drop_front(depth + 1))
    stride *= extent;
  printer.call("[", {});
  Value zero = constant32(builder, 0);
  auto loop = scf::ForOp::create(builder, zero, constant32(builder, argument.shape[depth]), constant32(builder, 1));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value isLater = arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, loop.getInductionVar(), zero);
  auto separator = scf::IfOp::create(builder, isLater, /*withElseRegion=*/false);
  {
    OpBuilder::InsertionGuard inner(builder);
    builder.setInsertionPointToStart(separator.thenBlock());
    printer.call(", ", {});
  }
  Value offset = arith::MulIOp::create(builder, loop.getInductionVar(), constant32(builder, stride));
  printLoops(printer, builder, piece, argument, depth + 1, arith::AddIOp::create(builder, first, offset));
  builder.setInsertionPointAfter(loop);
  printer.call("]", {});
}

class PrintPattern : public RegisterPattern<tile_gpu::PrintOp> {
public:
  using RegisterPattern::RegisterPattern;
  LogicalResult lower(tile_gpu::PrintOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    std::vector<FormatPiece> pieces = tile::splitFormat(op.getFormat());
    size_t conversions = tile::countConversions(pieces);
    if (conversions != op.getArguments().size())
      return op.emitError() << "expected " << conversions << " arguments for the format, got "
                            << op.getArguments().size();
    FailureOr<std::vector<PrintArgument>> arguments = collect(op, adaptor, builder);
    if (failed(arguments))
      return failure();
    auto single = scf::IfOp::create(builder, isFirstThread(builder), /*withElseRegion=*/false);
    builder.setInsertionPointToStart(single.thenBlock());
    print(op, pieces, *arguments, builder);
    rewriter.eraseOp(op);
    return success();
  }

private:
  /// Puts tiles into scratch, and waits for that.
  FailureOr<std::vector<PrintArgument>> collect(tile_gpu::PrintOp op, Adaptor adaptor,
                                                ImplicitLocOpBuilder &builder) const {
    std::vector<PrintArgument> arguments;
    bool usesScratch = false;
    SmallVector<int64_t> offsets = op.getTileOffsets();
    for (auto [i, argument] : llvm::enumerate(op.getArguments())) {
      PrintArgument &added = arguments.emplace_back();
      added.element = getElementTypeOrSelf(argument.getType());
      ValueRange registers = adaptor.getArguments()[i];
      if (!tile_gpu::isDistributed(argument.getType())) {
        added.scalar = registers.front();
        continue;
      }
      std::optional<int64_t> offset = op.getScratchOffset();
      FailureOr<Value> address = sharedAddress(op, offset ? *offset + offsets[i] : offset, builder);
      if (failed(address))
        return failure();
      added.tile.emplace(builder, *address, added.element);
      added.shape = llvm::to_vector(tile::shapeOf(argument.getType()));
      added.tile->storeTile(registers, tile_gpu::LayoutAttr::of(argument.getType()));
      usesScratch = true;
    }
    if (usesScratch)
      emitCtaBarrier(builder, tile_gpu::numWarpsOf(op));
    return arguments;
  }

  void print(Operation *op, ArrayRef<FormatPiece> pieces, std::vector<PrintArgument> &arguments,
             ImplicitLocOpBuilder &builder) const {
    Printer printer(op, builder, lowering.target);
    int64_t count = 0;
    for (const PrintArgument &argument : arguments)
      count += argument.count();
    SingleCall whole(printer, builder);
    auto next = arguments.begin();
    for (const FormatPiece &piece : pieces) {
      if (count <= kMostArguments)
        piece.isConversion ? whole.add(piece, *next++) : whole.add(piece);
      else if (piece.isConversion)
        printLoops(printer, builder, piece, *next++, 0, constant32(builder, 0));
      else
        printer.call(piece.text, {});
    }
    if (count <= kMostArguments)
      whole.finish();
  }
};

} // namespace

void tilec::populatePrintPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                  const LoweringContext &lowering) {
  patterns.add<PrintPattern>(types, lowering, patterns.getContext());
}
