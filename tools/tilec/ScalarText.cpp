// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tilec/ScalarText.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringSwitch.h"
#include <cstring>

using namespace tilec::tool;
using llvm::APFloat;
using llvm::StringRef;

/// Null for types that are no floating-point types.
static const llvm::fltSemantics *semanticsOf(StringRef type) {
  return llvm::StringSwitch<const llvm::fltSemantics *>(type)
      .Case("f16", &APFloat::IEEEhalf())
      .Case("bf16", &APFloat::BFloat())
      .Case("tf32", &APFloat::FloatTF32())
      .Case("f32", &APFloat::IEEEsingle())
      .Case("f64", &APFloat::IEEEdouble())
      .Case("f8E4M3FN", &APFloat::Float8E4M3FN())
      .Case("f8E5M2", &APFloat::Float8E5M2())
      .Case("f8E8M0FNU", &APFloat::Float8E8M0FNU())
      .Case("f4E2M1FN", &APFloat::Float4E2M1FN())
      .Default(nullptr);
}

unsigned tilec::tool::elementBytes(StringRef type) {
  return llvm::StringSwitch<unsigned>(type)
      .Cases({"bool", "i8", "u8", "f8E4M3FN", "f8E5M2", "f8E8M0FNU", "f4E2M1FN"}, 1)
      .Cases({"i16", "u16", "f16", "bf16"}, 2)
      .Cases({"i32", "u32", "f32", "tf32"}, 4)
      .Cases({"i64", "u64", "f64"}, 8)
      .Default(0);
}

bool tilec::tool::isFloatType(StringRef type) {
  return semanticsOf(type);
}

/// tf32 lies in the upper 19 bits of its four bytes.
static unsigned shiftInMemory(StringRef type) {
  return type == "tf32" ? 13 : 0;
}

static void storeBits(StringRef type, const APFloat &value, unsigned char *into) {
  uint64_t bits = value.bitcastToAPInt().getZExtValue() << shiftInMemory(type);
  std::memcpy(into, &bits, elementBytes(type));
}

static APFloat convert(APFloat value, const llvm::fltSemantics &semantics) {
  bool inexact = false;
  value.convert(semantics, APFloat::rmNearestTiesToEven, &inexact);
  return value;
}

static llvm::Error notA(StringRef type, StringRef text) {
  return llvm::createStringError("expected a value of type " + type + ", got '" + text + "'");
}

llvm::Error tilec::tool::encodeScalar(StringRef type, StringRef text, unsigned char *into) {
  if (const llvm::fltSemantics *semantics = semanticsOf(type)) {
    APFloat value(APFloat::IEEEdouble());
    auto status = value.convertFromString(text, APFloat::rmNearestTiesToEven);
    if (!status) {
      llvm::consumeError(status.takeError());
      return notA(type, text);
    }
    storeBits(type, convert(value, *semantics), into);
    return llvm::Error::success();
  }
  if (type == "bool")
    text = text == "true" ? "1" : text == "false" ? "0" : text;
  bool isSigned = type.starts_with("i");
  unsigned bytes = elementBytes(type), bits = type == "bool" ? 1 : 8 * bytes;
  int64_t number = 0;
  uint64_t magnitude = 0;
  bool fits = isSigned ? !text.getAsInteger(0, number) && llvm::isIntN(bits, number)
                       : !text.getAsInteger(0, magnitude) && llvm::isUIntN(bits, magnitude);
  if (!fits || bytes == 0)
    return notA(type, text);
  std::memcpy(into, isSigned ? static_cast<void *>(&number) : &magnitude, bytes);
  return llvm::Error::success();
}

void tilec::tool::encodeNumber(StringRef type, double value, unsigned char *into) {
  if (const llvm::fltSemantics *semantics = semanticsOf(type))
    return storeBits(type, convert(APFloat(value), *semantics), into);
  int64_t number = type == "bool" ? value != 0 : int64_t(value);
  std::memcpy(into, &number, elementBytes(type));
}

std::string tilec::tool::decodeScalar(StringRef type, const unsigned char *from) {
  uint64_t bits = 0;
  unsigned bytes = elementBytes(type);
  std::memcpy(&bits, from, bytes);
  if (const llvm::fltSemantics *semantics = semanticsOf(type)) {
    unsigned width = APFloat::getSizeInBits(*semantics);
    APFloat value(*semantics, llvm::APInt(64, bits >> shiftInMemory(type)).trunc(width));
    llvm::SmallString<32> text;
    value.toString(text, /*FormatPrecision=*/0, /*FormatMaxPadding=*/6);
    return text.str().lower();
  }
  bool isSigned = type.starts_with("i");
  return isSigned ? std::to_string(llvm::SignExtend64(bits, 8 * bytes)) : std::to_string(bits);
}
