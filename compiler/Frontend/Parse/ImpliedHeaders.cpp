// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ImpliedHeaders.cpp - headers that nobody includes and everybody uses ---===//
#include "compiler/Frontend/Parse/ImpliedHeaders.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

/// Of `std`: what kernels may use, and mathematics.
static StringRef headerInStd(StringRef name) {
  return llvm::StringSwitch<StringRef>(name)
      .Case("numeric_limits", "limits")
      .Cases({"int8_t", "int16_t", "int32_t", "int64_t", "intptr_t"}, "cstdint")
      .Cases({"uint8_t", "uint16_t", "uint32_t", "uint64_t", "uintptr_t"}, "cstdint")
      .Cases({"abs", "fabs", "sqrt", "exp", "log", "log2", "pow", "sin", "cos", "tan", "tanh"}, "cmath")
      .Cases({"floor", "ceil", "round", "isnan", "isinf", "fmax", "fmin", "fma"}, "cmath")
      .Default("");
}

/// Names of the C library that have no other meaning in tile code.
static StringRef headerOfC(StringRef name) {
  return llvm::StringSwitch<StringRef>(name)
      .Cases({"stderr", "stdout", "FILE", "fprintf", "snprintf", "puts", "fflush"}, "cstdio")
      .Cases({"exit", "abort", "rand", "srand", "atoi", "atof", "getenv"}, "cstdlib")
      .Cases({"RAND_MAX", "EXIT_FAILURE", "EXIT_SUCCESS"}, "cstdlib")
      .Cases({"strlen", "strcmp", "strncmp", "strcpy", "memcmp"}, "cstring")
      .Cases({"fabsf", "sqrtf", "expf", "logf", "powf", "sinf", "cosf", "tanhf"}, "cmath")
      .Cases({"floorf", "ceilf", "roundf", "fmaxf", "fminf", "fabs"}, "cmath")
      .Default("");
}

StringRef tilec::frontend::impliedHeader(StringRef name, bool isInStd) {
  return isInStd ? headerInStd(name) : headerOfC(name);
}
