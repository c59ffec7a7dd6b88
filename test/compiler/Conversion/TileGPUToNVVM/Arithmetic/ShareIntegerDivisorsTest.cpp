// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Divisions by a shared divisor, compiled for this CPU, against its own division: every pair of 8 bits, edges and
// random numbers of the wider types.
#include "test/compiler/Conversion/TileGPUToNVVM/Arithmetic/NativeScalars.h"
#include "test/support/Catch.h"
#include <optional>
#include <random>

using namespace mlir;
using namespace tilec;

namespace {

/// A function (x, d, out): quotient and remainder of x, then of the same x again through other values, so that there
/// are enough divisions to share.
template <typename T> class Divisions {
public:
  Divisions() {
    ScalarContext scalar;
    OwningOpRef<ModuleOp> module = build(scalar.context);
    PassManager passes(&scalar.context);
    passes.addPass(createShareIntegerDivisors());
    REQUIRE(succeeded(passes.run(*module)));
    module->walk(
        [&](Operation *op) { divisions += isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(op); });
    code.emplace(*module);
    function = code->function<void(T, T, T *)>("divide");
  }

  /// Quotient and remainder are right.
  bool agrees(T x, T d) const {
    T out[4];
    function(x, d, out);
    return out[0] == T(x / d) && out[1] == T(x % d) && out[2] == out[0] && out[3] == out[1];
  }
  int divisions = 0;

private:
  static OwningOpRef<ModuleOp> build(MLIRContext &context) {
    OpBuilder builder(&context);
    OwningOpRef<ModuleOp> module = ModuleOp::create(builder.getUnknownLoc());
    ImplicitLocOpBuilder b(builder.getUnknownLoc(), builder);
    b.setInsertionPointToEnd(module->getBody());
    Type type = b.getIntegerType(8 * sizeof(T)), pointer = LLVM::LLVMPointerType::get(&context);
    auto function = LLVM::LLVMFuncOp::create(
        b, "divide", LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(&context), {type, type, pointer}));
    b.setInsertionPointToStart(function.addEntryBlock(builder));
    Value x = function.getArgument(0), d = function.getArgument(1);
    for (int i = 0; i < 4; ++i) {
      Value place = LLVM::GEPOp::create(b, pointer, type, function.getArgument(2), ArrayRef<LLVM::GEPArg>{i});
      LLVM::StoreOp::create(b, i % 2 ? remainder(b, x, d) : quotient(b, x, d), place);
    }
    LLVM::ReturnOp::create(b, ValueRange());
    return module;
  }
  static Value quotient(ImplicitLocOpBuilder &b, Value x, Value d) {
    if constexpr (std::is_signed_v<T>)
      return arith::DivSIOp::create(b, x, d);
    else
      return arith::DivUIOp::create(b, x, d);
  }
  static Value remainder(ImplicitLocOpBuilder &b, Value x, Value d) {
    if constexpr (std::is_signed_v<T>)
      return arith::RemSIOp::create(b, x, d);
    else
      return arith::RemUIOp::create(b, x, d);
  }

  std::optional<NativeScalars> code;
  void (*function)(T, T, T *) = nullptr;
};

template <typename T> bool isDefined(T x, T d) {
  return d != 0 && !(std::is_signed_v<T> && x == std::numeric_limits<T>::min() && d == T(-1));
}

template <typename T> std::vector<T> numbers(int count) {
  std::mt19937_64 random(5);
  std::vector<T> values;
  for (unsigned bit = 0; bit < 8 * sizeof(T); ++bit)
    for (int delta : {-2, -1, 0, 1, 2})
      for (int sign : {1, -1})
        values.push_back(T(uint64_t(sign) * ((uint64_t(1) << bit) + uint64_t(delta))));
  for (int i = 0; i < count; ++i)
    values.push_back(T(T(random()) >> (random() % (8 * sizeof(T)))));
  return values;
}

template <typename T> void checkAll(const std::vector<T> &values) {
  Divisions<T> divisions;
  CHECK(divisions.divisions == 1); // the reciprocal
  size_t wrong = 0;
  for (T d : values)
    for (T x : values)
      for (T near : {x, T(x * d), T(x * d - 1), T(x * d + 1)})
        if (isDefined(near, d) && !divisions.agrees(near, d) && wrong++ < 5) {
          UNSCOPED_INFO(+near << " by " << +d);
        }
  CHECK(wrong == 0);
}

template <typename T> std::vector<T> every() {
  std::vector<T> values;
  for (int i = 0; i < 256; ++i)
    values.push_back(T(i));
  return values;
}

} // namespace

TEST_CASE("8 bits: every pair") {
  checkAll<int8_t>(every<int8_t>());
  checkAll<uint8_t>(every<uint8_t>());
}
TEST_CASE("16 bits") {
  checkAll<int16_t>(numbers<int16_t>(600));
  checkAll<uint16_t>(numbers<uint16_t>(600));
}
TEST_CASE("32 bits") {
  checkAll<int32_t>(numbers<int32_t>(900));
  checkAll<uint32_t>(numbers<uint32_t>(900));
}
TEST_CASE("64 bits") {
  checkAll<int64_t>(numbers<int64_t>(900));
  checkAll<uint64_t>(numbers<uint64_t>(900));
}
