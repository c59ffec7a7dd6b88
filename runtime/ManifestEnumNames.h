// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// How the enumerators of the manifest are spelled in its JSON; one table each, for reader and writer.
#ifndef TILEC_RUNTIME_MANIFESTENUMNAMES_H
#define TILEC_RUNTIME_MANIFESTENUMNAMES_H

#include "tilec/Manifest.h"

#include <array>
#include <utility>

namespace tilec::manifest {

template <typename Enum, size_t N> using Names = std::array<std::pair<Enum, const char *>, N>;

inline constexpr Names<Fact::Kind, 4> kFactNames = {{{Fact::Kind::MultipleOf, "multipleOf"},
                                                     {Fact::Kind::AtLeast, "atLeast"},
                                                     {Fact::Kind::AtMost, "atMost"},
                                                     {Fact::Kind::Equal, "equal"}}};

inline constexpr Names<Parameter::Kind, 4> kParameterNames = {{{Parameter::Kind::Integer, "integer"},
                                                               {Parameter::Kind::Float, "float"},
                                                               {Parameter::Kind::Pointer, "pointer"},
                                                               {Parameter::Kind::Record, "record"}}};

inline constexpr Names<HiddenParameter::Kind, 3> kHiddenNames = {{{HiddenParameter::Kind::LogicalGrid, "logicalGrid"},
                                                                  {HiddenParameter::Kind::Workspace, "workspace"},
                                                                  {HiddenParameter::Kind::TensorMap, "tensorMap"}}};

inline constexpr Names<TensorMap::Swizzle, 4> kSwizzleNames = {{{TensorMap::Swizzle::None, "none"},
                                                                {TensorMap::Swizzle::Bytes32, "32"},
                                                                {TensorMap::Swizzle::Bytes64, "64"},
                                                                {TensorMap::Swizzle::Bytes128, "128"}}};

inline constexpr Names<TensorMap::Fill, 2> kFillNames = {
    {{TensorMap::Fill::Zero, "zero"}, {TensorMap::Fill::NaN, "nan"}}};

inline constexpr Names<GridRule::Kind, 3> kGridNames = {{{GridRule::Kind::PerBlock, "perBlock"},
                                                         {GridRule::Kind::Persistent, "persistent"},
                                                         {GridRule::Kind::PerBlocks, "perBlocks"}}};

/// Heads of the arrays that stand for expressions; a constant is a plain number.
inline constexpr Names<Expression::Kind, 11> kExpressionNames = {{{Expression::Kind::Argument, "argument"},
                                                                  {Expression::Kind::GridX, "gridX"},
                                                                  {Expression::Kind::GridY, "gridY"},
                                                                  {Expression::Kind::GridZ, "gridZ"},
                                                                  {Expression::Kind::Add, "add"},
                                                                  {Expression::Kind::Sub, "sub"},
                                                                  {Expression::Kind::Mul, "mul"},
                                                                  {Expression::Kind::FloorDiv, "floorDiv"},
                                                                  {Expression::Kind::CeilDiv, "ceilDiv"},
                                                                  {Expression::Kind::Min, "min"},
                                                                  {Expression::Kind::Max, "max"}}};

template <typename Enum, size_t N> const char *nameOf(const Names<Enum, N> &names, Enum value) {
  for (auto &[enumerator, name] : names)
    if (enumerator == value)
      return name;
  return "";
}

} // namespace tilec::manifest

#endif // TILEC_RUNTIME_MANIFESTENUMNAMES_H
