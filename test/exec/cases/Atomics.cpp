// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every atomic operation. Blocks contend for the same cells, so what each found there must be explained by some order
// of the blocks, and the cells must end as that order leaves them.
#include "test/exec/cases/AtomicOperations.h"

using namespace tilec::exec;

namespace {

using Operation = AtomicOperation;

constexpr int kLanes = 16, kCells = 3 * kLanes, kTrials = 12;
constexpr int kScopes = 3, kBlockScope = 0;

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
      if (sameBits(deeds[i].found, cell) &&
          (next == deeds.size() || sameBits(applied(op, cell, deeds[i].value, deeds[i].expected), cell)))
        next = i;
    if (next == deeds.size())
      return false;
    cell = applied(op, cell, deeds[next].value, deeds[next].expected);
    deeds.erase(deeds.begin() + next);
  }
  return sameBits(cell, last);
}

template <class T>
void fill(Run &run, Operation op, int blocks, Array<T> &cells, Array<T> &values, Array<T> &expected) {
  for (int b = 0; b < blocks; ++b)
    for (int lane = 0; lane < kLanes; ++lane) {
      T &value = values[b * kLanes + lane];
      if (op == Operation::Add || op == Operation::Sub)
        value = T(run.random.integer(1, 5));
      else if (op == Operation::Exchange || op == Operation::CompareExchange)
        value = T(10 + 16 * lane + b); // no two blocks bring the same, so that the order is certain
      else
        value = T(int64_t(run.random.bits()) >> (sizeof(T) == 8 ? 3 : 35));
      // Some expect what is there first, some what another block brings, some a zero of the other sign.
      T guesses[] = {T(0), T(0), T(10 + 16 * lane + run.random.integer(0, blocks - 1)), T(-0.0)};
      expected[b * kLanes + lane] = guesses[run.random.integer(0, 3)];
    }
  T first = op == Operation::Xor || op == Operation::And ? T(0x5a5a5a5a)
            : op == Operation::Min                       ? std::numeric_limits<T>::max()
                                                         : T(0);
  for (T &cell : cells.values)
    cell = first;
}

const char *const kOrders[] = {"relaxed", "acquire", "release", "acq_rel"};

template <class T>
void contend(Run &run, Operation op, const std::string &function, const std::string &kernel, int blocks,
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
        std::string name = function + (form == 1 ? "_masked " : " ") + kOrders[trial / kScopes];
        table.add(name, 0, explained(op, before[at], deeds, cells[at]) ? 0 : 1, [&] {
          return kernel + ": scope " + std::to_string(trial % kScopes) + (form == 2 ? ", scalar" : ", tile") +
                 ", cell " + std::to_string(lane) + ": no order of the blocks explains what they found";
        });
      }
  run.clear();
}

struct Named {
  Operation op;
  const char *spelling, *enumerator, *function;
};

template <class T>
void addContended(Cases &cases, const std::string &file, const std::string &type, std::vector<Named> operations) {
  for (Named named : operations) {
    std::string kernel = "atomic<" + type + ", Operation::" + named.enumerator + ">";
    cases.push_back({"atomic " + std::string(named.spelling) + "/" + type, file, [=](Run &run) {
                       ConformanceTable table(run, type);
                       for (int blocks : {9, 2})
                         contend<T>(run, named.op, named.function, kernel, blocks, table);
                       table.check();
                     }});
  }
}

template <class T> void addInteger(Cases &cases, const std::string &type) {
  addContended<T>(cases, "atomic_bits", type,
                  {{Operation::And, "and", "bit_and", "atomic_and"},
                   {Operation::Or, "or", "bit_or", "atomic_or"},
                   {Operation::Xor, "xor", "bit_xor", "atomic_xor"},
                   {Operation::Max, "max", "max", "atomic_max"},
                   {Operation::Min, "min", "min", "atomic_min"}});
}
template <class T> void addSums(Cases &cases, const std::string &type) {
  addContended<T>(cases, type == "__nv_bfloat16" ? "atomic_add_bf16" : "atomic_add", type,
                  {{Operation::Add, "add", "add", "atomic_add"}, {Operation::Sub, "sub", "sub", "atomic_sub"}});
}
template <class T> void addExchanges(Cases &cases, const std::string &type) {
  addContended<T>(cases, "atomic_exchange", type,
                  {{Operation::Exchange, "exchange", "exchange", "atomic_xchg"},
                   {Operation::CompareExchange, "compare exchange", "compare_exchange", "atomic_compare_exchange"}});
}

void countByExchange(Run &run) {
  for (uint32_t blocks : {12u, 3u}) {
    auto &counter = run.zeros<int>(1);
    run.launch("count_by_exchange", {blocks}, counter, 10);
    run.equal("counter", counter, {int(10 * blocks)});
    run.clear();
  }
}

/// Orders of the load and of the store, by area.
const char *const kAreaOrders[][2] = {{"relaxed", "relaxed"}, {"acquire", "release"}, {"relaxed", "release"},
                                      {"acquire", "relaxed"}, {"relaxed", "release"}, {"acquire", "relaxed"}};

template <class T> void copyAtomically(Run &run, const std::string &type) {
  constexpr int lanes = 32, areas = std::size(kAreaOrders);
  ConformanceTable table(run, type);
  for (int blocks : {1, 3}) {
    auto &in = run.uniform<T>(blocks * lanes, type == "bool" ? 0 : 1, type == "bool" ? 1 : 100);
    auto &padding = run.filled<T>(1, T(1)), &out = run.zeros<T>(blocks * areas * 3 * lanes);
    run.launch("copy_atomically<" + type + ">", {uint32_t(blocks)}, out, in, padding);
    for (size_t i = 0; i < out.size(); ++i) {
      int lane = i % lanes, form = i / lanes % 3, trial = i / (3 * lanes);
      T expected = form == 0 || lane % 3 != 1 ? in[trial / areas * lanes + lane] : form == 1 ? T(0) : padding[0];
      const auto &[load, store] = kAreaOrders[trial % areas];
      std::string name = std::string("atomic_load") + (form ? "_masked " : " ") + load + ", atomic_store" +
                         (form == 1 ? "_masked " : " ") + store;
      table.add(name, 0, sameBits(out[i], expected) ? 0 : 1, [&] { return "element " + std::to_string(i); });
    }
    run.clear();
  }
  table.check();
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
}

} // namespace tilec::exec
