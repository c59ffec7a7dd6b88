// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The groups of cases, one function for each source beside this file.
#ifndef TILEC_TEST_EXEC_ALLCASES_H
#define TILEC_TEST_EXEC_ALLCASES_H

#include "test/exec/harness/Cases.h"

namespace tilec::exec {

void addVectorAddCases(Cases &cases);
void addActivationCases(Cases &cases);
void addSoftmaxCases(Cases &cases);
void addNormCases(Cases &cases);
void addClusterCases(Cases &cases);
void addReductionCases(Cases &cases);
void addRowNormCases(Cases &cases);
void addLongReductionCases(Cases &cases);
void addLoopLoadCases(Cases &cases);
void addLoopRingCases(Cases &cases);
void addBulkRunCases(Cases &cases);
void addScanCases(Cases &cases);
void addShapeCases(Cases &cases);
void addGatherCases(Cases &cases);
void addTokenCases(Cases &cases);
void addStreamCases(Cases &cases);
void addStructCases(Cases &cases);
void addViewAccessCases(Cases &cases);
void addLargeBlockCases(Cases &cases);
void addNumberedBlockCases(Cases &cases);
void addPointerProductCases(Cases &cases);
void addLeavingTensorCases(Cases &cases);
void addStencilCases(Cases &cases);
void addSparseRowCases(Cases &cases);
void addFourierCases(Cases &cases);
void addPictureCases(Cases &cases);
void addQuantizationCases(Cases &cases);
void addSharedCellCases(Cases &cases);
void addSortingCases(Cases &cases);
void addControlFlowCases(Cases &cases);
void addAtomicCases(Cases &cases);
void addAtomicViewCases(Cases &cases);
void addLitmusCases(Cases &cases);
void addReadBackCases(Cases &cases);
void addMatrixCases(Cases &cases);
void addMatrixShapeCases(Cases &cases);
void addLaneProductCases(Cases &cases);
void addProductLoopCases(Cases &cases);
void addComputedFactorCases(Cases &cases);
void addExchangedSumCases(Cases &cases);
void addProductFormCases(Cases &cases);
void addProductUseCases(Cases &cases);
void addAttentionCases(Cases &cases);
void addAttentionBackwardCases(Cases &cases);
void addAttentionDecodeCases(Cases &cases);
void addOneOfManyCases(Cases &cases);
void addUnequalBlockCases(Cases &cases);
void addScaledProductCases(Cases &cases);
void addWarpgroupProductCases(Cases &cases);
void addClusterProductCases(Cases &cases);
void addParameterCases(Cases &cases);
void addLanguageTileCases(Cases &cases);
void addLanguageArithmeticCases(Cases &cases);
void addLanguageCastCases(Cases &cases);
void addLanguageObjectCases(Cases &cases);
void addConformanceIntegerCases(Cases &cases);
void addConformanceFloatCases(Cases &cases);
void addConformanceFunctionCases(Cases &cases);
void addConformanceAllFloatsCases(Cases &cases);
void addConformanceCastCases(Cases &cases);
void addConformanceReductionCases(Cases &cases);
void addConformanceMemoryCases(Cases &cases);
void addConformanceViewCases(Cases &cases);

} // namespace tilec::exec

#endif // TILEC_TEST_EXEC_ALLCASES_H
