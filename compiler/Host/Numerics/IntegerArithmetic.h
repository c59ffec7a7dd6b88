// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer arithmetic of the five widths, total functions all: what is undefined in the language gets the value that
// hardware gives.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

namespace tilec::host {

/// An integer element type of `Bits` bits. Values live in `U`, reduced to the width (an i1 is 0 or 1).
template <int Bits> struct Int {
  static constexpr int kBits = Bits;
  using U =
      std::conditional_t<Bits <= 8, uint8_t,
                         std::conditional_t<Bits == 16, uint16_t, std::conditional_t<Bits == 32, uint32_t, uint64_t>>>;
  using S = std::make_signed_t<U>;
  using Wide = std::conditional_t<Bits == 64, unsigned __int128, uint64_t>;
  using WideS = std::conditional_t<Bits == 64, __int128, int64_t>;

  static constexpr U wrap(U x) {
    if constexpr (Bits == 1)
      return x & 1;
    else
      return x;
  }
  /// The value as signed: an i1 is 0 or -1.
  static constexpr S asSigned(U x) {
    if constexpr (Bits == 1)
      return S(-S(x & 1));
    else
      return S(x);
  }
  static constexpr S smallest() {
    return Bits == 1 ? S(-1) : std::numeric_limits<S>::min();
  }
  static constexpr S largest() {
    return Bits == 1 ? S(0) : std::numeric_limits<S>::max();
  }

  static U add(U a, U b) {
    return wrap(U(a + b));
  }
  static U sub(U a, U b) {
    return wrap(U(a - b));
  }
  static U mul(U a, U b) {
    return wrap(U(Wide(a) * Wide(b)));
  }

  static U divUnsigned(U a, U b) {
    return b ? U(a / b) : wrap(U(~U(0)));
  }
  static U remUnsigned(U a, U b) {
    return b ? U(a % b) : a;
  }
  static U divSigned(U a, U b) {
    return b ? wrap(U(WideS(asSigned(a)) / WideS(asSigned(b)))) : wrap(U(~U(0)));
  }
  static U remSigned(U a, U b) {
    return b ? wrap(U(WideS(asSigned(a)) % WideS(asSigned(b)))) : a;
  }

  /// Quotient rounded toward negative infinity.
  static U floorDivSigned(U a, U b) {
    if (!b)
      return divSigned(a, b);
    WideS x = asSigned(a), y = asSigned(b), q = x / y;
    return wrap(U(x % y != 0 && (x < 0) != (y < 0) ? q - 1 : q));
  }
  /// Quotient rounded toward positive infinity.
  static U ceilDivSigned(U a, U b) {
    if (!b)
      return divSigned(a, b);
    WideS x = asSigned(a), y = asSigned(b), q = x / y;
    return wrap(U(x % y != 0 && (x < 0) == (y < 0) ? q + 1 : q));
  }
  static U ceilDivUnsigned(U a, U b) {
    return b ? U(a / b + (a % b != 0)) : divUnsigned(a, b);
  }

  static U mulHighUnsigned(U a, U b) {
    return U((Wide(a) * Wide(b)) >> Bits);
  }
  static U mulHighSigned(U a, U b) {
    return wrap(U((WideS(asSigned(a)) * WideS(asSigned(b))) >> Bits));
  }

  // Counts of the width or more shift everything out, as PTX does.
  static U shiftLeft(U a, U b) {
    return b < Bits ? wrap(U(Wide(a) << b)) : U(0);
  }
  static U shiftRightUnsigned(U a, U b) {
    return b < Bits ? U(a >> b) : U(0);
  }
  static U shiftRightSigned(U a, U b) {
    return wrap(U(asSigned(a) >> (b < Bits ? b : Bits - 1)));
  }

  static U absolute(U a) {
    return asSigned(a) < 0 ? wrap(U(0 - a)) : a;
  }
};

} // namespace tilec::host
