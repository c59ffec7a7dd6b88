// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Target/Target.h"
#include "test/support/Catch.h"

using namespace tilec;

static Target target(llvm::StringRef name) {
  return llvm::cantFail(Target::parse(name));
}

static std::string errorOf(llvm::StringRef name) {
  llvm::Expected<Target> target = Target::parse(name);
  return target ? "" : llvm::toString(target.takeError());
}

TEST_CASE("a name says how much of the chip may be used") {
  CHECK(target("sm_90").cpu() == "sm_90a");
  CHECK(target("sm_90a").cpu() == "sm_90a");
  CHECK(target("compute_90").cpu() == "sm_90");
  CHECK(target("compute_90").name() == "compute_90");
  CHECK(target("compute_90a").name() == "sm_90a");
  CHECK(target("sm_80").cpu() == "sm_80");
  CHECK_FALSE(target("sm_80").isPortable());
  CHECK(target("compute_80").isPortable());
  CHECK(target("sm_100f").cpu() == "sm_100f");
  CHECK(target("sm_121a").capability() == 121);
  CHECK(target("sm_90a").hintArchitecture() == 900);
}

TEST_CASE("every listed name reads back as itself") {
  for (const std::string &name : Target::names())
    CHECK(target(name).name() == name);
}

TEST_CASE("bad names are refused with the list of good ones") {
  for (const char *bad :
       {"", "sm_", "sm_75", "sm_80a", "sm_90f", "sm_90ab", "sm_90x", "90", "compute_", "SM_90", "sm_-80"}) {
    INFO(bad);
    CHECK(errorOf(bad).find(std::string("got '") + bad + "'") != std::string::npos);
  }
}

TEST_CASE("portable PTX has nothing that only one chip has") {
  CHECK(target("sm_90").has(Capability::Wgmma));
  CHECK_FALSE(target("compute_90").has(Capability::Wgmma));
  CHECK(target("compute_90").has(Capability::BulkCopy));
  CHECK_FALSE(target("sm_89").has(Capability::BulkCopy));
  CHECK(target("sm_89").has(Capability::ConvertFp8));
  CHECK_FALSE(target("sm_87").has(Capability::ConvertFp8));
  CHECK_FALSE(target("sm_100a").has(Capability::Wgmma));
  CHECK(target("sm_110a").has(Capability::Tcgen05));
  CHECK_FALSE(target("sm_120a").has(Capability::Tcgen05));
}

TEST_CASE("limits") {
  CHECK(target("sm_90a").sharedMemoryPerCta() == 232448);
  CHECK(target("sm_80").sharedMemoryPerCta() == 166912);
  CHECK(target("sm_86").sharedMemoryPerCta() == 101376);
  CHECK(target("sm_90a").sharedMemoryPerMultiprocessor() == 233472);
  CHECK(target("sm_89").warpsPerMultiprocessor() == 48);
  for (const char *narrow : {"sm_80", "sm_89", "sm_90a"})
    CHECK(target(narrow).accessBytes() == 16);
  for (const char *wide : {"sm_100a", "sm_103a", "sm_110a", "sm_120a", "sm_121a", "compute_100"})
    CHECK(target(wide).accessBytes() == 32);
}

TEST_CASE("a new chip is one row: what it can do turns on all that follows") {
  constexpr Rates rates = {.memoryBytes = 40, .mma16Bits = 512, .mmaF64 = 1, .unit16Bits = 8192};
  Capabilities copies = {Capability::BulkCopy, Capability::ElectSync};
  Target plain = Target::of({130, true, 90, 227, 64, 32, 64, 160, rates, {}});
  CHECK_FALSE(plain.hasProducers());
  CHECK_FALSE(plain.hasMatrixUnit());
  Target copying = Target::of({130, true, 90, 227, 64, 32, 64, 160, rates, copies});
  CHECK(copying.hasProducers());
  CHECK_FALSE(copying.hasMatrixUnit());
  CHECK_FALSE(copying.sharesLoads());
  Target multiplying = Target::of({130, true, 90, 227, 64, 32, 64, 160, rates,
                                   copies | Capabilities{Capability::Tcgen05, Capability::Multicast}});
  CHECK(multiplying.hasProducers());
  CHECK(multiplying.hasMatrixUnit());
  CHECK(multiplying.sharesLoads());
  CHECK(multiplying.cpu() == "sm_130a");
  CHECK(multiplying.hintArchitecture() == 1300);
  CHECK(multiplying.multiprocessors() == 160);
  CHECK(multiplying.rates().unit16Bits == 8192);
}

TEST_CASE("chips with a copy engine have producers, those with a matrix unit share loads") {
  for (const char *name : {"sm_90a", "sm_100a", "sm_103a", "sm_110a"}) {
    CHECK(target(name).hasProducers());
    CHECK(target(name).sharesLoads());
  }
  for (const char *name : {"sm_120a", "sm_121a", "compute_90"}) {
    CHECK(target(name).hasProducers());
    CHECK_FALSE(target(name).sharesLoads());
  }
  CHECK_FALSE(target("sm_89").hasProducers());
}
