// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The table of chips, and reading their names.
#include "compiler/Target/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilec;

namespace {

using enum Capability;

// What each generation adds. A new chip is one row below, of a generation's capabilities and its own.
constexpr Capabilities kAmpere = {};
constexpr Capabilities kAda = kAmpere | Capabilities{ConvertFp8, MmaFp8};
constexpr Capabilities kHopper =
    kAda | Capabilities{RoundToTf32Even, AddBf16,   PackedI16, AtomicAddBf16,
                        AtomicAddVector, Atomic128, BulkCopy,  BuildTensorMap,
                        Cluster,         ElectSync, MmaTallF64, ProgrammaticDependentLaunch,
                        SetMaxRegisters};
constexpr Capabilities kBlackwell = kHopper | Capabilities{PackedF32, Load256, ConvertNarrow};
/// Chips of data centres and cars.
constexpr Capabilities kTensorMemory = kBlackwell | Capabilities{Tcgen05, GatherRows, Multicast};
/// Chips of desktops.
constexpr Capabilities kGraphics = kBlackwell | Capabilities{MmaBlockScaled};

constexpr Rates kSlow = {.memoryBytes = 5, .mma16Bits = 512, .mmaF64 = 1};
constexpr Rates kTensorMemoryRates = {.memoryBytes = 28, .mma16Bits = 512, .mmaF64 = 1, .unit16Bits = 4096};

constexpr Chip kChips[] = {
    {80, false, 87, 163, 64, 32, 16, 0, {.memoryBytes = 11, .mma16Bits = 1024, .mmaF64 = 64}, kAmpere},
    {86, false, 87, 99, 48, 16, 8, 0, kSlow, kAmpere},
    {87, false, 87, 163, 48, 16, 8, 0, kSlow, kAmpere},
    {88, false, 90, 99, 48, 24, 8, 0, kSlow, kAmpere},
    {89, false, 87, 99, 48, 24, 8, 0, kSlow, kAda},
    {90,
     true,
     87,
     227,
     64,
     32,
     32,
     132,
     {.memoryBytes = 18, .mma16Bits = 1024, .mmaF64 = 128, .unit16Bits = 2048},
     kHopper | Capabilities{Wgmma, Multicast}},
    {100, true, 88, 227, 64, 32, 48, 148, kTensorMemoryRates, kTensorMemory | Capabilities{Tcgen05Int8, ReduxF32}},
    {103, true, 88, 227, 64, 32, 48, 148, kTensorMemoryRates, kTensorMemory | Capabilities{ReduxF32}},
    {110, true, 90, 227, 48, 24, 16, 20, kTensorMemoryRates, kTensorMemory},
    {120, true, 88, 99, 48, 24, 8, 170, kSlow, kGraphics},
    {121, true, 88, 99, 48, 24, 8, 48, kSlow, kGraphics},
};
constexpr unsigned kFirstWithFamily = 100;

const Chip *findChip(unsigned number) {
  const Chip *chip = llvm::find_if(kChips, [&](const Chip &c) { return c.number == number; });
  return chip == std::end(kChips) ? nullptr : chip;
}

llvm::Error badName(llvm::StringRef name) {
  return llvm::createStringError("expected an architecture such as " + llvm::join(Target::names(), ", ") +
                                 " or compute_XX, got '" + name + "'");
}

} // namespace

std::vector<std::string> Target::names() {
  std::vector<std::string> names;
  for (const Chip &chip : kChips)
    names.push_back("sm_" + std::to_string(chip.number) + (chip.hasOwnFeatures ? "a" : ""));
  return names;
}

llvm::Expected<Target> Target::parse(llvm::StringRef name) {
  Target target;
  llvm::StringRef rest = name;
  target.portable = rest.consume_front("compute_");
  if (!target.portable && !rest.consume_front("sm_"))
    return badName(name);
  if (rest.consumeInteger(10, target.number) || rest.size() > 1)
    return badName(name);
  const Chip *chip = findChip(target.number);
  if (!chip)
    return badName(name);

  target.suffix = rest.empty() ? 0 : rest.front();
  if (target.suffix && target.suffix != 'a' && target.suffix != 'f')
    return badName(name);
  if (target.suffix == 'a' && !chip->hasOwnFeatures)
    return badName(name);
  if (target.suffix == 'f' && chip->number < kFirstWithFamily)
    return badName(name);
  if (target.suffix)
    target.portable = false; // compute_90a is no more portable than sm_90a
  else if (!target.portable && chip->hasOwnFeatures)
    target.suffix = 'a';

  target.describe(*chip);
  return target;
}

Target Target::of(const Chip &chip) {
  Target target;
  target.number = chip.number;
  target.suffix = chip.hasOwnFeatures ? 'a' : 0;
  target.describe(chip);
  return target;
}

void Target::describe(const Chip &chip) {
  ptx = chip.ptx;
  sharedPerCta = chip.sharedKb * 1024;
  warps = chip.warps;
  ctas = chip.ctas;
  inFlight = chip.inFlightKb * 1024;
  count = chip.multiprocessors;
  ratesOfChip = chip.rates;
  can = chip.can;
}

Target Target::defaultTarget() {
  return llvm::cantFail(parse("sm_90a"));
}

std::string Target::cpu() const {
  std::string cpu = "sm_" + std::to_string(number);
  if (suffix)
    cpu += suffix;
  return cpu;
}

std::string Target::name() const {
  return portable ? "compute_" + std::to_string(number) : cpu();
}
