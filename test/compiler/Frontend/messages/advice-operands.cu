// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operands, values and shapes that do not fit: what would.
// RUN: not check-source %s 2>&1 | FileCheck %s --implicit-check-not="loaded_t<tile<float *, shape<8>>>' (aka"
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void operands(float *p, unsigned char *b, float s) {
  auto i = ct::iota<Tile<int, 8>>();
  auto x = ct::load(p + i);
  // A name that only the header knows says nothing: its meaning does.
  auto y = x * 0.5;
  // CHECK: advice-operands.cu:[[#@LINE-1]]:14: error: invalid operands to binary expression ('tile<float, shape<8>>' and 'double'); rule: {{.*}}; a literal of type float ends in f, as 0.5f
  auto j = ct::bid().x + i;
  // CHECK: advice-operands.cu:[[#@LINE-1]]:24: error: invalid operands to binary expression ('unsigned int' and 'tile<int, shape<8>>'{{.*}}); rule: {{.*}}; convert the scalar, as in int(x)
  auto sums = ct::zeros<Tile<int, 8>>();
  sums = sums + x;
  // CHECK: advice-operands.cu:[[#@LINE-1]]:8: error: no viable overloaded '='; rule: {{.*}}, got 'tile<float, shape<8>>' for '{{.*}}ile<int, shape<8>>'
  p[0] = ct::sum<0>(x);
  // CHECK: advice-operands.cu:[[#@LINE-1]]:10: error: assigning to 'float' from incompatible type 'tile<float, shape<1>>'; rule: a tile becomes a scalar only if it has one element, and by an explicit cast, as in float(tile)
  if (x > 0)
    // CHECK: advice-operands.cu:[[#@LINE-1]]:7: error: no viable conversion from 'tile<bool, shape<8>>' to 'bool'; rule: a tile is a condition only if it has one element; select chooses element by element
    x = -x;
  x = ct::select(x > 0, x, 0.0f);
  // CHECK: advice-operands.cu:[[#@LINE-1]]:7: error: no matching function for call to 'select'; rule: these arguments have the same type, got {{.*}} and 'float'; full<...>(x) makes a tile of a scalar
}

__tile_global__ void values(float *p) {
  const auto i = ct::iota<Tile<int, 8>>();
  i = i + 1;
  // CHECK: advice-operands.cu:[[#@LINE-1]]:5: error: no viable overloaded '='; rule: a const tile keeps its value: declare it without const
  p[0] = ct::num_blocks();
  // CHECK: advice-operands.cu:[[#@LINE-1]]:10: error: assigning to 'float' from incompatible type 'dim3'; rule: there are three: .x, .y and .z
  p[1] = ct::load(p + i) % 2;
  // CHECK: advice-operands.cu:[[#@LINE-1]]:26: error: invalid operands {{.*}}; rule: both operands have integral elements; remainder(a, b) is for floating-point elements{{$}}
}

__tile_global__ void shapes(float *p, int n) {
  auto x = ct::zeros<ct::tile<float, ct::shape<n>>>();
  // CHECK: advice-operands.cu:[[#@LINE-1]]:48: error: non-type template argument is not a constant expression; a shape is known when the kernel is compiled
  // CHECK: note: function parameter 'n' with unknown value
  // CHECK: note: declared here
  ct::tile<float, 8> y;
  // CHECK: advice-operands.cu:[[#@LINE-1]]:19: error: template argument for template type parameter must be a type; a tile is written tile<float, shape<8, 4>>
  ct::tile<float> z;
  // CHECK: advice-operands.cu:[[#@LINE-1]]:7: error: too few template arguments for class template 'tile'; a tile is written tile<float, shape<8, 4>>
}
// CHECK-NOT: error:
