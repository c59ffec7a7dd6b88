// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements of matrix products as they are multiplied and added up.
#pragma once

#include "compiler/Host/Frame.h"
#include <vector>

namespace tilec::host {

/// All elements as doubles.
std::vector<double> widened(Frame &frame, const Slot &slot);
/// The elements of an operand as doubles: of tf32 the upper 19 bits count, as in tensor cores.
std::vector<double> widenedOperand(Frame &frame, const Slot &slot);
/// Integers of a factor in 32 bits.
std::vector<uint32_t> extendedOperand(Frame &frame, const Slot &slot, bool isUnsigned);
/// Rounds every sum once.
void narrowAccumulators(Frame &frame, const Slot &result, const std::vector<double> &sums);

} // namespace tilec::host
