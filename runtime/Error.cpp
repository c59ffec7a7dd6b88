// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a failed call of the driver says: its name, the driver's code, and the driver's words for it.
#include "tilec/Error.h"

#include "runtime/DriverTable.h"

namespace tilec::runtime {

Error DriverTable::describe(const DriverEntry &function, cu::Result result) const {
  Error error{function.name, result, "CUDA_ERROR_UNKNOWN", "unknown error"};
  auto look = [&](const DriverFunction<cu::Result, const char **> &lookup, std::string &into) {
    const char *text = nullptr;
    auto pointer = reinterpret_cast<cu::Result (*)(cu::Result, const char **)>(lookup.address);
    if (pointer && pointer(result, &text) == cu::kSuccess && text)
      into = text;
  };
  look(getErrorName, error.name);
  look(getErrorString, error.text);
  return error;
}

Error DriverTable::missing(const DriverEntry &function) {
  return {function.name, kNoFunction, "kNoFunction",
          std::string("this CUDA driver has no function ") + function.name + "; a newer driver is needed"};
}

std::string Error::message() const {
  return call + ": " + name + " (" + std::to_string(code) + "): " + text;
}

} // namespace tilec::runtime
