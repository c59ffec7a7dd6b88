// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/Ops/MatrixElements.h"

namespace tilec::host {

std::vector<double> widened(Frame &frame, const Slot &slot) {
  std::vector<double> values(slot.count);
  withFloat(slot.kind, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const T *x = frame.at<T>(slot);
    for (size_t i = 0; i < values.size(); ++i)
      values[i] = widen(x[i]);
  });
  return values;
}

std::vector<double> widenedOperand(Frame &frame, const Slot &slot) {
  if (slot.kind != Kind::TF32)
    return widened(frame, slot);
  std::vector<double> values(slot.count);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = widen(TF32{frame.at<uint32_t>(slot)[i] & ~uint32_t(0x1fff)});
  return values;
}

std::vector<uint32_t> extendedOperand(Frame &frame, const Slot &slot, bool isUnsigned) {
  std::vector<uint32_t> values(slot.count);
  withInteger(slot.kind, [&](auto integer) {
    using I = decltype(integer);
    const auto *x = frame.at<typename I::U>(slot);
    for (size_t i = 0; i < values.size(); ++i)
      values[i] = isUnsigned ? uint32_t(x[i]) : uint32_t(int32_t(I::asSigned(x[i])));
  });
  return values;
}

void narrowAccumulators(Frame &frame, const Slot &result, const std::vector<double> &sums) {
  withArithmeticFloat(result.kind, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    T *out = frame.at<T>(result);
    for (size_t i = 0; i < sums.size(); ++i)
      out[i] = narrow<T>(sums[i]);
  });
}

} // namespace tilec::host
