// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The modifiers of a floating-point instruction, as its flags.
#ifndef TILEC_RUNTIME_PTX_FLOATMODES_H
#define TILEC_RUNTIME_PTX_FLOATMODES_H

#include "runtime/Ptx/Syntax.h"

namespace tilec::ptx {

/// 0: to nearest, and nothing else.
struct FloatModes {
  uint8_t bits = 0;

  Rounding rounding() const {
    return Rounding(bits & 3);
  }
  bool flushes() const {
    return bits & 4;
  }
  bool saturates() const {
    return bits & 8;
  }
  bool isRelu() const {
    return bits & 16;
  }
  bool propagatesNan() const {
    return bits & 32;
  }
  bool isXorSign() const {
    return bits & 64;
  }

  static FloatModes of(const Statement &statement) {
    unsigned bits = 0;
    for (const std::string &modifier : statement.modifiers) {
      bits |= modifier == "rz"   ? unsigned(Rounding::Zero)
              : modifier == "rm" ? unsigned(Rounding::Down)
              : modifier == "rp" ? unsigned(Rounding::Up)
                                 : 0;
      bits |= modifier == "ftz"       ? 4
              : modifier == "sat"     ? 8
              : modifier == "relu"    ? 16
              : modifier == "NaN"     ? 32
              : modifier == "xorsign" ? 64
                                      : 0;
    }
    return {uint8_t(bits)};
  }
};

} // namespace tilec::ptx

#endif // TILEC_RUNTIME_PTX_FLOATMODES_H
