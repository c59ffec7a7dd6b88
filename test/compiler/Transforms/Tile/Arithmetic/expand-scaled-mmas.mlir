// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-expand-scaled-mmas | FileCheck %s
// RUN: tile-opt %s --tile-expand-scaled-mmas=keep-instructions | FileCheck %s --check-prefix=KEEP
// Scales reach the elements that they belong to: along K of a, along K of b. MMAs with scales are exact: bf16 has the exponents of e8m0,
// f16 the bits of two e2m1 with e4m3.

// CHECK-LABEL: func.func @powers_of_two
// CHECK-DAG: %[[S:.*]] = tile.ftof %arg1 : tensor<16x2xf8E8M0FNU> -> tensor<16x2xbf16>
// CHECK-DAG: %[[SINGLE:.*]] = tile.reshape %[[S]] : tensor<16x2xbf16> -> tensor<16x2x1xbf16>
// CHECK-DAG: %[[ALL:.*]] = tile.broadcast %[[SINGLE]] : tensor<16x2x1xbf16> -> tensor<16x2x32xbf16>
// CHECK-DAG: %[[SCALES:.*]] = tile.reshape %[[ALL]] : tensor<16x2x32xbf16> -> tensor<16x64xbf16>
// CHECK-DAG: %[[A:.*]] = tile.ftof %arg0 : tensor<16x64xf8E4M3FN> -> tensor<16x64xbf16>
// CHECK: %[[X:.*]] = arith.mulf %[[A]], %[[SCALES]] : tensor<16x64xbf16>
// CHECK: tile.broadcast %{{.*}} : tensor<2x1x8xbf16> -> tensor<2x32x8xbf16>
// CHECK: %[[Y:.*]] = arith.mulf %{{.*}}, %{{.*}} : tensor<64x8xbf16>
// CHECK: tile.mma %[[X]], %[[Y]], %arg4 : tensor<16x64xbf16>, tensor<64x8xbf16>, tensor<16x8xf32>
// KEEP-LABEL: func.func @powers_of_two
// KEEP: tile.scaled_mma
func.func @powers_of_two(%a: tensor<16x64xf8E4M3FN>, %s: tensor<16x2xf8E8M0FNU>, %b: tensor<64x8xf8E4M3FN>, %t: tensor<2x8xf8E8M0FNU>,
                         %c: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %d = tile.scaled_mma %a scale %s, %b scale %t, %c : tensor<16x64xf8E4M3FN>, tensor<16x2xf8E8M0FNU>, tensor<64x8xf8E4M3FN>, tensor<2x8xf8E8M0FNU>, tensor<16x8xf32>
  return %d : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @fractions
// CHECK: tile.mma {{.*}} : tensor<4x16x32xf16>, tensor<4x32x8xf16>, tensor<4x16x8xf32>
// KEEP-LABEL: func.func @fractions
// KEEP: tile.scaled_mma
func.func @fractions(%a: tensor<4x16x32xf4E2M1FN>, %s: tensor<4x16x2xf8E4M3FN>, %b: tensor<4x32x8xf4E2M1FN>, %t: tensor<4x2x8xf8E4M3FN>,
                     %c: tensor<4x16x8xf32>) -> tensor<4x16x8xf32> {
  %d = tile.scaled_mma %a scale %s, %b scale %t, %c : tensor<4x16x32xf4E2M1FN>, tensor<4x16x2xf8E4M3FN>, tensor<4x32x8xf4E2M1FN>, tensor<4x2x8xf8E4M3FN>, tensor<4x16x8xf32>
  return %d : tensor<4x16x8xf32>
}

// No instruction has a power of two for 16 elements.
// CHECK-LABEL: func.func @short_blocks
// CHECK: tile.mma
// KEEP-LABEL: func.func @short_blocks
// KEEP-NOT: tile.scaled_mma
// KEEP: tile.mma
func.func @short_blocks(%a: tensor<16x32xf4E2M1FN>, %s: tensor<16x2xf8E8M0FNU>, %b: tensor<32x8xf4E2M1FN>, %t: tensor<2x8xf8E8M0FNU>,
                        %c: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %d = tile.scaled_mma %a scale %s, %b scale %t, %c : tensor<16x32xf4E2M1FN>, tensor<16x2xf8E8M0FNU>, tensor<32x8xf4E2M1FN>, tensor<2x8xf8E8M0FNU>, tensor<16x8xf32>
  return %d : tensor<16x8xf32>
}
