// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches embedded kernels on a stand-in for the driver, in several threads, and prints what that was asked for.
#include "fill.h"

#include <cstdio>
#include <dlfcn.h>
#include <thread>
#include <vector>

int main() {
  bool onHost = true;
  tilec::check(tilecEmbeddedRunsOnHost(&onHost));
  std::printf("on host: %d\n", onHost);
  fill(nullptr, {7, 2}, nullptr, 1, 2.0, 3);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([] { fill(nullptr, {7, 2}, nullptr, 1, 2.0, 3); });
  for (std::thread &thread : threads)
    thread.join();
  void *driver = dlopen("libcuda.so.1", RTLD_NOW);
  std::puts(reinterpret_cast<const char *(*)()>(dlsym(driver, "fakeLog"))());
}
