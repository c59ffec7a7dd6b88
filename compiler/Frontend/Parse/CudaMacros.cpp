// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CudaMacros.cpp - what sources ask to learn that CUDA is compiled -------===//
#include "compiler/Frontend/Parse/CudaMacros.h"
#include "llvm/ADT/StringExtras.h"

std::vector<std::string> tilec::frontend::cudaMacros(bool relaxedConstexpr) {
  std::vector<std::string> flags = {"-D__CUDACC_TILE__=1",
                                    "-D__CUDACC__=1",
                                    "-D__NVCC__=1",
                                    "-D__CUDACC_VER_MAJOR__=13",
                                    "-D__CUDACC_VER_MINOR__=5",
                                    "-D__CUDACC_VER_BUILD__=37",
                                    "-D__CUDA_API_VER_MAJOR__=13",
                                    "-D__CUDA_API_VER_MINOR__=5",
                                    "-D__NVCC_DIAG_PRAGMA_SUPPORT__=1",
                                    "-D__CUDACC_DEVICE_ATOMIC_BUILTINS__=1"};
  if (relaxedConstexpr)
    flags.push_back("-D__CUDACC_RELAXED_CONSTEXPR__=1");
  return flags;
}

std::vector<std::string> tilec::frontend::acceptedExtensions() {
  return {"-Wno-error=c++11-narrowing",
          "-Wno-error=c++11-narrowing-const-reference",
          "-Wno-error=register",
          "-Wno-error=reserved-user-defined-literal",
          "-Wno-error=elaborated-enum-class",
          "-Wno-error=static-float-init",
          "-Wno-error=parentheses",
          "-Wno-error=missing-template-arg-list-after-template-kw",
          "-Wno-error=gnu-array-member-paren-init"};
}

unsigned tilec::frontend::chipNumber(llvm::StringRef architecture) {
  unsigned number = 0;
  architecture.split('_').second.take_while(llvm::isDigit).getAsInteger(10, number);
  return number;
}

std::vector<std::string> tilec::frontend::deviceMacros(llvm::StringRef architecture) {
  std::string digits = std::to_string(chipNumber(architecture));
  llvm::StringRef variant = architecture.split('_').second.drop_while(llvm::isDigit);
  std::vector<std::string> flags = {"-D__CUDA_ARCH__=" + digits + "0", "-DCUDA_DOUBLE_MATH_FUNCTIONS=1"};
  if (variant == "a") {
    flags.push_back("-D__CUDA_ARCH_SPECIFIC__=" + digits + "0");
    flags.push_back("-D__CUDA_ARCH_FEAT_SM" + digits + "_ALL=1");
  }
  if (variant == "a" || variant == "f")
    flags.push_back("-D__CUDA_ARCH_FAMILY_SPECIFIC__=" + digits + "0");
  return flags;
}
