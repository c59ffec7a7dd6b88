// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A bitonic sort inside a tile.
#include "test/exec/harness/Cases.h"

#include <algorithm>

using namespace tilec::exec;

namespace {

template <class T> void sort(Run &run, const std::string &type, int tile, T beyond) {
  for (int n : {1, tile, 5 * tile + 3}) {
    auto &data = run.uniform<T>(n, std::is_unsigned_v<T> ? 0 : -500, 500);
    auto expected = data.values;
    for (int begin = 0; begin < n; begin += tile)
      std::sort(expected.begin() + begin, expected.begin() + std::min(begin + tile, n));
    run.launch("sort_tiles<" + type + ", " + std::to_string(tile) + ">", {uint32_t(ceilDiv(n, tile))}, data, n, beyond);
    run.equal("sorted", data, expected);
    run.clear();
  }
}

} // namespace

namespace tilec::exec {

void addSortingCases(Cases &cases) {
  cases.push_back({"bitonic sort", "bitonic_sort", [](Run &run) {
                     sort<int>(run, "int", 128, INT32_MAX);
                     sort<float>(run, "float", 64, INFINITY);
                     sort<unsigned short>(run, "unsigned short", 32, 0xffff);
                   }});
}

} // namespace tilec::exec
