// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The table of chips, and reading their names.
#include "compiler/Target/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilec;

namespace {

/// Limits are those of the CUDA Programming Guide's table of compute capabilities.
struct Chip {
  unsigned number;      ///< compute capability times ten
  bool hasOwnFeatures;  ///< there is an `a` form
  unsigned ptx;         ///< lowest version that has all we emit and that the chip's tools know
  unsigned sharedKb;    ///< of one CTA
  unsigned warps, ctas; ///< of one multiprocessor
  unsigned inFlightKb;  ///< bandwidth times about 0.7 microseconds, of one multiprocessor
  unsigned multiprocessors = 0;
};
constexpr Chip kChips[] = {
    {80, false, 87, 163, 64, 32, 16}, {86, false, 87, 99, 48, 16, 8},   {87, false, 87, 163, 48, 16, 8},
    {88, false, 90, 99, 48, 24, 8},   {89, false, 87, 99, 48, 24, 8},   {90, true, 87, 227, 64, 32, 32, 132},
    {100, true, 88, 227, 64, 32, 48}, {103, true, 88, 227, 64, 32, 48}, {110, true, 90, 227, 48, 24, 16},
    {120, true, 88, 99, 48, 24, 8},   {121, true, 88, 99, 48, 24, 8},
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

  target.ptx = chip->ptx;
  target.sharedPerCta = chip->sharedKb * 1024;
  target.warps = chip->warps;
  target.ctas = chip->ctas;
  target.inFlight = chip->inFlightKb * 1024;
  target.count = chip->multiprocessors;
  return target;
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
