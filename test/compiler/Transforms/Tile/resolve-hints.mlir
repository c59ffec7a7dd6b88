// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-resolve-hints=arch=900 | FileCheck %s --check-prefix=HOPPER
// RUN: tile-opt %s --tile-resolve-hints=arch=800 | FileCheck %s --check-prefix=AMPERE
// RUN: tile-opt %s --tile-resolve-hints="arch=900 without" | FileCheck %s --check-prefix=NONE
// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-resolve-hints{arch=900 everywhere="latency = 5, occupancy = 8"})' | FileCheck %s --check-prefix=ALL
// RUN: not tile-opt %s --pass-pipeline='builtin.module(tile-resolve-hints{everywhere="speed = 3"})' 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: expected hints as 'latency = 4, allow_tma = false', got 'speed = 3'

// Without the source's, or with some for all that has none of its own.
// NONE-NOT: hints
// ALL: func.func @k{{.*}}tile.hints = [#tile.hints<arch = 900, num_cta_in_cga = 2, occupancy = 4>]
// ALL: tile.load %{{.*}} {hints = [#tile.hints<arch = 900, latency = 8, allow_tma = false>]}
// ALL: tile.store %{{.*}}, %{{.*}} {hints = [#tile.hints<arch = 900, latency = 5>]}

// HOPPER: func.func @k{{.*}}tile.hints = [#tile.hints<arch = 900, num_cta_in_cga = 2, occupancy = 4>]
// AMPERE: func.func @k{{.*}}tile.hints = [#tile.hints<arch = 800, occupancy = 4>]
func.func @k(%p: !tile.ptr<f32>) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 0, occupancy = 4>, #tile.hints<arch = 900, num_cta_in_cga = 2>]} {
  // The specific value wins, the general one fills what it leaves open.
  // HOPPER: tile.load %{{.*}} {hints = [#tile.hints<arch = 900, latency = 8, allow_tma = false>]}
  // AMPERE: tile.load %{{.*}} {hints = [#tile.hints<arch = 800, latency = 2, allow_tma = false>]}
  %0 = tile.load %p {hints = [#tile.hints<arch = 0, latency = 2, allow_tma = false>, #tile.hints<arch = 900, latency = 8>]} : !tile.ptr<f32>
  // HOPPER: tile.store %{{.*}}, %{{.*}} : !tile.ptr<f32>
  // AMPERE: tile.store %{{.*}}, %{{.*}} {hints = [#tile.hints<arch = 800, latency = 3>]}
  tile.store %p, %0 {hints = [#tile.hints<arch = 800, latency = 3>]} : !tile.ptr<f32>
  return
}
