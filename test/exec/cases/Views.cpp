// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies through views of one to five dimensions and every padding; stencils over views.
#include "test/exec/harness/Cases.h"

#include <algorithm>

using namespace tilec::exec;

namespace {

uint32_t blocks(int extent, int tile) {
  return uint32_t(ceilDiv(extent, tile));
}

/// `in` with the order of its dimensions turned about.
template <class T> std::vector<T> reversed(const std::vector<T> &in, std::vector<int> extents) {
  std::vector<T> out(in.size());
  for (size_t i = 0; i < in.size(); ++i) {
    // i counts row by row; the source's first dimension is its fastest.
    size_t rest = i, from = 0;
    std::vector<size_t> index(extents.size());
    for (size_t d = extents.size(); d-- > 0; rest /= extents[d])
      index[d] = rest % extents[d];
    for (size_t d = extents.size(); d-- > 0;)
      from = from * extents[d] + index[d];
    out[i] = in[from];
  }
  return out;
}

template <class T> void copies(Run &run, const std::string &type) {
  auto copied = [&](const std::string &kernel, Grid grid, std::vector<int> extents, bool isLeft, auto... sizes) {
    size_t count = 1;
    for (int extent : extents)
      count *= extent;
    auto &in = run.uniform<T>(count, -30000, 30000), &out = run.zeros<T>(count);
    run.launch(kernel, grid, out, in, sizes...);
    run.equal(kernel, out, isLeft ? reversed(in.values, extents) : in.values);
    run.clear();
  };
  const std::string left = ", cuda::tiles::layout_left>", right = ", cuda::tiles::layout_right>";
  for (int n : {1, 64, 65, 1000})
    copied("copy_1d<" + type + ">", {blocks(n, 64)}, {n}, false, n);
  for (auto [a, b] : {std::pair{16, 32}, {1, 1}, {17, 31}, {40, 64}, {64, 33}}) {
    Grid grid{blocks(b, 32), blocks(a, 16)};
    copied("copy_2d<" + type + right, grid, {a, b}, false, a, b);
    copied("copy_2d<" + type + left, grid, {a, b}, true, a, b);
  }
  for (auto [a, b, c] : {std::tuple{2, 8, 16}, {1, 1, 1}, {3, 9, 17}, {5, 16, 48}}) {
    Grid grid{blocks(c, 16), blocks(b, 8), blocks(a, 2)};
    copied("copy_3d<" + type + right, grid, {a, b, c}, false, a, b, c);
    copied("copy_3d<" + type + left, grid, {a, b, c}, true, a, b, c);
  }
  for (auto [a, b, c, d] : {std::tuple{2, 2, 4, 16}, {1, 1, 1, 1}, {3, 3, 5, 17}, {4, 6, 8, 32}})
    copied("copy_4d<" + type + ">", {blocks(d, 16), blocks(c, 4), blocks(a, 2) * blocks(b, 2)}, {a, b, c, d}, false, a,
           b, c, d);
  for (auto [a, b, c, d, e] : {std::tuple{1, 2, 2, 2, 16}, {1, 1, 1, 1, 1}, {2, 3, 5, 3, 17}, {3, 4, 4, 4, 32}})
    copied("copy_5d<" + type + ">", {blocks(e, 16), blocks(d, 2), uint32_t(a) * blocks(b, 2) * blocks(c, 2)},
           {a, b, c, d, e}, false, a, b, c, d, e);
}

template <class T> void pitched(Run &run, const std::string &type) {
  for (auto [rows, columns, pitch] : {std::tuple{16, 32, 40}, {17, 31, 31}, {33, 70, 101}, {20, 64, 72}}) {
    auto &in = run.uniform<T>(size_t(rows) * pitch, -30000, 30000), &out = run.zeros<T>(size_t(rows) * columns);
    run.launch("copy_pitched<" + type + ">", {blocks(columns, 32), blocks(rows, 16)}, out, in, rows, columns, pitch);
    std::vector<T> expected;
    for (int i = 0; i < rows; ++i)
      expected.insert(expected.end(), in.values.begin() + i * pitch, in.values.begin() + i * pitch + columns);
    run.equal("copy_pitched", out, expected);
    run.clear();
  }
}

void paddings(Run &run) {
  const float infinity = std::numeric_limits<float>::infinity();
  const std::pair<const char *, float> all[] = {
      {"zero", 0.0f}, {"negative_zero", -0.0f}, {"nan", NAN}, {"positive_inf", infinity}, {"negative_inf", -infinity}};
  for (auto [name, value] : all)
    for (auto [rows, columns] : {std::pair{20, 40}, {1, 1}, {31, 65}}) {
      auto &in = run.uniform<float>(rows * columns, -1, 1), &out = run.zeros<float>(16 * 32);
      run.launch("pad_corner<cuda::tiles::view_padding::" + std::string(name) + ">", {1}, out, in, rows, columns);
      std::vector<float> expected(16 * 32, value);
      for (int i = rows / 16 * 16; i < rows; ++i)
        for (int j = columns / 32 * 32; j < columns; ++j)
          expected[i % 16 * 32 + j % 32] = in[i * columns + j];
      run.equal(name, out, expected);
      run.clear();
    }
}

void box(Run &run) {
  for (auto [rows, columns] : {std::pair{8, 32}, {1, 1}, {9, 33}, {30, 100}}) {
    auto &in = run.uniform<float>((rows + 2) * (columns + 2), -1, 1), &out = run.zeros<float>(rows * columns);
    run.launch("box_3x3", {blocks(columns, 32), blocks(rows, 8)}, out, in, rows, columns);
    std::vector<double> expected(rows * columns);
    for (int i = 0; i < rows * columns; ++i)
      for (int d = 0; d < 9; ++d)
        expected[i] += in[(i / columns + d / 3) * (columns + 2) + i % columns + d % 3];
    run.near("box_3x3", out, expected, {1e-5, 1e-5});
    run.clear();
  }
}

void windowMaxima(Run &run) {
  for (auto [a, b, c] : {std::tuple{4, 8, 16}, {10, 20, 40}, {1, 1, 1}, {7, 9, 30}}) {
    auto &in = run.uniform<int>(a * b * c, 1, 1000000);
    int is = ceilDiv(a, 2), js = ceilDiv(b, 4), ks = ceilDiv(c, 8);
    auto &out = run.zeros<int>(is * js * ks);
    run.launch("window_maxima", {uint32_t(ks), uint32_t(js), uint32_t(is)}, out, in, a, b, c);
    std::vector<int> expected(is * js * ks); // outside is zero, and all elements are above
    for (int x = 0; x < a; ++x)
      for (int y = 0; y < b; ++y)
        for (int z = 0; z < c; ++z)
          for (int i = std::max(0, x / 2 - 1); i <= std::min(is - 1, x / 2); ++i)
            for (int j = std::max(0, y / 4 - 1); j <= std::min(js - 1, y / 4); ++j)
              for (int k = std::max(0, z / 8 - 1); k <= std::min(ks - 1, z / 8); ++k) {
                int &largest = expected[(i * js + j) * ks + k];
                largest = std::max(largest, in[(x * b + y) * c + z]);
              }
    run.equal("window_maxima", out, expected);
    run.clear();
  }
}

void depthwise(Run &run) {
  for (auto [images, channels, height, width] : {std::tuple{2, 3, 8, 32}, {1, 1, 1, 1}, {1, 4, 9, 70}}) {
    size_t pixels = size_t(height) * width, planes = size_t(images) * channels;
    auto &in = run.uniform<float>(planes * pixels, -1, 1), &filters = run.uniform<float>(channels * 9, -1, 1);
    auto &out = run.zeros<float>(planes * pixels);
    run.launch("depthwise_3x3", {blocks(width, 32), blocks(height, 8), uint32_t(planes)}, out, in, filters, channels,
               height, width);
    std::vector<double> expected(out.size());
    for (size_t i = 0; i < expected.size(); ++i)
      for (int d = 0; d < 9; ++d) {
        int plane = int(i / pixels), y = int(i % pixels) / width + d / 3 - 1, x = int(i % width) + d % 3 - 1;
        if (y >= 0 && y < height && x >= 0 && x < width)
          expected[i] += double(in[plane * pixels + y * width + x]) * filters[plane % channels * 9 + d];
      }
    run.near("depthwise_3x3", out, expected, {1e-5, 1e-5});
    run.clear();
  }
}

} // namespace

namespace tilec::exec {

void addViewAccessCases(Cases &cases) {
  cases.push_back({"views/copies, float", "view_copies", [](Run &run) { copies<float>(run, "float"); }});
  cases.push_back({"views/copies, short", "view_copies", [](Run &run) { copies<short>(run, "short"); }});
  cases.push_back({"views/pitched, float", "view_copies", [](Run &run) { pitched<float>(run, "float"); }});
  cases.push_back({"views/pitched, short", "view_copies", [](Run &run) { pitched<short>(run, "short"); }});
  cases.push_back({"views/paddings", "view_copies", paddings});
  cases.push_back({"views/box", "stencil_views", box});
  cases.push_back({"views/window maxima", "stencil_views", windowMaxima});
  cases.push_back({"views/depthwise", "stencil_views", depthwise});
}

} // namespace tilec::exec
