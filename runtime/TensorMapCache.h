// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The tensor maps of a kernel's last few argument sets.
///
/// The driver needs about a microsecond for a map, a launch has a fraction of that. So the maps of the last few
/// argument sets are kept beside each kernel: a launch evaluates expressions, compares numbers and copies 128 bytes; it
/// allocates nothing.
#ifndef TILEC_RUNTIME_TENSORMAPCACHE_H
#define TILEC_RUNTIME_TENSORMAPCACHE_H

#include "runtime/Formula.h"
#include "runtime/TensorMapEncoding.h"

#include <mutex>

namespace tilec::runtime {

/// One tensor map of one variant, for the last few argument sets. Launches of several threads may share it.
class TensorMapCache {
public:
  explicit TensorMapCache(const manifest::TensorMap &map)
      : map(&map), base(map.base), extents(map.extents.begin(), map.extents.end()),
        strides(map.strides.begin(), map.strides.end()) {}

  /// Copies the map of these arguments to `into`; false if there is none (`whyNot` says why).
  bool get(const DriverTable &driver, const PackedArguments &arguments, Dim3 grid, cu::TensorMap &into);
  /// Why `get` fails.
  std::string whyNot(const DriverTable &driver, const PackedArguments &arguments, Dim3 grid) const;

private:
  /// Argument sets that are kept; the oldest makes room.
  static constexpr size_t kEntries = 16;
  struct Entry {
    TensorMapValues values;
    cu::TensorMap encoded;
  };

  /// The numbers for these arguments; false if an expression divides by zero.
  bool compute(const PackedArguments &arguments, Dim3 grid, TensorMapValues &into) const;
  /// The entry with these numbers, the latest hit first; null if there is none.
  const Entry *find(const TensorMapValues &values);

  const manifest::TensorMap *map; ///< in the module's manifest
  Formula base;
  std::vector<Formula> extents, strides;
  std::mutex mutex;
  std::array<Entry, kEntries> entries;
  size_t used = 0, next = 0, latest = 0;
};

} // namespace tilec::runtime

#endif // TILEC_RUNTIME_TENSORMAPCACHE_H
