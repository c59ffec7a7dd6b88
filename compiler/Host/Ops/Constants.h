// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The numbers of a constant.
#pragma once

#include "compiler/Host/Slot.h"
#include "mlir/IR/Attributes.h"
#include <vector>

namespace tilec::host {

/// Stored bits of a constant's elements in row-major order: one for a splat or scalar; none for a form that is not
/// known.
std::vector<uint64_t> constantElements(Kind kind, mlir::Attribute value);

} // namespace tilec::host
