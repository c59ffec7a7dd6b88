// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Fewer registers of a lane for the addresses that a loop of MMAs by `mma.sync` needs, where registers are short
/// beside tiles (RegisterPressure.h).
///
/// 1. What all lanes have in common moves on in uniform registers, and a lane adds its own part where it accesses
///    memory. Loop-invariant code motion leaves it the other way round, and loop strength reduction would have each
///    lane move an address of its own, two registers held through all of the loop:
///
///        %lanes = gep float, ptr %base, i64 %lane           loop:
///        loop:                                                %row = gep i8, ptr %base, i64 %offset
///          %address = gep i8, ptr %lanes, i64 %offset   ->     %own = asm "" (%lane)
///                                                             %address = gep float, ptr %row, i64 %own
///
/// 2. Places of a swizzled tile in shared memory that differ by bits are computed from one of them where they are read:
///
///        %other = gep half, @shared, (%place xor 8)         %first = gep half, @shared, %place
///        loop:                                         ->    loop:
///          ldmatrix %other                                    ldmatrix ((asm "" (%first)) xor 16)
///
/// 3. Where a lane has no more than 128 registers, places in shared memory that a loop stores to are computed at the
///    store, from the thread's number, which is read again: nobody waits for a store.
///
/// Assembly of no instruction hides what the loop does not change, or it would be computed before the loop again.
#pragma once
#include "llvm/IR/PassManager.h"

namespace tilec::codegen {

struct HoldFewerAddresses : llvm::PassInfoMixin<HoldFewerAddresses> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace tilec::codegen
