// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The integer code that converts element types where the hardware cannot, compiled for this CPU and compared with the
// executor's conversions: exhaustively for narrow sources, else on edges and random bits.
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/FloatConversions.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "compiler/Host/Numerics/FloatTypes.h"
#include "test/compiler/Conversion/TileGPUToNVVM/Arithmetic/NativeScalars.h"
#include "test/support/Catch.h"
#include <optional>
#include <random>

using namespace mlir;
using namespace tilec;
using namespace tilec::host;

namespace {

/// Compiles one conversion for the CPU, as a function from register to register.
class CompiledConversion {
public:
  using Emit = std::function<Value(ImplicitLocOpBuilder &, Value)>;

  CompiledConversion(MLIRContext &context, Type from, Type to, const Emit &emit) {
    OpBuilder builder(&context);
    OwningOpRef<ModuleOp> module = ModuleOp::create(builder.getUnknownLoc());
    ImplicitLocOpBuilder code(builder.getUnknownLoc(), builder);
    code.setInsertionPointToEnd(module->getBody());
    auto function = LLVM::LLVMFuncOp::create(code, "convert", LLVM::LLVMFunctionType::get(to, {from}));
    code.setInsertionPointToStart(function.addEntryBlock(builder));
    Value result = emit(code, function.getArgument(0));
    LLVM::ReturnOp::create(code, result);
    compiled.emplace(*module);
  }

  template <typename To, typename From> To (*function())(From) {
    return compiled->function<To(From)>("convert");
  }

private:
  std::optional<NativeScalars> compiled;
};

struct Fixture : ScalarContext {
  CompiledConversion floatToFloat(Type from, Type to) {
    return CompiledConversion(context, registerType(from), registerType(to),
                              [&](auto &b, Value value) { return convertFloat(b, value, from, to, target); });
  }
  CompiledConversion integerToFloat(Type from, Type to, bool isUnsigned) {
    return CompiledConversion(context, from, registerType(to), [&](auto &b, Value value) {
      return convertIntegerToFloat(b, value, to, isUnsigned, target);
    });
  }

  Target target = llvm::cantFail(Target::parse("sm_80")); // converts nothing below 16 bits in hardware
  Type f32 = Float32Type::get(&context), f64 = Float64Type::get(&context);
  Type e4m3 = Float8E4M3FNType::get(&context), e5m2 = Float8E5M2Type::get(&context);
  Type e8m0 = Float8E8M0FNUType::get(&context), e2m1 = Float4E2M1FNType::get(&context);
  Type tf32 = FloatTF32Type::get(&context);
};

/// Random bit patterns, and everything near what a narrow type rounds at.
template <typename Float> std::vector<Float> samples() {
  using Bits = std::conditional_t<sizeof(Float) == 8, uint64_t, uint32_t>;
  std::mt19937_64 random(7);
  std::vector<Float> values = {0, 1, -1, INFINITY, -INFINITY, NAN, 448, 464, 480, 57344, 61440, 6, 5, 7, 1e30};
  for (int i = 0; i < 20000; ++i)
    values.push_back(std::bit_cast<Float>(Bits(random())));
  for (int i = 0; i < 20000; ++i) // few mantissa bits, exponents of the narrow types
    values.push_back(std::ldexp(Float(int(random() % 4096) - 2048), int(random() % 40) - 32));
  size_t count = values.size();
  for (size_t i = 0; i < count; ++i)
    for (Float direction : {Float(-INFINITY), Float(INFINITY)})
      values.push_back(std::nextafter(values[i], direction));
  for (int e = -160; e < 130; ++e)
    for (double m : {1.0, 1.0000001, 1.5, 1.25, 1.75, 1.99999})
      values.push_back(Float(std::ldexp(m, e)));
  return values;
}

template <typename T> bool same(T a, T b) {
  return a.bits == b.bits;
}
/// Any NaN is as good as another in 32 bits.
bool sameTf32(float a, float b) {
  return std::isnan(a) ? std::isnan(b) : std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b);
}

template <typename T, typename Float> void checkNarrowing(CompiledConversion compiled) {
  auto *convert = compiled.function<uint8_t, Float>();
  size_t wrong = 0;
  for (Float value : samples<Float>())
    if (T got{convert(value)}, expected = narrow<T>(value); !same(got, expected) && wrong++ < 5) {
      UNSCOPED_INFO(value << ": expected " << int(expected.bits) << ", got " << int(got.bits));
    }
  CHECK(wrong == 0);
}

template <typename T> void checkWidening(CompiledConversion compiled, int count) {
  auto *convert = compiled.function<float, uint8_t>();
  size_t wrong = 0;
  for (int bits = 0; bits < count; ++bits)
    if (!sameTf32(convert(bits), float(widen(T{uint8_t(bits)}))) && wrong++ < 5) {
      UNSCOPED_INFO(bits << ": got " << convert(bits));
    }
  CHECK(wrong == 0);
}

template <typename Integer> std::vector<Integer> integers() {
  std::mt19937_64 random(11);
  std::vector<Integer> values = {0, 1, Integer(-1), std::numeric_limits<Integer>::min(),
                                 std::numeric_limits<Integer>::max()};
  for (int bit = 0; bit < int(sizeof(Integer) * 8); ++bit)
    for (int delta : {-1, 0, 1})
      values.push_back(Integer((uint64_t(1) << bit) + delta));
  for (int i = 0; i < 50000; ++i)
    values.push_back(Integer(random() >> (random() % (sizeof(Integer) * 8))));
  // One bit far below a tie at 11 bits decides.
  for (int high = 12; high < int(sizeof(Integer) * 8) - 1; ++high)
    for (int low = 0; low < high - 12; ++low)
      values.push_back(Integer((uint64_t(1) << high) + (uint64_t(1) << (high - 11)) + (uint64_t(1) << low)));
  return values;
}

template <typename Integer> void checkIntegersToTf32(CompiledConversion compiled) {
  auto *convert = compiled.function<float, Integer>();
  size_t wrong = 0;
  for (Integer value : integers<Integer>()) {
    bool negative = std::is_signed_v<Integer> && value < 0;
    uint64_t magnitude = negative ? uint64_t(0) - uint64_t(int64_t(value)) : uint64_t(value);
    float expected = widen(narrowInteger<TF32>(negative, magnitude));
    if (!sameTf32(convert(value), expected) && wrong++ < 5) {
      UNSCOPED_INFO(value << ": expected " << expected << ", got " << convert(value));
    }
  }
  CHECK(wrong == 0);
}

} // namespace

TEST_CASE_METHOD(Fixture, "narrowing rounds as the executor does") {
  checkNarrowing<E4M3, float>(floatToFloat(f32, e4m3));
  checkNarrowing<E5M2, float>(floatToFloat(f32, e5m2));
  checkNarrowing<E8M0, float>(floatToFloat(f32, e8m0));
  checkNarrowing<E2M1, float>(floatToFloat(f32, e2m1));
  checkNarrowing<E4M3, double>(floatToFloat(f64, e4m3));
  checkNarrowing<E5M2, double>(floatToFloat(f64, e5m2));
  checkNarrowing<E8M0, double>(floatToFloat(f64, e8m0));
  checkNarrowing<E2M1, double>(floatToFloat(f64, e2m1));
}

TEST_CASE_METHOD(Fixture, "widening is exact") {
  checkWidening<E4M3>(floatToFloat(e4m3, f32), 256);
  checkWidening<E8M0>(floatToFloat(e8m0, f32), 256);
  checkWidening<E2M1>(floatToFloat(e2m1, f32), 16);
}

TEST_CASE_METHOD(Fixture, "tf32 rounds once, from f64 too") {
  CompiledConversion single = floatToFloat(f32, tf32), twice = floatToFloat(f64, tf32);
  size_t wrong = 0;
  for (float value : samples<float>())
    wrong += !sameTf32(single.function<float, float>()(value), widen(narrow<TF32>(value)));
  for (double value : samples<double>())
    wrong += !sameTf32(twice.function<float, double>()(value), widen(narrow<TF32>(value)));
  CHECK(wrong == 0);
}

TEST_CASE_METHOD(Fixture, "integers round once") {
  auto i = [&](unsigned width) { return IntegerType::get(&context, width); };
  checkIntegersToTf32<int32_t>(integerToFloat(i(32), tf32, false));
  checkIntegersToTf32<uint32_t>(integerToFloat(i(32), tf32, true));
  checkIntegersToTf32<int64_t>(integerToFloat(i(64), tf32, false));
  checkIntegersToTf32<uint64_t>(integerToFloat(i(64), tf32, true));
}
