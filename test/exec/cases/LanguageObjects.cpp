// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Views, memory, functions, classes and control flow of the language.
#include "test/exec/harness/Cases.h"

#include <algorithm>

using namespace tilec::exec;

namespace {

//===-- Views
//---------------------------------------------------------------------------------------------------------===//

/// A 4 x 8 tile at (row, column) of a matrix; outside of rows x columns comes `padding`.
template <class T>
std::vector<T> tileAt(const std::vector<T> &in, int rows, int columns, int stride, int row, int column, T padding) {
  std::vector<T> result;
  for (int i = row; i < row + 4; ++i)
    for (int j = column; j < column + 8; ++j)
      result.push_back(i < rows && j < columns ? in[i * stride + j] : padding);
  return result;
}
template <class T> void append(std::vector<T> &to, const std::vector<T> &more) {
  to.insert(to.end(), more.begin(), more.end());
}

template <class T> void paddings(Run &run, const std::string &type) {
  auto &in = run.uniform<T>(66, -9, 9), &out = run.zeros<T>(6 * 32);
  run.launch("paddings<" + type + ">", {1}, out, in);
  std::vector<T> expected;
  for (double padding : {0.0, 0.0, -0.0, INFINITY * 1.0, -INFINITY * 1.0, NAN * 1.0})
    append(expected, tileAt(in.values, 6, 11, 11, 4, 8, T(padding)));
  run.equal("paddings<" + type + ">", out, expected);
  run.clear();
}

void layouts(Run &run) {
  auto &in = run.uniform<int>(128, 0, 9999), &out = run.zeros<int>(5 * 32), &extents = run.zeros<int>(3);
  run.launch("layouts", {1}, out, extents, in, 8, 16);
  auto through = [&](std::function<int(int, int)> offset, int row, int column) {
    std::vector<int> result;
    for (int i = row; i < row + 4; ++i)
      for (int j = column; j < column + 8; ++j)
        result.push_back(in[offset(i, j)]);
    return result;
  };
  std::vector<int> expected = through([](int i, int j) { return i * 16 + j; }, 4, 8);
  append(expected, through([](int i, int j) { return i + j * 8; }, 4, 8));
  append(expected, through([](int i, int j) { return i + j * 8; }, 4, 8));
  append(expected, through([](int i, int j) { return i * 16 + j * 2; }, 4, 0));
  append(expected, through([](int i, int j) { return i * 16 + j; }, 4, 0));
  run.equal("layouts", out, expected);
  run.equal("strides of a padded layout", extents, {16, 1, 11});
}

void strided(Run &run, int rows, int columns) {
  auto &in = run.uniform<float>(rows * columns, -9, 9), &out = run.zeros<float>(64),
       &spread = run.zeros<float>(rows * columns);
  run.launch("strided", {1}, out, spread, in, rows, columns);
  auto expected = tileAt(in.values, rows, columns, columns, 3, 5, 0.0f);
  append(expected, tileAt(in.values, rows, columns, columns, 6, 10, 0.0f));
  run.equal("strided loads", out, expected);
  std::vector<float> stored(rows * columns);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      for (int r = 0; r < 2; ++r)
        for (int c = 0; c < 4; ++c)
          stored[(3 * i + r) * columns + 6 * j + c] = float(1 + i * 2 + j);
  run.equal("strided stores", spread, stored);
  run.clear();
}

void gathered(Run &run) {
  auto &in = run.uniform<int>(9 * 12, 1, 9999), &out = run.zeros<int>(4 * 32), &scattered = run.zeros<int>(9 * 12);
  auto &rows = run.array<int>({7, 2, 8, 0});
  auto &columns = run.array<long>({11, 0, 3, 3, 5, 10, 1, 7});
  run.launch("gathered", {1}, out, scattered, in, rows, columns);
  auto at = [&](int i, int j) { return i < 9 && j < 12 ? in[i * 12 + j] : 0; };
  std::vector<int> expected, stored(9 * 12);
  for (int part : {0, 1})
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 8; ++j)
        expected.push_back(at(rows[i], part * 8 + j));
  for (int part : {1, 2})
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 8; ++j)
        expected.push_back(at(part * 4 + i, int(columns[j])));
  for (int i = 0; i < 4; ++i)
    for (int j = 8; j < 12; ++j)
      stored[rows[i] * 12 + j] = at(rows[i], j);
  run.equal("gathered", out, expected);
  run.equal("scattered", scattered, stored);
}

void ranks(Run &run) {
  auto &in = run.uniform<short>(240, -9999, 9999), &out = run.zeros<short>(96);
  run.launch("ranks", {1}, out, in);
  std::vector<short> expected(96);
  std::copy_n(in.values.begin() + 48, 16, expected.begin());
  for (int e = 0; e < 32; ++e)
    expected[32 + e] = in[((2 + e / 16) * 6 + 2 + e / 8 % 2) * 10 + e % 8];
  for (int e = 0; e < 16; ++e) {
    int j = 2 + e / 8, k = 4 + e / 4 % 2, l = 4 + e % 4;
    expected[64 + e] = j < 3 && k < 5 ? in[((1 * 3 + j) * 5 + k) * 8 + l] : short(0);
  }
  run.equal("ranks", out, expected);
}

//===-- Memory
//--------------------------------------------------------------------------------------------------------===//

void maskedLoads(Run &run) {
  auto &in = run.uniform<int>(16, 0, 999), &out = run.filled<int>(8 * 16, -1);
  auto &shorts = run.uniform<short>(16, -999, 999);
  run.launch("masked_loads", {1}, out, in, shorts, 10);
  std::vector<int> expected(8 * 16, -1);
  for (int i = 0; i < 16; ++i) {
    expected[i] = i < 10 ? in[i] : 7;
    expected[16 + i] = shorts[i];
    expected[32 + i] = i & 1 ? in[i] : 0;
    expected[48 + i] = i != 5 ? in[std::abs(i - 5)] : -1;
    expected[64 + i] = i % 4 < 2 ? in[i] : 9;
    if (i % 3 == 0)
      expected[80 + i] = i;
  }
  expected[7 * 16] = 5;
  run.equal("masked_loads", out, expected);
}

void pointerArithmetic(Run &run) {
  int n = 6;
  auto &base = run.uniform<int>(40, 0, 999);
  auto before = base.values;
  auto &out = run.zeros<long>(50);
  auto &same = run.zeros<unsigned char>(48);
  run.launch("pointer_arithmetic", {1}, out, same, base, n);
  std::vector<long> expected(50);
  std::vector<unsigned char> truths(48);
  for (int i = 0; i < 16; ++i) {
    expected[i] = expected[16 + i] = i;
    expected[32 + i] = before[i + n - 2];
    truths[i] = i == 0, truths[16 + i] = i < 5, truths[32 + i] = i <= 3;
  }
  expected[48] = n, expected[49] = before[2] + before[3];
  ++before[0], before[1] += 10, --before[2];
  run.equal("differences and loads", out, expected);
  run.equal("comparisons", same, truths);
  run.equal("changed in place", base, before);
}

/// As the kernel file declares it.
struct Node {
  int value;
  uint64_t next;
  short pair[2];
};

/// Nodes of the list lie in this order.
void linkedList(Run &run, const std::vector<int> &order) {
  int nodes = int(order.size());
  auto &memory = run.array<unsigned char>(std::vector<unsigned char>(nodes * sizeof(Node)));
  auto &sum = run.zeros<int>(1);
  auto node = [&](int i) { return reinterpret_cast<Node *>(memory.values.data()) + i; };
  for (int k = 0; k < nodes; ++k) {
    uint64_t next = k + 1 < nodes ? memory.range().address + order[k + 1] * sizeof(Node) : 0;
    *node(order[k]) = {k * 10 + 1, next, {short(k), 0}};
  }
  run.launch("linked_list", {1}, sum, memory.at(order[0] * sizeof(Node)));
  run.equal("sum", sum, {nodes * (nodes - 1) * 5 + nodes});
  for (int k = 0; k < nodes; ++k)
    run.require(node(order[k])->pair[1] == k + 1, "node " + std::to_string(k) + " was not changed");
  run.clear();
}

void localObjects(Run &run) {
  int n = 3;
  auto &in = run.uniform<int>(16, 0, 999), &out = run.zeros<int>(32);
  out[9] = 20;
  run.launch("local_objects", {1}, out, in, n);
  std::vector<int> expected(32);
  int table[8] = {3, 1, 4, 90, 5};
  for (int i = 0; i < 8; ++i)
    expected[i] = table[(i + n) & 7] + 1;
  expected[8] = 0x3f800000, expected[9] = 25, expected[10] = 41, expected[11] = 7;
  expected[12] = 3 + 256 + 65536, expected[13] = 0;
  for (int i = 0; i < 16; ++i)
    expected[16 + i] = in[i] + 2;
  run.equal("local_objects", out, expected);
}

void movedBytes(Run &run) {
  for (int size : {0, 1, 3, 1023, 1024, 1025, 5000}) {
    int shift = run.random.integer(0, 3);
    auto &from = run.uniform<int8_t>(size + 8, -128, 127, shift), &to = run.zeros<int8_t>(size + 8);
    auto &filled = run.zeros<int8_t>(size + 8);
    run.launch("move_bytes", {1}, to.at(shift), from, uint64_t(size), filled, 0x1234);
    std::vector<int8_t> copied(size + 8), set(size + 8);
    std::copy_n(from.values.begin(), size, copied.begin() + shift);
    std::fill_n(set.begin(), size, int8_t(0x34));
    run.equal("memcpy", to, copied);
    run.equal("memset", filled, set);
    run.clear();
  }
}

void persistentVariables(Run &run) {
  auto &out = run.zeros<int>(2);
  auto &floats = run.zeros<float>(2);
  for (int launch = 1; launch <= 3; ++launch) {
    run.launch("persistent_variables", {1}, out, floats);
    run.equal("counters", out, {100 + launch, 7 << launch});
    run.equal("weights", floats, {0.5f, 1.5f * launch});
  }
}

//===-- Functions, classes, control flow
//------------------------------------------------------------------------------===//

struct Logger {
  int *log;
  int *length;
  int name;
  Logger(int *log, int *length, int name) : log(log), length(length), name(name) {
    log[(*length)++] = name;
  }
  Logger(const Logger &other) : Logger(other.log, other.length, other.name + 10) {}
  ~Logger() {
    log[(*length)++] = -name;
  }
};

int byValue(Logger logger, bool leave) {
  if (leave)
    return logger.name;
  Logger inner(logger.log, logger.length, 5);
  for (int i = 0; i < 3; ++i) {
    Logger each(logger.log, logger.length, 6 + i);
    if (i == 1)
      break;
  }
  return inner.name;
}

void lifetimes(Run &run) {
  auto &log = run.zeros<int>(32), &results = run.zeros<int>(3);
  run.launch("lifetimes", {1}, log, results);
  std::vector<int> expected(32), values(3);
  {
    Logger outer(expected.data(), &values[2], 1);
    values[0] = byValue(outer, false);
    values[1] = byValue(outer, true);
  }
  run.equal("log", log, expected);
  run.equal("results", results, values);
}

void classes(Run &run) {
  int n = 6;
  auto &out = run.zeros<int>(9);
  run.launch("classes", {1}, out, n);
  int x = 3 + n + 4 + 4, y = n + 1 + 1;
  run.equal("classes", out,
            {x * 100 + y * 10 + 4, x * 100 + y * 10 + 7, 2 * x, (n + 1) * 10 + n, n + 4, 2 * n + 25 + n * n * n, n + 9,
             y, n / 2 * 10});
}

void lambdas(Run &run) {
  auto &out = run.zeros<int>(5);
  run.launch("lambdas", {1}, out, 4);
  run.equal("lambdas", out, {52, 48, 17, 2, 5});
}

void evaluation(Run &run) {
  auto &log = run.zeros<int>(32);
  run.launch("evaluation", {1}, log, 2);
  std::vector<int> expected(32);
  std::copy_n(std::array{1, 3, 5, 6, 8}.begin(), 5, expected.begin());
  expected[30] = 1, expected[29] = 1 + 20 + 2 + 1, expected[28] = 2;
  run.equal("evaluation", log, expected);
}

void loops(Run &run) {
  int n = 11;
  auto &out = run.zeros<int>(8);
  run.launch("loops", {1}, out, n);
  int products = 0;
  for (int i = n; i > 0; i -= 3)
    for (int j = i; j <= n; ++j)
      products += j % 2 ? 0 : i * j;
  run.equal("loops", out, {n * (n - 1) / 2, 3 + 10 + 24, products, 1597, 990, 0, 456, 10});
}

void tilesInControl(Run &run) {
  for (int n : {0, 1, 2, 3, 5, 6}) {
    auto &out = run.zeros<int>(25);
    run.launch("tiles_in_control", {1}, out, n);
    std::vector<int> expected(25);
    for (int i = 0; i < 8; ++i) {
      int x = n > 3 ? i * 2 : i + 3, y = n & 1 ? x : i, rounds = 0;
      for (; y < 100; ++rounds)
        y = y * 2 + 1;
      int later = n > 2 ? 0 : y;
      switch (n % 4) {
      case 1:
        x += 1100;
        break;
      case 2:
        x += 100;
        break;
      case 3:
        x = 0;
        break;
      default:
        x = -x;
      }
      if (n > 2)
        later = x + y;
      expected[i] = x, expected[8 + i] = y, expected[16 + i] = later;
      expected[24] = std::max(expected[24], rounds);
    }
    run.equal("tiles_in_control", out, expected);
    run.clear();
  }
}

int kindOf(int value) {
  if (value >= -100 && value <= -2)
    return 1;
  if (value == -1)
    return 12;
  if (value >= 0 && value <= 9)
    return 10;
  if (value >= 5000 && value <= 2000000000)
    return 3;
  return value == 11 ? 4 : 5;
}

void caseRanges(Run &run, int count) {
  auto &in = run.uniform<int>(count, -120, 30);
  int edges[] = {-101, -100, -2, -1, 0, 9, 10, 11, 12, 20, 4999, 5000, 2000000000, 2000000001, INT32_MIN, INT32_MAX};
  std::copy(std::begin(edges), std::end(edges), in.values.begin());
  auto &out = run.zeros<int>(count);
  run.launch("case_ranges", {1}, out, in, count);
  std::vector<int> expected;
  for (int value : in.values)
    expected.push_back(kindOf(value));
  run.equal("kinds", out, expected);
  run.clear();
}

void arraysDie(Run &run) {
  auto &log = run.zeros<int>(16);
  run.launch("arrays_die", {1}, log, 1);
  run.equal("order", log, {9, 3, 42, 1, 13, 12, 11, 3, 2, 1, 0, 0, 0, 0, 0, 0});
}

void narrowRanges(Run &run) {
  for (auto [bytes, first, last] :
       {std::tuple<uint8_t, int16_t, int16_t>{255, -7, 32000}, {0, 5, 5}, {200, -32768, -32000}}) {
    auto &out = run.zeros<int>(3);
    run.launch("narrow_ranges", {1}, out, bytes, first, last);
    std::vector<int> expected(3);
    for (int i = 0; i < bytes; ++i)
      expected[0] += i;
    for (int i = first; i < last; i += 3)
      expected[1] += i, ++expected[2];
    run.equal("sums", out, expected);
    run.clear();
  }
}

} // namespace

namespace tilec::exec {

void addLanguageObjectCases(Cases &cases) {
  auto add = [&](std::string name, std::string file, std::function<void(Run &)> body) {
    cases.push_back({"language/" + name, "language_" + file, body});
  };
  add("paddings", "views", [](Run &run) {
    paddings<float>(run, "float");
    paddings<Half>(run, "__half");
    paddings<double>(run, "double");
  });
  add("layouts", "views", layouts);
  add("strided views", "views", [](Run &run) {
    strided(run, 9, 15);
    strided(run, int(run.random.integer(7, 12)), int(run.random.integer(16, 20)));
  });
  add("gathering views", "views", gathered);
  add("ranks and indices", "views", ranks);
  add("masked loads", "memory", maskedLoads);
  add("pointer arithmetic", "memory", pointerArithmetic);
  add("linked list", "memory", [](Run &run) {
    linkedList(run, {3, 0, 4, 1, 2});
    linkedList(run, {1, 0});
  });
  cases.back().needsAlignment = true; // bytes that hold records
  add("local objects", "memory", localObjects);
  add("bytes of run-time size", "memory", movedBytes);
  add("persistent variables", "memory", persistentVariables);
  add("lifetimes", "functions", lifetimes);
  add("classes", "functions", classes);
  add("lambdas", "functions", lambdas);
  add("evaluation order", "functions", evaluation);
  add("loops", "functions", loops);
  add("case ranges", "functions", [](Run &run) {
    caseRanges(run, 100);
    caseRanges(run, 17);
  });
  add("arrays of classes", "functions", arraysDie);
  add("narrow ranges", "functions", narrowRanges);
  add("tiles in control flow", "functions", tilesInControl);
}

} // namespace tilec::exec
