// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A dependent call finds an overload that is declared after the template, by argument-dependent lookup.
#include <cuda_tile.h>

namespace ct = cuda::tiles;

namespace shapes {
struct Circle { float r; };
struct Square { float a; };
}  // namespace shapes
template <class S> __tile__ float twice_area(S s) { return 2.f * area(s); }
namespace shapes {
__tile__ float area(Circle c) { return 3.14159f * c.r * c.r; }
__tile__ float area(Square s) { return s.a * s.a; }
}  // namespace shapes

__tile_global__ void k(float* p) { p[0] = twice_area(shapes::Circle{p[1]}) + twice_area(shapes::Square{p[2]}); }
