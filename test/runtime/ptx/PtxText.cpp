// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/runtime/ptx/PtxText.h"
#include "test/support/Catch.h"

#include <cmath>
#include <random>

using namespace tilec::ptx;

std::unique_ptr<Module> loadPtx(const std::string &text) {
  std::string whole = ".version 8.4\n.target sm_90\n.address_size 64\n" + text, error;
  auto module = Module::load({whole}, error);
  CHECK(error == "");
  REQUIRE(module);
  return module;
}

int runBody(const std::string &body, void *out, const void *in, unsigned threads, std::string &message,
            const std::string &before, LaunchOptions options) {
  auto module = loadPtx(before + R"(
.visible .entry k(.param .u64 k_param_0, .param .u64 k_param_1) {
  .reg .b32 %t;
  .reg .b64 %out, %in;
  ld.param.u64 %out, [k_param_0];
  ld.param.u64 %in, [k_param_1];
  mov.u32 %t, %tid.x;
)" + body + "\n}\n");
  options.block.x = threads;
  const void *parameters[] = {out, in};
  return launch(*module, "k", options, reinterpret_cast<const char *>(parameters), message);
}

void runBody(const std::string &body, void *out, const void *in, unsigned threads, const std::string &before) {
  std::string message;
  int fault = runBody(body, out, in, threads, message, before);
  CHECK(message == "");
  REQUIRE(fault == kNoFault);
}

namespace {

std::string declare(char width, const std::string &name) {
  const char *type = width == 'h' ? ".b16" : width == 'w' ? ".b32" : width == 'l' ? ".b64" : ".pred";
  return std::string(".reg ") + type + " " + name + ";\n";
}

/// Loads an operand from the place of its thread.
std::string load(char width, const std::string &name, unsigned offset) {
  std::string from = ", [%from+" + std::to_string(offset) + "];\n";
  if (width == 'p')
    return "ld.global.u32 %bit" + from + "setp.ne.u32 " + name + ", %bit, 0;\n";
  return std::string("ld.global.b") + (width == 'h' ? "16 " : width == 'w' ? "32 " : "64 ") + name + from;
}

std::string store(char width) {
  if (width == 'p')
    return "selp.b64 %wide, 1, 0, %d;\nst.global.b64 [%to], %wide;\n";
  return std::string("st.global.b") + (width == 'h' ? "16" : width == 'w' ? "32" : "64") + " [%to], %d;\n";
}

uint64_t interesting(std::mt19937_64 &random, char width) {
  static const uint64_t kValues[] = {0,
                                     1,
                                     2,
                                     3,
                                     7,
                                     31,
                                     32,
                                     33,
                                     63,
                                     64,
                                     255,
                                     0x7fff,
                                     0x8000,
                                     0xffff,
                                     0x7fffffff,
                                     0x80000000,
                                     0xffffffff,
                                     0x7fffffffffffffff,
                                     0x8000000000000000,
                                     0xffffffffffffffff};
  uint64_t value = random() % 2 ? kValues[random() % std::size(kValues)] : random() >> random() % 64;
  return width == 'h' ? uint16_t(value) : width == 'w' ? uint32_t(value) : width == 'p' ? value & 1 : value;
}

float interestingFloat(std::mt19937_64 &random) {
  static const float kValues[] = {0.f,      -0.f,      1.f, -1.f,   0.5f,    2.f,   3.f,
                                  INFINITY, -INFINITY, NAN, 1e-40f, -1e-45f, 3e38f, 16777217.f};
  if (random() % 2)
    return kValues[random() % std::size(kValues)];
  if (random() % 2)
    return float(int(random() % 2001) - 1000) / 16;
  return std::bit_cast<float>(uint32_t(random()));
}

} // namespace

std::vector<uint64_t> evaluate(const std::string &instruction, const std::string &widths,
                               const std::vector<Operands> &operands) {
  std::string body = ".reg .b64 %from, %to, %wide;\n.reg .b32 %bit;\n"
                     "mul.wide.u32 %from, %t, 24;\nadd.s64 %from, %from, %in;\n"
                     "mul.wide.u32 %to, %t, 8;\nadd.s64 %to, %to, %out;\n";
  static const char *kNames[] = {"%d", "%a", "%b", "%c"};
  for (size_t i = 0; i < widths.size(); ++i)
    body += declare(widths[i], kNames[i]) + (i ? load(widths[i], kNames[i], unsigned(i - 1) * 8) : "");
  body += instruction + "\n" + store(widths[0]);
  std::vector<uint64_t> results(operands.size());
  runBody(body, results.data(), operands.data(), unsigned(operands.size()));
  return results;
}

void compare(const std::string &instruction, const std::string &widths,
             const std::function<uint64_t(uint64_t, uint64_t, uint64_t)> &expected) {
  std::mt19937_64 random(instruction.size() + widths.size());
  std::vector<Operands> operands(500);
  auto width = [&](size_t i) { return i < widths.size() ? widths[i] : 'w'; };
  for (Operands &one : operands)
    one = {interesting(random, width(1)), interesting(random, width(2)), interesting(random, width(3))};
  std::vector<uint64_t> results = evaluate(instruction, widths, operands);
  for (size_t i = 0; i < operands.size(); ++i) {
    auto [a, b, c] = operands[i];
    uint64_t wanted = expected(a, b, c);
    if (results[i] != wanted) {
      FAIL_CHECK(instruction << " of " << hexadecimal(a) << ", " << hexadecimal(b) << ", " << hexadecimal(c)
                             << " gives " << hexadecimal(results[i]) << ", not " << hexadecimal(wanted));
      return;
    }
  }
}

void compareFloats(const std::string &instruction, const std::string &widths,
                   const std::function<float(float, float, float)> &expected) {
  std::mt19937_64 random(instruction.size());
  std::vector<Operands> operands(500);
  for (Operands &one : operands)
    one = {bitsOf(interestingFloat(random)), bitsOf(interestingFloat(random)), bitsOf(interestingFloat(random))};
  std::vector<uint64_t> results = evaluate(instruction, widths, operands);
  for (size_t i = 0; i < operands.size(); ++i) {
    float a = asFloat(operands[i].a), b = asFloat(operands[i].b), c = asFloat(operands[i].c),
          wanted = expected(a, b, c);
    float given = asFloat(results[i]);
    bool isSame = std::isnan(wanted) ? results[i] == 0x7fffffff : bitsOf(wanted) == results[i];
    if (!isSame) {
      FAIL_CHECK(instruction << " of " << a << ", " << b << ", " << c << " gives " << given << ", not " << wanted);
      return;
    }
  }
}
