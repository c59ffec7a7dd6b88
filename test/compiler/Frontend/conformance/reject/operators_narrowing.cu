// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// operands that would narrow in an operator between tile and tile or tile and scalar
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void k(float* p, int* q, int n) {
  auto i = ct::iota<Tile<int, 8>>(); Tile<float, 8> f{}; (void)i; (void)f;
  { auto x = i + Tile<unsigned, 8>{}; }  // expected: conversion to the common type narrows
  { auto x = i < Tile<unsigned, 8>{}; }  // expected: conversion to the common type narrows
  { auto x = f * 2.0; }  // expected: scalar narrows to the element type
  { auto x = Tile<unsigned, 8>{} + 1; }  // expected: scalar narrows to the element type
  { auto x = Tile<signed char, 8>{} + 1; }  // expected: scalar narrows to the element type
  { auto x = i + ct::bid().x; }  // expected: scalar narrows to the element type
  { auto x = i + 2.5f; }  // expected: scalar narrows to the element type
}
