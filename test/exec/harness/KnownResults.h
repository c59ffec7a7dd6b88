// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What launches left in memory and printed, so that the same one need not run again: with other hints many kernels are
/// the same code.
#ifndef TILEC_TEST_EXEC_KNOWNRESULTS_H
#define TILEC_TEST_EXEC_KNOWNRESULTS_H

#include "test/exec/harness/Device.h"

#include <unordered_map>
#include <vector>

namespace tilec::exec {

class KnownResults {
public:
  /// Of a launch on the host: `run` is what decides its results besides arguments and memory. A pointer into `memory`
  /// counts by its place there and its alignment, other ones and those in arrays by their addresses.
  static std::string keyOf(std::string run, std::span<const Argument> arguments, std::span<const Range> memory);
  void add(const std::string &key, std::span<const Range> memory, const std::string &printed);
  /// Writes to `memory`, and to `printed`, what such a launch gave; false if there was none.
  bool take(const std::string &key, std::span<const Range> memory, std::string &printed) const;

private:
  struct Result {
    std::vector<std::string> arrays;
    std::string printed;
  };
  std::unordered_map<std::string, Result> results;
  size_t bytes = 0;
};

} // namespace tilec::exec

#endif // TILEC_TEST_EXEC_KNOWNRESULTS_H
