// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Tune/ResultComparison.h"

#include "llvm/ADT/APFloat.h"
#include <cmath>
#include <cstring>

using namespace tilec;
using llvm::APFloat;
using llvm::StringRef;

namespace {

struct FloatType {
  StringRef name;
  unsigned bits;
  const llvm::fltSemantics &(*semantics)();
  double tolerance; ///< of sums in another order
};
const FloatType kFloatTypes[] = {{"f64", 64, APFloat::IEEEdouble, 1e-9},  {"f32", 32, APFloat::IEEEsingle, 1e-3},
                                 {"tf32", 32, APFloat::IEEEsingle, 1e-2}, {"f16", 16, APFloat::IEEEhalf, 2e-2},
                                 {"bf16", 16, APFloat::BFloat, 3e-2},     {"f8E4M3FN", 8, APFloat::Float8E4M3FN, 0.25},
                                 {"f8E5M2", 8, APFloat::Float8E5M2, 0.25}};

double numberAt(StringRef bytes, size_t index, const FloatType &type) {
  uint64_t bits = 0;
  std::memcpy(&bits, bytes.data() + index * type.bits / 8, type.bits / 8);
  if (type.bits == 32) {
    float value;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
  }
  APFloat value(type.semantics(), llvm::APInt(type.bits, bits));
  bool isInexact;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &isInexact);
  return value.convertToDouble();
}

} // namespace

bool tune::isNear(StringRef a, StringRef b, StringRef elementType, double tolerance) {
  if (a == b)
    return true;
  if (a.size() != b.size())
    return false;
  for (const FloatType &type : kFloatTypes) {
    if (type.name != elementType)
      continue;
    double apart = tolerance < 0 ? type.tolerance : tolerance;
    for (size_t i = 0, count = a.size() * 8 / type.bits; i < count; ++i) {
      double x = numberAt(a, i, type), y = numberAt(b, i, type);
      bool isSame = x == y || (std::isnan(x) && std::isnan(y));
      if (!isSame && !(std::isfinite(x) && std::isfinite(y) &&
                       std::abs(x - y) <= apart * std::max({1.0, std::abs(x), std::abs(y)})))
        return false;
    }
    return true;
  }
  return false;
}
