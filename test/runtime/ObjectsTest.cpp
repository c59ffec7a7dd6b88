// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver, contexts, buffers, streams, events, graphs: calls, errors, and that nothing is leaked.
#include "test/runtime/FakeDevice.h"
#include "test/support/Catch.h"

#include <thread>

using namespace tilec::runtime;

TEST_CASE("a missing libcuda is a clear error") {
  auto driver = Driver::load("/nowhere/libcuda.so.1");
  REQUIRE(!driver);
  CHECK(driver.error().code == kNoDriver);
  CHECK(driver.error().message().starts_with(
      "Driver::load: kNoDriver (-1): cannot open '/nowhere/libcuda.so.1', the library of the NVIDIA driver: "));
}

TEST_CASE("a library that is no driver is a clear error") {
  auto driver = Driver::load("libm.so.6");
  REQUIRE(!driver);
  CHECK(driver.error().text == "'libm.so.6' is no CUDA driver: it has no function cuInit");
}

TEST_CASE("a driver that cannot start reports its own error") {
  fakeReset();
  fakeFail("cuInit", 100);
  auto driver = Driver::load(FAKE_DRIVER_PATH);
  REQUIRE(!driver);
  CHECK(driver.error().message() == "cuInit: CUDA_ERROR_SOMETHING (100): something failed");
}

TEST_CASE("devices tell what they are") {
  fakeReset();
  auto driver = Driver::load(FAKE_DRIVER_PATH);
  REQUIRE(driver);
  CHECK(*driver->version() == 13000);
  auto device = driver->device(0);
  REQUIRE(device);
  CHECK(device->name() == "Fake GPU");
  CHECK(device->architecture() == "sm_90a");
  CHECK(device->multiprocessors() == 132);
  auto none = driver->device(1);
  REQUIRE(!none);
  CHECK(none.error().message() == "Driver::device: kNoDevice (-2): expected a device below 1, got 1");
}

TEST_CASE("contexts leave the current context alone and go with their last user") {
  int before = fakeLiveObjects();
  {
    auto buffer = Buffer::allocate(fakeContext(), 64);
    REQUIRE(buffer);
    CHECK(lastCall("cuCtxDestroy") == "");
    CHECK(fakePushedContexts() == 0);
  }
  CHECK(lastCall("cuCtxDestroy") == "cuCtxDestroy");
  CHECK(fakeLiveObjects() == before);
  {
    auto context = Driver::load(FAKE_DRIVER_PATH)->device(0)->primaryContext();
    REQUIRE(context);
    CHECK(context->synchronize());
    CHECK(context->memory()->second == 200);
  }
  CHECK(lastCall("cuDevicePrimaryCtxRelease") == "cuDevicePrimaryCtxRelease 70");
}

TEST_CASE("buffers copy both ways and refuse bytes outside") {
  auto buffer = Buffer::allocate(fakeContext(), 8);
  REQUIRE(buffer);
  int values[2] = {1, 2}, back[2] = {};
  REQUIRE(buffer->copyFrom(values, sizeof(values)));
  REQUIRE(buffer->copyTo(back, 4, 4));
  CHECK(back[0] == 2);
  Status status = buffer->copyTo(back, 8, 4);
  REQUIRE(!status);
  CHECK(status.error().message() == "Buffer::copyTo: kBadRange (-12): expected bytes within a buffer of 8, got 8 at 4");
  CHECK_FALSE(buffer->copyFrom(values, 1, ~size_t(0)));
}

TEST_CASE("an empty buffer has no address and copies nothing") {
  auto buffer = Buffer::allocate(fakeContext(), 0);
  REQUIRE(buffer);
  CHECK(buffer->address() == 0);
  CHECK(buffer->copyFrom(nullptr, 0));
}

TEST_CASE("running out of memory says how much was asked for") {
  Context context = fakeContext();
  fakeFail("cuMemAlloc_v2", 2);
  auto buffer = Buffer::allocate(context, 1 << 20);
  REQUIRE(!buffer);
  CHECK(buffer.error().message() ==
        "cuMemAlloc_v2: CUDA_ERROR_OUT_OF_MEMORY (2): out of memory (asked for 1048576 bytes)");
}

TEST_CASE("streams, events and graphs are made, used and destroyed") {
  int before = fakeLiveObjects();
  {
    Context context = fakeContext();
    auto stream = Stream::create(context, -1);
    auto start = Event::create(context), stop = Event::create(context, /*timing=*/false);
    REQUIRE(stream);
    REQUIRE(start);
    REQUIRE(stop);
    CHECK(lastCall("cuStreamCreateWithPriority") == "cuStreamCreateWithPriority 1 -1");
    CHECK(lastCall("cuEventCreate") == "cuEventCreate 2");
    CHECK(start->record(*stream));
    CHECK(stream->wait(*start));
    CHECK(stop->synchronize());
    CHECK(*stop->millisecondsSince(*start) == 1.5f);
    REQUIRE(stream->beginCapture());
    auto graph = stream->endCapture();
    REQUIRE(graph);
    CHECK(graph->launch(*stream));
    CHECK(stream->synchronize());
    fakeFail("cuGraphInstantiate", 2);
    CHECK_FALSE(stream->endCapture());
    CHECK(Stream::borrow(context, nullptr).synchronize());
  }
  CHECK(fakeLiveObjects() == before);
}

TEST_CASE("one kernel may be launched from several threads at once") {
  auto module = Module::load(fakeContext(), fakePtx());
  auto kernel = module->kernel("a_add");
  int record[3] = {};
  std::atomic<int> failures = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 100; ++i) {
        Argument arguments[] = {nullptr, i, 1.0, Argument::bits("f16", 0, 2), Argument::record(record, 12)};
        failures += !kernel->selectVariant({}, arguments);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  CHECK(failures == 0);
}
