// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Turns math functions that NVPTX has no instruction for into calls of libdevice. LLVM would end the process on
/// `llvm.exp` and its like. Left to LLVM are fma, sqrt, floor, ceil, trunc, roundeven, absolute values and bit counts.
///
/// tanh of f32 has code of its own, within the same bounds, where a call takes too many instructions (Tanh.h).
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/Tanh.h"
#include "compiler/Conversion/TileGPUToNVVM/Passes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec {
#define GEN_PASS_DEF_CONVERTMATHTOLIBDEVICE
#include "compiler/Conversion/TileGPUToNVVM/Passes.h.inc"
} // namespace tilec

using namespace mlir;
using namespace tilec;

namespace {

/// libdevice's base name of an op's function: `exp` is `__nv_exp` for f64 and `__nv_expf` for f32. Empty: none needed.
llvm::StringRef functionOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, llvm::StringRef>(op)
      .Case([](math::ExpOp) { return "exp"; })
      .Case([](math::Exp2Op) { return "exp2"; })
      .Case([](math::ExpM1Op) { return "expm1"; })
      .Case([](math::LogOp) { return "log"; })
      .Case([](math::Log2Op) { return "log2"; })
      .Case([](math::Log10Op) { return "log10"; })
      .Case([](math::Log1pOp) { return "log1p"; })
      .Case([](math::PowFOp) { return "pow"; })
      .Case([](math::RsqrtOp) { return "rsqrt"; })
      .Case([](math::CbrtOp) { return "cbrt"; })
      .Case([](math::ErfOp) { return "erf"; })
      .Case([](math::ErfcOp) { return "erfc"; })
      .Case([](math::SinOp) { return "sin"; })
      .Case([](math::CosOp) { return "cos"; })
      .Case([](math::TanOp) { return "tan"; })
      .Case([](math::AsinOp) { return "asin"; })
      .Case([](math::AcosOp) { return "acos"; })
      .Case([](math::AtanOp) { return "atan"; })
      .Case([](math::Atan2Op) { return "atan2"; })
      .Case([](math::AsinhOp) { return "asinh"; })
      .Case([](math::AcoshOp) { return "acosh"; })
      .Case([](math::AtanhOp) { return "atanh"; })
      .Case([](math::SinhOp) { return "sinh"; })
      .Case([](math::CoshOp) { return "cosh"; })
      .Case([](math::TanhOp) { return "tanh"; })
      .Case([](arith::RemFOp) { return "fmod"; })
      .Default([](Operation *) { return ""; });
}

/// The op may be approximated, and libdevice has a coarser function of the name `fast_...`: for f32 only.
bool takesFastFunction(Operation *op) {
  if (!isa<math::ExpOp, math::LogOp, math::Log2Op, math::Log10Op, math::PowFOp, math::SinOp, math::CosOp, math::TanOp>(
          op) ||
      !op->getResult(0).getType().isF32())
    return false;
  arith::FastMathFlags flags = cast<arith::ArithFastMathInterface>(op).getFastMathFlagsAttr().getValue();
  return arith::bitEnumContainsAny(flags, arith::FastMathFlags::afn);
}

/// Ops that LLVM has instructions for.
bool isInstruction(Operation *op) {
  return isa<math::FmaOp, math::SqrtOp, math::FloorOp, math::CeilOp, math::TruncOp, math::RoundOp, math::RoundEvenOp,
             math::AbsFOp, math::AbsIOp, math::CopySignOp, math::CountLeadingZerosOp, math::CountTrailingZerosOp,
             math::CtPopOp>(op);
}

LLVM::LLVMFuncOp declare(ModuleOp module, const std::string &name, Type result, TypeRange arguments) {
  if (auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
    return function;
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  auto type = LLVM::LLVMFunctionType::get(result, llvm::to_vector(arguments));
  return LLVM::LLVMFuncOp::create(builder, module.getLoc(), name, type);
}

/// f16 and bf16 as f32; other values as they are.
Value widened(ImplicitLocOpBuilder &builder, Value value) {
  if (!isa<Float16Type, BFloat16Type>(value.getType()))
    return value;
  return arith::ExtFOp::create(builder, builder.getF32Type(), value);
}

Value call(ModuleOp module, ImplicitLocOpBuilder &builder, const std::string &name, ValueRange arguments) {
  LLVM::LLVMFuncOp callee = declare(module, name, arguments.front().getType(), arguments.getTypes());
  return LLVM::CallOp::create(builder, callee, arguments).getResult();
}

void replace(ImplicitLocOpBuilder &builder, Operation *op, Value result) {
  Type wanted = op->getResult(0).getType();
  if (wanted != result.getType())
    result = arith::TruncFOp::create(builder, wanted, result);
  op->replaceAllUsesWith(ValueRange(result));
  op->erase();
}

void replaceByCall(ModuleOp module, Operation *op, llvm::StringRef function) {
  OpBuilder plain(op);
  ImplicitLocOpBuilder builder(op->getLoc(), plain);
  SmallVector<Value> arguments;
  for (Value operand : op->getOperands())
    arguments.push_back(widened(builder, operand));
  std::string name = (takesFastFunction(op) ? "__nv_fast_" : "__nv_") + function.str();
  replace(builder, op, call(module, builder, name + (arguments.front().getType().isF32() ? "f" : ""), arguments));
}

/// libdevice's powi multiplies, and divides at the end: it is many units off, and 0 where a power overflows on the way.
/// So it becomes pow. Where the exponent has more bits than f32, that is the product of two powers whose exponents have
/// the same sign: neither leaves the range before the product does.
void replacePowerOfInteger(ModuleOp module, math::FPowIOp op) {
  OpBuilder plain(op);
  ImplicitLocOpBuilder builder(op->getLoc(), plain);
  Value base = widened(builder, op.getLhs()), exponent = op.getRhs();
  Type type = base.getType(), integer = exponent.getType();
  std::string name = type.isF32() ? "__nv_powf" : "__nv_pow";
  auto power = [&](Value n) { return call(module, builder, name, {base, arith::SIToFPOp::create(builder, type, n)}); };
  if (type.isF64() || integer.getIntOrFloatBitWidth() <= 16)
    return replace(builder, op, power(exponent));
  Value step = arith::ConstantOp::create(builder, builder.getIntegerAttr(integer, 256));
  Value low = arith::RemSIOp::create(builder, exponent, step);
  Value high = arith::SubIOp::create(builder, exponent, low);
  replace(builder, op, arith::MulFOp::create(builder, power(high), power(low)));
}

/// Functions that have own code: of f32, and of what is widened to it.
bool replaceByOwnCode(Operation *op) {
  auto tanh = dyn_cast<math::TanhOp>(op);
  if (!tanh || tanh.getType().isF64())
    return false;
  OpBuilder plain(op);
  ImplicitLocOpBuilder builder(op->getLoc(), plain);
  replace(builder, op, tanhOfAny(builder, widened(builder, tanh.getOperand())));
  return true;
}

/// Replaces isnan and isinf by comparisons.
bool replaceByComparison(Operation *op) {
  OpBuilder plain(op);
  ImplicitLocOpBuilder builder(op->getLoc(), plain);
  Value result;
  if (auto isNaN = dyn_cast<math::IsNaNOp>(op)) {
    result = arith::CmpFOp::create(builder, arith::CmpFPredicate::UNO, isNaN.getOperand(), isNaN.getOperand());
  } else if (auto isInf = dyn_cast<math::IsInfOp>(op)) {
    auto type = cast<FloatType>(isInf.getOperand().getType());
    Value infinity =
        arith::ConstantOp::create(builder, builder.getFloatAttr(type, APFloat::getInf(type.getFloatSemantics())));
    Value magnitude = math::AbsFOp::create(builder, isInf.getOperand());
    result = arith::CmpFOp::create(builder, arith::CmpFPredicate::OEQ, magnitude, infinity);
  } else {
    return false;
  }
  op->replaceAllUsesWith(ValueRange(result));
  op->erase();
  return true;
}

class ConvertMathToLibdevice : public tilec::impl::ConvertMathToLibdeviceBase<ConvertMathToLibdevice> {
public:
  void runOnOperation() override {
    WalkResult result = getOperation().walk([&](Operation *op) {
      if (replaceByComparison(op) || replaceByOwnCode(op))
        return WalkResult::advance();
      if (auto power = dyn_cast<math::FPowIOp>(op)) {
        replacePowerOfInteger(getOperation(), power);
        return WalkResult::advance();
      }
      if (llvm::StringRef function = functionOf(op); !function.empty()) {
        replaceByCall(getOperation(), op, function);
      } else if (isa<math::MathDialect>(op->getDialect()) && !isInstruction(op)) {
        op->emitError() << "not supported yet: " << op->getName() << " on the GPU";
        return WalkResult::interrupt();
      }
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace
