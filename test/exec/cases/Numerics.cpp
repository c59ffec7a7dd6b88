// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stencils, sparse matrices, Fourier transforms, quantisation, pictures, sorting.
#include "test/exec/harness/Cases.h"

#include <algorithm>
#include <complex>

using namespace tilec::exec;

namespace {

void average(Run &run) {
  for (int n : {1, 2, 128, 1001}) {
    auto &in = run.uniform<float>(n, -10, 10), &out = run.zeros<float>(n);
    run.launch("average5", {uint32_t(ceilDiv(n, 128))}, out, in, n);
    std::vector<double> expected(n);
    for (int i = 0; i < n; ++i)
      for (int d = -2; d <= 2; ++d)
        expected[i] += i + d >= 0 && i + d < n ? in[i + d] * 0.2 : 0;
    run.near("average5", out, expected, {1e-5, 1e-5});
    run.clear();
  }
}

void heat(Run &run) {
  for (auto [rows, columns] : {std::pair{8, 32}, {1, 1}, {3, 3}, {20, 45}}) {
    auto &in = run.uniform<double>(rows * columns, 0, 100), &out = run.zeros<double>(rows * columns);
    run.launch("heat_step", {uint32_t(ceilDiv(columns, 32)), uint32_t(ceilDiv(rows, 8))}, out, in, rows, columns, 0.2);
    auto expected = in.values;
    for (int i = 1; i < rows - 1; ++i)
      for (int j = 1; j < columns - 1; ++j) {
        int at = i * columns + j;
        expected[at] += 0.2 * (in[at - 1] + in[at + 1] + in[at - columns] + in[at + columns] - 4 * in[at]);
      }
    run.near("heat_step", out, expected, {1e-12, 1e-12});
    run.clear();
  }
}

void overlappingSums(Run &run) {
  int rows = 7, columns = 9, windows = ceilDiv(rows, 2);
  auto &in = run.uniform<int>(rows * columns, -99, 99), &out = run.zeros<int>(windows * columns);
  run.launch("overlapping_sums", {uint32_t(columns), uint32_t(windows)}, out, in, rows, columns);
  std::vector<int> expected(windows * columns);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      expected[i / 2 * columns + j] += in[i * columns + j];
      if (j > 0)
        expected[i / 2 * columns + j - 1] += in[i * columns + j];
    }
  run.equal("overlapping_sums", out, expected);
}

template <class T> void spmv(Run &run, const std::string &type) {
  int rows = 100, size = 64, slices = ceilDiv(rows, 32);
  std::vector<int> starts{0}, columns;
  for (int s = 0; s < slices; ++s) {
    int width = s == 1 ? 0 : int(run.random.integer(1, 9)); // one slice is empty
    for (int k = 0; k < width * 32; ++k)
      columns.push_back(s * 32 + k % 32 < rows && run.random.chance(0.7) ? int(run.random.integer(0, size - 1)) : -1);
    starts.push_back(int(columns.size()));
  }
  auto &values = run.uniform<T>(columns.size(), -1, 1), &x = run.uniform<T>(size, -1, 1), &y = run.zeros<T>(rows);
  auto &c = run.array(columns), &begin = run.array(starts);
  run.launch("spmv<" + type + ">", {uint32_t(slices)}, y, values, c, begin, x, rows);
  std::vector<T> expected(rows);
  for (int s = 0; s < slices; ++s)
    for (int at = starts[s]; at < starts[s + 1]; ++at)
      if (columns[at] >= 0)
        expected[s * 32 + (at - starts[s]) % 32] =
            std::fma(values[at], x[columns[at]], expected[s * 32 + (at - starts[s]) % 32]);
  run.near("spmv<" + type + ">", y, expected, {});
  run.clear();
}

int reversedBits(int i) {
  int result = 0;
  for (int bit = 0; bit < 11; ++bit)
    result |= ((i >> bit) & 1) << (10 - bit);
  return result;
}

void bitReversal(Run &run) {
  auto &in = run.uniform<int>(2 * 2048, 0, 9999), &out = run.zeros<int>(2 * 2048);
  run.launch("bit_reversal", {2}, out, in);
  std::vector<int> expected(in.size());
  for (size_t i = 0; i < expected.size(); ++i)
    expected[i] = in[i / 2048 * 2048 + reversedBits(int(i % 2048))];
  run.equal("bit_reversal", out, expected);
}

void fft(Run &run) {
  constexpr int points = 2048;
  auto &re = run.uniform<float>(points, -1, 1), &im = run.uniform<float>(points, -1, 1);
  auto &outRe = run.zeros<float>(points), &outIm = run.zeros<float>(points);
  run.launch("fft", {1}, outRe, outIm, re, im);
  std::vector<std::complex<double>> root(points);
  for (int k = 0; k < points; ++k)
    root[k] = std::polar(1.0, -2 * M_PI * k / points);
  std::vector<double> expectedRe(points), expectedIm(points);
  for (int k = 0; k < points; ++k) {
    std::complex<double> sum = 0;
    for (int i = 0; i < points; ++i)
      sum += std::complex<double>(re[i], im[i]) * root[size_t(i) * k % points];
    expectedRe[k] = sum.real(), expectedIm[k] = sum.imag();
  }
  run.near("real part", outRe, expectedRe, {1e-5, 2e-4});
  run.near("imaginary part", outIm, expectedIm, {1e-5, 2e-4});
}

void grey(Run &run) {
  for (int pixels : {1, 1024, 3000, 1600}) {
    auto &rgb = run.uniform<unsigned char>(3 * pixels, 0, 255);
    auto &integers = run.zeros<unsigned char>(pixels), &floats = run.zeros<unsigned char>(pixels);
    Grid grid{uint32_t(ceilDiv(pixels, 1024))};
    run.launch("grey_by_integers", grid, integers, rgb, pixels);
    run.launch("grey_by_floats", grid, floats, rgb, pixels);
    std::vector<unsigned char> byIntegers(pixels), byFloats(pixels);
    for (int i = 0; i < pixels; ++i) {
      int r = rgb[3 * i], g = rgb[3 * i + 1], b = rgb[3 * i + 2];
      byIntegers[i] = (unsigned char)((77 * r + 150 * g + 29 * b + 128) >> 8);
      byFloats[i] = (unsigned char)std::min(std::floor(0.299 * r + 0.587 * g + 0.114 * b + 0.5), 255.0);
    }
    run.equal("grey_by_integers", integers, byIntegers);
    run.near("grey_by_floats", floats, byFloats, {0, 1}); // a sum next to a half may round either way
    run.clear();
  }
}

void quantizeBytes(Run &run) {
  for (auto [rows, columns] : {std::pair{1, 1}, {3, 128}, {5, 300}}) {
    auto &in = run.uniform<float>(rows * columns, -7, 7), &back = run.zeros<float>(rows * columns);
    for (int j = 0; rows > 2 && j < columns; ++j)
      in[columns + j] = 0; // a row of zeros
    auto &out = run.zeros<signed char>(rows * columns);
    auto &scales = run.zeros<float>(rows);
    uint32_t tiles = ceilDiv(columns, 128);
    run.launch("quantize_int8", {uint32_t(rows)}, out, scales, in, rows, columns);
    auto &outOfRows = run.zeros<signed char>(rows * columns);
    auto &scalesOfRows = run.zeros<float>(rows);
    run.launch("quantize_int8_row<1024>", {uint32_t(rows)}, outOfRows, scalesOfRows, in, rows, columns);
    run.launch("dequantize_int8", {uint32_t(rows), tiles}, back, out, scales, rows, columns);
    auto &backOfRows = run.zeros<float>(rows * columns);
    run.launch("dequantize_int8_row<1024>", {uint32_t(rows)}, backOfRows, out, scales, rows, columns);
    std::vector<signed char> expected(rows * columns);
    std::vector<float> expectedScales(rows), expectedBack(rows * columns);
    for (int i = 0; i < rows; ++i) {
      float largest = 0;
      for (int j = 0; j < columns; ++j)
        largest = std::max(largest, std::fabs(in[i * columns + j]));
      expectedScales[i] = largest > 0 ? largest / 127.0f : 1.0f;
      for (int j = i * columns; j < (i + 1) * columns; ++j) {
        float q = std::floor(in[j] / expectedScales[i] + 0.5f);
        expected[j] = (signed char)std::clamp(q, -127.0f, 127.0f);
        expectedBack[j] = expected[j] * expectedScales[i];
      }
    }
    run.equal("scales", scales, expectedScales);
    run.equal("quantize_int8", out, expected);
    run.equal("scales of rows", scalesOfRows, expectedScales);
    run.equal("quantize_int8_row", outOfRows, expected);
    run.near("dequantize_int8", back, expectedBack, {});
    run.near("dequantize_int8_row", backOfRows, expectedBack, {});
    run.clear();
  }
}

template <class Q> void quantizeSmallFloats(Run &run, const std::string &type, float top) {
  for (auto [rows, columns] : {std::pair{1, 1}, {3, 128}, {6, 100}}) {
    auto &in = run.uniform<float>(rows * columns, -7, 7), &back = run.zeros<float>(rows * columns);
    for (float &x : in.values)
      x *= run.random.chance(0.3) ? 1e-3f : 1.0f; // some become subnormal
    auto &out = run.zeros<Q>(rows * columns);
    auto &scales = run.zeros<float>(rows);
    run.launch("quantize_fp8<" + type + ">", {uint32_t(rows)}, out, scales, in, rows, columns, top);
    run.launch("dequantize_fp8<" + type + ">", {uint32_t(rows)}, back, out, scales, rows, columns);
    std::vector<Q> expected(rows * columns);
    std::vector<float> expectedBack(rows * columns);
    for (int i = 0; i < rows; ++i) {
      float largest = 0;
      for (int j = 0; j < columns; ++j)
        largest = std::max(largest, std::fabs(in[i * columns + j]));
      float scale = largest > 0 ? largest / top : 1.0f;
      for (int j = i * columns; j < (i + 1) * columns; ++j) {
        expected[j] = Q(in[j] / scale);
        expectedBack[j] = float(expected[j]) * scale;
      }
    }
    run.equal("quantize_fp8<" + type + ">", out, expected);
    run.near("dequantize_fp8<" + type + ">", back, expectedBack, {});
    run.clear();
  }
}

template <class T> void sort(Run &run, const std::string &type, int tile, T beyond) {
  for (int n : {1, tile, 5 * tile + 3}) {
    auto &data = run.uniform<T>(n, std::is_unsigned_v<T> ? 0 : -500, 500);
    auto expected = data.values;
    for (int begin = 0; begin < n; begin += tile)
      std::sort(expected.begin() + begin, expected.begin() + std::min(begin + tile, n));
    run.launch("sort_tiles<" + type + ", " + std::to_string(tile) + ">", {uint32_t(ceilDiv(n, tile))}, data, n, beyond);
    run.equal("sorted", data, expected);
    run.clear();
  }
}

} // namespace

namespace tilec::exec {

void addNumericsCases(Cases &cases) {
  cases.push_back({"stencil/average", "stencil", average});
  cases.push_back({"stencil/heat", "stencil", heat});
  cases.push_back({"stencil/overlapping windows", "stencil", overlappingSums});
  cases.push_back({"spmv", "spmv", [](Run &run) {
                     spmv<float>(run, "float");
                     spmv<double>(run, "double");
                   }});
  cases.push_back({"fft/bit reversal", "fft", bitReversal});
  cases.push_back({"fft/2048 points", "fft", fft});
  cases.push_back({"grayscale", "grayscale", grey});
  cases.push_back({"quantize/int8", "quantize", quantizeBytes});
  cases.push_back({"quantize/fp8", "quantize_fp8", [](Run &run) {
                     quantizeSmallFloats<Float8E4M3>(run, "__nv_fp8_e4m3", 448);
                     quantizeSmallFloats<Float8E5M2>(run, "__nv_fp8_e5m2", 57344);
                   }});
  cases.push_back({"bitonic sort", "bitonic_sort", [](Run &run) {
                     sort<int>(run, "int", 128, INT32_MAX);
                     sort<float>(run, "float", 64, INFINITY);
                     sort<unsigned short>(run, "unsigned short", 32, 0xffff);
                   }});
}

} // namespace tilec::exec
