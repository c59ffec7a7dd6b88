// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel parameters of every legal type, and the names that kernels may have.
#include "test/exec/harness/Cases.h"

using namespace tilec::exec;

namespace {

void smallIntegers(Run &run) {
  auto &out = run.zeros<double>(10);
  run.launch("small_integers", {1}, out, true, 'c', (signed char)-7, (unsigned char)250, short(-30000),
             (unsigned short)60000, char8_t(200), char16_t(50000), char32_t(3000000000u), wchar_t(-5));
  run.equal("values", out, {1, 99, -7, 250, -30000, 60000, 200, 50000, 3000000000.0, -5});
}

void wideIntegers(Run &run) {
  auto &out = run.zeros<double>(8);
  run.launch("wide_integers", {1}, out, -2000000000, 4000000000u, -(1L << 40), 1UL << 41, -(1LL << 42), 1ULL << 43, 5u,
             (unsigned char)200);
  run.equal("values", out,
            {-2e9, 4e9, -std::ldexp(1.0, 40), std::ldexp(1.0, 41), -std::ldexp(1.0, 42), std::ldexp(1.0, 43), 5, 200});
}

void floats(Run &run) {
  auto &out = run.zeros<double>(6);
  run.launch("floats", {1}, out, Half(-1.5), BFloat16(3e30), Float8E4M3(448), 0.1f, Float8E5M2(-57344), 0.1);
  run.equal("values", out, {-1.5, double(BFloat16(3e30)), 448, double(0.1f), -57344, 0.1});
}

/// As the kernel file declares it.
struct Record {
  int count;
  double weight;
  const void *data;
};

void pointers(Run &run) {
  auto &out = run.zeros<double>(9), &numbers = run.uniform<double>(4, 0, 1);
  auto &data = run.array<float>({1.25f, 2.5f});
  auto &untyped = run.filled<int>(1, -9), &zero = run.filled<int>(1, 0), &one = run.filled<int>(1, 41);
  auto &referred = run.filled<int>(1, 76);
  auto &constant = run.filled<float>(1, 0.75f);
  auto &record = run.array<unsigned char>(std::vector<unsigned char>(sizeof(Record)));
  Record value{17, 0.125, data.at(0)};
  std::memcpy(record.values.data(), &value, sizeof value);
  auto &table = run.array<uint64_t>({zero.range().address, one.range().address});
  run.launch("pointers", {1}, out, record, untyped, table, 3, referred, constant, numbers, nullptr);
  run.equal("values", out, {17, 0.125, 2.5, -9, 41, 3, 76, 0.75, numbers[3]});
  run.equal("changed through a reference", referred, {77});
}

void names(Run &run) {
  auto &out = run.zeros<int>(1);
  auto expect = [&](int value) { run.equal("value", out, {value}); };
  run.launch("plain_name", {1}, out, 4);
  expect(4);
  run.launch("_Z10overloadedPii", {1}, out, 5);
  expect(5);
  run.launch("_Z10overloadedPif", {1}, out, 5.5f);
  expect(11);
  run.launch("inner::in_namespace", {1}, out, 6);
  expect(7);
  run.launch("no_parameters", {1});
}

void pack(Run &run) {
  auto &out = run.zeros<double>(3);
  run.launch("pack<int, float, unsigned char>", {1}, out, -3, 2.5f, (unsigned char)9);
  run.equal("values", out, {-3, 2.5, 9});
}

} // namespace

namespace tilec::exec {

void addParameterCases(Cases &cases) {
  cases.push_back({"parameters/small integers", "parameters", smallIntegers});
  cases.push_back({"parameters/wide integers", "parameters", wideIntegers});
  cases.push_back({"parameters/floats", "parameters", floats});
  cases.push_back({"parameters/pointers", "parameters", pointers});
  cases.back().needsAlignment = true; // bytes that hold records
  cases.push_back({"parameters/pack", "parameters", pack});
  cases.push_back({"parameters/names", "parameters", names});
}

} // namespace tilec::exec
