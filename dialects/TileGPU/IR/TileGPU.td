// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Everything in the `tile_gpu` dialect, in the order of the documentation.
include "dialects/TileGPU/IR/LayoutOps.td"
include "dialects/TileGPU/IR/ReductionOps.td"
include "dialects/TileGPU/IR/MatrixOps.td"
include "dialects/TileGPU/IR/MemoryOps.td"
include "dialects/TileGPU/IR/BufferOps.td"
include "dialects/TileGPU/IR/AsyncOps.td"
include "dialects/TileGPU/IR/TmaOps.td"
include "dialects/TileGPU/IR/RoleOps.td"
include "dialects/TileGPU/IR/AtomicOps.td"
include "dialects/TileGPU/IR/ViewOps.td"
include "dialects/TileGPU/IR/OutputOps.td"
