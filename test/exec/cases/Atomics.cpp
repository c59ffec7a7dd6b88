// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every atomic operation. Blocks contend for the same cells, so what each found there must be explained by some order
// of the blocks, and the cells must end as that order leaves them.
#include "test/exec/cases/ConformanceTable.h"
#include "test/exec/harness/Cases.h"

using namespace tilec::exec;

namespace {

constexpr int kLanes = 16, kCells = 3 * kLanes, kTrials = 12;
constexpr int kScopes = 3, kBlockScope = 0;

enum class Operation { Add, Sub, And, Or, Xor, Max, Min, Exchange, CompareExchange };

template <class T> bool same(const T &a, const T &b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

template <class T> T applied(Operation op, const T &cell, const T &value, const T &expected) {
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    switch (op) {
    case Operation::Add:
      return T(U(cell) + U(value));
    case Operation::Sub:
      return T(U(cell) - U(value));
    case Operation::And:
      return cell & value;
    case Operation::Or:
      return cell | value;
    case Operation::Xor:
      return cell ^ value;
    case Operation::Max:
      return std::max(cell, value);
    case Operation::Min:
      return std::min(cell, value);
    default:
      break;
    }
  } else {
    if (op == Operation::Add)
      return T(double(cell) + double(value));
    if (op == Operation::Sub)
      return T(double(cell) - double(value));
  }
  if (op == Operation::CompareExchange && !same(cell, expected))
    return cell;
  return value;
}

/// What one block did to one cell.
template <class T> struct Deed {
  T found, value, expected;
};

/// Whether some order of the deeds explains what each found, from the first value of the cell to its last. Values are
/// chosen so that at each step at most one deed can change the cell; those that leave it alone may come first.
template <class T> bool explained(Operation op, T cell, std::vector<Deed<T>> deeds, const T &last) {
  while (!deeds.empty()) {
    size_t next = deeds.size();
    for (size_t i = 0; i < deeds.size(); ++i)
      if (same(deeds[i].found, cell) &&
          (next == deeds.size() || same(applied(op, cell, deeds[i].value, deeds[i].expected), cell)))
        next = i;
    if (next == deeds.size())
      return false;
    cell = applied(op, cell, deeds[next].value, deeds[next].expected);
    deeds.erase(deeds.begin() + next);
  }
  return same(cell, last);
}

template <class T>
void fill(Run &run, Operation op, int blocks, Array<T> &cells, Array<T> &values, Array<T> &expected) {
  for (int b = 0; b < blocks; ++b)
    for (int lane = 0; lane < kLanes; ++lane) {
      T &value = values[b * kLanes + lane];
      if (op == Operation::Add || op == Operation::Sub)
        value = T(run.random.integer(1, 5));
      else if (op == Operation::Exchange || op == Operation::CompareExchange)
        value = T(10 + b); // no two blocks bring the same, so that the order is certain
      else
        value = T(double(int32_t(run.random.bits()) >> 3));
      // Some expect what is there first, some what another block brings, some a zero of the other sign.
      T guesses[] = {T(0), T(0), T(10 + run.random.integer(0, blocks - 1)), T(-0.0)};
      expected[b * kLanes + lane] = guesses[run.random.integer(0, 3)];
    }
  T first = op == Operation::Xor || op == Operation::And ? T(0x5a5a5a5a) : T(0);
  for (T &cell : cells.values)
    cell = first;
}

template <class T>
void contend(Run &run, Operation op, const std::string &name, const std::string &kernel, int blocks,
             ConformanceTable &table) {
  auto &cells = run.zeros<T>(kTrials * blocks * kCells), &found = run.zeros<T>(kTrials * blocks * kCells);
  auto &values = run.zeros<T>(blocks * kLanes), &expected = run.zeros<T>(blocks * kLanes);
  fill(run, op, blocks, cells, values, expected);
  auto before = cells.values;
  run.launch(kernel, {uint32_t(blocks)}, cells, found, values, expected);
  for (int trial = 0; trial < kTrials; ++trial)
    for (int owner = 0; owner < blocks; ++owner)
      for (int cell = 0; cell < kCells; ++cell) {
        int lane = cell % kLanes, form = cell / kLanes;
        bool alone = trial % kScopes == kBlockScope;
        std::vector<Deed<T>> deeds;
        for (int b = 0; b < blocks; ++b)
          if ((alone ? b == owner : owner == 0) && (form != 1 || (lane + b) % 3 != 0))
            deeds.push_back(
                {found[(trial * blocks + b) * kCells + cell], values[b * kLanes + lane], expected[b * kLanes + lane]});
        int at = (trial * blocks + owner) * kCells + cell;
        table.add(name, 0, explained(op, before[at], deeds, cells[at]) ? 0 : 1, [&] {
          return kernel + ": order " + std::to_string(trial / kScopes) + ", scope " + std::to_string(trial % kScopes) +
                 (form == 0   ? ", tile"
                  : form == 1 ? ", masked"
                              : ", scalar") +
                 ", cell " + std::to_string(lane) + ": no order of the blocks explains what they found";
        });
      }
  run.clear();
}

struct Named {
  Operation op;
  const char *spelling, *enumerator;
};

template <class T>
void addContended(Cases &cases, const std::string &file, const std::string &type, std::vector<Named> operations) {
  for (Named named : operations) {
    std::string kernel = "atomic<" + type + ", Operation::" + named.enumerator + ">";
    cases.push_back({"atomic " + std::string(named.spelling) + "/" + type, file, [=](Run &run) {
                       ConformanceTable table(run, type);
                       for (int blocks : {9, 2})
                         contend<T>(run, named.op, "atomic " + std::string(named.spelling), kernel, blocks, table);
                       table.check();
                     }});
  }
}

template <class T> void addInteger(Cases &cases, const std::string &type) {
  addContended<T>(cases, "atomic_bits", type,
                  {{Operation::And, "and", "bit_and"},
                   {Operation::Or, "or", "bit_or"},
                   {Operation::Xor, "xor", "bit_xor"},
                   {Operation::Max, "max", "max"},
                   {Operation::Min, "min", "min"}});
}
template <class T> void addSums(Cases &cases, const std::string &type) {
  addContended<T>(cases, type == "__nv_bfloat16" ? "atomic_add_bf16" : "atomic_add", type,
                  {{Operation::Add, "add", "add"}, {Operation::Sub, "sub", "sub"}});
}
template <class T> void addExchanges(Cases &cases, const std::string &type) {
  addContended<T>(cases, "atomic_exchange", type,
                  {{Operation::Exchange, "exchange", "exchange"},
                   {Operation::CompareExchange, "compare exchange", "compare_exchange"}});
}

void countByExchange(Run &run) {
  for (uint32_t blocks : {12u, 3u}) {
    auto &counter = run.zeros<int>(1);
    run.launch("count_by_exchange", {blocks}, counter, 10);
    run.equal("counter", counter, {int(10 * blocks)});
    run.clear();
  }
}

template <class T> void copyAtomically(Run &run, const std::string &type) {
  constexpr int lanes = 32, areas = 6;
  for (int blocks : {1, 3}) {
    auto &in = run.uniform<T>(blocks * lanes, type == "bool" ? 0 : 1, type == "bool" ? 1 : 100);
    auto &padding = run.filled<T>(1, T(1)), &out = run.zeros<T>(blocks * areas * 3 * lanes);
    run.launch("copy_atomically<" + type + ">", {uint32_t(blocks)}, out, in, padding);
    std::vector<T> expected(out.size());
    for (int trial = 0; trial < blocks * areas; ++trial)
      for (int lane = 0; lane < lanes; ++lane) {
        T *area = &expected[trial * 3 * lanes], value = in[trial / areas * lanes + lane];
        bool inside = lane % 3 != 1;
        area[lane] = value;
        area[lanes + lane] = inside ? value : T(0);
        area[2 * lanes + lane] = inside ? value : padding[0];
      }
    run.equal("copy_atomically<" + type + ">", out, expected);
    run.clear();
  }
}

template <class T> void reduceThroughView(Run &run, const std::string &type) {
  uint32_t blocks = 7;
  auto &out = run.uniform<T>(7 * 32, 0, 100);
  std::vector<T> expected = out.values;
  const Operation operations[] = {Operation::Add, Operation::Sub, Operation::And, Operation::Or,
                                  Operation::Xor, Operation::Max, Operation::Min};
  for (int k = 0; k < 7; ++k)
    for (int i = 0; i < 32; ++i)
      for (uint32_t b = 0; b < blocks; ++b)
        expected[k * 32 + i] = applied(operations[k], expected[k * 32 + i], T(i + b + 1), T(0));
  run.launch("reduce_through_view<" + type + ">", {blocks}, out);
  run.equal("reduce_through_view<" + type + ">", out, expected);
  run.clear();
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
template <class T> void updateMatrix(Run &run, Operation operation, const std::string &kernel) {
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
  const Operation operations[] = {Operation::Add, Operation::Sub, Operation::And, Operation::Or,
                                  Operation::Xor, Operation::Max, Operation::Min};
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

void addViewCases(Cases &cases) {
  cases.push_back({"atomic rows/float", "atomic_rows", [](Run &run) { addRows<float>(run, "float"); }});
  cases.push_back({"atomic rows/half", "atomic_rows", [](Run &run) { addRows<Half>(run, "__half"); }});
  cases.push_back({"atomic rows/bf16", "atomic_rows_bf16", [](Run &run) { addRows<BFloat16>(run, "__nv_bfloat16"); }});
  cases.push_back({"atomic into one", "atomic_rows", [](Run &run) {
                     reduceIntoOne<int>(run, "int");
                     reduceIntoOne<unsigned>(run, "unsigned int");
                     reduceIntoOne<long>(run, "long");
                     reduceIntoOne<unsigned long long>(run, "unsigned long long");
                   }});
  cases.push_back({"atomic view/reductions", "atomic_view", [](Run &run) {
                     reduceThroughView<int>(run, "int");
                     reduceThroughView<unsigned long>(run, "unsigned long");
                   }});
  cases.push_back({"atomic view/ragged", "atomic_view", [](Run &run) {
                     addRagged<int>(run, "int");
                     addRagged<float>(run, "float");
                     addRagged<double>(run, "double");
                   }});
  cases.push_back({"atomic view/matrices", "atomic_view", [](Run &run) {
                     updateMatrix<int>(run, Operation::Add, "update_matrix<int, 0>");
                     updateMatrix<int>(run, Operation::Sub, "update_matrix<int, 1>");
                     updateMatrix<int>(run, Operation::Max, "update_matrix<int, 3>");
                     updateMatrix<unsigned long>(run, Operation::Xor, "update_matrix<unsigned long, 2>");
                     updateMatrix<unsigned long>(run, Operation::Min, "update_matrix<unsigned long, 4>");
                     updateMatrix<float>(run, Operation::Sub, "update_matrix<float, 1>");
                   }});
  cases.push_back({"atomic view/load and store", "atomic_view", loadStoreView});
  cases.push_back({"atomic view/overlapping windows", "atomic_view", addWindows});
}

template <class T> void addCopy(Cases &cases, const std::string &type) {
  std::string file = type.starts_with("__nv_fp8") ? "atomic_load_store_fp8" : "atomic_load_store";
  cases.push_back({"atomic load and store/" + type, file, [=](Run &run) { copyAtomically<T>(run, type); }});
}

} // namespace

namespace tilec::exec {

void addAtomicCases(Cases &cases) {
  addSums<int>(cases, "int");
  addSums<unsigned>(cases, "unsigned int");
  addSums<long>(cases, "long");
  addSums<unsigned long long>(cases, "unsigned long long");
  addSums<float>(cases, "float");
  addSums<double>(cases, "double");
  addSums<Half>(cases, "__half");
  addSums<BFloat16>(cases, "__nv_bfloat16");
  addInteger<int>(cases, "int");
  addInteger<unsigned>(cases, "unsigned int");
  addInteger<long>(cases, "long");
  addInteger<unsigned long long>(cases, "unsigned long long");
  addExchanges<int>(cases, "int");
  addExchanges<unsigned>(cases, "unsigned int");
  addExchanges<long>(cases, "long");
  addExchanges<unsigned long long>(cases, "unsigned long long");
  addExchanges<float>(cases, "float");
  addExchanges<double>(cases, "double");
  cases.push_back({"atomic counter by exchange", "atomic_exchange", countByExchange});
  addCopy<unsigned char>(cases, "bool");
  addCopy<char>(cases, "char");
  addCopy<unsigned char>(cases, "unsigned char");
  addCopy<short>(cases, "short");
  addCopy<unsigned short>(cases, "unsigned short");
  addCopy<int>(cases, "int");
  addCopy<unsigned>(cases, "unsigned int");
  addCopy<long>(cases, "long");
  addCopy<unsigned long long>(cases, "unsigned long long");
  addCopy<Half>(cases, "__half");
  addCopy<BFloat16>(cases, "__nv_bfloat16");
  addCopy<float>(cases, "float");
  addCopy<double>(cases, "double");
  addCopy<Float8E4M3>(cases, "__nv_fp8_e4m3");
  addCopy<Float8E5M2>(cases, "__nv_fp8_e5m2");
  addCopy<TensorFloat32>(cases, "__nv_tf32");
  addViewCases(cases);
}

} // namespace tilec::exec
