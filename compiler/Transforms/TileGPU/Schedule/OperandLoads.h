// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What loads bring for MMAs, and who can bring it: what PipelinePlan.h decides by.
#pragma once

#include "compiler/Transforms/TileGPU/Schedule/MmaPath.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tilec::tile_gpu {

/// What the load gives where its mask is false is zero, or anything.
bool isZeroPadded(LoadOp load);

int64_t elementBytes(LoadOp load);

/// For copies.
bool isWideEnough(LoadOp load);

/// That the copy engine can bring.
bool isStaged(LoadOp load);

/// The load's ways to MMAs that are its only readers, of which stage buffers know.
llvm::SmallVector<MmaPath> pathsToMmas(LoadOp load);

/// Says only which cells are updated: that takes an instruction or two for each element, so the load is waited for.
bool onlyNamesCells(mlir::Value tile);

/// All that uses what is loaded, under other names or wider at most, multiplies in each lane.
bool isForLanes(LoadOp load);

/// By loads that stage buffers take, or lanes for it alone: several MMAs would wait for what comes in registers.
bool isFedByLoads(MmaOp mma);

/// The layout conversions that read what copies of lanes bring, if they alone do and the stage may be read in their
/// layouts instead: where lanes read what others copied in any case, or where the conversion would go through shared
/// memory once more.
llvm::SmallVector<ConvertLayoutOp> conversionsOfStage(LoadOp load);

/// Puts `readStage(type)` in the place of these. False if there are none.
bool replaceConversions(LoadOp load, llvm::function_ref<mlir::Value(mlir::Type)> readStage);

/// Of what lanes will store for MMAs in which each multiplies by itself.
int64_t bytesToStore(mlir::func::FuncOp kernel);

} // namespace tilec::tile_gpu
