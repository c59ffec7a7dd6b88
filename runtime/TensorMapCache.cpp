// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/TensorMapCache.h"

#include <algorithm>

namespace tilec::runtime {

bool TensorMapCache::compute(const PackedArguments &arguments, Dim3 grid, TensorMapValues &into) const {
  auto put = [&](const Formula &formula, uint64_t &number) {
    std::optional<int64_t> value = formula.value(arguments, grid);
    number = uint64_t(value.value_or(0));
    return value.has_value();
  };
  bool isDefined = put(base, into.base) && grid.x <= kMaxExtent; // block numbers may be coordinates
  for (size_t d = 0; d < extents.size(); ++d)
    isDefined &= put(extents[d], into.extents[d]);
  for (size_t d = 0; d < strides.size(); ++d)
    isDefined &= put(strides[d], into.strides[d]);
  return isDefined;
}

const TensorMapCache::Entry *TensorMapCache::find(const TensorMapValues &values) {
  if (latest < used && entries[latest].values == values)
    return &entries[latest];
  for (size_t i = 0; i < used; ++i)
    if (entries[i].values == values)
      return &entries[latest = i];
  return nullptr;
}

bool TensorMapCache::get(const DriverTable &driver, const PackedArguments &arguments, Dim3 grid, cu::TensorMap &into) {
  TensorMapValues values;
  if (!compute(arguments, grid, values))
    return false;
  std::lock_guard lock(mutex);
  if (const Entry *known = find(values)) {
    into = known->encoded;
    return true;
  }
  if (!whyNotEncodable(*map, values).empty() || !encode(driver, *map, values, into))
    return false;
  entries[next] = {values, into};
  latest = next;
  next = (next + 1) % kEntries;
  used = std::min(used + 1, kEntries);
  return true;
}

std::string TensorMapCache::whyNot(const DriverTable &driver, const PackedArguments &arguments, Dim3 grid) const {
  std::optional<TensorMapValues> values = evaluate(*map, arguments, grid);
  if (!values)
    return "an extent or a stride divides by zero, or the grid has more than 2147418112 blocks along x";
  if (std::string why = whyNotEncodable(*map, *values); !why.empty())
    return why;
  cu::TensorMap encoded;
  Status status = encode(driver, *map, *values, encoded);
  return status ? "" : status.error().message();
}

} // namespace tilec::runtime
