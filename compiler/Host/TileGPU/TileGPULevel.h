// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Executes the final form of `tile_gpu` IR: what TileGPUToNVVM would lower, after tile-gpu-allocate-shared-memory and
// tile-gpu-place-memory-barriers. It takes the IR at its word, so that a wrong layout, width, offset or a missing
// barrier shows, where no GPU is at hand.
//
// | state                | is |
// |----------------------|---------------------------------------------------------------------------------------------|
// | a distributed tile   | one element for each place (register, lane, warp, CTA) of its layout, packed with registers
// | |                      | lowest. Copies of an element are values of their own, which wrong code makes differ | | a
// scalar             | one value: uniform by construction, since only uniform ops make scalars                     | |
// lanes and warps      | run in lockstep, op by op; elementwise ops are the `tile` executor's, on places             |
// | shared memory        | bytes (`Program::own`), unspecified when a block begins; scratch goes through it at the | |
// | offset that the op says, each byte remembers who wrote it                                   | | memory order |
// every byte of global and shared memory knows the threads that touched it, and when in       | | | barriers
// (Check/RaceDetector.h); lockstep hides no missing barrier                          |
//
// Reported, besides what `--check` reports for `tile`: races between lanes; copies of an element that differ where one
// of them stands for all; vector accesses whose addresses are not one aligned run or whose masks differ; scratch that
// another op has overwritten; scratch outside of shared memory. Integer overflow is no mistake here: optimisations may
// have moved the op to where its result is not used.
//
// An op that moves data between lanes does it as its lowering does in kind: registers and shuffles as one gather
// (`layout::planConversion`), scratch as writes by owners, a barrier, reads by all.
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
