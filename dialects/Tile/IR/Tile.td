// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Everything in the `tile` dialect, in the order of the documentation.
include "dialects/Tile/IR/ShapeOps.td"
include "dialects/Tile/IR/CastOps.td"
include "dialects/Tile/IR/ArithmeticOps.td"
include "dialects/Tile/IR/ReductionOps.td"
include "dialects/Tile/IR/MatrixOps.td"
include "dialects/Tile/IR/MemoryOps.td"
include "dialects/Tile/IR/AtomicOps.td"
include "dialects/Tile/IR/ViewOps.td"
include "dialects/Tile/IR/OutputOps.td"
include "dialects/Tile/IR/ClusterOps.td"
