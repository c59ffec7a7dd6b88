// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Much of the library's host side beside one kernel: ranges, chrono, filesystem, threads, atomics, formats of streams.
#include <algorithm>
#include <atomic>
#include <barrier>
#include <bitset>
#include <charconv>
#include <chrono>
#include <execution>
#include <filesystem>
#include <fstream>
#include <future>
#include <iomanip>
#include <iostream>
#include <latch>
#include <list>
#include <locale>
#include <memory>
#include <numbers>
#include <numeric>
#include <random>
#include <ranges>
#include <regex>
#include <semaphore>
#include <shared_mutex>
#include <span>
#include <sstream>
#include <stop_token>
#include <string>
#include <system_error>
#include <thread>
#include <typeindex>
#include <unordered_set>
#include <valarray>
#include <vector>
#include <cstdio>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void add(int *p, int by) { p[ct::bid().x] += by; }
template <std::ranges::input_range R> auto total(R &&r) { return std::accumulate(std::ranges::begin(r), std::ranges::end(r), 0); }
int main() {
  using namespace std::chrono_literals;
  using namespace std::string_literals;
  int *p;
  cudaMallocManaged(&p, 40);
  std::span<int, 10> s(p, 10);
  std::ranges::fill(s, 1);
  std::latch started(2);
  std::atomic<int> ready{0};
  {
    std::jthread a([&](std::stop_token) { started.count_down(); ready.fetch_add(1, std::memory_order_relaxed); }), b([&] { started.count_down(); ++ready; });
    started.wait();
  }
  auto f = std::async(std::launch::async, [&] { add<<<10, 1>>>(p, 2); return cudaDeviceSynchronize(); });
  bool ok = f.get() == cudaSuccess && ready == 2;
  auto squares = s | std::views::transform([](int v) { return v * v; }) | std::views::take(4) | std::views::reverse;
  ok &= total(squares) == 36;
  std::ostringstream o;
  o << std::hex << std::setw(6) << std::setfill('0') << 255 << std::boolalpha << true;
  ok &= o.str() == "0000fftrue"s;
  int n = 0;
  auto [end, error] = std::from_chars("42x", "42x" + 3, n);
  ok &= n == 42 && error == std::errc{} && *end == 'x';
  auto path = std::filesystem::path("/tmp") / "a" / ".." / "b.txt";
  ok &= path.lexically_normal() == "/tmp/b.txt" && std::regex_match("a12", std::regex("[a-z]\\d+"));
  std::binary_semaphore sem(1);
  ok &= sem.try_acquire_for(1ms) && std::bitset<8>(5).count() == 2 && std::numbers::pi_v<float> > 3;
  std::puts(ok ? "PASS" : "FAIL");
  return !ok;
}
