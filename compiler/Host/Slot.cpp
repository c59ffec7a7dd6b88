// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/Slot.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tilec::host {

static std::optional<Kind> integerKind(unsigned width) {
  switch (width) {
  case 1:
    return Kind::I1;
  case 8:
    return Kind::I8;
  case 16:
    return Kind::I16;
  case 32:
    return Kind::I32;
  case 64:
    return Kind::I64;
  default:
    return std::nullopt;
  }
}

std::optional<Kind> kindOf(Type type) {
  using Result = std::optional<Kind>;
  return llvm::TypeSwitch<Type, Result>(getElementTypeOrSelf(type))
      .Case([](IntegerType type) { return integerKind(type.getWidth()); })
      .Case([](IndexType) { return Kind::I64; })
      .Case([](Float16Type) { return Kind::F16; })
      .Case([](BFloat16Type) { return Kind::BF16; })
      .Case([](FloatTF32Type) { return Kind::TF32; })
      .Case([](Float32Type) { return Kind::F32; })
      .Case([](Float64Type) { return Kind::F64; })
      .Case([](Float8E4M3FNType) { return Kind::E4M3; })
      .Case([](Float8E5M2Type) { return Kind::E5M2; })
      .Case([](Float8E8M0FNUType) { return Kind::E8M0; })
      .Case([](Float4E2M1FNType) { return Kind::E2M1; })
      .Case([](tile::PtrType) { return Kind::Pointer; })
      .Case<tile::TensorViewType, tile::ViewType>([](Type) { return Kind::View; })
      .Default(Result());
}

size_t bytesOf(Kind kind) {
  switch (kind) {
  case Kind::I16:
  case Kind::F16:
  case Kind::BF16:
    return 2;
  case Kind::I32:
  case Kind::TF32:
  case Kind::F32:
    return 4;
  case Kind::I64:
  case Kind::F64:
  case Kind::Pointer:
    return 8;
  default:
    return 1;
  }
}

} // namespace tilec::host
