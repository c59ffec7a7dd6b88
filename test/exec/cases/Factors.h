// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Random factors of products.
#pragma once

#include "test/exec/harness/Cases.h"
#include <limits>

namespace tilec::exec {

/// Integers of all values, so that it shows which ones are taken for signed; floats from -2 to 2.
template <class T> auto &randomFactors(Run &run, int count) {
  if constexpr (std::is_integral_v<T>)
    return run.uniform<T>(count, std::numeric_limits<T>::min(), std::numeric_limits<T>::max());
  else
    return run.uniform<T>(count, -2, 2);
}

} // namespace tilec::exec
