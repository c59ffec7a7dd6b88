// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Executes the final form of `tile_gpu` IR: what TileGPUToNVVM would lower, after tile-gpu-allocate-shared-memory and
// tile-gpu-place-memory-barriers. It takes the IR at its word, so that a wrong layout, width, offset or a missing
// barrier shows, where no GPU is at hand.
//
// How state is modelled:
// * Warps run by themselves, each with registers of its own, and meet at barriers (Team.h). Who goes first where
// several
//   may is picked by a seed. The lanes of a warp run in lockstep, op by op.
// * A distributed tile has one element for each place (register, lane, warp) of its layout, packed with registers
//   lowest; a warp has its part. Copies of an element are values of their own, which wrong code makes differ.
// * A scalar has one value in each warp. Wrong code makes them differ, and warps go different ways.
// * Elementwise ops are the `tile` executor's, on places.
// * Shared memory is bytes, unspecified when a block begins. Scratch goes through it where the op says; each byte
//   remembers who wrote it.
// * Every byte of global and shared memory knows which lanes touched it, and what they knew of others by then
//   (Check/RaceDetector.h). So races show in any order of the warps, lockstep of lanes or not.
//
// Reported, besides what `--check` reports for `tile`: races between lanes; warps that wait for what never comes;
// copies of an element that differ where one of them stands for all; vector accesses whose addresses are not one
// aligned run or whose masks differ; scratch that another op has overwritten; scratch outside of shared memory. Integer
// overflow is no mistake here: optimisations may have moved the op to where its result is not used.
//
// An op that moves data between lanes does it as its lowering does: by the plans of dialects/Layout (Transfer.h), or
// through scratch as writes by owners, a barrier, reads by all.
#pragma once

#include "compiler/Host/Decoder.h"

namespace tilec::host {

/// For HostModule::create.
const Level &tileGPULevel();

} // namespace tilec::host
