// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Rounding to the elements of block-scaled products, in plain C++.
#ifndef TILEC_TEST_EXEC_SCALEDELEMENTS_H
#define TILEC_TEST_EXEC_SCALEDELEMENTS_H

#include "test/exec/harness/SmallFloat.h"
#include <cmath>
#include <string>

namespace tilec::exec {

/// The 4-bit format has these magnitudes; ties go to the even code.
inline double nearestFour(double x) {
  const double values[] = {0, 0.5, 1, 1.5, 2, 3, 4, 6};
  int best = 0;
  for (int code = 1; code < 8; ++code) {
    double nearer = std::fabs(std::fabs(x) - values[code]) - std::fabs(std::fabs(x) - values[best]);
    if (nearer < 0 || (nearer == 0 && code % 2 == 0))
      best = code;
  }
  return std::copysign(values[best], x);
}

/// To the element type of this name.
inline double rounded(const std::string &type, double x) {
  if (type == "__nv_fp8_e4m3")
    return Float8E4M3(x);
  return type == "__nv_fp8_e5m2" ? double(Float8E5M2(x)) : nearestFour(x);
}

} // namespace tilec::exec

#endif // TILEC_TEST_EXEC_SCALEDELEMENTS_H
