// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Whether two arrays hold about the same numbers.
#pragma once
#include "llvm/ADT/StringRef.h"

namespace tilec::tune {

/// `elementType` is the manifest's. Floats may be apart by `tolerance`, relative to the larger one or to 1, and NaN is
/// like NaN; a negative tolerance is that of the element type. Everything else is compared bit by bit.
bool isNear(llvm::StringRef a, llvm::StringRef b, llvm::StringRef elementType, double tolerance);

} // namespace tilec::tune
