// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Expressions of integers, as C++ has them: `(n + N - 1) / N`, `N <= 256 && stages != 1`, `min(a, b)`, `max(a, b)`.
#pragma once
#include "tilec/Error.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace tilec::tune {

/// The value of `text`; `lookup` knows names. Division by zero and unknown names are errors, kBadOption.
runtime::Expected<int64_t> evaluate(llvm::StringRef text,
                                    llvm::function_ref<std::optional<int64_t>(llvm::StringRef)> lookup);

} // namespace tilec::tune
