// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moving elements between lanes through shared memory: where each element lies, and how wide the accesses are.
//
// The place of an element in scratch is a linear map too: an invertible one, so that a lane's offset is an XOR of bits
// of its index and of its register. Its basis is chosen from the lowest offset bit up (arXiv 2505.23819, section 5.4,
// with a vector of its own for each side):
//
// | offset bits        | elements that they tell apart                                                                |
// |--------------------|----------------------------------------------------------------------------------------------|
// | of a vector        | registers of both sides as far as both vectors go, then registers of the side with the wider |
// | of a four-byte word| for elements below four bytes that no vector covers: any, sharing a word is free             |
// | of a bank          | what is left                                                                                 |
// | of a row of banks  | a common complement of what a phase of the store and a phase of the load touch               |
//
// Lanes of one phase therefore never meet in a bank: a sum of them that has all bank bits zero would lie in the
// complement. Two subspaces of one dimension always have a common complement, so this never fails. All pairs of vector
// widths are tried; one that does not fit (a lane starts inside a vector) is dropped, and the cheapest is taken.
//
// Fragments of matrices can be loaded by `ldmatrix` where rows of 16 bytes lie together. That is tried as well: the
// vector is then what the lanes of a row hold together, a phase touches the eight rows of a matrix, and each word of a
// lane costs a quarter of an instruction.
//
// Elements that stay in their warp get a part of the scratch for each warp, and warps do not wait for each other.
// A tile that is too large goes in passes, told apart by registers that both sides have. Where there are too few of
// these and memory does not take the tile as a whole, also by warps: a warp then has a part in some passes only.
#pragma once

#include "dialects/Layout/ShufflePlan.h"
#include <limits>

namespace tilec::layout {

/// Which scratch offset each element has on both sides; all maps end in the same space of offsets or elements.
struct ScratchMaps {
  LinearMap store; ///< of packed source places
  LinearMap load;  ///< of packed destination places
  /// What is added to every destination offset: bits of a run-time number, and last one bit that is always set.
  LinearMap start;
  unsigned storeRegisterBits = 0, loadRegisterBits = 0;
};

/// `ldmatrix` loads matrices of 8 rows of 16 bytes; lane L gets word L % 4 of row L / 4. Transposed, with elements of
/// 16 bits, it gets elements 2 (L % 4) and the next of column L / 4. With elements of 8 bits those are pairs of
/// neighbours (`Paired`, PairedBytes.h).
enum class MatrixLoads { None, Plain, Transposed, Paired };

struct SharedTransferPlan {
  bool inWarp = false;
  ScratchMaps offsets; ///< in elements, from the part of the warp and the half of the pass
  /// Elements of one access.
  unsigned storeVector = 1, loadVector = 1;
  /// Whether `ldmatrix` loads, and how; then `loadVector` is 1 and the lowest registers of the load share a word.
  MatrixLoads matrices = MatrixLoads::None;
  /// Bits of a packed source place that are zero at the owner, which stores.
  uint64_t copyBits = 0;
  /// Packed place -> pass that it takes part in, the same for all lanes of a warp. With more than one pass there are
  /// two halves that take turns.
  LinearMap storePass, loadPass;
  unsigned passes = 1;
  int64_t bytesOfHalf = 0; ///< for one pass of one warp (if in the warp) or of all
  int64_t bytesOfPart = 0; ///< for all passes of one warp, or of all
  int64_t bytes = 0;       ///< all scratch

  unsigned numStores = 0, numLoads = 0, numWavefronts = 0, numSwizzles = 0; ///< of a warp
};

/// Beyond this much scratch a conversion goes in passes: what a kernel may have without asking.
inline constexpr int64_t kMaxScratchBytesOfPass = 48 * 1024;
/// For who does not know yet what memory takes.
inline constexpr int64_t kAnyScratch = std::numeric_limits<int64_t>::max();

/// `elements` maps both sides to element numbers; `copyBits` is as in the plan. With `numWarpParts` above 0 every warp
/// has a part of its own. More bytes than `maxBytes` are taken only where passes are not enough.
SharedTransferPlan planSharedMemory(const ScratchMaps &elements, uint64_t copyBits, unsigned elementBits,
                                    unsigned numWarpParts, bool mayUsePasses, int64_t maxBytes = kAnyScratch);

/// Where `ldmatrix` loads, in each way that is possible; without passes, for all warps together.
std::vector<SharedTransferPlan> plansForMatrices(const ScratchMaps &elements, unsigned elementBits);

/// What a warp takes for a plan, to compare it with others.
unsigned weightOf(const SharedTransferPlan &plan);

} // namespace tilec::layout
