// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/VariantChoice.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <cstring>

namespace tilec::runtime {

using manifest::Expression;

FactCheck::FactCheck(const manifest::Fact &fact) : fact(&fact), subject(fact.subject) {
  bool isPowerOfTwo = fact.value > 0 && std::has_single_bit(uint64_t(fact.value));
  isDivisorOfArgument =
      fact.kind == manifest::Fact::Kind::MultipleOf && fact.subject.kind == Expression::Kind::Argument && isPowerOfTwo;
  parameter = fact.subject.parameter;
  offset = fact.subject.offset;
  bytes = fact.subject.bytes;
  mask = uint64_t(fact.value) - 1;
}

VariantChoice::VariantChoice(const manifest::Kernel &kernel) : kernel(&kernel) {
  for (const manifest::Variant &variant : kernel.variants) {
    Candidate &candidate = candidates.emplace_back();
    candidate.isNumbered = variant.isNumbered();
    for (const manifest::Fact &fact : variant.facts)
      if (fact.kind != manifest::Fact::Kind::Numbered)
        candidate.facts.emplace_back(fact);
  }
  if (kernel.numbering)
    boxes = std::make_unique<BlockBoxCache>(*kernel.numbering);
}

std::optional<Dim3> VariantChoice::gridOf(size_t variant, const PackedArguments &arguments, Dim3 grid) const {
  return candidates[variant].isNumbered ? boxes->get(arguments, grid) : std::optional(grid);
}

bool VariantChoice::holds(size_t variant, const PackedArguments &arguments, Dim3 grid) const {
  std::optional<Dim3> own = gridOf(variant, arguments, grid);
  if (!own)
    return false;
  for (const FactCheck &fact : candidates[variant].facts)
    if (!fact.holds(arguments, *own))
      return false;
  return true;
}

size_t VariantChoice::choose(const PackedArguments &arguments, Dim3 grid, size_t from) const {
  for (size_t i = from; i + 1 < candidates.size(); ++i)
    if (holds(i, arguments, grid))
      return i;
  return candidates.size() - 1; // unconditional
}

namespace {

/// `argument 1 'n'`, `grid x * 256`.
std::string describe(const Expression &e, const manifest::Kernel &kernel) {
  using Kind = Expression::Kind;
  auto binary = [&](const char *op) { return describe(e.operands[0], kernel) + op + describe(e.operands[1], kernel); };
  switch (e.kind) {
  case Kind::Constant:
    return std::to_string(e.value);
  case Kind::Argument: {
    const std::string &name = kernel.parameters[e.parameter].name;
    std::string bytes = e.offset ? " from byte " + std::to_string(e.offset) + " on" : "";
    return "argument " + std::to_string(e.parameter) + (name.empty() ? "" : " '" + name + "'") + bytes;
  }
  case Kind::GridX:
    return "grid x";
  case Kind::GridY:
    return "grid y";
  case Kind::GridZ:
    return "grid z";
  case Kind::Add:
    return binary(" + ");
  case Kind::Sub:
    return binary(" - ");
  case Kind::Mul:
    return binary(" * ");
  case Kind::FloorDiv:
    return binary(" / ");
  case Kind::CeilDiv:
    return binary(" / (rounded up) ");
  case Kind::Min:
    return "min(" + binary(", ") + ")";
  case Kind::Max:
    return "max(" + binary(", ") + ")";
  }
  return "";
}

std::string describe(manifest::Fact::Kind kind) {
  switch (kind) {
  case manifest::Fact::Kind::MultipleOf:
    return "a multiple of ";
  case manifest::Fact::Kind::AtLeast:
    return "at least ";
  case manifest::Fact::Kind::AtMost:
    return "at most ";
  case manifest::Fact::Kind::Equal:
  case manifest::Fact::Kind::Numbered:
    return "";
  }
  return "";
}

Error cannotLaunch(const manifest::Kernel &kernel, size_t variant, const std::string &why) {
  return {"Kernel::launch", kVariantFacts, "kVariantFacts",
          "variant " + std::to_string(variant) + " of kernel '" + kernel.displayName + "' " + why};
}

} // namespace

Status VariantChoice::check(size_t variant, const PackedArguments &arguments, Dim3 grid) const {
  if (variant >= candidates.size())
    return Error{"Kernel::launch", kNoVariant, "kNoVariant",
                 "kernel '" + kernel->displayName + "': expected a variant below " + std::to_string(candidates.size()) +
                     ", got " + std::to_string(variant)};
  std::optional<Dim3> own = gridOf(variant, arguments, grid);
  if (!own)
    return cannotLaunch(*kernel, variant,
                        "needs the numbers that the kernel gives its blocks to fill a box, one block for each place");
  for (const FactCheck &check : candidates[variant].facts) {
    if (check.holds(arguments, *own))
      continue;
    const manifest::Fact &fact = check.description();
    std::optional<int64_t> got = evaluate(fact.subject, arguments, *own);
    return cannotLaunch(*kernel, variant,
                        "needs " + describe(fact.subject, *kernel) + " to be " + describe(fact.kind) +
                            std::to_string(fact.value) + ", got " +
                            (got ? std::to_string(*got) : "a division by zero"));
  }
  return {};
}

Expected<std::optional<size_t>> variantFromEnvironment() {
  const char *text = std::getenv("TILEC_VARIANT");
  if (!text || !*text)
    return std::optional<size_t>();
  if (std::strcmp(text, "last") == 0)
    return std::optional(kLastVariant);
  size_t variant = 0;
  const char *end = text + std::strlen(text);
  auto [rest, status] = std::from_chars(text, end, variant);
  if (status != std::errc() || rest != end)
    return Error{"Module::kernel", kNoVariant, "kNoVariant",
                 "expected TILEC_VARIANT to be the number of a variant or 'last', got '" + std::string(text) + "'"};
  return std::optional(variant);
}

} // namespace tilec::runtime
