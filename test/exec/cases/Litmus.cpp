// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Outcomes that memory orders forbid must not be seen, in a million trials on a GPU and a few thousand on the host.
// With relaxed orders they are allowed: `--table` prints how often they came, which shows that the trials can fail.
#include "test/exec/harness/Cases.h"

using namespace tilec::exec;

namespace {

constexpr int kLanes = 512, kApart = 8;

/// Sizes of one launch.
struct Extent {
  int pairs, rounds, patience;
  int trials() const {
    return pairs * rounds * kLanes;
  }
};

/// On the host each launch has a size of its own.
Extent extentOn(const Device &device, int launch) {
  return device.isHost() ? Extent{3 - launch, 2, 0} : Extent{128, 8, 200};
}

/// What both sides of one trial left behind: the two cells at the end, and what was read.
struct Trial {
  int x, y, first, second;
};
using IsForbidden = bool (*)(const Trial &);

/// One kernel: with the orders that forbid an outcome, or with others that allow it.
struct Program {
  std::string kernel;
  IsForbidden isOutcome;
  bool mustNotHappen;
};

/// How many trials of one launch ended with the outcome.
int64_t countOutcomes(Run &run, const Program &program, Extent extent) {
  auto &x = run.zeros<int>(size_t(extent.trials()) * kApart), &y = run.zeros<int>(size_t(extent.trials()) * kApart);
  auto &meetings = run.zeros<int>(extent.pairs * extent.rounds);
  auto &first = run.zeros<int>(extent.trials()), &second = run.zeros<int>(extent.trials());
  int shift = int(run.random.integer(0, 1000));
  run.launch(program.kernel, {uint32_t(2 * extent.pairs)}, x, y, meetings, first, second, extent.rounds, shift,
             extent.patience);
  int64_t count = 0;
  for (int i = 0; i < extent.trials(); ++i)
    count += program.isOutcome({x[size_t(i) * kApart], y[size_t(i) * kApart], first[i], second[i]});
  run.clear();
  return count;
}

void tryOften(Run &run, const Program &program) {
  int64_t seen = 0, trials = 0;
  for (int launch = 0; launch < 3; ++launch) {
    Extent extent = extentOn(run.device, launch);
    seen += countOutcomes(run, program, extent);
    trials += extent.trials();
  }
  if (run.table)
    std::printf("%s: %lld of %lld trials\n", program.kernel.c_str(), (long long)seen, (long long)trials);
  if (program.mustNotHappen)
    run.require(seen == 0, program.kernel + ": forbidden outcome in " + std::to_string(seen) + " of " +
                               std::to_string(trials) + " trials");
}

std::string scoped(const std::string &kernel, const std::string &arguments, const char *scope, const char *rest = "") {
  return kernel + "<" + arguments + (arguments.empty() ? "" : ", ") + "Scope::" + scope + rest + ">";
}

/// A block finds the sum of its own 512 additions to eight cells, and what it stored.
void ownOrder(Run &run, const char *scope) {
  int blocks = run.device.isHost() ? 3 : 1000, rounds = 4;
  int trials = blocks * rounds * kLanes;
  auto &x = run.zeros<int>(size_t(trials) * kApart), &unused = run.zeros<int>(1);
  auto &sums = run.zeros<int>(trials), &after = run.zeros<int>(trials);
  run.launch(scoped("own_order", "", scope), {uint32_t(blocks)}, x, unused, unused, sums, after, rounds,
             int(run.random.integer(0, 1000)), 0);
  run.equal("sums", sums, std::vector<int>(trials, kLanes / 8));
  std::vector<int> expected(trials);
  for (int i = 0; i < trials; ++i)
    expected[i] = i;
  run.equal("what was stored", after, expected);
}

void spinLock(Run &run, const char *scope) {
  int rounds = run.device.isHost() ? 5 : 20;
  for (int blocks : {run.device.isHost() ? 6 : 500, 2}) {
    auto &lock = run.zeros<int>(1), &data = run.zeros<int>(kLanes + 1);
    run.launch("spin_lock<Scope::" + std::string(scope) + ">", {uint32_t(blocks)}, lock, data, rounds);
    run.equal("data", data, std::vector<int>(kLanes + 1, blocks * rounds));
    run.clear();
  }
}

/// Many thousand blocks that look back at what their predecessors published.
void lookBack(Run &run) {
  int n = run.device.isHost() ? 5000 : 4'000'000, blocks = ceilDiv(n, 256);
  auto &in = run.uniform<int>(n, -100, 100);
  std::vector<int> expected(n);
  for (int i = 0, sum = 0; i < n; ++i)
    expected[i] = sum += in[i];
  for (int repeat = 0; repeat < 5; ++repeat) {
    auto &out = run.zeros<int>(n), &own = run.zeros<int>(blocks), &full = run.zeros<int>(blocks);
    auto &ticket = run.zeros<int>(1), &state = run.zeros<int>(blocks);
    run.launch("scan_array<int>", {uint32_t(blocks)}, out, in, n, ticket, state, own, full);
    run.equal("running sum", out, expected);
  }
}

bool missedMessage(const Trial &t) { // first: the flag, second: the data
  return t.first == 1 && t.second == 0;
}
bool bothZero(const Trial &t) {
  return t.first == 0 && t.second == 0;
}
bool bothOne(const Trial &t) {
  return t.first == 1 && t.second == 1;
}
bool firstWritesLast(const Trial &t) {
  return t.x == 1 && t.y == 1;
}
bool goesBack(const Trial &t) {
  return t.first > t.second;
}

void addScope(Cases &cases, const char *scope) {
  const std::string strong = "Order::release, Order::acquire", weak = "Order::relaxed, Order::relaxed";
  auto add = [&](const std::string &name, Program program) {
    cases.push_back({"litmus/" + name + "/" + scope, "litmus", [=](Run &run) { tryOften(run, program); }});
  };
  add("message passing", {scoped("message_passing", strong, scope, ", false"), missedMessage, true});
  add("message passing, plain data", {scoped("message_passing", strong, scope, ", true"), missedMessage, true});
  add("message passing in a lane", {scoped("message_passing_in_lane", strong, scope), missedMessage, true});
  add("message passing, relaxed", {scoped("message_passing_in_lane", weak, scope), missedMessage, false});
  // Release and acquire let a load pass an earlier store to another cell; only an order that the language lacks would
  // not.
  add("store buffering", {scoped("store_buffering", strong, scope), bothZero, false});
  add("store buffering, relaxed", {scoped("store_buffering", weak, scope), bothZero, false});
  add("load buffering", {scoped("load_buffering", strong, scope), bothOne, true});
  add("load buffering, relaxed", {scoped("load_buffering", weak, scope), bothOne, false});
  add("two and two writes", {scoped("two_and_two_writes", "Order::acq_rel", scope), firstWritesLast, true});
  add("two and two writes, relaxed", {scoped("two_and_two_writes", "Order::relaxed", scope), firstWritesLast, false});
  add("coherence", {scoped("coherence", "", scope), goesBack, true});
  cases.push_back({std::string("litmus/spin lock/") + scope, "litmus", [=](Run &run) { spinLock(run, scope); }});
}

} // namespace

namespace tilec::exec {

void addLitmusCases(Cases &cases) {
  addScope(cases, "device");
  addScope(cases, "system");
  for (const char *scope : {"block", "device", "system"})
    cases.push_back({std::string("litmus/own order/") + scope, "litmus", [=](Run &run) { ownOrder(run, scope); }});
  cases.push_back({"litmus/look-back", "scan_array", lookBack});
}

} // namespace tilec::exec
