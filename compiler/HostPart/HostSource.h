// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The host part of a CUDA source as plain C++, from its preprocessed text.
///
///   kernel<<<...>>>(a)            a call of the kernel's stub                                    Launches.h
///   kernels                       stubs: their arguments go to cudaLaunchKernel                  Stubs.h
///   functions of tile or device   without their bodies, unless these are constexpr or give the   Bodies.h
///                                 type of the result
///   variables of tile or device   host variables, whose addresses name them to the runtime
///   uses of managed variables     the place that the runtime gives them                          tilec_host.h
///   execution spaces, hints       gone                                                           SpaceMarkers.h
///
/// Clang parses the text as plain C++ to tell what is what; the host compiler gets the text, changed in those places,
/// each line where it was. What Clang does not understand of it (other compilers' builtins in their own headers) stays.
#pragma once
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace tilec::hostpart {

struct HostOptions {
  /// As -std= has it; empty: Clang's default.
  std::string standard;
  /// In SIMT code `__managed__` variables become `__device__` ones.
  bool managedAsDevice = false;
};

/// How the rewritten text names something for its registration.
struct HostReference {
  /// As the device code has it.
  std::string symbol;
  /// A C++ expression for its address at the end of the text, or the assembler's name.
  std::string expression, label;
  /// Its own name, without namespaces and arguments.
  std::string identifier;
  /// An expression for its address, for a host compiler that gives it another symbol than `label`. Names in it may not
  /// be visible there.
  std::string spelling;
  /// It may be defined elsewhere as well, or not at all.
  bool isWeak = false;
  bool isTile = false;
  /// Device code may have left it out, since nothing there uses it.
  bool isOptional = false;
};

struct HostKernel : HostReference {
  /// For messages: `ns::softmax<float, 128>`.
  std::string name;
  /// Something of the source names it.
  bool isUsed = false;
};

struct HostVariable : HostReference {
  bool isConstant = false, isManaged = false;
  uint64_t bytes = 0;
};

struct HostSource {
  std::string text;
  /// Each instance once. What another source defines is not among them.
  std::vector<HostKernel> kernels;
  std::vector<HostVariable> variables;
  /// What Clang did not understand, for --verbose.
  std::vector<std::string> problems;
};

llvm::Expected<HostSource> rewriteForHost(const std::string &preprocessed, const HostOptions &options);

} // namespace tilec::hostpart
