// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- restore_macros.h - the source's macros are as they were ----------------===//
//
// See hide_macros.h.
//
//===----------------------------------------------------------------------===//
