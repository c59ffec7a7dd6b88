// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers, masked accesses, objects in local memory, and variables that outlive a launch.
#include <cstring>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

using Index = ct::tile<int, ct::shape<16>>;
using Ints = ct::tile<int, ct::shape<16>>;

__tile_global__ void masked_loads(int* out, const int* in, const short* shorts, int n) {
  auto i = ct::iota<Index>();
  auto put = [&](int row, Ints values) { ct::store(out + row * 16 + i, values); };
  put(0, ct::load_masked(in + i, i < n, 7));
  put(1, ct::load_masked(in + i, n > 100, ct::load(shorts + i)));
  put(2, ct::load_masked(in + i, i & 1, ct::zeros<ct::tile<int, ct::shape<1>>>()));
  put(3, ct::load_masked(in + ct::abs(i - 5), i != 5, -1));
  auto square = ct::load_masked(in + ct::iota<ct::tile<int, ct::shape<4, 4>>>(), ct::iota<ct::tile<int, ct::shape<4>>>() < 2, 9);
  put(4, ct::reshape(square, ct::shape<16>{}));
  ct::store_masked(out + 5 * 16 + i, i, i % 3 == 0);
  ct::store_masked(out + 6 * 16 + i, i, n > 100);
  ct::store_masked(out + 7 * 16, 5, n > 0);
}

__tile_global__ void pointer_arithmetic(long* out, bool* same, int* base, int n) {
  auto i = ct::iota<Index>();
  auto p = base + i, q = base + 2 * i;
  ct::store(out + i, q - p);
  ct::store(out + 16 + i, p - base);
  ct::store(out + 32 + i, ct::load(ct::element_bitcast<const int*>(ct::element_bitcast<long>(p + n) - 8l)) + ct::zeros<ct::tile<long, ct::shape<16>>>());
  ct::store(same + i, p == q);
  ct::store(same + 16 + i, p < base + 5);
  ct::store(same + 32 + i, ct::select(i > 3, p, ct::full<ct::tile<int*, ct::shape<16>>>(nullptr)) == nullptr);
  out[48] = (base + n) - base;
  out[49] = *(base + 2) + base[3];
  ++*base;
  base[1] += 10;
  base[2]--;
}

struct Node {
  int value;
  Node* next;
  short pair[2];
};

__tile_global__ void linked_list(int* sum, Node* first) {
  int total = 0;
  for (Node* node = first; node; node = node->next) {
    total += node->value;
    node->pair[1] = (short)(node->pair[0] + 1);
  }
  *sum = total;
}

union Word {
  unsigned bits;
  float value;
};

__tile__ void increase(int& x) { x += 5; }
__tile__ void exchange(Ints* a, Ints* b) {
  Ints t = *a;
  *a = *b;
  *b = t;
}

__tile_global__ void local_objects(int* out, const int* in, int n) {
  int table[8] = {3, 1, 4, 1, 5};
  table[n] = 90;
  for (int& x : table) x += 1;
  for (int i = 0; i < 8; ++i) out[i] = table[(i + n) & 7];
  Ints tiles[2] = {ct::load(in + ct::iota<Index>()), ct::full<Ints>(2)};
  exchange(&tiles[0], &tiles[1]);
  ct::store(out + 16 + ct::iota<Index>(), tiles[n & 1] + tiles[0]);
  Word word;
  word.value = 1.0f;
  out[8] = (int)word.bits;
  increase(out[9]);
  int x = 1, y = 2;
  int* chosen = n > 2 ? &x : &y;
  *chosen += 40;
  increase(y);
  out[10] = x, out[11] = y;
  alignas(4) unsigned char bytes[4];
  memcpy(bytes, &n, 4);
  memset(bytes + 1, 1, 2);
  out[12] = bytes[0] + 256 * bytes[1] + 65536 * bytes[2];
  out[13] = *reinterpret_cast<int*>(bytes) >> 24;
}

__tile__ int launches = 100;
__tile__ float weights[4] = {0.5f, 1.5f};

// The only block counts the launches, in a variable of the module and in a static local.
__tile_global__ void persistent_variables(int* out, float* floats) {
  static int calls = 7;
  ++launches;
  calls *= 2;
  weights[2] += weights[1];
  out[0] = launches, out[1] = calls;
  floats[0] = weights[0], floats[1] = weights[2];
}

__tile_global__ void move_bytes(char* to, const char* from, unsigned long size, char* filled, int value) {
  memcpy(to, from, size);
  memset(filled, value, size);
}
