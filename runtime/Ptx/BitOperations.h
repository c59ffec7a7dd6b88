// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What instructions on bits compute, of one lane; for atomic updates and for registers.
#ifndef TILEC_RUNTIME_PTX_BITOPERATIONS_H
#define TILEC_RUNTIME_PTX_BITOPERATIONS_H

namespace tilec::ptx {

struct And {
  template <typename T> T operator()(T a, T b) const {
    return T(a & b);
  }
};
struct Or {
  template <typename T> T operator()(T a, T b) const {
    return T(a | b);
  }
};
struct Xor {
  template <typename T> T operator()(T a, T b) const {
    return T(a ^ b);
  }
};

} // namespace tilec::ptx

#endif // TILEC_RUNTIME_PTX_BITOPERATIONS_H
