// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic operations through views, and those of whole rows and tiles into few cells.
#include "test/exec/cases/AtomicOperations.h"

using namespace tilec::exec;

namespace {

constexpr int kWhole = 32, kRagged = 21, kStrided = 48, kArea = kWhole + kRagged + kStrided;
constexpr AtomicOperation kUpdates[] = {
    AtomicOperation::Add, AtomicOperation::Sub, AtomicOperation::And, AtomicOperation::Or,
    AtomicOperation::Xor, AtomicOperation::Max, AtomicOperation::Min,
};
const char *const kUpdateNames[] = {"add", "sub", "and", "or", "xor", "max", "min"};

/// The updates of one area by the block whose number is `block`.
template <class T> void update(T *area, AtomicOperation operation, int block) {
  auto into = [&](T *cells, int rows, int columns, int firstRow) {
    for (int r = 0; r < 4 && firstRow + r < rows; ++r)
      for (int c = 0; c < columns; ++c) {
        T &cell = cells[(firstRow + r) * columns + c];
        cell = applied(operation, cell, T(block + 1 + (8 * r + c) % 4), T(0));
      }
  };
  into(area, 4, 8, 0);
  into(area + kWhole, 3, 7, 0);
  into(area + kWhole + kRagged, 6, 8, 2);
  into(area + kWhole + kRagged, 6, 8, 4);
}

template <class T> void updates(Run &run, const std::string &type) {
  const int operations = std::is_integral_v<T> ? 7 : 2;
  ConformanceTable table(run, type);
  for (int blocks : {5, 1}) {
    auto &cells = run.uniform<T>(size_t(operations) * 2 * blocks * kArea, 0, 20);
    for (T &x : cells.values)
      x = T(int(x));
    std::vector<T> expected = cells.values;
    for (int k = 0; k < 2 * operations; ++k)
      for (int block = 0; block < blocks; ++block)
        update(&expected[size_t(k * blocks + (k % 2 ? 0 : block)) * kArea], kUpdates[k / 2], block);
    run.launch(std::string(operations == 7 ? "update_all<" : "update_sums<") + type + ">", {uint32_t(blocks)}, cells);
    for (size_t i = 0; i < expected.size(); ++i) {
      int k = int(i / (size_t(blocks) * kArea)), at = int(i % kArea);
      std::string form = at < kWhole             ? ", partition_view"
                         : at < kWhole + kRagged ? "_masked, partition_view"
                                                 : " and _masked, strided_view";
      table.add(std::string("view atomic_") + kUpdateNames[k / 2] + form, 0, sameBits(cells[i], expected[i]) ? 0 : 1,
                [&] { return std::string(k % 2 ? "device" : "block") + " scope, place " + std::to_string(at); });
    }
    run.clear();
  }
  table.check();
}

template <class T> void addUpdates(Cases &cases, const std::string &type) {
  std::string file = type == "__nv_bfloat16" ? "atomic_view_updates_bf16" : "atomic_view_updates";
  cases.push_back({"atomic view/updates of " + type, file, [=](Run &run) { updates<T>(run, type); }});
}

template <class T> void addRagged(Run &run, const std::string &type) {
  for (auto [rows, columns] : {std::pair(9, 21), std::pair(16, 5)}) {
    auto &out = run.zeros<T>(rows * columns);
    run.launch("add_ragged<" + type + ">", {11}, out, rows, columns);
    run.equal("add_ragged<" + type + ">", out, std::vector<T>(rows * columns, T(11)));
    run.clear();
  }
}

/// Small whole numbers, of which sums are exact.
template <class T> void updateMatrix(Run &run, AtomicOperation operation, const std::string &kernel) {
  constexpr int kMatrices = 3;
  for (auto [rows, columns] : {std::pair(8, 64), std::pair(21, 36), std::pair(9, 33)}) {
    int size = rows * columns;
    auto &in = run.uniform<T>(kMatrices * size, 0, 100), &out = run.uniform<T>(size, 0, 100);
    for (auto *array : {&in, &out})
      for (T &value : array->values)
        value = T(int(value));
    std::vector<T> expected = out.values;
    for (int i = 0; i < kMatrices * size; ++i)
      expected[i % size] = applied(operation, expected[i % size], in[i], T(0));
    run.launch(kernel, {uint32_t(ceilDiv(rows, 8)), uint32_t(ceilDiv(columns, 32)), kMatrices}, out, in, rows, columns);
    run.equal(kernel, out, expected);
    run.clear();
  }
}

void loadStoreView(Run &run) {
  for (auto [rows, columns] : {std::pair(9, 21), std::pair(4, 40)}) {
    auto &in = run.uniform<float>(rows * columns, -9, 9), &out = run.zeros<float>(rows * columns);
    run.launch("load_store_view", {uint32_t(ceilDiv(rows, 4)), uint32_t(ceilDiv(columns, 8))}, out, in, rows, columns);
    auto expected = in.values;
    for (float &x : expected)
      x += 1;
    run.equal("load_store_view", out, expected);
    run.clear();
  }
}

void addWindows(Run &run) {
  for (int n : {30, 9}) {
    auto &out = run.zeros<int>(n);
    run.launch("add_windows", {uint32_t(ceilDiv(n, 4))}, out, n);
    std::vector<int> expected(n, 2);
    for (int i = 0; i < 4; ++i)
      expected[i] = 1;
    run.equal("add_windows", out, expected);
    run.clear();
  }
}

/// Small whole numbers: exact in every type and order.
template <class T> void addRows(Run &run, const std::string &type) {
  for (int columns : {1024, 2048, 1000, 37}) {
    uint32_t rows = 5;
    auto &in = run.uniform<T>(rows * columns, -8, 8), &total = run.zeros<T>(columns);
    for (T &x : in.values)
      x = T(std::floor(double(x)));
    std::vector<T> expected(columns);
    for (int j = 0; j < columns; ++j) {
      double sum = 0;
      for (uint32_t i = 0; i < rows; ++i)
        sum += double(in[i * columns + j]);
      expected[j] = T(sum);
    }
    run.launch("add_rows<" + type + ", 1024>", {rows}, total, in, columns);
    run.near("sum of rows of " + std::to_string(columns), total, expected, {});
    run.clear();
  }
}

/// The last block has a part of its elements, or none: then it must leave the cells alone.
template <class T> void reduceIntoOne(Run &run, const std::string &type) {
  const AtomicOperation operations[] = {AtomicOperation::Add, AtomicOperation::Sub, AtomicOperation::And,
                                        AtomicOperation::Or,  AtomicOperation::Xor, AtomicOperation::Max,
                                        AtomicOperation::Min};
  for (int n : {1, 256, 700}) {
    auto &in = run.zeros<T>(n), &cells = run.zeros<T>(7);
    for (T &x : in.values)
      x = T(run.random.bits());
    cells[2] = T(-1);
    cells[6] = std::numeric_limits<T>::max();
    auto expected = cells.values;
    for (T x : in.values)
      for (int k = 0; k < 7; ++k)
        expected[k] = applied(operations[k], expected[k], x, T(0));
    run.launch("reduce_into_one<" + type + ">", {uint32_t(ceilDiv(n, 256)) + 1}, cells, in, n);
    run.equal("cells of " + std::to_string(n), cells, expected);
    run.clear();
  }
}

} // namespace

namespace tilec::exec {

void addAtomicViewCases(Cases &cases) {
  cases.push_back({"atomic rows/float", "atomic_rows", [](Run &run) { addRows<float>(run, "float"); }});
  cases.push_back({"atomic rows/half", "atomic_rows", [](Run &run) { addRows<Half>(run, "__half"); }});
  cases.push_back({"atomic rows/bf16", "atomic_rows_bf16", [](Run &run) { addRows<BFloat16>(run, "__nv_bfloat16"); }});
  cases.push_back({"atomic into one", "atomic_rows", [](Run &run) {
                     reduceIntoOne<int>(run, "int");
                     reduceIntoOne<unsigned>(run, "unsigned int");
                     reduceIntoOne<long>(run, "long");
                     reduceIntoOne<unsigned long long>(run, "unsigned long long");
                   }});
  addUpdates<int>(cases, "int");
  addUpdates<unsigned>(cases, "unsigned int");
  addUpdates<long>(cases, "long");
  addUpdates<unsigned long>(cases, "unsigned long");
  addUpdates<float>(cases, "float");
  addUpdates<double>(cases, "double");
  addUpdates<Half>(cases, "__half");
  addUpdates<BFloat16>(cases, "__nv_bfloat16");
  cases.push_back({"atomic view/ragged", "atomic_view", [](Run &run) {
                     addRagged<int>(run, "int");
                     addRagged<float>(run, "float");
                     addRagged<double>(run, "double");
                   }});
  cases.push_back({"atomic view/matrices", "atomic_view", [](Run &run) {
                     updateMatrix<int>(run, AtomicOperation::Add, "update_matrix<int, 0>");
                     updateMatrix<int>(run, AtomicOperation::Sub, "update_matrix<int, 1>");
                     updateMatrix<int>(run, AtomicOperation::Max, "update_matrix<int, 3>");
                     updateMatrix<unsigned long>(run, AtomicOperation::Xor, "update_matrix<unsigned long, 2>");
                     updateMatrix<unsigned long>(run, AtomicOperation::Min, "update_matrix<unsigned long, 4>");
                     updateMatrix<float>(run, AtomicOperation::Sub, "update_matrix<float, 1>");
                   }});
  cases.push_back({"atomic view/load and store", "atomic_view", loadStoreView});
  cases.push_back({"atomic view/overlapping windows", "atomic_view", addWindows});
}

} // namespace tilec::exec
