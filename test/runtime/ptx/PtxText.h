// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Runs small PTX texts.
#ifndef TILEC_TEST_RUNTIME_PTX_PTXTEXT_H
#define TILEC_TEST_RUNTIME_PTX_PTXTEXT_H

#include "runtime/Ptx/Grid.h"

#include <bit>
#include <functional>
#include <string>
#include <vector>

/// A module of a text behind the directives that every text begins with.
std::unique_ptr<tilec::ptx::Module> loadPtx(const std::string &text);

/// Runs kernel `k(.param .u64 out, .param .u64 in)`, whose body is given, in `threads` threads of one block.
/// %tid.x is in %t, the two parameters in %out and %in. Gives the fault; the message goes to `message`.
int runBody(const std::string &body, void *out, const void *in, unsigned threads, std::string &message,
            const std::string &before = "", tilec::ptx::LaunchOptions options = {});
/// Which must not fail.
void runBody(const std::string &body, void *out, const void *in, unsigned threads, const std::string &before = "");

struct Operands {
  uint64_t a = 0, b = 0, c = 0;
};

/// What one instruction of %a, %b and %c leaves in %d, for each thread. `widths`: of d, a, b, c: h is 16 bits, w 32,
/// l 64, p a predicate, of which the value is 0 or 1.
std::vector<uint64_t> evaluate(const std::string &instruction, const std::string &widths,
                               const std::vector<Operands> &operands);

/// Compares `instruction` with a function over interesting and random operands of its widths.
void compare(const std::string &instruction, const std::string &widths,
             const std::function<uint64_t(uint64_t, uint64_t, uint64_t)> &expected);
/// The same over floats of 32 bits, among them zeros, infinities, what is no number and subnormal ones.
void compareFloats(const std::string &instruction, const std::string &widths,
                   const std::function<float(float, float, float)> &expected);

inline float asFloat(uint64_t bits) {
  return std::bit_cast<float>(uint32_t(bits));
}
inline double asDouble(uint64_t bits) {
  return std::bit_cast<double>(bits);
}
inline uint64_t bitsOf(float value) {
  return std::bit_cast<uint32_t>(value);
}
inline uint64_t bitsOf(double value) {
  return std::bit_cast<uint64_t>(value);
}

#endif // TILEC_TEST_RUNTIME_PTX_PTXTEXT_H
