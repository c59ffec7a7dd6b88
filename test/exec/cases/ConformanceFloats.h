// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Inputs of the conformance cases on floating-point types.
#ifndef TILEC_TEST_EXEC_CONFORMANCEFLOATS_H
#define TILEC_TEST_EXEC_CONFORMANCEFLOATS_H

#include "test/exec/cases/ConformanceTable.h"
#include "test/exec/harness/ExactReference.h"

namespace tilec::exec {

template <class T> T fromBits(uint64_t bits) {
  T result;
  std::memcpy(static_cast<void *>(&result), &bits, sizeof result);
  return result;
}

/// Infinities, NaN, zeros of both signs, the ends of the normal and of the subnormal numbers.
template <class T> T edge(Random &random) {
  using F = FormatOf<T>;
  const Real smallest = std::ldexp(Real(1), F::smallest), least = std::ldexp(smallest, 1 - F::precision);
  const Real edges[] = {0,
                        least,
                        smallest - least,
                        smallest,
                        smallest + least,
                        1,
                        1 + std::ldexp(Real(1), 1 - F::precision),
                        2,
                        3,
                        Real(0.5),
                        largestNumber<T>(),
                        std::numeric_limits<Real>::infinity(),
                        std::numeric_limits<Real>::quiet_NaN()};
  Real value = edges[random.integer(0, std::size(edges) - 1)];
  return T(double(random.chance(0.5) ? -value : value));
}

/// Any number: edges, whole numbers and halves, every exponent alike.
template <class T> T anyFloat(Random &random) {
  switch (random.integer(0, 7)) {
  case 0:
    return edge<T>(random);
  case 1:
    return T(double(random.integer(-64, 64)) / 2);
  case 2:
  case 3:
    return T(random.real(-30, 30));
  default:
    return fromBits<T>(random.bits());
  }
}

/// A number that meets `other` in sums: of nearly the same exponent, equal, opposite, a few last places away.
template <class T> T partnerOf(T other, Random &random) {
  uint64_t bits = 0;
  std::memcpy(&bits, &other, sizeof other);
  switch (random.integer(0, 5)) {
  case 0:
    return T(-double(other));
  case 1:
    return fromBits<T>(bits + uint64_t(random.integer(-3, 3)));
  case 2:
  case 3:
    return T(double(other) * random.real(-8, 8));
  default:
    return anyFloat<T>(random);
  }
}

template <class T> std::string bitsText(const T &value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.9g (0x%llx)", double(value), (unsigned long long)bits);
  return buffer;
}

} // namespace tilec::exec

#endif // TILEC_TEST_EXEC_CONFORMANCEFLOATS_H
