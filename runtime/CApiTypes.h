// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the C APIs of runtime and compiler share: errors and arguments.
#ifndef TILEC_RUNTIME_CAPITYPES_H
#define TILEC_RUNTIME_CAPITYPES_H

#include "tilec-c/Runtime.h"
#include "tilec/Launch.h"

#include <algorithm>
#include <cstring>
#include <memory_resource>
#include <vector>

struct TilecErrorImpl {
  tilec::runtime::Error error;
  std::string message;
};

namespace tilec::runtime {

/// Owned by the caller; null for success.
TilecError toC(const Error &error);
TilecError toC(const Status &status);

/// The caller's structure as this version knows it: fields that the caller's version lacks are as in `defaults`.
template <typename Options> Options known(const Options &given, Options defaults) {
  std::memcpy(&defaults, &given, std::min(given.size, sizeof(Options)));
  return defaults;
}

/// The arguments of one launch; up to 32 need no allocation.
class ArgumentList {
public:
  ArgumentList() = default;
  ArgumentList(const ArgumentList &) = delete;

  /// Fails for a kind that is not in the enumeration or lacks its values.
  Status add(const TilecArgument *arguments, size_t count);
  std::span<const Argument> all() const {
    return list;
  }

private:
  std::array<std::byte, 32 * sizeof(Argument)> room;
  std::pmr::monotonic_buffer_resource resource{room.data(), room.size()};
  // Braces would make an argument of the address.
  std::pmr::vector<Argument> list = std::pmr::vector<Argument>(&resource);
};

} // namespace tilec::runtime

#endif // TILEC_RUNTIME_CAPITYPES_H
