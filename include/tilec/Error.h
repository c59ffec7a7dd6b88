// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// How the runtime reports failure: by value. No function of `tilec::runtime` throws, prints, or ends the process.
#ifndef TILEC_ERROR_H
#define TILEC_ERROR_H

#include <cassert>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace tilec::runtime {

/// Codes of failures that the runtime itself finds. The driver's codes (CUresult) are positive and kept as they are.
enum ErrorCode : int {
  kNoDriver = -1,      ///< libcuda could not be opened, or lacks a function
  kNoDevice = -2,      ///< no device of that ordinal
  kBadImage = -3,      ///< the image is neither PTX, cubin nor fatbin, or it is truncated
  kBadManifest = -4,   ///< no manifest, a damaged one, or one of another schema
  kArchitecture = -5,  ///< the device cannot run code of the module's architecture
  kNoKernel = -6,      ///< no kernel, or several, of that name
  kArgumentCount = -7, ///< wrong number of arguments
  kArgumentType = -8,  ///< an argument of the wrong kind, size or range
  kBadGrid = -9,       ///< the grid is empty or too large
  kSharedMemory = -10, ///< the kernel needs more shared memory than the device has
  kBadFile = -11,      ///< a file could not be read
  kBadRange = -12,     ///< bytes outside a buffer
  kNoFunction = -13,   ///< this driver is too old for what was asked
  kHostRun = -14,      ///< a kernel on the CPU failed a check, or could not be run
  kBadSource = -15,    ///< the compiler refused the source; the text is what it reported
  kNoVariant = -16,    ///< a kernel has fewer variants
  kVariantFacts = -17, ///< the variant asked for needs what the arguments do not give
  kHostAssert = -18,   ///< a kernel on the CPU failed an assertion
  kHostAccess = -19,   ///< a kernel on the CPU accessed memory that it may not
  kBadOption = -20,    ///< no option of that name, or not with that value
  kNoCompiler = -21,   ///< libtilec.so, which runs kernels on the CPU, cannot be opened
};

/// One failure.
struct Error {
  std::string call; ///< what failed: a driver function (`cuModuleLoadDataEx`) or one of ours (`Kernel::launch`)
  int code = 0;     ///< CUresult (positive) or ErrorCode (negative)
  std::string name; ///< `CUDA_ERROR_OUT_OF_MEMORY`, or `kArgumentCount`
  std::string text; ///< what it means here; for a failed PTX load the assembler's log

  /// `cuMemAlloc_v2: CUDA_ERROR_OUT_OF_MEMORY (2): out of memory`
  std::string message() const;
};

/// Success or an Error.
class [[nodiscard]] Status {
public:
  Status() = default;
  Status(Error error) : failure(std::move(error)) {}

  /// True on success.
  explicit operator bool() const {
    return !failure;
  }
  /// Only after failure.
  const Error &error() const {
    assert(failure && "asked for the error of a success");
    return *failure;
  }

private:
  std::optional<Error> failure;
};

/// A value or an Error. Test it before use.
template <typename T> class [[nodiscard]] Expected {
public:
  Expected(T value) : state(std::in_place_index<0>, std::move(value)) {}
  Expected(Error error) : state(std::in_place_index<1>, std::move(error)) {}
  /// From a failed status.
  Expected(const Status &status) : state(std::in_place_index<1>, status.error()) {}

  /// True when there is a value.
  explicit operator bool() const {
    return state.index() == 0;
  }
  T &operator*() {
    assert(*this && "used the value of a failure");
    return std::get<0>(state);
  }
  const T &operator*() const {
    assert(*this && "used the value of a failure");
    return std::get<0>(state);
  }
  T *operator->() {
    return &**this;
  }
  const T *operator->() const {
    return &**this;
  }
  /// Only after failure.
  const Error &error() const {
    assert(!*this && "asked for the error of a success");
    return std::get<1>(state);
  }

private:
  std::variant<T, Error> state;
};

} // namespace tilec::runtime

#endif // TILEC_ERROR_H
