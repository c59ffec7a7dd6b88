// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C API reaches the same driver calls, reports the same errors, and leaks nothing.
#include "test/runtime/FakeDevice.h"
#include "test/support/Catch.h"

#include "tilec-c/Runtime.h"

namespace {

/// The message of an error, which is freed; empty on success.
std::string take(TilecError error) {
  std::string text = error ? tilecErrorMessage(error) : "";
  tilecErrorDestroy(error);
  return text;
}

TilecArgument argument(TilecArgumentKind kind, uint64_t bits, size_t bytes = 0, const char *type = nullptr) {
  TilecArgument a{};
  a.kind = kind;
  a.value.u = bits;
  a.bytes = bytes;
  a.elementType = type;
  return a;
}

} // namespace

TEST_CASE("a C program loads and launches") {
  fakeReset();
  int before = fakeLiveObjects();
  TilecDriver driver;
  TilecDevice device;
  TilecContext context;
  TilecModule module;
  TilecKernel kernel;
  TilecStream stream;
  TilecBuffer buffer;
  REQUIRE(take(tilecDriverLoad(FAKE_DRIVER_PATH, &driver)).empty());
  REQUIRE(take(tilecDeviceGet(driver, 0, &device)).empty());
  CHECK(std::string(tilecDeviceName(device)) == "Fake GPU");
  CHECK(std::string(tilecDeviceArchitecture(device)) == "sm_90a");
  REQUIRE(take(tilecContextCreate(device, &context)).empty());
  std::string ptx = fakePtx();
  REQUIRE(take(tilecModuleLoad(context, ptx.data(), ptx.size(), nullptr, &module)).empty());
  CHECK(tilecModuleManifest(module) == tilec::manifest::toJson(fakeModuleManifest()));
  REQUIRE(take(tilecModuleGetKernel(module, "wide", &kernel)).empty());
  CHECK(tilecKernelParameterCount(kernel) == 5);
  REQUIRE(take(tilecStreamCreate(context, 0, &stream)).empty());
  REQUIRE(take(tilecBufferCreate(context, 64, &buffer)).empty());

  int record[3] = {};
  TilecArgument arguments[] = {argument(TILEC_ARGUMENT_POINTER, tilecBufferAddress(buffer)),
                               argument(TILEC_ARGUMENT_SIGNED, 5), argument(TILEC_ARGUMENT_DOUBLE, 0),
                               argument(TILEC_ARGUMENT_BITS, 0, 2, "f16"), argument(TILEC_ARGUMENT_RECORD, 0, 12)};
  arguments[4].value.record = record;
  TilecLaunchOptions options = TILEC_LAUNCH_DEFAULTS;
  options.gridX = 2;
  options.stream = stream;
  options.sharedMemoryCarveout = 50;
  CHECK(take(tilecKernelLaunch(kernel, &options, arguments, 5)) == "");
  CHECK(lastCall("cuLaunchKernelEx") ==
        "cuLaunchKernelEx w grid=8x2x2 block=128x1x1 shared=204800 cluster=4x2x2 carveout=50");
  // Without a size, as programs give them that were built before there was one.
  const void *behindSize = &options.gridX;
  CHECK(take(tilecKernelLaunch(kernel, static_cast<const TilecLaunchOptions *>(behindSize), arguments, 5)) == "");
  CHECK(lastCall("cuLaunchKernelEx") ==
        "cuLaunchKernelEx w grid=8x2x2 block=128x1x1 shared=204800 cluster=4x2x2 carveout=50");
  CHECK(tilecKernelVariantCount(kernel) == 1);
  CHECK(tilecKernelLastVariant(kernel) == 0);
  size_t variant = 7;
  CHECK(take(tilecKernelSelectVariant(kernel, &options, arguments, 5, &variant)).empty());
  CHECK(variant == 0);
  options.variant = 1;
  CHECK(take(tilecKernelLaunch(kernel, &options, arguments, 5)).find("expected a variant below 1, got 1") !=
        std::string::npos);
  options.variant = -1;
  CHECK(take(tilecKernelLaunch(kernel, &options, arguments, 4)).find("expected 5 arguments, got 4") !=
        std::string::npos);
  arguments[3].elementType = nullptr;
  CHECK(take(tilecKernelLaunch(kernel, &options, arguments, 5)).find("argument 3: expected a kind") !=
        std::string::npos);

  tilecContextDestroy(context);
  tilecBufferDestroy(buffer);
  tilecStreamDestroy(stream);
  tilecModuleDestroy(module);
  tilecKernelDestroy(kernel);
  tilecDeviceDestroy(device);
  tilecDriverDestroy(driver);
  CHECK(fakeLiveObjects() == before);
}

TEST_CASE("errors of C calls have all their parts") {
  TilecDriver driver = nullptr;
  TilecError error = tilecDriverLoad("/nowhere/libcuda.so", &driver);
  REQUIRE(error);
  CHECK(driver == nullptr);
  CHECK(tilecErrorCode(error) == -1);
  CHECK(std::string(tilecErrorCall(error)) == "Driver::load");
  CHECK(std::string(tilecErrorName(error)) == "kNoDriver");
  CHECK(std::string(tilecErrorText(error)).find("/nowhere/libcuda.so") != std::string::npos);
  tilecErrorDestroy(error);
}

TEST_CASE("destroying nothing is allowed") {
  tilecErrorDestroy(nullptr);
  tilecModuleDestroy(nullptr);
  tilecBufferDestroy(nullptr);
}
