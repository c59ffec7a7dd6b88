// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Medians of event times.
#include "tools/bench/Measure.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace tilec;
using namespace tilec::bench;

void bench::fail(const std::string &message) {
  std::fprintf(stderr, "tilec-bench: %s\n", message.c_str());
  std::exit(1);
}

void bench::take(const runtime::Status &status) {
  if (!status)
    fail(status.error().message());
}

Times bench::measure(const runtime::Context &context, const runtime::Stream &stream, const std::function<void()> &work,
                     int repetitions, int inner) {
  constexpr int kWarmUps = 3;
  auto begin = take(runtime::Event::create(context)), end = take(runtime::Event::create(context));
  std::vector<double> times;
  for (int i = 0; i < kWarmUps + repetitions; ++i) {
    take(begin.record(stream));
    work();
    take(end.record(stream));
    take(end.synchronize());
    if (i >= kWarmUps)
      times.push_back(1000.0 * take(end.millisecondsSince(begin)) / inner);
  }
  std::sort(times.begin(), times.end());
  return {times[times.size() / 2], times.front(), times.back()};
}
