// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/runtime/FakeDevice.h"

#include "test/support/Catch.h"

#include <sstream>

using namespace tilec;

runtime::Context fakeContext() {
  fakeReset();
  auto driver = runtime::Driver::load(FAKE_DRIVER_PATH);
  REQUIRE(driver);
  auto device = driver->device(0);
  REQUIRE(device);
  auto context = device->createContext();
  REQUIRE(context);
  return *context;
}

manifest::Manifest fakeModuleManifest() {
  using namespace manifest;
  std::vector<Parameter> parameters = {{"p", Parameter::Kind::Pointer, 8, 8, false, "f32"},
                                       {"n", Parameter::Kind::Integer, 4, 4, true, "i32"},
                                       {"scale", Parameter::Kind::Float, 8, 8, false, "f64"},
                                       {"h", Parameter::Kind::Float, 2, 2, false, "f16"},
                                       {"r", Parameter::Kind::Record, 12, 4, false, ""}};
  Variant fast;
  fast.entry = "b_fast";
  fast.facts = {{Fact::Kind::MultipleOf, Expression::argument(0), 16},
                {Fact::Kind::AtLeast, Expression::argument(1, 4, true), 0},
                {Fact::Kind::MultipleOf, Expression::argument(1, 4, true), 4}};
  fast.threadsPerCta = 256;
  fast.grid = {GridRule::Kind::Persistent, 2};
  fast.hiddenParameters = {{HiddenParameter::Kind::LogicalGrid, 0}, {HiddenParameter::Kind::Workspace, 0}};
  fast.workspace = {Expression::binary(Expression::Kind::Mul, {Expression::Kind::GridX, 0, 0, 0, 8, false, {}},
                                       Expression::constant(4)),
                    true};
  Variant plain;
  plain.entry = "a_add";
  plain.programmaticLaunch = true;
  Kernel add{"a_add", "ns::add<float, 128>(float*, int, double, __half, R)", parameters, {fast, plain}};
  Variant wideVariant;
  wideVariant.entry = "wide";
  wideVariant.dynamicSharedBytes = 200 * 1024;
  wideVariant.sharedMemoryCarveout = 91;
  wideVariant.cluster = {4, 2, 2};
  Kernel wide{"wide", "wide(float*, int, double, __half, R)", parameters, {wideVariant}};
  return {"0.1.0", "sm_90a", {add, wide}};
}

std::string fakePtx(const manifest::Manifest &manifest) {
  return ".version 8.7\n.target sm_90a\n" + std::string(manifest::kCommentPrefix) + manifest::toJson(manifest) + "\n";
}

std::string lastCall(const std::string &function) {
  std::istringstream log(fakeLog());
  std::string line, found;
  while (std::getline(log, line))
    if (line.starts_with(function))
      found = line;
  return found;
}
