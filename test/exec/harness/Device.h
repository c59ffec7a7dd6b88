// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a case runs on: the host executor, or a GPU. Both take the same source files, kernel names and arguments.
#ifndef TILEC_TEST_EXEC_DEVICE_H
#define TILEC_TEST_EXEC_DEVICE_H

#include "tilec/Launch.h"

#include <memory>
#include <span>
#include <string>

namespace tilec::exec {

using Argument = runtime::Argument;
using Grid = runtime::Dim3;

/// Memory that a kernel may touch.
struct Range {
  uint64_t address = 0;
  size_t bytes = 0;
};

/// One launch.
struct Request {
  std::string file;   ///< source in test/exec/kernels, without the ending: `softmax`
  std::string kernel; ///< as a person writes it: `softmax_forward<float, 64>`
  Grid grid;
  std::span<const Argument> arguments;
  std::span<const Range> memory;
};

struct Outcome {
  enum class Kind { Done, Failed, NotCompiled };
  Kind kind = Kind::Done;
  std::string message = {}; ///< why not
  /// Index of the variant that ran, where there are several.
  std::optional<size_t> variant = std::nullopt;
};

class Device {
public:
  virtual ~Device() = default;
  virtual bool isHost() const = 0;
  /// Whether kernels that GPUs have no code for yet run.
  virtual bool runsHostOnly() const {
    return isHost();
  }
  /// Memory aligned to 256 bytes. It lives until `release` or the end of the process.
  virtual uint64_t allocate(size_t bytes) = 0;
  virtual void release(uint64_t address) = 0;
  virtual void write(uint64_t to, const void *from, size_t bytes) = 0;
  virtual void read(void *to, uint64_t from, size_t bytes) = 0;
  /// Which of the orders that are allowed launches take from now on, where one can choose.
  virtual void chooseOrder(uint64_t seed) {
    (void)seed;
  }
  /// Module variables of a source begin with their first values again.
  virtual void resetVariables(const std::string &file) = 0;
  /// Called behind the last case.
  virtual void finish() {}
  /// Runs a kernel to its end.
  virtual Outcome launch(const Request &request) = 0;
};

} // namespace tilec::exec

#endif // TILEC_TEST_EXEC_DEVICE_H
