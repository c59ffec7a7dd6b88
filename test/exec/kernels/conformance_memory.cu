// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves of elements of every type but the 8-bit floating ones, and of pointers to them.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_tf32.h>

#include "conformance_moves.h"

TYPE(bool)
TYPE(signed char)
TYPE(unsigned char)
TYPE(short)
TYPE(unsigned short)
TYPE(int)
TYPE(unsigned)
TYPE(long)
TYPE(unsigned long)
TYPE(__half)
TYPE(__nv_bfloat16)
TYPE(float)
TYPE(double)
TYPE(__nv_tf32)

// Tiles of pointers, which no array holds: each shows where it points by what is there.
template <class E> __tile_global__ void pointer_moves(E* out, const E* in, const int* picks) {
  const E* from = in + int(ct::bid().x) * kElements;
  E* to = out + int(ct::bid().x) * kElements * 10;
  int place = 0;
  auto lane = ct::iota<ct::tile<int, ct::shape<128>>>();
  auto row = from + lane;
  auto matrix = from + ct::iota<ct::tile<int, ct::shape<8, 16>>>();
  auto cube = from + ct::iota<ct::tile<int, ct::shape<2, 8, 8>>>();
  result(to, place, ct::load(ct::permute(cube, ct::dimension_map<2, 0, 1>{})));
  result(to, place, ct::load(ct::transpose(matrix)));
  result(to, place, ct::load(ct::reshape(cube, ct::shape<4, 32>{})));
  result(to, place, ct::load(ct::broadcast(ct::extract(matrix, ct::shape<8, 1>{}, 0, 3), ct::shape<8, 16>{})));
  result(to, place, ct::load(ct::cat<1>(ct::extract(matrix, ct::shape<8, 8>{}, 0, 1), ct::extract(matrix, ct::shape<8, 8>{}, 0, 0))));
  result(to, place, ct::load(ct::cat<0>(ct::extract(row, ct::shape<64>{}, 1), ct::extract(row, ct::shape<64>{}, 0))));
  result(to, place, ct::load(ct::insert(matrix, ct::extract(matrix, ct::shape<2, 4>{}, 0, 0), 3, 2)));
  result(to, place, ct::load(ct::full<ct::tile<const E*, ct::shape<2, 8, 8>>>(from + 5)));
  result(to, place, ct::load(ct::select(lane < 64, row, row - 64)));
  // Comparisons and differences.
  auto line = ct::load(picks + lane / 16);
  auto other = from + (line * 16 + lane % 16);
  result(to, place, ct::load(ct::select(other > row, row + (other - row), other)));
}
#define POINTERS(E) template __tile_global__ void pointer_moves<E>(E*, const E*, const int*);
POINTERS(unsigned char)
POINTERS(__half)
POINTERS(float)
POINTERS(double)
