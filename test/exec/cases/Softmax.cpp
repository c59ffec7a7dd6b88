// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Softmax of rows, forward and backward, with rows of -inf among others and rows longer than a tile.
#include "test/exec/cases/SoftmaxReference.h"
#include "test/exec/harness/Cases.h"

using namespace tilec::exec;

namespace {

template <class T>
std::vector<double> gradient(const std::vector<T> &out, const std::vector<T> &dout, int rows, int columns) {
  std::vector<double> result(out.size());
  for (int i = 0; i < rows; ++i) {
    double dot = 0;
    for (int j = i * columns; j < (i + 1) * columns; ++j)
      dot += double(out[j]) * double(dout[j]);
    for (int j = i * columns; j < (i + 1) * columns; ++j)
      result[j] = double(out[j]) * (double(dout[j]) - dot);
  }
  return result;
}

/// Some elements, and where there are several rows the whole last one, become -inf.
template <class T> void hide(Run &run, std::vector<T> &values, int rows, int columns) {
  for (size_t i = 0; i < values.size(); ++i)
    if (i % columns && run.random.chance(0.1))
      values[i] = T(-INFINITY);
  for (int j = 0; rows > 2 && j < columns; ++j)
    values[(rows - 1) * columns + j] = T(-INFINITY);
}

/// Far: so large that exp overflows unless the maximum is taken off first, and some exponentials vanish. Near: all
/// differences are in the range that many exponentials are computed together for.
template <class T>
void forwardOnce(Run &run, const std::string &kernel, int rowsPerBlock, int rows, int columns, Bound bound,
                 bool isNear) {
  double limit = isNear ? 8 : 100;
  auto &in = run.uniform<T>(rows * columns, -limit, limit);
  if (!isNear)
    hide(run, in.values, rows, columns);
  auto &out = run.zeros<T>(rows * columns);
  run.launch(kernel, {uint32_t(ceilDiv(rows, rowsPerBlock))}, out, in, rows, columns);
  run.near(kernel, out, softmax(in.values, rows, columns), bound);
  run.clear();
}

template <class T>
void forward(Run &run, const std::string &kernel, int rowsPerBlock, std::vector<std::pair<int, int>> sizes,
             Bound bound) {
  for (auto [rows, columns] : sizes)
    for (bool isNear : {false, true})
      forwardOnce<T>(run, kernel, rowsPerBlock, rows, columns, bound, isNear);
}

template <class T>
void backward(Run &run, const std::string &kernel, std::vector<std::pair<int, int>> sizes, Bound bound) {
  for (auto [rows, columns] : sizes) {
    auto &out = run.uniform<T>(rows * columns, 0, 0.1), &dout = run.uniform<T>(rows * columns, -1, 1);
    auto &din = run.zeros<T>(rows * columns);
    run.launch(kernel, {uint32_t(rows)}, din, dout, out, rows, columns);
    run.near(kernel, din, gradient(out.values, dout.values, rows, columns), bound);
    run.clear();
  }
}

} // namespace

namespace tilec::exec {

void addSoftmaxCases(Cases &cases) {
  constexpr Bound forFloat{2e-5, 1e-7}, forHalf{2e-3, 1e-6};
  cases.push_back({"softmax/forward", "softmax", [=](Run &run) {
                     forward<float>(run, "softmax_forward<float, 64>", 1, {{1, 1}, {3, 64}, {5, 37}}, forFloat);
                     forward<float>(run, "softmax_forward<float, 1024>", 1, {{3, 1024}, {4, 1000}}, forFloat);
                   }});
  cases.push_back({"softmax/forward, half", "softmax", [=](Run &run) {
                     forward<Half>(run, "softmax_forward<__half, 128>", 1, {{2, 128}, {4, 77}}, forHalf);
                   }});
  cases.push_back({"softmax/wide rows", "softmax", [=](Run &run) {
                     for (int width : {1024, 4096, 16384}) {
                       std::string w = ", " + std::to_string(width) + ">";
                       std::vector<std::pair<int, int>> sizes{{2, width}, {3, width - 77}};
                       forward<float>(run, "softmax_forward<float" + w, 1, sizes, forFloat);
                       forward<BFloat16>(run, "softmax_forward<__nv_bfloat16" + w, 1, sizes, {1e-2, 1e-6});
                       backward<float>(run, "softmax_backward<float" + w, sizes, {2e-5, 1e-5});
                       backward<BFloat16>(run, "softmax_backward<__nv_bfloat16" + w, sizes, {1e-2, 1e-4});
                     }
                   }});
  cases.push_back({"softmax/several rows a block", "softmax", [=](Run &run) {
                     forward<float>(run, "softmax_rows<4, 32>", 4, {{4, 32}, {9, 30}, {1, 1}}, forFloat);
                   }});
  cases.push_back({"softmax/backward", "softmax", [=](Run &run) {
                     backward<float>(run, "softmax_backward<float, 64>", {{1, 1}, {3, 64}, {5, 37}}, {2e-5, 1e-6});
                     backward<Half>(run, "softmax_backward<__half, 128>", {{3, 100}}, {2e-3, 1e-4});
                   }});
  cases.push_back({"softmax/forward, long rows", "softmax_online", [=](Run &run) {
                     forward<float>(run, "softmax_online_forward", 1, {{1, 1}, {2, 128}, {3, 129}, {4, 1000}},
                                    forFloat);
                   }});
  cases.push_back({"softmax/backward, long rows", "softmax_online", [=](Run &run) {
                     backward<float>(run, "softmax_online_backward", {{1, 1}, {2, 128}, {3, 700}}, {2e-5, 2e-6});
                   }});
}

} // namespace tilec::exec
