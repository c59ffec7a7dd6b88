// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the C APIs of runtime and compiler share: errors and arguments.
#ifndef TILEC_RUNTIME_CAPITYPES_H
#define TILEC_RUNTIME_CAPITYPES_H

#include "tilec-c/Runtime.h"
#include "tilec/Launch.h"

#include <vector>

struct TilecErrorImpl {
  tilec::runtime::Error error;
  std::string message;
};

namespace tilec::runtime {

/// Owned by the caller; null for success.
TilecError toC(const Error &error);
TilecError toC(const Status &status);

/// Fails for a kind that is not in the enumeration or lacks its values.
Expected<std::vector<Argument>> fromC(const TilecArgument *arguments, size_t count);

} // namespace tilec::runtime

#endif // TILEC_RUNTIME_CAPITYPES_H
