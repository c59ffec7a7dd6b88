// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random nests of loops, conditionals and tile arithmetic against a direct interpreter: the executor reuses the places
// of dead values, and a place given away too early shows as a wrong result here.
#include "test/compiler/Host/HostKernel.h"
#include "test/support/Catch.h"
#include <array>
#include <map>
#include <random>

using namespace tilec::host;

namespace {
constexpr int kWidth = 4;
using Tile = std::array<uint32_t, kWidth>;

struct Block;

/// One op; values are numbered, and all are tiles of 4 x i32.
struct Statement {
  enum { Arithmetic, For, If } kind;
  int result = 0, a = 0, b = 0; ///< If: a is the condition's tile (its first element is odd)
  int op = 0;                   ///< Arithmetic
  int count = 0;                ///< For: iterations
  std::vector<int> results, arguments, inits;
  std::shared_ptr<Block> body, otherwise;
};

struct Block {
  std::vector<Statement> statements;
  std::vector<int> yields;
};

const char *const kOps[] = {"addi", "xori", "muli", "subi", "maxui"};

uint32_t apply(int op, uint32_t a, uint32_t b) {
  const uint32_t results[] = {a + b, a ^ b, a * b, a - b, std::max(a, b)};
  return results[op];
}

/// Makes programs. Values that may be used are those of this block and of the blocks around it.
class Generator {
public:
  explicit Generator(unsigned seed) : random(seed) {}

  Block block(std::vector<int> visible, int depth, int yields) {
    Block block;
    int length = int(random() % 5 + 1);
    for (int i = 0; i < length; ++i) {
      Statement statement = make(visible, depth);
      if (statement.kind == Statement::Arithmetic)
        visible.push_back(statement.result);
      visible.insert(visible.end(), statement.results.begin(), statement.results.end());
      block.statements.push_back(std::move(statement));
    }
    for (int i = 0; i < yields; ++i)
      block.yields.push_back(any(visible));
    return block;
  }
  int next = 2; ///< 0 and 1 are the inputs

private:
  int any(const std::vector<int> &visible) {
    return visible[random() % visible.size()];
  }

  std::vector<int> fresh(int count) {
    std::vector<int> values(count);
    for (int &value : values)
      value = next++;
    return values;
  }

  Statement make(const std::vector<int> &visible, int depth) {
    Statement s{};
    unsigned choice = depth < 3 ? random() % 4 : 3;
    s.a = any(visible), s.b = any(visible);
    int carried = int(random() % 3 + 1);
    if (choice == 0) {
      s.kind = Statement::For;
      s.count = int(random() % 4);
      for (int i = 0; i < carried; ++i)
        s.inits.push_back(any(visible));
      s.results = fresh(carried), s.arguments = fresh(carried);
      std::vector<int> inside = visible;
      inside.insert(inside.end(), s.arguments.begin(), s.arguments.end());
      s.body = std::make_shared<Block>(block(inside, depth + 1, carried));
    } else if (choice == 1) {
      s.kind = Statement::If;
      s.results = fresh(carried);
      s.body = std::make_shared<Block>(block(visible, depth + 1, carried));
      s.otherwise = std::make_shared<Block>(block(visible, depth + 1, carried));
    } else {
      s.kind = Statement::Arithmetic;
      s.op = int(random() % std::size(kOps));
      s.result = next++;
    }
    return s;
  }
  std::mt19937 random;
};

std::string name(int value) {
  return "%v" + std::to_string(value);
}

std::string list(const std::vector<int> &values) {
  std::string text;
  for (int value : values)
    text += (text.empty() ? "" : ", ") + name(value);
  return text;
}

std::string types(size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i)
    text += i ? ", tensor<4xi32>" : "tensor<4xi32>";
  return text;
}

std::string print(const Block &block, int &temporary);

std::string print(const Statement &s, int &temporary) {
  auto region = [&](const Block &block) {
    return "{\n" + print(block, temporary) + "scf.yield " + list(block.yields) + " : " + types(block.yields.size()) +
           "\n}";
  };
  if (s.kind == Statement::Arithmetic)
    return name(s.result) + " = arith." + kOps[s.op] + " " + name(s.a) + ", " + name(s.b) + " : tensor<4xi32>\n";
  std::string t = std::to_string(temporary++);
  std::string results = list(s.results) + " = ";
  if (s.kind == Statement::For) {
    std::string carried;
    for (size_t i = 0; i < s.inits.size(); ++i)
      carried += (i ? ", " : "") + name(s.arguments[i]) + " = " + name(s.inits[i]);
    return "%n" + t + " = arith.constant " + std::to_string(s.count) + " : index\n" + results + "scf.for %i" + t +
           " = %c0 to %n" + t + " step %c1 iter_args(" + carried + ") -> (" + types(s.inits.size()) + ") " +
           region(*s.body) + "\n";
  }
  return "%e" + t + " = tensor.extract " + name(s.a) + "[%c0] : tensor<4xi32>\n%f" + t + " = arith.trunci %e" + t +
         " : i32 to i1\n" + results + "scf.if %f" + t + " -> (" + types(s.results.size()) + ") " + region(*s.body) +
         " else " + region(*s.otherwise) + "\n";
}

std::string print(const Block &block, int &temporary) {
  std::string text;
  for (const Statement &statement : block.statements)
    text += print(statement, temporary);
  return text;
}

using Values = std::map<int, Tile>;

std::vector<Tile> run(const Block &block, Values &values);

void run(const Statement &s, Values &values) {
  if (s.kind == Statement::Arithmetic) {
    Tile result;
    for (int i = 0; i < kWidth; ++i)
      result[i] = apply(s.op, values[s.a][i], values[s.b][i]);
    values[s.result] = result;
    return;
  }
  std::vector<Tile> carried;
  if (s.kind == Statement::If)
    carried = run(values[s.a][0] & 1 ? *s.body : *s.otherwise, values);
  for (int init : s.inits)
    carried.push_back(values[init]);
  for (int i = 0; i < s.count; ++i) {
    for (size_t j = 0; j < carried.size(); ++j)
      values[s.arguments[j]] = carried[j];
    carried = run(*s.body, values);
  }
  for (size_t j = 0; j < carried.size(); ++j)
    values[s.results[j]] = carried[j];
}

std::vector<Tile> run(const Block &block, Values &values) {
  for (const Statement &statement : block.statements)
    run(statement, values);
  std::vector<Tile> yielded;
  for (int value : block.yields)
    yielded.push_back(values[value]);
  return yielded;
}
} // namespace

TEST_CASE("random programs give what a direct interpreter gives") {
  for (unsigned seed = 0; seed < 150; ++seed) {
    Generator generator(seed);
    Block program = generator.block({0, 1}, 0, 1);
    int temporary = 0;
    std::string text = R"(
func.func @k(%p: !tile.ptr<i32>) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i = tile.iota : tensor<4xi32>
  %ps = tile.splat %p : tensor<4x!tile.ptr<i32>>
  %to = tile.offset %ps, %i : tensor<4x!tile.ptr<i32>>, tensor<4xi32>
  %v0 = tile.load %to : tensor<4x!tile.ptr<i32>>
  %v1 = arith.addi %v0, %i : tensor<4xi32>
)" + print(program, temporary) +
                       "tile.store %to, " + name(program.yields[0]) + " : tensor<4x!tile.ptr<i32>>\nreturn\n}";
    HostKernel kernel(text);
    Tile data{seed * 7 + 3, 1u << 31, 12345, ~0u};
    Values values;
    values[0] = data;
    for (int i = 0; i < kWidth; ++i)
      values[1][i] = data[i] + uint32_t(i);
    Tile expected = run(program, values)[0];
    for (bool checking : {false, true}) {
      Tile got = data;
      LaunchOptions options;
      options.check = checking;
      options.buffers = {{got.data(), sizeof(got)}};
      REQUIRE(kernel.run({1}, options, got.data()) == "");
      INFO(text);
      REQUIRE(got == expected);
    }
  }
}
