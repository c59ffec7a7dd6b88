// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of the tuner: expressions, spaces, results that are near, and what is remembered.
#include "compiler/Tune/ResultComparison.h"
#include "compiler/Tune/TuneExpression.h"
#include "runtime/Wisdom.h"
#include "test/support/Catch.h"
#include "tilec/Tuner.h"

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>
#include <unistd.h>

using namespace tilec;

static runtime::Expected<int64_t> value(llvm::StringRef text) {
  return tune::evaluate(text, [](llvm::StringRef name) -> std::optional<int64_t> {
    return name == "n" ? std::optional<int64_t>(100) : name == "N_1" ? std::optional<int64_t>(16) : std::nullopt;
  });
}

TEST_CASE("expressions have the values that C++ gives them") {
  CHECK(*value("(n + N_1 - 1) / N_1") == 7);
  CHECK(*value("2 + 3 * 4 - 20 / 3 % 4") == 12);
  CHECK(*value("-n - -1") == -99);
  CHECK(*value("n>=100&&N_1!=16||!0") == 1);
  CHECK(*value("1 < 2 == 2 > 1") == 1);
  CHECK(*value("min(n, max(N_1, 0x20))") == 32);
  CHECK(*value("10 - 3 - 2") == 5);
}

TEST_CASE("expressions that have no value say why") {
  CHECK(value("1 / (n - 100)").error().text == "in '1 / (n - 100)': a division by zero");
  CHECK(value("1 +").error().text == "in '1 +': expected a value at the end");
  CHECK(value("(1").error().text == "in '(1': expected ')'");
  CHECK(value("m").error().text == "in 'm': expected a number, a constant or an integer parameter, got 'm'");
  CHECK(value("1 2").error().text == "in '1 2': unexpected '2'");
  CHECK(value("min(1)").error().text == "in 'min(1)': expected ','");
}

TEST_CASE("a space is read from its text, and from pragmas on several lines") {
  auto space =
      TuneSpace::parse(R"(kernel = f<{N}, 3>; N = 1, 2; hints = "a = 1, b = 2", "c = 3"; grid = min(n, 3), N)");
  REQUIRE(space);
  CHECK(space->kernel == "f<{N}, 3>");
  REQUIRE(space->axes.size() == 2);
  CHECK(space->axes[0].isConstant);
  CHECK_FALSE(space->axes[1].isConstant);
  CHECK(space->axes[1].values == std::vector<std::string>{"a = 1, b = 2", "c = 3"});
  CHECK(space->grid == std::vector<std::string>{"min(n, 3)", "N"});

  auto all =
      TuneSpace::ofSource({"k.cu", "int x;\n#  pragma tilec tune(kernel = f; \\\r\n a = 1)\n// #pragma tilec tune(\n"
                                   "#pragma tilec tuner(x)\n#pragma once\n#pragma tilec tune(kernel = g)"});
  REQUIRE(all);
  REQUIRE(all->size() == 2);
  CHECK(all->front().axes.front().values == std::vector<std::string>{"1"});
  auto wrong = TuneSpace::ofSource({"k.cu", "\n\\\n#pragma tilec tune(kernel = f; x)\n"});
  CHECK(wrong.error().text == "k.cu:3: expected 'name = values', got 'x'");
  CHECK(TuneSpace::parse("kernel = f; a = 1; a = 2").error().text == "'a' is given twice");
}

template <typename T> static std::string bytes(std::initializer_list<T> values) {
  return std::string(reinterpret_cast<const char *>(values.begin()), values.size() * sizeof(T));
}

TEST_CASE("results are near by their element type, or by what is asked") {
  CHECK(tune::isNear(bytes({1.0f, NAN}), bytes({1.0005f, NAN}), "f32", -1));
  CHECK_FALSE(tune::isNear(bytes({1.0f}), bytes({1.0005f}), "f32", 0));
  CHECK_FALSE(tune::isNear(bytes({1.0f}), bytes({NAN}), "f32", 1));
  CHECK_FALSE(tune::isNear(bytes({INFINITY}), bytes({3.0f}), "f32", -1));
  CHECK(tune::isNear(bytes({1000.0f}), bytes({1000.5f}), "f32", -1));
  CHECK(tune::isNear(bytes<uint16_t>({0x3f80}), bytes<uint16_t>({0x3f82}), "bf16", -1));
  CHECK_FALSE(tune::isNear(bytes<uint16_t>({0x3c00}), bytes<uint16_t>({0x3e00}), "f16", -1));
  CHECK_FALSE(tune::isNear(bytes({1}), bytes({2}), "i32", 5));
}

TEST_CASE("the nearest entry of a wisdom is of the same kernel, and the latest of equals") {
  std::string path = (std::filesystem::temp_directory_path() / ("tilec-wisdom-" + std::to_string(getpid()))).string();
  std::filesystem::remove(path);
  CHECK(Wisdom::read(path)->find({}, true, [](const WisdomEntry &) { return true; }) == nullptr);
  WisdomEntry entry{{"gpu", "sm_90a", "f", "s", {16}, {1024}}, {{"N", "1"}}, {}, 1, 2};
  auto add = [&](int64_t size, const char *constant, double time) {
    entry.key.sizes = {size};
    entry.constants = {{"N", constant}};
    entry.milliseconds = time;
    REQUIRE(Wisdom::append(path, entry));
  };
  add(1024, "old", 1), add(1024, "new", 1), add(1 << 20, "large", 9);
  std::ofstream(path, std::ios::app) << "{\"cut"; // whose end a killed process did not write
  add(64, "small", 0.1);
  auto wisdom = Wisdom::read(path);
  REQUIRE(wisdom);
  CHECK(wisdom->damaged() == 1);
  auto any = [](const WisdomEntry &) { return true; };
  auto constant = [&](int64_t size, bool nearest) {
    WisdomKey key = entry.key;
    key.sizes = {size};
    const WisdomEntry *found = wisdom->find(key, nearest, any);
    return found ? found->constants[0].second : "none";
  };
  CHECK(constant(1024, false) == "new");
  CHECK(constant(2048, false) == "none");
  CHECK(constant(2048, true) == "new");
  CHECK(constant(1 << 30, true) == "large");
  CHECK(constant(0, true) == "small");
  CHECK(wisdom->longest(any)->constants[0].second == "large");
  WisdomKey other = entry.key;
  other.source = "t";
  CHECK(wisdom->find(other, true, any) == nullptr);
  // Another GPU of the architecture is better than nothing, and worse than any entry of this one.
  other = entry.key;
  other.gpu = "another";
  CHECK(wisdom->find(other, true, any)->constants[0].second == "small");
  CHECK(wisdom->find(other, false, any) == nullptr);
  other.architecture = "sm_100a";
  CHECK(wisdom->find(other, true, any) == nullptr);
  std::filesystem::remove(path);
  CHECK_FALSE(Wisdom::append("/nowhere/wisdom", entry));
}

TEST_CASE("arguments count by size and by what divides them") {
  WisdomKey key;
  key.add(runtime::Argument(1000), 0);
  key.add(runtime::Argument(reinterpret_cast<const void *>(uintptr_t(0x1004))), 1025);
  key.add(runtime::Argument(2.5), 0);
  key.add(runtime::Argument(nullptr), 0);
  key.add(runtime::Argument(-3), 0);
  CHECK(key.facts == std::vector<int64_t>{8, 4, 1, 1, 1});
  CHECK(key.sizes == std::vector<int64_t>{1024, 2048, 0, 0, -4});
}

TEST_CASE("an entry names its instance and what is compiled") {
  WisdomEntry entry{{"", "", "f<{N}, {N}, {M}>", "", {}, {}}, {{"N", "2"}, {"M", "x"}}, {{"hints", "a = 1"}}, 1, 1};
  CHECK(entry.instance() == "f<2, 2, x>");
  CHECK(entry.candidate() == "f<2, 2, x>, hints=a = 1");
}

TEST_CASE("lines that several threads append at once are whole") {
  std::string path =
      (std::filesystem::temp_directory_path() / ("tilec-wisdom-many-" + std::to_string(getpid()))).string();
  std::filesystem::remove(path);
  WisdomEntry entry{{"gpu", "sm_90a", std::string(3000, 'k'), "s", {16}, {1024}}, {}, {}, 1, 2};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] {
      for (int j = 0; j < 20; ++j)
        (void)Wisdom::append(path, entry);
    });
  for (std::thread &thread : threads)
    thread.join();
  std::ifstream file(path);
  int lines = 0;
  for (std::string line; std::getline(file, line); ++lines)
    REQUIRE(WisdomEntry::fromJson(line));
  CHECK(lines == 160);
  std::filesystem::remove(path);
}
