// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/Schedule/PipelineRewrite.h"
#include "compiler/Transforms/TileGPU/Schedule/CarriedAddresses.h"
#include "compiler/Transforms/TileGPU/Schedule/IterationCounts.h"
#include "compiler/Transforms/TileGPU/Schedule/OperandCopies.h"
#include "compiler/Transforms/TileGPU/Schedule/OperandLoads.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <map>

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

class LoopPipeliner : IterationCounts {
public:
  LoopPipeliner(scf::ForOp loop, const PipelinePlan &plan)
      : IterationCounts(loop), plan(plan), distances(plan.getDistances()),
        copied(plan.getDistancesBy(Producer::Copies)), boxed(plan.getDistancesBy(Producer::TensorMap)) {}

  void run() {
    allocate();
    trips = countTrips();
    findEvenAddresses();
    prologueOfBoxes();
    SmallVector<Value> groups = prologue(), firstIndices = loadFirstIndices(), firstTiles = prefetchFirst();
    createLoop(groups, firstIndices, firstTiles);
    drain();
    loop.erase();
    eraseUnused(*pipelined.getBody());
  }

private:
  void allocate() {
    for (const PipelinedLoad &ahead : plan.loads) {
      BufferType stage = ahead.stage;
      if (ahead.takesTurn) {
        buffers.push_back(buffers.back());
        continue;
      }
      buffers.push_back(
          stage ? AllocBufferOp::create(builder,
                                        BufferType::get(stage.getContext(), stage.getShape(), stage.getElementType(),
                                                        stage.getLayout(), plan.stagesOf(ahead.distance),
                                                        stage.getAlignment()),
                                        IntegerAttr())
                      .getResult()
                : Value());
    }
    for (unsigned distance : boxed) {
      auto type = MbarriersType::get(builder.getContext(), plan.stagesOf(distance));
      full[distance] = AllocMbarriersOp::create(builder, type, IntegerAttr());
      MbarrierInitOp::create(builder, full[distance], /*arrivals=*/1);
    }
    bool hasRefilled = llvm::any_of(plan.loads, [](const PipelinedLoad &ahead) { return ahead.isRefilled; });
    if (hasRefilled) {
      auto type = MbarriersType::get(builder.getContext(), int64_t(plan.loads.size()));
      ofRefilled = AllocMbarriersOp::create(builder, type, IntegerAttr());
      MbarrierInitOp::create(builder, ofRefilled, /*arrivals=*/1);
    }
    // The copy engine writes what others of this CTA may have had.
    if (!boxed.empty() || hasRefilled) {
      ProxyFenceOp::create(builder);
      createBarrier();
    }
  }

  /// Beside MMAs in flight an address is one addition.
  void findEvenAddresses() {
    for (const PipelinedLoad &ahead : plan.loads)
      if (ahead.store && plan.holdsAddresses && ahead.slice.getConditions().empty())
        if (std::optional<EvenAddress> address = findEvenAddress(loop, LoadOp(ahead.load).getPointer()))
          evenAddresses.insert({ahead.load, *address});
  }

  /// That the loop carries.
  size_t numParities() const {
    return ofRefilled ? 1 : boxed.size();
  }

  void createBarrier() {
    MemoryBarrierOp::create(builder, numWarpsOf(loop) == 1 ? BarrierScope::Warp : BarrierScope::Cta);
  }

  /// The counter, what moves with it, and the flags of breaks, of an iteration that ops are repeated for.
  IRMapping at(Value iteration) {
    IRMapping map;
    map.map(loop.getInductionVar(), iteration);
    for (auto [argument, now] : llvm::zip(loop.getRegionIterArgs(), carriedNow))
      map.map(argument, movesEvenly(loop, argument) ? carriedAt(builder, loop, argument, iteration) : now);
    return map;
  }

  /// What `make` gives under these conditions, as far as they hold, else what `otherwise` gives.
  Value conditionally(ArrayRef<AheadCondition> conditions, Type type, IRMapping &map, llvm::function_ref<Value()> make,
                      llvm::function_ref<Value()> otherwise) {
    if (conditions.empty())
      return make();
    AheadCondition condition = conditions.front();
    Value holds = computeAhead(builder, loop, condition.value, map);
    return choose(
        type, holds, condition.expected,
        [&] {
          // What is computed in here is not there outside.
          IRMapping outside = map;
          Value made = conditionally(conditions.drop_front(), type, map, make, otherwise);
          map = outside;
          return made;
        },
        otherwise);
  }

  /// One of two values, by `condition` being as expected.
  Value choose(Type type, Value condition, bool expected, llvm::function_ref<Value()> make,
               llvm::function_ref<Value()> otherwise) {
    auto branch = scf::IfOp::create(builder, TypeRange(type), condition, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    scf::YieldOp::create(builder, expected ? make() : otherwise());
    builder.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(builder, expected ? otherwise() : make());
    return branch.getResult(0);
  }

  Value noCopies() {
    return NoCopiesOp::create(builder);
  }

  bool isBoxed(const PipelinedLoad &ahead, unsigned distance) const {
    return ahead.producer == Producer::TensorMap && ahead.distance == distance;
  }

  IRMapping atWithIndices(Value iteration, unsigned distance) {
    IRMapping map = at(iteration);
    for (auto [key, value] : indicesAhead)
      if (key.second == distance)
        map.map(key.first, value);
    return map;
  }

  /// Has the copy engine bring the boxes of the stage buffers with this distance, if `condition` holds.
  void bringBoxes(unsigned distance, Value condition, llvm::function_ref<Value()> iterationOf, Value stage) {
    auto branch = scf::IfOp::create(builder, condition, /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    IRMapping map = atWithIndices(iterationOf(), distance);
    int64_t bytes = 0;
    for (const PipelinedLoad &ahead : plan.loads)
      bytes += isBoxed(ahead, distance) ? ahead.stage.getStageBytes() : 0;
    MbarrierExpectTxOp::create(builder, full[distance], stage, bytes);
    for (auto [ahead, buffer] : llvm::zip_equal(plan.loads, buffers))
      if (isBoxed(ahead, distance))
        bringBox(ahead, BufferStageOp::create(builder, ahead.stage, buffer, stage), full[distance], stage, map);
  }

  void bringBox(const PipelinedLoad &ahead, Value into, Value barriers, Value number, IRMapping &map) {
    LoadOp load = ahead.load;
    SmallVector<Value> coordinates = llvm::map_to_vector(
        load.getCoordinates(), [&](Value coordinate) { return computeAhead(builder, loop, coordinate, map); });
    TmaLoadOp::create(builder, computeAhead(builder, loop, load.getMap(), map), coordinates, into, barriers, number,
                      Value(), load.getHintsAttr());
  }

  /// Fills the one stage of a load again for this iteration.
  void refill(unsigned load, Value iteration) {
    const PipelinedLoad &ahead = plan.loads[load];
    IRMapping map = at(iteration);
    Value number = constant(load);
    MbarrierExpectTxOp::create(builder, ofRefilled, number, ahead.stage.getStageBytes());
    bringBox(ahead, buffers[load], ofRefilled, number, map);
  }

  /// .. if it exists.
  void refillIf(Value condition, unsigned load, llvm::function_ref<Value()> iterationOf) {
    auto branch = scf::IfOp::create(builder, condition, /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    refill(load, iterationOf());
  }

  /// The load that gets the stage once `load` has been read; the first of those that take turns behind the last.
  unsigned nextInTurn(unsigned load) {
    if (load + 1 < plan.loads.size() && plan.loads[load + 1].takesTurn)
      return load + 1;
    while (plan.loads[load].takesTurn)
      --load;
    return load;
  }

  /// Behind its last MMA the stage of `load` goes to what comes next.
  void passOn(unsigned load, Operation *lastUse) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointAfter(lastUse);
    // One barrier for all that is read last by the same MMA.
    if (auto fence = dyn_cast_if_present<ProxyFenceOp>(lastUse->getNextNode())) {
      builder.setInsertionPointAfter(fence->getNextNode());
    } else {
      ProxyFenceOp::create(builder);
      createBarrier();
    }
    unsigned next = nextInTurn(load);
    if (next > load)
      return refill(next, loop.getInductionVar());
    Value one = counter(1);
    refillIf(exists(leftNow, one), next, [&] { return iterationAfter(loop.getInductionVar(), one); });
  }

  void prologueOfBoxes() {
    carriedNow = SmallVector<Value>(loop.getInitArgs());
    for (auto [i, ahead] : llvm::enumerate(plan.loads))
      if (ahead.isRefilled && !ahead.takesTurn)
        refillIf(exists(trips, counter(0)), unsigned(i), [&] { return loop.getLowerBound(); });
    for (unsigned distance : boxed) {
      auto numbers = scf::ForOp::create(builder, constant(0), constant(distance), constant(1));
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(numbers.getBody());
      Value number = numbers.getInductionVar(), ahead = toCounter(number);
      bringBoxes(distance, exists(trips, ahead), [&] { return iterationAfter(loop.getLowerBound(), ahead); }, number);
    }
  }

  /// Starts the copy of one load for an iteration.
  Value copy(const PipelinedLoad &ahead, Value buffer, Value stage, Value iteration, unsigned distance) {
    IRMapping map = atWithIndices(iteration, distance);
    LoadOp load = ahead.load;
    return conditionally(
        ahead.slice.getConditions(), TokenType::get(builder.getContext()), map,
        [&] {
          auto even = evenAddresses.find(load);
          Value pointer = even == evenAddresses.end() ? computeAhead(builder, loop, load.getPointer(), map)
                                                      : evenAddressAt(builder, loop, even->second, iteration);
          Value mask = load.getMask() ? computeAhead(builder, loop, load.getMask(), map) : Value();
          Value into = BufferStageOp::create(builder, ahead.stage, buffer, stage);
          return AsyncCopyOp::create(builder, pointer, mask, into, Value(), ahead.vector).getResult();
        },
        [&] { return noCopies(); });
  }

  /// Copies of the stage buffers with this distance, if `condition` holds.
  Value fillBuffers(unsigned distance, Value condition, llvm::function_ref<Value()> iterationOf, Value stage) {
    return choose(
        TokenType::get(builder.getContext()), condition, true,
        [&] {
          Value iteration = iterationOf(), token;
          for (auto [ahead, buffer] : llvm::zip_equal(plan.loads, buffers))
            if (ahead.producer == Producer::Copies && ahead.distance == distance)
              token = copy(ahead, buffer, stage, iteration, distance);
          return token;
        },
        [&] { return noCopies(); });
  }

  /// Copies of operands stand for MMAs' stages.
  bool feedsMma() const {
    return llvm::any_of(plan.loads, [](const PipelinedLoad &ahead) { return ahead.feedsMmas() || ahead.store; });
  }

  /// The groups of the first iterations. Stage buffers that are less far ahead begin later.
  SmallVector<Value> prologue() {
    if (copied.empty())
      return {};
    carriedNow = SmallVector<Value>(loop.getInitArgs());
    unsigned deepest = copied.back();
    SmallVector<Value> none(deepest, noCopies());
    auto copies = scf::ForOp::create(builder, constant(0), constant(deepest), constant(1), none);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(copies.getBody());
    SmallVector<Value> started;
    for (unsigned distance : copied)
      started.push_back(startFirst(copies.getInductionVar(), deepest - distance, distance));
    Value group = AsyncCommitOp::create(builder, started);
    scf::YieldOp::create(builder, shifted(copies.getRegionIterArgs(), group));
    return copies.getResults();
  }

  /// In step `number` of the prologue, from step `begin` on.
  Value startFirst(Value number, unsigned begin, unsigned distance) {
    if (begin == 0)
      return startFirst(number, distance);
    Value begins = arith::CmpIOp::create(builder, arith::CmpIPredicate::uge, number, constant(begin));
    return choose(
        TokenType::get(builder.getContext()), begins, true,
        [&] {
          Value iteration = arith::SubIOp::create(builder, number, constant(begin));
          return startFirst(iteration, distance);
        },
        [&] { return noCopies(); });
  }

  Value startFirst(Value number, unsigned distance) {
    Value ahead = toCounter(number);
    return fillBuffers(
        distance, exists(trips, ahead), [&] { return iterationAfter(loop.getLowerBound(), ahead); }, number);
  }

  static SmallVector<Value> shifted(ValueRange groups, Value newest) {
    SmallVector<Value> result(groups.drop_front());
    result.push_back(newest);
    return result;
  }

  /// The load for the iteration, if it exists and the load's branches are taken; else `otherwise`.
  Value loadIf(LoadOp load, ArrayRef<AheadCondition> conditions, Value condition,
               llvm::function_ref<Value()> iterationOf, llvm::function_ref<Value()> otherwise) {
    return choose(
        load.getType(), condition, true,
        [&] {
          IRMapping map = at(iterationOf());
          return conditionally(
              conditions, load.getType(), map, [&] { return computeAhead(builder, loop, load.getResult(), map); },
              otherwise);
        },
        otherwise);
  }

  Value zeroOf(Type type) {
    TypedAttr element = builder.getZeroAttr(getElementTypeOrSelf(type));
    auto tile = dyn_cast<RankedTensorType>(type);
    return arith::ConstantOp::create(builder, tile ? TypedAttr(DenseElementsAttr::get(tile, element)) : element);
  }

  /// Values that the loop carries for what registers bring: of the next iteration.
  SmallVector<Value> prefetchFirst() {
    SmallVector<Value> tiles;
    carriedNow = SmallVector<Value>(loop.getInitArgs());
    for (const PipelinedLoad &ahead : plan.loads)
      if (ahead.producer == Producer::Registers)
        tiles.push_back(loadIf(
            ahead.load, {}, exists(trips, counter(0)), [&] { return loop.getLowerBound(); },
            [&] { return zeroOf(LoadOp(ahead.load).getType()); }));
    return tiles;
  }

  /// Indices of the iteration that the first copies of the loop are for.
  SmallVector<Value> loadFirstIndices() {
    for (const PipelinedLoad &ahead : plan.loads)
      for (const IndexLoad &index : ahead.stage ? ahead.slice.getIndices() : ArrayRef<IndexLoad>())
        indicesAhead.insert({{LoadOp(index.load).getResult(), ahead.distance}, Value()});
    carriedNow = SmallVector<Value>(loop.getInitArgs());
    for (auto &[key, value] : indicesAhead) {
      Value distance = counter(key.second);
      LoadOp load = key.first.getDefiningOp<LoadOp>();
      value = loadIf(
          load, conditionsOf(load), exists(trips, distance),
          [&] { return iterationAfter(loop.getLowerBound(), distance); }, [&] { return zeroOf(load.getType()); });
    }
    return llvm::map_to_vector(indicesAhead, [](auto &entry) { return entry.second; });
  }

  ArrayRef<AheadCondition> conditionsOf(LoadOp index) {
    for (const PipelinedLoad &ahead : plan.loads)
      for (const IndexLoad &other : ahead.slice.getIndices())
        if (other.load == index)
          return other.conditions;
    return {};
  }

  void createLoop(ValueRange groups, ValueRange firstIndices, ValueRange firstTiles) {
    SmallVector<Value> inits(loop.getInitArgs());
    size_t carried = inits.size();
    inits.push_back(trips);
    inits.append(numParities(), constant(0));
    for (unsigned distance : distances)
      llvm::append_values(inits, constant(0), constant(distance));
    for (ValueRange more : {groups, firstIndices, firstTiles})
      llvm::append_range(inits, more);
    pipelined = scf::ForOp::create(builder, loop.getLowerBound(), loop.getUpperBound(), loop.getStep(), inits, nullptr,
                                   loop.getUnsignedCmp());
    pipelined->setDiscardableAttrs(loop->getDiscardableAttrDictionary());

    ValueRange arguments = pipelined.getRegionIterArgs();
    builder.setInsertionPointToStart(pipelined.getBody());
    carriedNow = SmallVector<Value>(arguments.take_front(carried));
    Value left = arguments[carried];
    SmallVector<Value> next = {arith::SubIOp::create(builder, left, counter(1))};
    ValueRange parities = arguments.slice(carried + 1, numParities()),
               rest = arguments.drop_front(carried + 1 + numParities()), tiles = arguments.take_back(firstTiles.size());
    leftNow = left;
    if (ofRefilled) {
      parityOfRefilled = parities.front();
      next.push_back(arith::XOrIOp::create(builder, parityOfRefilled, constant(1)));
    } else if (plan.hasStageBuffers()) {
      for (auto [entry, now] : llvm::zip(indicesAhead, rest.drop_front(2 * distances.size() + groups.size())))
        entry.second = now;
      ValueRange stages = rest.take_front(2 * distances.size());
      arrive(parities, stages, rest.slice(2 * distances.size(), groups.size()));
      Operation *arrival = &pipelined.getBody()->back();
      startLater(stages, rest.slice(2 * distances.size(), groups.size()), left);
      copiesOfLater = {arrival->getNextNode(), &pipelined.getBody()->back()};
      countOn(parities, stages, next);
      llvm::append_range(next, nextGroups);
      loadNextIndices(left, next);
    }
    prefetchNext(tiles, left, next);
    moveBody(arguments.take_front(carried), tiles, next);
    for (auto [result, replacement] : llvm::zip(loop.getResults(), pipelined.getResults()))
      result.replaceAllUsesWith(replacement);
  }

  /// Waits for this iteration's tiles, and for all lanes to have read the stages that are filled next. Copies into
  /// deeper stage buffers were started before: their groups are older.
  void arrive(ValueRange parities, ValueRange stages, ValueRange groups) {
    for (auto [i, distance] : llvm::enumerate(distances))
      readStages[distance] = stages[2 * i];
    if (!boxed.empty())
      ProxyFenceOp::create(builder);
    if (!copied.empty()) {
      unsigned least = copied.front(), deepest = copied.back();
      arrived = AsyncWaitOp::create(builder, groups.take_front(deepest - least + 1), least - 1);
      if (plan.copiesInPlace())
        ProxyFenceOp::create(builder);
    }
    for (auto [distance, parity] : llvm::zip_equal(boxed, parities))
      arrivedBoxes[distance] = MbarrierWaitOp::create(builder, TokenType::get(builder.getContext()), full[distance],
                                                      readStages[distance], parity);
    if (llvm::any_of(plan.loads, [](const PipelinedLoad &ahead) { return ahead.stage && !ahead.isPrivate; }))
      createBarrier();
  }

  /// Starts the copies of later iterations.
  void startLater(ValueRange stages, ValueRange groups, Value left) {
    SmallVector<Value> started;
    for (auto [i, distance] : llvm::enumerate(distances)) {
      Value ahead = counter(distance), stage = stages[2 * i + 1];
      auto iteration = [&] { return iterationAfter(pipelined.getInductionVar(), ahead); };
      if (llvm::is_contained(boxed, distance))
        bringBoxes(distance, exists(left, ahead), iteration, stage);
      if (!llvm::is_contained(copied, distance))
        continue;
      started.push_back(fillBuffers(distance, exists(left, ahead), iteration, stage));
      if (feedsMma())
        started.back() = copiesWithoutBranch(started.back().getDefiningOp<scf::IfOp>());
    }
    if (!copied.empty())
      nextGroups = shifted(groups, AsyncCommitOp::create(builder, started));
  }

  /// The parities, stages of the next iteration. A stage's phases take turns each time that stages begin anew.
  void countOn(ValueRange parities, ValueRange stages, SmallVectorImpl<Value> &next) {
    SmallVector<Value> nextStages;
    for (auto [i, distance] : llvm::enumerate(distances))
      for (Value stage : {stages[2 * i], stages[2 * i + 1]})
        nextStages.push_back(following(stage, plan.stagesOf(distance)));
    for (auto [distance, parity] : llvm::zip_equal(boxed, parities)) {
      Value read = nextStages[2 * (llvm::find(distances, distance) - distances.begin())];
      Value isFirst = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, read, constant(0));
      next.push_back(
          arith::XOrIOp::create(builder, parity, arith::ExtUIOp::create(builder, builder.getI32Type(), isFirst)));
    }
    llvm::append_range(next, nextStages);
  }

  void loadNextIndices(Value left, SmallVectorImpl<Value> &next) {
    for (auto &[key, current] : indicesAhead) {
      Value distance = counter(key.second + 1), now = current;
      LoadOp load = key.first.getDefiningOp<LoadOp>();
      next.push_back(loadIf(
          load, conditionsOf(load), exists(left, distance),
          [&] { return iterationAfter(pipelined.getInductionVar(), distance); }, [&] { return now; }));
    }
  }

  void prefetchNext(ValueRange tiles, Value left, SmallVectorImpl<Value> &next) {
    auto tile = tiles.begin();
    for (const PipelinedLoad &ahead : plan.loads)
      if (ahead.producer == Producer::Registers) {
        Value current = *tile++;
        Value one = counter(1);
        next.push_back(loadIf(
            ahead.load, {}, exists(left, one), [&] { return iterationAfter(pipelined.getInductionVar(), one); },
            [&] { return current; }));
      }
  }

  /// The old body, with its loads replaced.
  void moveBody(ValueRange carried, ValueRange tiles, ArrayRef<Value> next) {
    Block *body = loop.getBody();
    auto tile = tiles.begin();
    for (auto [i, ahead, buffer] : llvm::enumerate(plan.loads, buffers))
      ahead.isRefilled ? replaceRefilled(unsigned(i)) : replaceLoad(ahead, buffer, buffer ? Value() : *tile++);
    // Those that come before in turn are asked where their boxes are.
    for (const PipelinedLoad &ahead : plan.loads)
      if (ahead.isRefilled)
        LoadOp(ahead.load).erase();
    Operation *yield = body->getTerminator();
    SmallVector<Value> results(yield->getOperands());
    llvm::append_range(results, next);
    loop.getInductionVar().replaceAllUsesWith(pipelined.getInductionVar());
    for (auto [old, argument] : llvm::zip(loop.getRegionIterArgs(), carried))
      old.replaceAllUsesWith(argument);
    // Values of the old body that are yielded have been replaced by now.
    for (auto [result, operand] : llvm::zip(results, yield->getOperands()))
      result = operand;
    Block *target = pipelined.getBody();
    if (target->mightHaveTerminator())
      target->getTerminator()->erase();
    target->getOperations().splice(target->end(), body->getOperations(), body->begin(), Block::iterator(yield));
    // Lanes copy under the MMAs of this iteration.
    if (plan.runsOn)
      target->getOperations().splice(target->end(), target->getOperations(), copiesOfLater.first->getIterator(),
                                     std::next(copiesOfLater.second->getIterator()));
    builder.setInsertionPointToEnd(target);
    scf::YieldOp::create(builder, results);
    builder.setInsertionPointAfter(pipelined);
  }

  /// Waits where the first fragments are read, and passes the stage on behind the last MMA.
  void replaceRefilled(unsigned number) {
    const PipelinedLoad &ahead = plan.loads[number];
    auto [firstRead, lastMma] = usesIn(loop.getBody(), ahead.ways);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(firstRead);
    Value token = MbarrierWaitOp::create(builder, TokenType::get(builder.getContext()), ofRefilled, constant(number),
                                         parityOfRefilled);
    passOn(number, lastMma);
    for (const MmaPath &way : ahead.ways) {
      builder.setInsertionPoint(ConvertLayoutOp(way.conversion));
      way.replaceBy(builder, BufferLoadOp::create(builder, way.fragments(), buffers[number], token));
    }
  }

  void replaceLoad(const PipelinedLoad &ahead, Value buffer, Value tile) {
    LoadOp load = ahead.load;
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(load);
    auto readStage = [&](Type type) {
      Value stage = BufferStageOp::create(builder, ahead.stage, buffer, readStages.at(ahead.distance));
      Value token = ahead.producer == Producer::TensorMap ? arrivedBoxes.at(ahead.distance) : arrived;
      return BufferLoadOp::create(builder, type, stage, token).getResult();
    };
    // Fragments where they are needed, so that lanes hold them for a short time.
    for (const MmaPath &way : ahead.ways) {
      builder.setInsertionPoint(ConvertLayoutOp(way.conversion));
      way.replaceBy(builder, readStage(way.fragments()));
    }
    if (!ahead.ways.empty() || (buffer && replaceConversions(load, readStage)))
      return load.erase();
    if (ahead.store) {
      Value stage = BufferStageOp::create(builder, ahead.stage, buffer, readStages.at(ahead.distance));
      return readInPlace(builder, load, ahead.store, stage, arrived);
    }
    if (buffer) {
      tile = readStage(load.getType());
      if (load.getMask() && !isZeroPadded(load))
        tile = arith::SelectOp::create(builder, load.getMask(), tile, load.getPadding());
    }
    load.replaceAllUsesWith(tile);
    load.erase();
  }

  /// No copy is in flight when the stage buffers' bytes go to others. What the copy engine brought has been waited for.
  void drain() {
    size_t first = loop.getNumResults() + 1 + numParities() + 2 * distances.size(); // behind counts, parities, stages
    if (!copied.empty())
      AsyncWaitOp::create(builder, pipelined.getResults().slice(first, copied.back()), 0);
    for (unsigned distance : boxed)
      MbarrierInvalOp::create(builder, full[distance]);
    if (ofRefilled)
      MbarrierInvalOp::create(builder, ofRefilled);
    for (auto [ahead, buffer] : llvm::zip_equal(plan.loads, buffers))
      if (buffer && !ahead.takesTurn)
        FreeBufferOp::create(builder, buffer);
  }

  scf::ForOp pipelined;
  const PipelinePlan &plan;
  Value trips;
  /// Of each load; null for those in registers.
  SmallVector<Value> buffers;
  /// Of stage buffers, ascending: of all, and of those that lanes and the copy engine fill.
  SmallVector<unsigned> distances, copied, boxed;
  /// By distance: mbarriers of the stages that the copy engine fills, and the arrival of this iteration's boxes.
  std::map<unsigned, Value> full, arrivedBoxes;
  /// Mbarriers of stages that are filled again, one for each load of the plan; null if there are none.
  Value ofRefilled;
  /// In the loop: the parity that these are waited for with, and iterations that are left.
  Value parityOfRefilled, leftNow;
  /// Of copies by lanes, for the next iteration.
  SmallVector<Value> nextGroups;
  /// The first and the last op that start them.
  std::pair<Operation *, Operation *> copiesOfLater;
  /// Of copies in place, where there are such.
  llvm::DenseMap<Operation *, EvenAddress> evenAddresses;
  /// Indices for the copies that are started next, by load and distance.
  llvm::MapVector<std::pair<Value, unsigned>, Value> indicesAhead;
  /// What the loop carries, where code is put now.
  SmallVector<Value> carriedNow;
  Value arrived;
  std::map<unsigned, Value> readStages;
};

} // namespace

void tile_gpu::pipelineLoop(scf::ForOp loop, const PipelinePlan &plan) {
  LoopPipeliner(loop, plan).run();
}
