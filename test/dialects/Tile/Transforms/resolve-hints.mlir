// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-resolve-hints=arch=900 | FileCheck %s --check-prefix=HOPPER
// RUN: tile-opt %s --tile-resolve-hints=arch=800 | FileCheck %s --check-prefix=AMPERE

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
