// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks that read back what they wrote, in other places: the order of one thread has to hold between all lanes.
#include "test/exec/harness/Cases.h"

using namespace tilec::exec;

namespace {

constexpr int kTile = 2048, kBlocks = 40;
constexpr int kFewBlocks = 3; ///< the second size of each kernel

struct Size {
  int tile, blocks;
};

/// Runs `step(part)` on each block's part `rounds` times.
template <class Step> std::vector<int> stepped(const Array<int> &data, int tile, int rounds, Step step) {
  std::vector<int> result(data.size());
  for (size_t start = 0; start < result.size(); start += tile) {
    std::vector<int> part(tile);
    for (int i = 0; i < tile; ++i)
      part[i] = data[start + i];
    for (int round = 0; round < rounds; ++round)
      step(part, round);
    std::copy(part.begin(), part.end(), result.begin() + start);
  }
  return result;
}

void reverseInPlace(Run &run) {
  for (auto [tile, blocks] : {Size{kTile, kBlocks}, {64, kFewBlocks}})
    for (int rounds : {1, 2, 51}) {
      auto &data = run.uniform<int>(tile * blocks, -1000, 1000);
      auto expected = stepped(data, tile, rounds, [](std::vector<int> &part, int) {
        std::reverse(part.begin(), part.end());
        for (int &x : part)
          ++x;
      });
      run.launch("reverse_in_place<" + std::to_string(tile) + ">", {uint32_t(blocks)}, data, rounds);
      run.equal("reversed in place, " + std::to_string(rounds), data, expected);
      run.clear();
    }
}

void rotate(Run &run) {
  for (bool inPlace : {false, true})
    for (auto [tile, blocks] : {Size{kTile, kBlocks}, {64, kFewBlocks}}) {
      auto &data = run.uniform<int>(tile * blocks, -1000, 1000);
      auto &other = run.zeros<int>(tile * blocks);
      auto expected = stepped(
          data, tile, 37, [](std::vector<int> &part, int) { std::rotate(part.begin(), part.begin() + 1, part.end()); });
      run.launch("rotate<" + std::to_string(tile) + ">", {uint32_t(blocks)}, data, inPlace ? data : other, 37);
      run.equal(inPlace ? "rotated in place" : "rotated", data, expected);
      run.clear();
    }
}

void scalarsAndTiles(Run &run, int blocks) {
  auto &data = run.uniform<int>(kTile * blocks, -1000, 1000);
  auto expected = stepped(data, kTile, 60, [](std::vector<int> &part, int round) {
    part[round % kTile] = round;
    for (int &x : part)
      ++x;
    part[(round + 1) % kTile] = part[kTile - 1 - round % kTile] + part[round % kTile];
  });
  run.launch("scalars_and_tiles", {uint32_t(blocks)}, data, 60);
  run.equal("scalars and tiles", data, expected);
}

void afterAtomics(Run &run, int blocks) {
  auto &data = run.uniform<int>(kTile * blocks, -1000, 1000);
  auto expected = stepped(data, kTile, 20, [](std::vector<int> &part, int) {
    std::vector<int> before = part;
    for (int i = 0; i < kTile; ++i)
      part[i] += before[i ^ 1] & 1;
    for (int i = 0; i < kTile; ++i)
      part[i ^ 1000] += i;
  });
  run.launch("after_atomics", {uint32_t(blocks)}, data, 20);
  run.equal("after atomics", data, expected);
}

void sharedCells(Run &run, int blocks) {
  constexpr int kRounds = 40;
  auto &cells = run.uniform<int>(kTile * blocks, -1000, 1000);
  auto &out = run.zeros<int>(kTile * blocks);
  std::vector<int> expected(kTile * blocks);
  for (int k = 0; k < kTile * blocks; ++k) {
    int i = k % kTile, cell = i & ~32;
    for (int round = 1; round <= kRounds; ++round)
      expected[k] += cells[k - i + cell] + round * (cell + (cell | 32));
  }
  run.launch("shared_cells", {uint32_t(blocks)}, cells, out, kRounds);
  run.equal("shared cells", out, expected);
}

void localArray(Run &run, int blocks) {
  std::vector<int> start(256 * blocks);
  for (int i = 0; i < 256 * blocks; ++i)
    start[i] = i % 256 * (i / 256 + 1);
  auto &out = run.array(start);
  auto expected = stepped(out, 256, 31, [](std::vector<int> &part, int) {
    std::reverse(part.begin(), part.end());
    for (int &x : part)
      ++x;
  });
  run.launch("local_array", {uint32_t(blocks)}, out, 31);
  run.equal("local array", out, expected);
}

/// `body` with many blocks, then with few.
std::function<void(Run &)> onBoth(void (*body)(Run &, int)) {
  return [body](Run &run) {
    for (int blocks : {kBlocks, kFewBlocks}) {
      body(run, blocks);
      run.clear();
    }
  };
}

} // namespace

namespace tilec::exec {

void addReadBackCases(Cases &cases) {
  cases.push_back({"read back/reversed in place", "read_back", reverseInPlace});
  cases.push_back({"read back/rotated", "read_back", rotate});
  cases.push_back({"read back/scalars and tiles", "read_back", onBoth(scalarsAndTiles)});
  cases.push_back({"read back/after atomics", "read_back", onBoth(afterAtomics)});
  cases.push_back({"read back/shared cells", "read_back", onBoth(sharedCells)});
  cases.push_back({"read back/local array", "read_back", onBoth(localArray)});
}

} // namespace tilec::exec
