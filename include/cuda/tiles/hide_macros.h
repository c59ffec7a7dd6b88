// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- hide_macros.h - names of the API that a source uses as macros ----------===//
//
// From here to restore_macros.h no macro of the source has a name that the API's headers use, such as `N` or `T`. What
// does so is made when the headers are embedded (compiler/Frontend/EmbedHeaders.cmake); this file stands for it in the
// source tree.
//
//===----------------------------------------------------------------------===//
