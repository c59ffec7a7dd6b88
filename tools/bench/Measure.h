// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Times of work queued on a stream, by events of the device.
#ifndef TILEC_BENCH_MEASURE_H
#define TILEC_BENCH_MEASURE_H

#include "tilec/Runtime.h"

#include <functional>
#include <string>
#include <vector>

namespace tilec::bench {

/// Ends the program with the error's message.
[[noreturn]] void fail(const std::string &message);

template <class T> T take(runtime::Expected<T> value) {
  if (!value)
    fail(value.error().message());
  return std::move(*value);
}
void take(const runtime::Status &status);

/// Queues something on the stream.
using Work = std::function<void()>;

/// The median time of each piece of work, in microseconds. They take turns, so that a slow moment of the device meets
/// all; `before`, if given, is queued before each and not timed.
std::vector<double> medians(const runtime::Context &context, const runtime::Stream &stream,
                            const std::vector<Work> &works, int repetitions, const Work &before = {});

} // namespace tilec::bench

#endif // TILEC_BENCH_MEASURE_H
