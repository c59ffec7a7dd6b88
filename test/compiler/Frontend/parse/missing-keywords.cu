// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dependent names without `template` or `typename` before them, which NVIDIA's compiler takes.
// RUN: tilec %s --run scaled --grid 1 --arg 'out:[16]=iota' --arg 12 2>%t.log | FileCheck %s --check-prefix=VALUES
// VALUES: p: 2 4 6 8 10 12 14 16 18 20 22 24 12 13 14 15
// RUN: FileCheck %s --check-prefix=WARNED --implicit-check-not=warning: < %t.log
// RUN: tilec -w -ptx %s -o /dev/null 2>&1 | count 0
// RUN: not tilec -ptx %s -DWRONG -o /dev/null 2>&1 | FileCheck %s --check-prefix=WRONG
#include <cuda_tile.h>
namespace ct = cuda::tiles;
#define PADDED(view, i) view.load_masked<ct::view_padding::zero>(i)
template <int N> struct Plus {
  template <int M> __tile__ auto add(int n) const { return n + M + N; }
  template <class T> __tile__ int size() const { return sizeof(T); }
};
template <class P> __tile__ int more(P plus, int n) {
  return plus.add<3>(n) - plus.add<2>(n) - plus.size<char>();
  // WARNED-DAG: :[[#@LINE-1]]:{{.*}} warning: use 'template' keyword to treat 'size'
}
template <class T> struct Traits { using Acc = ct::tile<float, typename T::shape_type>; };
template <class T> __tile__ auto sum(T x) {
  return ct::zeros<Traits<T>::Acc>() + ct::element_cast<T::element_type>(x);
  // WARNED-DAG: :[[#@LINE-1]]:{{.*}} warning: missing 'typename' prior to dependent type name {{.*}}; read as if it were there
}
template <int N> __tile_global__ void scaled(float *p, int n) {
  auto view = ct::partition_view{ct::tensor_span{p, ct::extents{n}}, ct::shape<N>{}};
  auto x = PADDED(view, 0);
  // WARNED-DAG: :[[#@LINE-1]]:{{.*}} warning: missing 'template' keyword
  auto y = view.load_masked<ct::view_padding::negative_inf>(more(Plus<N>{}, 0));
  // WARNED-DAG: :[[#@LINE-1]]:{{.*}} warning: missing 'template' keyword prior to dependent template name 'load_masked'; read as if it were there
  view.store_masked(sum(x + y + 2), 0);
}
template __tile_global__ void scaled<16>(float *, int);
#ifdef WRONG
// Other errors are said, at their lines.
template <class V> __tile__ void wrong(V view) {
  view.store_masked(view.load_masked<ct::view_padding::zero>(0) * 0.5, 0);
  // WRONG: :[[#@LINE-1]]:{{.*}}: error: invalid operands
}
__tile_global__ void none(float *p, int n) {
  wrong(ct::partition_view{ct::tensor_span{p, ct::extents{n}}, ct::shape<8>{}});
}
#endif
