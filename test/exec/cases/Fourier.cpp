// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A Fourier transform of 2048 points, and the order of its input.
#include "test/exec/harness/Cases.h"

#include <complex>

using namespace tilec::exec;

namespace {

int reversedBits(int i) {
  int result = 0;
  for (int bit = 0; bit < 11; ++bit)
    result |= ((i >> bit) & 1) << (10 - bit);
  return result;
}

void bitReversal(Run &run) {
  for (uint32_t blocks : {2u, 5u}) {
    auto &in = run.uniform<int>(blocks * 2048, 0, 9999), &out = run.zeros<int>(blocks * 2048);
    run.launch("bit_reversal", {blocks}, out, in);
    std::vector<int> expected(in.size());
    for (size_t i = 0; i < expected.size(); ++i)
      expected[i] = in[i / 2048 * 2048 + reversedBits(int(i % 2048))];
    run.equal("bit_reversal", out, expected);
    run.clear();
  }
}

void fft(Run &run) {
  constexpr int points = 2048;
  for (int signals : {1, 3}) {
    auto &re = run.uniform<float>(signals * points, -1, 1), &im = run.uniform<float>(signals * points, -1, 1);
    auto &outRe = run.zeros<float>(signals * points), &outIm = run.zeros<float>(signals * points);
    run.launch("fft", {uint32_t(signals)}, outRe, outIm, re, im);
    std::vector<std::complex<double>> root(points);
    for (int k = 0; k < points; ++k)
      root[k] = std::polar(1.0, -2 * M_PI * k / points);
    std::vector<double> expectedRe(signals * points), expectedIm(signals * points);
    for (int at = 0; at < signals * points; ++at) {
      int k = at % points, base = at - k;
      std::complex<double> sum = 0;
      for (int i = 0; i < points; ++i)
        sum += std::complex<double>(re[base + i], im[base + i]) * root[size_t(i) * k % points];
      expectedRe[at] = sum.real(), expectedIm[at] = sum.imag();
    }
    run.near("real part", outRe, expectedRe, {1e-5, 2e-4});
    run.near("imaginary part", outIm, expectedIm, {1e-5, 2e-4});
    run.clear();
  }
}

} // namespace

namespace tilec::exec {

void addFourierCases(Cases &cases) {
  cases.push_back({"fft/bit reversal", "fft", bitReversal});
  cases.push_back({"fft/2048 points", "fft", fft});
}

} // namespace tilec::exec
