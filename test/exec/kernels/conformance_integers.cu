// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The operations of conformance_integers.def on every integer type, as scalars and as tiles of several ranks.
#include "conformance.h"

template <class E, class S>
__tile_global__ void integers(E* out, const E* any_a, const E* any_b, const E* tame_a, const E* tame_b, const E* factor_a,
                              const E* factor_b, const E* divisor, const E* shift) {
  auto x = get<S>(any_a), y = get<S>(any_b), p = get<S>(tame_a), q = get<S>(tame_b), m = get<S>(factor_a),
       n = get<S>(factor_b), d = get<S>(divisor), s = get<S>(shift);
  int row = 0;
#define OPERATION(NAME, EXPRESSION, REFERENCE) put<S, E>(out, row++, EXPRESSION);
#include "conformance_integers.def"
#undef OPERATION
}

// A tile divided by a scalar, and scalars in a loop by what does not change there: their divisor is shared.
template <class E> __tile_global__ void shared_divisors(E* out, E* digits, const E* in, const E* divisor) {
  auto x = get<Rank1>(in);
  E d = divisor[ct::bid().x];
  put<Rank1>(out, 0, x / d);
  put<Rank1>(out, 1, x % d);
  put<Rank1>(out, 2, ct::floordiv(x, d));
  put<Rank1>(out, 3, ct::ceildiv(x, d));
  E rest = in[int(ct::bid().x) * 64];
  for (int i = 0; i < 4; ++i) {
    digits[int(ct::bid().x) * 4 + i] = E(rest % d);
    rest = E(rest / d);
    if (rest == 0) break;
  }
}

#define SHAPED(E, S)                                                                                                           \
  template __tile_global__ void integers<E, S>(E*, const E*, const E*, const E*, const E*, const E*, const E*, const E*,       \
                                               const E*);
#define TYPE(E) SHAPED(E, Rank0) SHAPED(E, Rank1) SHAPED(E, Rank2) SHAPED(E, Rank3)
TYPE(bool)
#define SCALAR_TOO(E)                                                                                                          \
  TYPE(E) SHAPED(E, Scalar) template __tile_global__ void shared_divisors<E>(E*, E*, const E*, const E*);
SCALAR_TOO(signed char)
SCALAR_TOO(unsigned char)
SCALAR_TOO(short)
SCALAR_TOO(unsigned short)
SCALAR_TOO(int)
SCALAR_TOO(unsigned)
SCALAR_TOO(long)
SCALAR_TOO(unsigned long)
// The other names of these types.
#define NAMED(E) SHAPED(E, Rank1) SHAPED(E, Scalar)
NAMED(char)
NAMED(wchar_t)
NAMED(char8_t)
NAMED(char16_t)
NAMED(char32_t)
NAMED(long long)
NAMED(unsigned long long)
SHAPED(int, Large)
