// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Medians of event times.
#include "tools/bench/Measure.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

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

std::vector<double> bench::medians(const runtime::Context &context, const runtime::Stream &stream,
                                   const std::vector<Work> &works, int repetitions, const Work &before) {
  constexpr int kWarmUps = 3;
  auto begin = take(runtime::Event::create(context)), end = take(runtime::Event::create(context));
  std::vector<std::vector<double>> times(works.size());
  for (int i = 0; i < kWarmUps + repetitions; ++i)
    for (size_t w = 0; w < works.size(); ++w) {
      if (before)
        before();
      take(begin.record(stream));
      works[w]();
      take(end.record(stream));
      take(end.synchronize());
      if (i >= kWarmUps)
        times[w].push_back(1000.0 * take(end.millisecondsSince(begin)));
    }
  std::vector<double> result;
  for (auto &of : times) {
    std::sort(of.begin(), of.end());
    result.push_back(of[of.size() / 2]);
  }
  return result;
}
