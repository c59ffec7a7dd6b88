// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// getopt, iostreams, chrono, random.
#include <chrono>
#include <cstring>
#include <iomanip>
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <unistd.h>
#include <getopt.h>
#include <vector>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

template <int BM, int BN> __tile_global__ void gemv(const float* A, const float* x, float* y, int m, int n) {
  using namespace ct::literals;
  auto av = ct::partition_view{ct::tensor_span{A, ct::extents{m, n}}, ct::shape<BM, BN>{}};
  auto xv = ct::partition_view{ct::tensor_span{x, ct::extents{n}}, ct::shape<BN>{}};
  auto acc = ct::zeros<ct::tile<float, ct::shape<BM, BN>>>();
  for (auto j : ct::irange(0, ct::ceildiv(n, BN))) acc = acc + av.load_masked(ct::bid().x, j) * xv.load_masked(j);
  auto r = ct::reshape(ct::sum(acc, 1_ic), ct::shape<BM>{});
  ct::partition_view{ct::tensor_span{y, ct::extents{m}}, ct::shape<BM>{}}.store_masked(r, ct::bid().x);
}

struct Options { int m = 1024, n = 1024, iterations = 10; bool verbose = false; std::string name = "gemv"; };

static Options parse(int argc, char* argv[]) {
  Options o;
  static const option longopts[] = {{"rows", required_argument, nullptr, 'm'}, {"verbose", no_argument, nullptr, 'v'}, {nullptr, 0, nullptr, 0}};
  for (int c; (c = getopt_long(argc, argv, "m:n:i:v", longopts, nullptr)) != -1;) {
    switch (c) {
      case 'm': o.m = std::stoi(optarg); break;
      case 'n': o.n = std::stoi(optarg); break;
      case 'i': o.iterations = std::strtol(optarg, nullptr, 10); break;
      case 'v': o.verbose = true; break;
      default: std::cerr << "usage: " << argv[0] << " [-m rows] [-n cols]\n"; std::exit(2);
    }
  }
  return o;
}

int main(int argc, char* argv[]) {
  auto o = parse(argc, argv);
  std::mt19937 gen{42};
  std::uniform_real_distribution<float> dist(-1, 1);
  std::vector<float> a(size_t(o.m) * o.n), x(o.n), y(o.m);
  for (auto& v : a) v = dist(gen);
  float *da, *dx, *dy;
  cudaMallocAsync((void**)&da, a.size() * 4, 0); cudaMallocAsync((void**)&dx, x.size() * 4, 0); cudaMallocAsync((void**)&dy, y.size() * 4, 0);
  auto t0 = std::chrono::steady_clock::now();
  for (int i = 0; i < o.iterations; i++) gemv<16, 64><<<dim3((o.m + 15) / 16), dim3(1)>>>(da, dx, dy, o.m, o.n);
  cudaDeviceSynchronize();
  std::chrono::duration<double, std::milli> dt = std::chrono::steady_clock::now() - t0;
  std::map<std::string, double> results{{o.name, dt.count()}};
  std::ostringstream os;
  for (const auto& [k, v] : results) os << std::setw(10) << k << std::fixed << std::setprecision(3) << v;
  std::cout << os.str() << std::endl;
}
