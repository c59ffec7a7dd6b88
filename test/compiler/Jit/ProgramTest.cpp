// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels behind the calls that are the same for GPU and CPU; here on the CPU.
#include "test/support/Catch.h"

#include "tilec/Program.h"

using namespace tilec;

static const SourceFile kSource = {"twice.cu", "#include <cuda_tile.h>\n"
                                               "extern \"C\" __tile_global__ void twice(int *p) { *p = 2 * *p; }\n"};

TEST_CASE("a program runs on the host with memory of its place") {
  Place place = Place::host();
  CHECK(place.architecture() == "sm_90a");
  auto program = Program::build(place, kSource);
  REQUIRE(program);
  auto memory = Memory::allocate(place, 4);
  REQUIRE(memory);
  int value = 21;
  REQUIRE(memory->copyFrom(&value, 4));
  REQUIRE(program->launch("twice", {1}, {*memory}));
  REQUIRE(memory->copyTo(&value, 4));
  CHECK(value == 42);
  CHECK_FALSE(memory->copyTo(&value, 5));
  CHECK_FALSE(memory->copyFrom(&value, 5));
  CHECK(program->launch("thrice", {1}, {*memory}).error().code == runtime::kNoKernel);
}

TEST_CASE("a refused source is an error with what the compiler reported") {
  auto program = Program::build(Place::host(), {"bad.cu", "int x = y;\n"});
  REQUIRE(!program);
  CHECK(program.error().code == runtime::kBadSource);
  CHECK(program.error().text.find("bad.cu:1:9: error: use of undeclared identifier 'y'") != std::string::npos);
}
