// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Spaces.h - who may run a declaration -----------------------------------===//
//
// The prelude makes every function callable everywhere for Clang's own rules (`force_cuda_host_device`), because those
// rules know host and device only. The written specifiers tell the spaces: `__tile_global__` and `__tile__` leave the
// annotations "tile.kernel" and "tile.function"; `__host__`, `__device__` and `__global__` are Clang's attributes, of
// which only the written (not implicit) ones count.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "clang/AST/Decl.h"
#include "llvm/ADT/StringRef.h"

namespace tilec::frontend {

/// Is `declaration` (or the template it comes from) annotated with `name`?
bool isAnnotated(const clang::Decl *declaration, llvm::StringRef name);

/// `__tile_global__`
bool isKernel(const clang::FunctionDecl *function);
/// `__tile__`, on a function or variable, also together with other spaces.
bool isTile(const clang::Decl *declaration);
/// One of the API's functions that the lowering knows: declared, annotated with its operation, never defined.
bool isPrimitive(const clang::FunctionDecl *function);
/// `__device__` or `__global__` and not for the tile space.
bool isSimtFunction(const clang::FunctionDecl *function);
/// Is `__device__` written on it?
bool isWrittenDevice(const clang::Decl *declaration);

/// Is it one of the API's leaf values ("tile", "tensor_view", ...)? Then its name in the annotation, else empty.
llvm::StringRef leafTypeName(clang::QualType type);
/// Is it `cuda::tiles::tile`?
inline bool isTileType(clang::QualType type) {
  return leafTypeName(type) == "tile";
}
/// Is it a 16-, 8- or 4-bit floating class of the type headers, which tile code treats as a scalar?
bool isScalarClass(clang::QualType type);
bool isScalarClass(const clang::CXXRecordDecl *record);

} // namespace tilec::frontend
