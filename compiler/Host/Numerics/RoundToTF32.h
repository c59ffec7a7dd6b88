// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads that round f32 to tf32.
#pragma once

#include "compiler/Host/Numerics/FloatTypes.h"

namespace tilec::host {

/// Floats become tf32 where they lie, to nearest even.
inline void roundToTF32(uint32_t *elements, size_t count) {
  for (size_t i = 0; i < count; ++i)
    elements[i] = narrow<TF32>(std::bit_cast<float>(elements[i])).bits;
}

} // namespace tilec::host
