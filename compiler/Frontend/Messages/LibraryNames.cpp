// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LibraryNames.cpp - what to say about functions of other libraries ------===//
#include "compiler/Frontend/Messages/LibraryNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

bool tilec::frontend::isSimtIntrinsic(llvm::StringRef name) {
  static constexpr llvm::StringLiteral starts[] = {
      "__syncthreads", "__syncwarp",  "__threadfence", "__nvvm_",      "__shfl_",   "__ballot",
      "__any_sync",    "__all_sync",  "__match_",      "__activemask", "__ldg",     "__ldc",
      "__reduce_",     "__nanosleep", "atomicAdd",     "atomicSub",    "atomicMax", "atomicMin",
      "atomicCAS",     "atomicExch",  "atomicAnd",     "atomicOr",     "atomicXor", "clock64"};
  return llvm::any_of(starts, [&](llvm::StringRef start) { return name.starts_with(start); });
}

llvm::StringRef tilec::frontend::apiCounterpart(llvm::StringRef name) {
  name.consume_front("__");
  llvm::StringRef renamed = llvm::StringSwitch<llvm::StringRef>(name)
                                .Cases({"fabs", "fabsf", "abs", "labs", "llabs"}, "abs")
                                .Cases({"fmin", "fminf", "min"}, "min")
                                .Cases({"fmax", "fmaxf", "max"}, "max")
                                .Cases({"fmaf", "fma_rn", "fmaf_rn"}, "fma")
                                .Cases({"fdividef", "fdiv_rn"}, "div")
                                .Cases({"umulhi", "mulhi", "umul64hi", "mul64hi"}, "mulhi")
                                .Cases({"fmod", "fmodf"}, "remainder")
                                .Default("");
  if (!renamed.empty())
    return renamed;
  if (name.ends_with("f"))
    name = name.drop_back();
  static constexpr llvm::StringLiteral same[] = {"ceil", "floor", "exp", "exp2",  "log",  "log2", "pow",
                                                 "sqrt", "rsqrt", "sin", "cos",   "tan",  "sinh", "cosh",
                                                 "tanh", "atan2", "fma", "isnan", "isinf"};
  const auto *found = llvm::find(same, name);
  return found == std::end(same) ? llvm::StringRef() : llvm::StringRef(*found);
}
