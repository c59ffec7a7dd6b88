// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nearly all of the standard library in front.
#include <algorithm>
#include <any>
#include <array>
#include <atomic>
#include <bitset>
#include <charconv>
#include <chrono>
#include <complex>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <forward_list>
#include <fstream>
#include <functional>
#include <future>
#include <iostream>
#include <iterator>
#include <list>
#include <locale>
#include <map>
#include <memory_resource>
#include <numeric>
#include <queue>
#include <random>
#include <regex>
#include <shared_mutex>
#include <stack>
#include <thread>
#include <typeindex>
#include <unordered_set>
#include <valarray>
#include <variant>
#include <vector>
#include <cuda_tile.h>

namespace ct = cuda::tiles;
__tile_global__ void k(float* p) { auto i = ct::iota<ct::tile<int, ct::shape<16>>>(); ct::store(p + i, ct::exp(ct::load(p + i))); }
int main() {
  std::regex r("a+");
  std::complex<float> c{1, 2};
  std::filesystem::path p = "/tmp";
  return std::regex_match("aa", r) && std::norm(c) > 0 && p.has_root_path() ? 0 : 1;
}
