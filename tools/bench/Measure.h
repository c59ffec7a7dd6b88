// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Times of work queued on a stream, by events of the device.
#ifndef TILEC_BENCH_MEASURE_H
#define TILEC_BENCH_MEASURE_H

#include "tilec/Runtime.h"

#include <functional>
#include <string>

namespace tilec::bench {

/// What one piece of work took, in microseconds.
struct Times {
  double median = 0, fastest = 0, slowest = 0;
};

/// Ends the program with the error's message.
[[noreturn]] void fail(const std::string &message);

template <class T> T take(runtime::Expected<T> value) {
  if (!value)
    fail(value.error().message());
  return std::move(*value);
}
void take(const runtime::Status &status);

/// Runs `work` a few times unmeasured and then `repetitions` times, each between two events. `inner` is how often
/// `work` itself repeats what is to be timed.
Times measure(const runtime::Context &context, const runtime::Stream &stream, const std::function<void()> &work,
              int repetitions = 31, int inner = 1);

} // namespace tilec::bench

#endif // TILEC_BENCH_MEASURE_H
