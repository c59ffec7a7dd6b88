// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles, runs on the CPU, and fails in several ways, by the C++ headers.
#include "tilec-cpp/Compiler.h"
#include "tilec-cpp/Tuner.h"

#include <cstdio>

static const char *const kSource = "#include <cuda_tile.h>\n#include <cstdio>\nnamespace ct = cuda::tiles;\n"
                                   "template <int N> __tile_global__ void add(float *p, int n) {\n"
                                   "  auto i = ct::iota<ct::tile<int, ct::shape<8>>>();\n"
                                   "  ct::store_masked(p + i, ct::load_masked(p + i, i < n) + float(N), i < n);\n"
                                   "  printf(\"printed %d\\n\", n);\n}\n";

int main() {
  tilec::Options options;
  options.set("instantiate", "add<1>").set("arch", "sm_90a").set("fmad", "false");
  tilec::Compilation compilation("add.cu", kSource, options);
  float values[] = {1, 2, 3, 4};
  if (compilation.emit(TILEC_STAGE_PTX).find(".entry") == std::string::npos)
    return 1;
  compilation.run("add<1>", {1}, values, 4);
  std::printf("out %g %g %g %g\n", values[0], values[1], values[2], values[3]);
  try {
    tilec::Compilation("triple.cu", "#include <cuda_tile.h>\n\n__tile_global__ void triple(float *p) { p[0] = 3 * q; }\n");
  } catch (const tilec::CompileError &error) {
    std::printf("%s", error.what());
  }
  try {
    compilation.run("add<1>", {1}, values);
  } catch (const tilec::Error &error) {
    std::printf("%s\n", error.name().c_str());
  }
  try {
    options.set("no-such-option");
  } catch (const tilec::Error &error) {
    std::printf("%s\n", error.name().c_str());
  }
  try {
    tilec::HostOptions host;
    host.check = true;
    host.memory = {{values, 8, "values"}};
    compilation.runWith(host, "add<1>", {1}, values, 4);
  } catch (const tilec::Error &error) {
    std::printf("%s\n", error.name().c_str());
  }

  float given[] = {1, 2, 3, 4};
  tilec::TuneOptions tune;
  int told = 0;
  tune.progress = [&](const std::string &) { ++told; };
  tilec::Tuner tuner("add.cu", kSource, "kernel = add<{N}>; N = 1, 2; grid = n / 4", tune);
  size_t best = tuner.choose({tilec::Array(given, sizeof(given)), 4});
  std::printf("best %s of %zu, was %g, told %d\n", tuner.kernel(best).c_str(), tuner.size(), given[0], told > 0);
  std::printf("%s: %s\n", tuner.name(1).c_str(), tuner.problem(1).c_str());
  tilec::Options tuned;
  tuner.apply(best, tuned);
  tilec::Compilation("add.cu", kSource, tuned).run("add<1>", {1}, given, 4);
  std::printf("tuned %g\n", given[3]);
  try {
    tilec::Tuner("add.cu", kSource);
  } catch (const tilec::Error &error) {
    std::printf("%s\n", error.what());
  }
}
