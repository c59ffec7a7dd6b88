// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loading: where the manifest comes from, which kernel a name means, and what is refused.
#include "test/runtime/FakeDevice.h"
#include "test/support/Catch.h"

#include <cstdio>
#include <fstream>

using namespace tilec;
using namespace tilec::runtime;

static const std::string kCubin = std::string("\x7f"
                                              "ELF rest of a cubin");

template <typename T> static std::string messageOf(const Expected<T> &result) {
  REQUIRE(!result);
  return result.error().message();
}

TEST_CASE("a PTX module carries its manifest in the text") {
  auto module = Module::load(fakeContext(), fakePtx());
  REQUIRE(module);
  CHECK(module->manifest() == fakeModuleManifest());
}

TEST_CASE("a cubin's manifest is read from the loaded image") {
  Context context = fakeContext();
  fakeManifest(manifest::toJson(fakeModuleManifest()).c_str());
  auto module = Module::load(context, kCubin);
  REQUIRE(module);
  CHECK(module->manifest() == fakeModuleManifest());
  CHECK(lastCall("cuModuleGetGlobal") == "cuModuleGetGlobal __tilec_manifest");
}

TEST_CASE("a cubin without a manifest is refused and unloaded") {
  Context context = fakeContext();
  int before = fakeLiveObjects();
  CHECK(messageOf(Module::load(context, kCubin)) ==
        "Module::load: kBadManifest (-4): the image has no manifest (array '__tilec_manifest'); was it made by tilec?");
  CHECK(fakeLiveObjects() == before);
}

TEST_CASE("a manifest may be given beside the image") {
  Context context = fakeContext();
  auto module = Module::load(context, kCubin, manifest::toJson(fakeModuleManifest()));
  REQUIRE(module);
  CHECK(lastCall("cuModuleGetGlobal") == "");
}

TEST_CASE("images that are nothing known, truncated or damaged are refused before the driver sees them") {
  Context context = fakeContext();
  CHECK(messageOf(Module::load(context, "hello")) ==
        "Module::load: kBadImage (-3): expected PTX, a cubin, a fatbin or a bundle, got 5 other bytes");
  std::string ptx = fakePtx();
  CHECK(messageOf(Module::load(context, std::string_view(ptx).substr(0, 20))).find("kBadManifest") !=
        std::string::npos);
  CHECK(messageOf(Module::load(context, std::string_view(ptx).substr(0, ptx.size() - 40))).find("line 1 column") !=
        std::string::npos);
  CHECK(lastCall("cuModuleLoadDataEx") == "");
}

TEST_CASE("the assembler's log is the text of a failed load") {
  Context context = fakeContext();
  fakeFail("cuModuleLoadDataEx", 218);
  fakeAssemblerLog("ptxas: line 7; error: unknown symbol");
  CHECK(messageOf(Module::load(context, fakePtx())) == "cuModuleLoadDataEx: CUDA_ERROR_INVALID_PTX (218): a PTX JIT "
                                                       "compilation failed\nptxas: line 7; error: unknown symbol");
}

TEST_CASE("a device that lacks the architecture is named, with what it has") {
  auto load = [](int major, int minor, const char *architecture) {
    fakeReset();
    fakeComputeCapability(major, minor);
    auto driver = Driver::load(FAKE_DRIVER_PATH);
    auto context = driver->device(0)->createContext();
    manifest::Manifest manifest = fakeModuleManifest();
    manifest.architecture = architecture;
    return Module::load(*context, fakePtx(manifest));
  };
  CHECK(messageOf(load(8, 0, "sm_90a")) ==
        "Module::load: kArchitecture (-5): module is built for sm_90a, device 0 'Fake GPU' is sm_80");
  CHECK(messageOf(load(10, 0, "sm_90a")).find("is sm_100a") != std::string::npos);
  CHECK(load(10, 0, "sm_90"));
  CHECK(load(10, 0, "compute_80"));
  CHECK(load(10, 3, "sm_100f"));
  CHECK_FALSE(load(12, 0, "sm_100f"));
  CHECK_FALSE(load(8, 9, "sm_90"));
  CHECK_FALSE(load(9, 0, "nonsense"));
}

TEST_CASE("a cubin runs within its major version only") {
  auto load = [](int major, int minor, const char *architecture) {
    fakeReset();
    fakeComputeCapability(major, minor);
    manifest::Manifest manifest = fakeModuleManifest();
    manifest.architecture = architecture;
    auto context = Driver::load(FAKE_DRIVER_PATH)->device(0)->createContext();
    return bool(Module::load(*context, kCubin, manifest::toJson(manifest)));
  };
  CHECK(load(8, 6, "sm_80"));
  CHECK_FALSE(load(9, 0, "sm_80"));
  CHECK_FALSE(load(8, 0, "sm_86"));
}

TEST_CASE("a kernel is found by its symbol and by the ways a person writes it") {
  auto module = Module::load(fakeContext(), fakePtx());
  REQUIRE(module);
  for (const char *name : {"a_add", "ns::add<float, 128>(float*, int, double, __half, R)", "ns::add<float, 128>",
                           "ns::add", "add", "add<float,128>", "ns :: add < float,128 >"}) {
    INFO(name);
    auto kernel = module->kernel(name);
    REQUIRE(kernel);
    CHECK(kernel->manifest().name == "a_add");
  }
  CHECK(messageOf(module->kernel("ad")) == "Module::kernel: kNoKernel (-6): no kernel 'ad'; the module has: "
                                           "ns::add<float, 128>(float*, int, double, __half, "
                                           "R), wide(float*, int, double, __half, R)");
}

TEST_CASE("types in a kernel's name may be spelled in any way") {
  manifest::Manifest manifest = fakeModuleManifest();
  manifest.kernels[0].displayName = "add<unsigned int, unsigned long>(unsigned int *)";
  for (const char *name : {"add<unsigned, unsigned long>", "add<unsigned int,unsigned long>"}) {
    INFO(name);
    auto found = findKernel(manifest, name);
    REQUIRE(found);
    CHECK((*found)->name == manifest.kernels[0].name);
  }
  CHECK(!findKernel(manifest, "add<unsigned, long>"));
  CHECK(!findKernel(manifest, "add<unsignedint, unsigned long>"));
}

TEST_CASE("a name that fits two kernels is refused") {
  manifest::Manifest manifest = fakeModuleManifest();
  manifest.kernels[1].displayName = "ns::add<float, 64>(float*, int, double, __half, R)";
  auto module = Module::load(fakeContext(), fakePtx(manifest));
  REQUIRE(module);
  CHECK(messageOf(module->kernel("add")).find("more than one kernel 'add'") != std::string::npos);
  CHECK(module->kernel("ns::add<float, 64>"));
}

TEST_CASE("an entry that the manifest promises and the code lacks is named") {
  auto module = Module::load(fakeContext(), fakePtx());
  REQUIRE(module);
  fakeFail("cuModuleGetFunction", 500);
  CHECK(messageOf(module->kernel("wide")) ==
        "cuModuleGetFunction: CUDA_ERROR_SOMETHING (500): something failed (entry 'wide' of the manifest)");
}

TEST_CASE("a kernel that needs more shared memory than the device has is refused") {
  manifest::Manifest manifest = fakeModuleManifest();
  manifest.kernels[1].variants[0].dynamicSharedBytes = 300000;
  auto module = Module::load(fakeContext(), fakePtx(manifest));
  REQUIRE(module);
  CHECK(messageOf(module->kernel("wide")) == "Module::kernel: kSharedMemory (-10): kernel 'wide' needs 300000 bytes of "
                                             "shared memory per CTA, device 'Fake GPU' "
                                             "has 232448");
}

TEST_CASE("files: PTX alone, a manifest beside it, and one that is not there") {
  Context context = fakeContext();
  std::string path = std::string(std::tmpnam(nullptr)) + ".ptx";
  std::ofstream(path) << fakePtx();
  CHECK(Module::loadFile(context, path));
  std::ofstream(path + ".json") << "{";
  CHECK(messageOf(Module::loadFile(context, path)).find("bad manifest: line 1 column 2") != std::string::npos);
  std::remove((path + ".json").c_str());
  std::remove(path.c_str());
  CHECK(messageOf(Module::loadFile(context, path)) ==
        "Module::loadFile: kBadFile (-11): cannot read '" + path + "': No such file or directory");
}
