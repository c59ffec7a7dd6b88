// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the programs share: errors that end a program, and arrays on the device.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

inline void check(cudaError_t error, const char *what) {
  if (error == cudaSuccess)
    return;
  std::printf("%s: %s\n", what, cudaGetErrorName(error));
  std::exit(1);
}
#define CHECK(call) check((call), #call)

template <class T> struct Array {
  explicit Array(size_t count, T value = T()) : Array(std::vector<T>(count, value)) {}
  explicit Array(const std::vector<T> &values) : count(values.size()) {
    CHECK(cudaMalloc(&data, count * sizeof(T)));
    set(values);
  }
  Array(const Array &) = delete;
  ~Array() {
    (void)cudaFree(data);
  }
  void set(const std::vector<T> &values) {
    CHECK(cudaMemcpy(data, values.data(), count * sizeof(T), cudaMemcpyHostToDevice));
  }
  std::vector<T> get() const {
    std::vector<T> values(count);
    CHECK(cudaMemcpy(values.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }

  size_t count;
  T *data = nullptr;
};

/// first, first + step, ...
template <class T> std::vector<T> sequence(size_t count, T first = T(0), T step = T(1)) {
  std::vector<T> values(count);
  for (size_t i = 0; i < count; ++i)
    values[i] = first + T(i) * step;
  return values;
}
