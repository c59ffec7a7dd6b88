// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks mbarriers for what can never work, whatever the trip counts.
//
// * Arrivals: what arrives (`expect_tx`, `tensor_commit` and `arrive by first` once, `by warps` once for each warp, `by
// lanes` once for each
//   lane) must be able to make up the number that `mbarrier_init` asks for: some of the ops together, each once.
//   A phase that asks for 4 and gets 1 or 8 at a time is never complete, or the next one is by mistake. Where
//   consumers are in groups, a phase may be one group's or all groups'. Somebody arrives at all if somebody waits.
// * Parity: in a loop each phase of one mbarrier is followed by one of the other parity. The only wait for it in a
//   loop, with an arrival beside it and both mbarrier and parity the same in each iteration, waits rightly in
//   every other iteration at most.
#include "compiler/Transforms/TileGPU/Passes.h"
#include "dialects/Layout/Multiprocessor.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include <set>

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_VERIFYMBARRIERS
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// How often `op` arrives, each time that it is reached; 0 if it is no arrival.
int64_t arrivalsOf(Operation *op, int64_t numWarps) {
  if (isa<MbarrierExpectTxOp>(op))
    return 1;
  if (auto commit = dyn_cast<TensorCommitOp>(op))
    return commit.getCluster() ? tile::ctasOfCluster(op) : 1;
  auto arrive = dyn_cast<MbarrierArriveOp>(op);
  if (!arrive)
    return 0;
  if (arrive.getCluster()) // those of the other CTAs, too
    numWarps *= tile::ctasOfCluster(op);
  switch (arrive.getArrivers()) {
  case MbarrierArrivers::First:
    return 1;
  case MbarrierArrivers::Warps:
    return numWarps;
  case MbarrierArrivers::Lanes:
    return numWarps * kLanesPerWarp;
  }
  llvm_unreachable("unknown arrivers");
}

/// All sums of some of the numbers.
std::set<int64_t> sumsOf(ArrayRef<int64_t> numbers) {
  std::set<int64_t> sums = {0};
  for (int64_t number : numbers)
    for (int64_t sum : SmallVector<int64_t>(sums.begin(), sums.end()))
      sums.insert(sum + number);
  sums.erase(0);
  return sums;
}

bool changesIn(LoopLikeOpInterface loop, Value value) {
  return !loop.isDefinedOutsideOfLoop(value);
}

struct VerifyMbarriers : tile_gpu::impl::VerifyMbarriersBase<VerifyMbarriers> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (!kernel->hasAttr(kNumWarpsAttr))
      return;
    kernel.walk([&](AllocMbarriersOp barriers) {
      checkArrivals(barriers, numWarpsOf(kernel));
      checkArrivers(barriers);
      checkParities(barriers);
    });
  }

private:
  void checkArrivals(AllocMbarriersOp barriers, int64_t numWarps) {
    SmallVector<int64_t> arrivals;
    for (Operation *user : barriers->getUsers()) {
      auto roles = WarpRolesOp::around(user->getBlock());
      if (int64_t count = arrivalsOf(user, numWarps))
        arrivals.push_back(count);
      if (roles && roles.getGroups() > 1 && !roles.isOfOneLane(user->getBlock()))
        arrivals.push_back(arrivalsOf(user, numWarps) * int64_t(roles.getGroups()));
    }
    std::set<int64_t> sums = sumsOf(arrivals);
    for (Operation *user : barriers->getUsers()) {
      auto init = dyn_cast<MbarrierInitOp>(user);
      if (!init || sums.empty() || sums.contains(int64_t(init.getArrivals())))
        continue;
      InFlightDiagnostic error = init.emitError() << "expected as many arrivals as the ops of a phase make up (";
      llvm::interleaveComma(sums, error);
      error << "), got " << init.getArrivals();
      signalPassFailure();
    }
  }

  void checkArrivers(AllocMbarriersOp barriers) {
    bool isInitialised = false;
    MbarrierWaitOp wait;
    for (Operation *user : barriers->getUsers()) {
      if (arrivalsOf(user, 1))
        return;
      isInitialised |= isa<MbarrierInitOp>(user);
      if (auto other = dyn_cast<MbarrierWaitOp>(user))
        wait = other;
    }
    if (!wait || !isInitialised)
      return;
    wait.emitError("expected somebody to arrive at the mbarriers, got none");
    signalPassFailure();
  }

  void checkParities(AllocMbarriersOp barriers) {
    llvm::MapVector<Operation *, SmallVector<MbarrierWaitOp>> waits; // by loop
    for (Operation *user : barriers->getUsers())
      if (auto wait = dyn_cast<MbarrierWaitOp>(user))
        if (auto loop = wait->getParentOfType<LoopLikeOpInterface>())
          waits[loop].push_back(wait);
    for (auto &[loop, list] : waits)
      if (list.size() == 1)
        checkParity(cast<LoopLikeOpInterface>(loop), list.front());
  }

  void checkParity(LoopLikeOpInterface loop, MbarrierWaitOp wait) {
    if (changesIn(loop, wait.getBarriers()) || changesIn(loop, wait.getIndex()) || changesIn(loop, wait.getParity()))
      return;
    // An arrival of the same mbarrier in each iteration.
    bool advances = llvm::any_of(wait.getBarriers().getUsers(), [&](Operation *user) {
      return arrivalsOf(user, 1) && user->getBlock() == wait->getBlock() && user->getOperand(1) == wait.getIndex();
    });
    if (!advances || wait->getBlock()->getParentOp() != loop)
      return;
    wait.emitError() << "expected a parity that changes with each phase, got the same in every iteration";
    signalPassFailure();
  }
};

} // namespace
