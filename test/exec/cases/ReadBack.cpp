// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks that read back what they wrote, in other places: the order of one thread has to hold between all lanes.
#include "test/exec/harness/Cases.h"

using namespace tilec::exec;

namespace {

constexpr int kTile = 2048, kBlocks = 40;

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
  for (int rounds : {1, 2, 51}) {
    auto &data = run.uniform<int>(kTile * kBlocks, -1000, 1000);
    auto expected = stepped(data, kTile, rounds, [](std::vector<int> &part, int) {
      std::reverse(part.begin(), part.end());
      for (int &x : part)
        ++x;
    });
    run.launch("reverse_in_place", {kBlocks}, data, rounds);
    run.equal("reversed in place, " + std::to_string(rounds), data, expected);
    run.clear();
  }
}

void rotate(Run &run) {
  for (bool inPlace : {false, true}) {
    auto &data = run.uniform<int>(kTile * kBlocks, -1000, 1000);
    auto &other = run.zeros<int>(kTile * kBlocks);
    auto expected = stepped(
        data, kTile, 37, [](std::vector<int> &part, int) { std::rotate(part.begin(), part.begin() + 1, part.end()); });
    run.launch("rotate", {kBlocks}, data, inPlace ? data : other, 37);
    run.equal(inPlace ? "rotated in place" : "rotated", data, expected);
    run.clear();
  }
}

void scalarsAndTiles(Run &run) {
  auto &data = run.uniform<int>(kTile * kBlocks, -1000, 1000);
  auto expected = stepped(data, kTile, 60, [](std::vector<int> &part, int round) {
    part[round % kTile] = round;
    for (int &x : part)
      ++x;
    part[(round + 1) % kTile] = part[kTile - 1 - round % kTile] + part[round % kTile];
  });
  run.launch("scalars_and_tiles", {kBlocks}, data, 60);
  run.equal("scalars and tiles", data, expected);
}

void afterAtomics(Run &run) {
  auto &data = run.uniform<int>(kTile * kBlocks, -1000, 1000);
  auto expected = stepped(data, kTile, 20, [](std::vector<int> &part, int) {
    std::vector<int> before = part;
    for (int i = 0; i < kTile; ++i)
      part[i] += before[i ^ 1] & 1;
    for (int i = 0; i < kTile; ++i)
      part[i ^ 1000] += i;
  });
  run.launch("after_atomics", {kBlocks}, data, 20);
  run.equal("after atomics", data, expected);
}

void sharedCells(Run &run) {
  constexpr int kRounds = 40;
  auto &cells = run.uniform<int>(kTile * kBlocks, -1000, 1000);
  auto &out = run.zeros<int>(kTile * kBlocks);
  std::vector<int> expected(kTile * kBlocks);
  for (int k = 0; k < kTile * kBlocks; ++k) {
    int i = k % kTile, cell = i & ~32;
    for (int round = 1; round <= kRounds; ++round)
      expected[k] += cells[k - i + cell] + round * (cell + (cell | 32));
  }
  run.launch("shared_cells", {kBlocks}, cells, out, kRounds);
  run.equal("shared cells", out, expected);
}

void localArray(Run &run) {
  std::vector<int> start(256 * kBlocks);
  for (int i = 0; i < 256 * kBlocks; ++i)
    start[i] = i % 256 * (i / 256 + 1);
  auto &out = run.array(start);
  auto expected = stepped(out, 256, 31, [](std::vector<int> &part, int) {
    std::reverse(part.begin(), part.end());
    for (int &x : part)
      ++x;
  });
  run.launch("local_array", {kBlocks}, out, 31);
  run.equal("local array", out, expected);
}

} // namespace

namespace tilec::exec {

void addReadBackCases(Cases &cases) {
  cases.push_back({"read back/reversed in place", "read_back", reverseInPlace});
  cases.push_back({"read back/rotated", "read_back", rotate});
  cases.push_back({"read back/scalars and tiles", "read_back", scalarsAndTiles});
  cases.push_back({"read back/after atomics", "read_back", afterAtomics});
  cases.push_back({"read back/shared cells", "read_back", sharedCells});
  cases.push_back({"read back/local array", "read_back", localArray});
}

} // namespace tilec::exec
