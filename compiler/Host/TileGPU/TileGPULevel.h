// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Executes the final form of `tile_gpu` IR: what TileGPUToNVVM would lower, after tile-gpu-allocate-shared-memory and
// tile-gpu-place-memory-barriers. It takes the IR at its word, so that a wrong layout, width, offset or a missing
// barrier shows, where no GPU is at hand.
//
// How state is modelled:
// * A distributed tile has one element for each place (register, lane, warp) of its layout, packed with registers
//   lowest. Copies of an element are values of their own, which wrong code makes differ.
// * A scalar has one value. It is uniform by construction, since only uniform ops make scalars.
// * Lanes and warps run in lockstep, op by op. Elementwise ops are the `tile` executor's, on places.
// * Shared memory is bytes (`Program::own`), unspecified when a block begins. Scratch goes through it where the op
// says;
//   each byte remembers who wrote it.
// * Every byte of global and shared memory knows which threads touched it, and when in barriers
//   (Check/RaceDetector.h). So lockstep hides no missing barrier.
//
// Reported, besides what `--check` reports for `tile`: races between lanes; copies of an element that differ where one
// of them stands for all; vector accesses whose addresses are not one aligned run or whose masks differ; scratch that
// another op has overwritten; scratch outside of shared memory. Integer overflow is no mistake here: optimisations may
// have moved the op to where its result is not used.
//
// An op that moves data between lanes does it as its lowering does: by the plans of compiler/Layout (Transfer.h), or
// through scratch as writes by owners, a barrier, reads by all.
//
// Everything is synchronous. An asynchronous copy would become a record of the block (bytes to move, the barrier it
// completes on), performed by a step that the executor chooses between the issue and the wait; `Places.h`, `Scratch.h`
// and the race detector need no change for that, `TileGPULevel.cpp` is where such records would be drained.
#pragma once

#include "compiler/Host/Decoder.h"

namespace tilec::host {

/// For HostModule::create.
const Level &tileGPULevel();

} // namespace tilec::host
