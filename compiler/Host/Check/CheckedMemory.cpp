// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/Check/CheckedMemory.h"
#include "compiler/Host/Check/Checker.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cstring>

namespace tilec::host {

void checkedLoad(Frame &frame, const Site &site, const ElementAccess &access, size_t bytes, char *out,
                 uint8_t *undefined) {
  Checker &checker = *frame.checker;
  for (size_t i = 0; i < access.address.size(); ++i) {
    uintptr_t address = access.address[i];
    if (!access.enabled[i])
      continue;
    undefined[i] = 0;
    std::memset(out + i * bytes, 0, bytes);
    if (!checker.allows(frame, site, address, bytes, "load", access.element(i)))
      continue;
    if (const uint8_t *flags = checker.localFlags(frame, address)) {
      undefined[i] = std::any_of(flags, flags + bytes, [](uint8_t flag) { return flag; });
      checker.ownAccess(frame, site, address, bytes, false, access.thread(i));
    } else {
      checker.plainAccess(frame, site, address, bytes, false, access.thread(i));
    }
    std::memcpy(out + i * bytes, reinterpret_cast<const void *>(address), bytes);
  }
}

/// Finds the first two enabled elements that have one address, if there are any.
static void reportDuplicates(Frame &frame, const Site &site, const ElementAccess &access) {
  std::vector<std::pair<uintptr_t, size_t>> elements;
  for (size_t i = 0; i < access.address.size(); ++i)
    if (access.enabled[i])
      elements.push_back({access.address[i], i});
  std::sort(elements.begin(), elements.end());
  auto same = std::adjacent_find(elements.begin(), elements.end(), [](auto &a, auto &b) { return a.first == b.first; });
  if (same != elements.end())
    frame.checker->report(frame, site,
                          llvm::formatv("elements {0} and {1} are stored to one address", access.element(same->second),
                                        access.element(std::next(same)->second))
                              .str());
}

void checkedStore(Frame &frame, const Site &site, const ElementAccess &access, size_t bytes, const char *in,
                  const uint8_t *undefined) {
  Checker &checker = *frame.checker;
  if (access.address.size() > 1)
    reportDuplicates(frame, site, access);
  for (size_t i = 0; i < access.address.size(); ++i) {
    uintptr_t address = access.address[i];
    if (!access.enabled[i] || !checker.allows(frame, site, address, bytes, "store", access.element(i)))
      continue;
    if (uint8_t *flags = checker.localFlags(frame, address)) {
      std::memset(flags, undefined[i], bytes);
      checker.ownAccess(frame, site, address, bytes, true, access.thread(i));
    } else {
      if (undefined[i])
        checker.reportUndefined(frame, site, "value", access.element(i));
      checker.plainAccess(frame, site, address, bytes, true, access.thread(i));
    }
    std::memcpy(reinterpret_cast<void *>(address), in + i * bytes, bytes);
  }
}

} // namespace tilec::host
