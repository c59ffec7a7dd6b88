// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A logging class with source_location and exceptions with nested causes.
#include <exception>
#include <iostream>
#include <source_location>
#include <sstream>
#include <system_error>
#include <cuda_runtime_api.h>
#include <cuda_tile.h>

class CudaError : public std::runtime_error {
 public:
  CudaError(cudaError_t c, std::source_location l = std::source_location::current()) : std::runtime_error(text(c, l)), code_(c) {}
  cudaError_t code() const noexcept { return code_; }
 private:
  static std::string text(cudaError_t c, const std::source_location& l) { std::ostringstream o; o << l.file_name() << ':' << l.line() << ' ' << cudaGetErrorString(c); return o.str(); }
  cudaError_t code_;
};
inline void check(cudaError_t c, std::source_location l = std::source_location::current()) { if (c != cudaSuccess) throw CudaError(c, l); }

__tile_global__ void k(int* p) { *p = 7; }

int main() {
  try {
    int* p;
    check(cudaMalloc(&p, 4));
    k<<<1, 1>>>(p);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    int h;
    check(cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost));
    check(cudaFree(p));
  } catch (const CudaError& e) {
    std::clog << e.what() << '\n';
    return e.code();
  } catch (...) {
    std::rethrow_exception(std::current_exception());
  }
}
