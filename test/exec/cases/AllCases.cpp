// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order in which cases run: simple kernels first, so that the first failure names the simplest thing that is wrong.
#include "test/exec/cases/AllCases.h"

using namespace tilec::exec;

Cases tilec::exec::allCases() {
  Cases cases;
  addVectorAddCases(cases);
  addParameterCases(cases);
  addLanguageObjectCases(cases);
  addLanguageTileCases(cases);
  addLanguageArithmeticCases(cases);
  addLanguageCastCases(cases);
  addActivationCases(cases);
  addReductionCases(cases);
  addSoftmaxCases(cases);
  addClusterCases(cases);
  addNormCases(cases);
  addRowNormCases(cases);
  addLongReductionCases(cases);
  addLoopLoadCases(cases);
  addLoopRingCases(cases);
  addBulkRunCases(cases);
  addOneOfManyCases(cases);
  addScanCases(cases);
  addShapeCases(cases);
  addGatherCases(cases);
  addTokenCases(cases);
  addStreamCases(cases);
  addStructCases(cases);
  addViewAccessCases(cases);
  addLargeBlockCases(cases);
  addNumberedBlockCases(cases);
  addPointerProductCases(cases);
  addLeavingTensorCases(cases);
  addStencilCases(cases);
  addSparseRowCases(cases);
  addFourierCases(cases);
  addPictureCases(cases);
  addQuantizationCases(cases);
  addSharedCellCases(cases);
  addSortingCases(cases);
  addControlFlowCases(cases);
  addAtomicCases(cases);
  addAtomicViewCases(cases);
  addLitmusCases(cases);
  addReadBackCases(cases);
  addMatrixCases(cases);
  addMatrixShapeCases(cases);
  addLaneProductCases(cases);
  addProductLoopCases(cases);
  addComputedFactorCases(cases);
  addExchangedSumCases(cases);
  addUnequalBlockCases(cases);
  addScaledProductCases(cases);
  addWarpgroupProductCases(cases);
  addClusterProductCases(cases);
  addProductFormCases(cases);
  addProductUseCases(cases);
  addAttentionCases(cases);
  addAttentionBackwardCases(cases);
  addAttentionDecodeCases(cases);
  addConformanceIntegerCases(cases);
  addConformanceFloatCases(cases);
  addConformanceFunctionCases(cases);
  addConformanceAllFloatsCases(cases);
  addConformanceCastCases(cases);
  addConformanceReductionCases(cases);
  addConformanceMemoryCases(cases);
  addConformanceViewCases(cases);
  return cases;
}
