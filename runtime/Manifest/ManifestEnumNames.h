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

inline constexpr Names<Fact::Kind, 5> kFactNames = {{{Fact::Kind::MultipleOf, "multipleOf"},
                                                     {Fact::Kind::AtLeast, "atLeast"},
                                                     {Fact::Kind::AtMost, "atMost"},
                                                     {Fact::Kind::Equal, "equal"},
                                                     {Fact::Kind::Numbered, "numbered"}}};

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

inline constexpr Names<GridRule::Kind, 2> kGridNames = {
    {{GridRule::Kind::PerBlock, "perBlock"}, {GridRule::Kind::Persistent, "persistent"}}};

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

/// Heads of the arrays that stand for steps of a numbering; a constant is a plain number.
inline constexpr Names<Numbering::Step::Kind, 30> kStepNames = {{{Numbering::Step::Kind::Argument, "argument"},
                                                                 {Numbering::Step::Kind::GridX, "gridX"},
                                                                 {Numbering::Step::Kind::GridY, "gridY"},
                                                                 {Numbering::Step::Kind::GridZ, "gridZ"},
                                                                 {Numbering::Step::Kind::BlockX, "blockX"},
                                                                 {Numbering::Step::Kind::BlockY, "blockY"},
                                                                 {Numbering::Step::Kind::BlockZ, "blockZ"},
                                                                 {Numbering::Step::Kind::Truncate, "truncate"},
                                                                 {Numbering::Step::Kind::ZeroExtend, "zeroExtend"},
                                                                 {Numbering::Step::Kind::Add, "add"},
                                                                 {Numbering::Step::Kind::Sub, "sub"},
                                                                 {Numbering::Step::Kind::Mul, "mul"},
                                                                 {Numbering::Step::Kind::DivS, "divS"},
                                                                 {Numbering::Step::Kind::DivU, "divU"},
                                                                 {Numbering::Step::Kind::RemS, "remS"},
                                                                 {Numbering::Step::Kind::RemU, "remU"},
                                                                 {Numbering::Step::Kind::MinS, "minS"},
                                                                 {Numbering::Step::Kind::MinU, "minU"},
                                                                 {Numbering::Step::Kind::MaxS, "maxS"},
                                                                 {Numbering::Step::Kind::MaxU, "maxU"},
                                                                 {Numbering::Step::Kind::And, "and"},
                                                                 {Numbering::Step::Kind::Or, "or"},
                                                                 {Numbering::Step::Kind::Xor, "xor"},
                                                                 {Numbering::Step::Kind::Shl, "shl"},
                                                                 {Numbering::Step::Kind::ShrS, "shrS"},
                                                                 {Numbering::Step::Kind::ShrU, "shrU"},
                                                                 {Numbering::Step::Kind::Equal, "equal"},
                                                                 {Numbering::Step::Kind::LessS, "lessS"},
                                                                 {Numbering::Step::Kind::LessU, "lessU"},
                                                                 {Numbering::Step::Kind::Select, "select"}}};

template <typename Enum, size_t N> const char *nameOf(const Names<Enum, N> &names, Enum value) {
  for (auto &[enumerator, name] : names)
    if (enumerator == value)
      return name;
  return "";
}

} // namespace tilec::manifest

#endif // TILEC_RUNTIME_MANIFESTENUMNAMES_H
