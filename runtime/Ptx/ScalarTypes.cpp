// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/Ptx/ScalarTypes.h"

#include <utility>

std::optional<tilec::ptx::ScalarType> tilec::ptx::scalarType(std::string_view name) {
  using Kind = ScalarType::Kind;
  static constexpr std::pair<std::string_view, ScalarType> kTypes[] = {
      {"pred", {Kind::Predicate, 1}},      {"b8", {Kind::Bits, 8}},
      {"b16", {Kind::Bits, 16}},           {"b32", {Kind::Bits, 32}},
      {"b64", {Kind::Bits, 64}},           {"b128", {Kind::Bits, 128}},
      {"u8", {Kind::Unsigned, 8}},         {"u16", {Kind::Unsigned, 16}},
      {"u32", {Kind::Unsigned, 32}},       {"u64", {Kind::Unsigned, 64}},
      {"s8", {Kind::Signed, 8}},           {"s16", {Kind::Signed, 16}},
      {"s32", {Kind::Signed, 32}},         {"s64", {Kind::Signed, 64}},
      {"f16", {Kind::Float, 16}},          {"f32", {Kind::Float, 32}},
      {"f64", {Kind::Float, 64}},          {"bf16", {Kind::BFloat, 16}},
      {"f16x2", {Kind::Float, 32, true}},  {"bf16x2", {Kind::BFloat, 32, true}},
      {"f32x2", {Kind::Float, 64, true}},  {"u16x2", {Kind::Unsigned, 32, true}},
      {"s16x2", {Kind::Signed, 32, true}},
  };
  for (const auto &[known, type] : kTypes)
    if (known == name)
      return type;
  return std::nullopt;
}
