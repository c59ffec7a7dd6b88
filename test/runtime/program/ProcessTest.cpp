// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the environment decides, and what is said on standard error.
#include "test/support/Catch.h"

#include <cstdio>
#include <string>

/// Output and standard error of the runner.
static std::string run(const std::string &environment, const std::string &what) {
  std::string command = "env " + environment + " " PROGRAM_RUNNER " " + what + " 2>&1", text;
  std::FILE *pipe = popen(command.c_str(), "r");
  REQUIRE(pipe);
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe))
    text += char(c);
  CHECK(pclose(pipe) == 0);
  return text;
}

static bool has(const std::string &text, const std::string &part) {
  INFO(text);
  return text.find(part) != std::string::npos;
}

TEST_CASE("what a kernel prints is standard output") {
  CHECK(run("TILEC_RUN=cpu", "hello") == "hello 42\nhello 42\ncudaSuccess\n");
}

TEST_CASE("a program and its libraries know each other's memory") {
  CHECK(run("TILEC_CHECK=1", "library") == "4\ncudaSuccess\n");
}

TEST_CASE("without a GPU, kernels run on the CPU by themselves") {
  CHECK(run("TILEC_RUN=auto LD_LIBRARY_PATH=/nowhere", "add") == "cudaSuccess\n");
}

TEST_CASE("an assertion says where it is") {
  CHECK(run("TILEC_RUN=cpu", "check") ==
        "tilec: check.cu:3:9: assertion `n < 5` failed in void check(int), in block (0, 0, 0)\ncudaErrorAssert\n");
}

TEST_CASE("checks find accesses outside of what was allocated") {
  CHECK(run("TILEC_CHECK=1", "add") == "cudaSuccess\n");
  std::string text = run("TILEC_CHECK=1", "too-far");
  CHECK(has(text, "tilec: add.cu:5:7: out-of-bounds load: element 100 is 0 bytes past the end of allocation 2 "
                  "(cudaMalloc, 400 bytes)"));
  CHECK(has(text, "\ncudaErrorIllegalAddress\n"));
}

TEST_CASE("what cannot be done is said once") {
  CHECK(run("TILEC_RUN=cpu", "unsupported") ==
        "tilec: cudaIpcCloseMemHandle is not supported where kernels run on the CPU\ncudaErrorNotSupported\n");
  CHECK(run("TILEC_RUN=cpu", "simt") == "tilec: the SIMT kernel 'simt(float*)' needs a GPU: only what tilec compiled "
                                        "runs on the CPU\ncudaErrorNotSupported\n");
}

TEST_CASE("a program without the compiler's library says what is missing") {
  std::string text = run("TILEC_LIBRARY=/nowhere/libtilec.so", "add");
  CHECK(has(text, "tilec: tile kernels run on the CPU by libtilec.so, which cannot be opened (TILEC_LIBRARY names the "
                  "file): /nowhere/libtilec.so: "));
  CHECK(has(text, "\ncudaErrorJitCompilerNotFound\n"));
}

TEST_CASE("on a GPU tile kernels go to the driver, and all else to the CUDA runtime") {
  std::string text = run("TILEC_RUN=gpu LD_LIBRARY_PATH=" FAKE_CUDA, "fake");
  // What was registered before main, once the runtime is known.
  CHECK(has(text, "runtime: fatbin 466243b1, version 1\nruntime: function _Z4simtPf\n"
                  "runtime: variable simtTable of 16 bytes, constant\nruntime: managed managed of 4 bytes\n"
                  "runtime: end of the fatbin\n"));
  // Managed variables are where the runtime has allocated them, or get memory of their own.
  CHECK(has(text, "runtime: 4 managed bytes, flags 1\nruntime: module is loaded\n"
                  "managed: 70, 15 instead of 5\n"));
  CHECK(has(text, "cuModuleLoadDataEx"));
  CHECK(has(text, "cuLaunchKernelEx _ grid=3x1x1 block=128x1x1 shared=0"));
  // Loading may not end a capture.
  CHECK(has(text, "runtime: capture mode 2\n"));
  CHECK(has(text, "runtime: launch 2x3x1 of 64 threads, 0 bytes\n"));
  CHECK(has(text, "block of 128: invalid, invalid, then cudaSuccess\n"));
  CHECK(has(text, "node: cudaSuccess, cudaSuccess, cudaSuccess, cudaSuccess; it launches add over 6 blocks of 1\n"));
  CHECK(has(text, "cuGraphExecKernelNodeSetParams _ grid=7x1x1 block=128x1x1 shared=0\n"));
  CHECK(has(text, "tile kernel: cudaSuccess, 1 thread\nruntime: attributes\nother: other\n"));
}

TEST_CASE("a CUDA runtime is looked for where there is a GPU") {
  std::string fake = "LD_LIBRARY_PATH=" FAKE_CUDA;
  CHECK(has(run("TILEC_RUN=auto " + fake, "fake"), "cuLaunchKernelEx _ grid=3x1x1"));
  CHECK(run("TILEC_RUN=cpu " + fake, "add") == "cudaSuccess\n");
  CHECK(has(run("TILEC_CUDART=/nowhere/libcudart.so TILEC_RUN=auto " + fake, "add"),
            "tilec: the CUDA runtime of TILEC_CUDART cannot be opened: /nowhere/libcudart.so"));
}

TEST_CASE("a GPU that was asked for must be there") {
  std::string text = run("TILEC_RUN=gpu", "add");
  // Where there is one, the module has no code for it.
  CHECK((has(text, "tilec: TILEC_RUN=gpu, but there is no GPU: ") || has(text, "cudaErrorInvalidKernelImage")));
  CHECK(has(run("TILEC_RUN=maybe", "add"), "tilec: expected TILEC_RUN=cpu, gpu or auto, got 'maybe'\n"));
}
