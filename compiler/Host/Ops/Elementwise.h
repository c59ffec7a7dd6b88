// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops of elementwise ops. Operands and result have the same number of elements and never share memory with the
// result.
#pragma once

#include "compiler/Host/Decoder.h"

namespace tilec::host {

template <class R, class A, class Fn> void emitUnary(Decoder &decoder, Slot result, Slot a, Fn fn) {
  decoder.emit([=](Frame &frame) {
    R *__restrict out = frame.at<R>(result);
    const A *x = frame.at<A>(a);
    for (size_t i = 0, count = result.size(frame); i < count; ++i)
      out[i] = fn(x[i]);
  });
}

template <class R, class A, class B, class Fn> void emitBinary(Decoder &decoder, Slot result, Slot a, Slot b, Fn fn) {
  decoder.emit([=](Frame &frame) {
    R *__restrict out = frame.at<R>(result);
    const A *x = frame.at<A>(a);
    const B *y = frame.at<B>(b);
    for (size_t i = 0, count = result.size(frame); i < count; ++i)
      out[i] = fn(x[i], y[i]);
  });
}

template <class T, class Fn> void emitTernary(Decoder &decoder, Slot result, Slot a, Slot b, Slot c, Fn fn) {
  decoder.emit([=](Frame &frame) {
    T *__restrict out = frame.at<T>(result);
    const T *x = frame.at<T>(a), *y = frame.at<T>(b), *z = frame.at<T>(c);
    for (size_t i = 0, count = result.size(frame); i < count; ++i)
      out[i] = fn(x[i], y[i], z[i]);
  });
}

} // namespace tilec::host
