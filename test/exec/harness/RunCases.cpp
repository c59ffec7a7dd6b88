// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs cases one after another in a worker process. The parent watches: when a case crashes the worker or does not end,
// it is counted as failed and a new worker goes on with the next one.
#include "test/exec/harness/CaseOptions.h"
#include "test/exec/harness/Cases.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tilec::exec;

namespace {

using Open = std::function<std::unique_ptr<Device>(std::span<char *>)>;

enum Result : char { Passed = 'p', Failed = 'f', Skipped = 's' };

struct Tally {
  int passed = 0, failed = 0, skipped = 0;
  void add(char result) {
    ++(result == Passed ? passed : result == Failed ? failed : skipped);
  }
};

/// The cases that one set of options chooses.
struct Round {
  std::string text; ///< the options as they were given
  CaseOptions options;
  std::vector<char *> rest; ///< for the device
  Cases cases;
  Tally tally;
};

/// Where a worker is.
struct Place {
  size_t round = 0, next = 0;
};

/// A table without a filter is the whole one: of the cases that print lines of it.
bool printsTable(const Case &c) {
  for (const char *part : {"conformance/", "atomic ", "product/"})
    if (c.name.find(part) != std::string::npos)
      return true;
  return false;
}

Cases chosen(const CaseOptions &options) {
  Cases result;
  for (Case &c : allCases()) {
    bool wanted = options.filters.empty() && (!options.table || printsTable(c));
    for (const std::string &filter : options.filters)
      wanted |= c.name.find(filter) != std::string::npos || c.file == filter;
    for (const std::string &without : options.without)
      wanted &= c.name.find(without) == std::string::npos;
    if (wanted)
      result.push_back(std::move(c));
  }
  return result;
}

void report(const char *status, const std::string &name, const std::string &detail) {
  std::printf("%-7s %s%s%s\n", status, name.c_str(), detail.empty() ? "" : ": ", detail.c_str());
  std::fflush(stdout);
}

/// Once for each order; throws at the first failure.
void runUnderOrders(const Case &c, Device &device, const CaseOptions &options, Run &run) {
  for (uint64_t order = options.firstOrder; order < options.firstOrder + options.orders; ++order) {
    device.chooseOrder(order);
    if (order != options.firstOrder)
      device.resetVariables(c.file);
    Run again(device, c.file, options.seed, c.name);
    again.misaligned = options.misaligned && !c.needsAlignment;
    again.table = options.table;
    try {
      c.body(again);
    } catch (const Failure &reason) {
      throw order ? Failure("order " + std::to_string(order) + ": " + reason.what()) : reason;
    }
    run.launches += again.launches;
    for (auto [variant, launches] : again.launchesOfVariant)
      run.launchesOfVariant[variant] += launches;
  }
}

Result runOne(const Case &c, Device &device, const CaseOptions &options) {
  if (c.where == Case::Where::HostOnly && !device.runsHostOnly()) {
    report("skipped", c.name, "host only");
    return Skipped;
  }
  auto begin = std::chrono::steady_clock::now();
  Run run(device, c.file, options.seed, c.name);
  try {
    runUnderOrders(c, device, options, run);
  } catch (const NotCompiled &reason) {
    report("skipped", c.name, reason.what());
    return Skipped;
  } catch (const Failure &reason) {
    report("FAILED", c.name, reason.what());
    return Failed;
  }
  double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  char detail[64];
  std::snprintf(detail, sizeof detail, "%d launches, %.2f s", run.launches, seconds);
  std::string variants;
  for (auto [variant, launches] : run.launchesOfVariant)
    variants += ", variant " + std::to_string(variant) + ": " + std::to_string(launches);
  report("ok", c.name, detail + variants);
  return Passed;
}

void reportTally(const Round &round) {
  if (round.tally.skipped)
    std::printf("%d skipped\n", round.tally.skipped);
  std::printf("%d passed, %d failed\n", round.tally.passed, round.tally.failed);
}

/// Runs what is left of a round.
void workOn(Round &round, size_t first, const Open &open, int results) {
  std::unique_ptr<Device> device = open(round.rest);
  if (!device)
    _exit(2);
  for (size_t i = first; i < round.cases.size(); ++i) {
    char result = runOne(round.cases[i], *device, round.options);
    round.tally.add(result);
    if (write(results, &result, 1) != 1)
      _exit(3);
  }
  device->finish();
}

[[noreturn]] void work(std::vector<Round> rounds, Place place, const Open &open, int results) {
  for (; place.round < rounds.size(); ++place.round, place.next = 0) {
    if (rounds.size() > 1 && place.next == 0)
      std::printf("== %s\n", rounds[place.round].text.c_str());
    workOn(rounds[place.round], place.next, open, results);
    reportTally(rounds[place.round]);
  }
  std::fflush(stdout);
  _exit(0);
}

double processorSeconds(pid_t process) {
  clockid_t clock = 0;
  timespec time{};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0)
    return 0;
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

/// A case's time runs while it computes, so that a busy machine fails none, and while it only waits. Several threads
/// compute faster than it runs.
class Watch {
public:
  explicit Watch(pid_t worker) : worker(worker), last(processorSeconds(worker)) {}
  /// A second has gone by.
  void tick() {
    double now = processorSeconds(worker), busy = now - last;
    seconds += busy < kIdle ? 1 : std::min(busy, 1.0);
    last = now;
  }
  double seconds = 0;

private:
  static constexpr double kIdle = 0.02;
  pid_t worker;
  double last;
};

/// The next result from the worker; 0 when it has ended, -1 when it takes too long.
int nextResult(int results, pid_t worker, int timeoutSeconds) {
  pollfd waiting{results, POLLIN, 0};
  Watch watch(worker);
  while (poll(&waiting, 1, 1000) == 0) {
    watch.tick();
    if (watch.seconds >= timeoutSeconds)
      return -1;
  }
  char result = 0;
  return read(results, &result, 1) == 1 ? result : 0;
}

/// Behind the last case of its round is the first one of the next.
void skipEnds(const std::vector<Round> &rounds, Place &place) {
  while (place.round < rounds.size() && place.next == rounds[place.round].cases.size())
    place = {place.round + 1, 0};
}

/// Runs cases from `place` on until a worker ends; false if it could not begin at all.
bool superviseWorker(std::vector<Round> &rounds, Place &place, const Open &open) {
  int channel[2];
  if (pipe(channel) != 0)
    return false;
  std::fflush(stdout);
  pid_t worker = fork();
  if (worker == 0) {
    close(channel[0]);
    work(rounds, place, open, channel[1]);
  }
  close(channel[1]);
  int result = 0;
  skipEnds(rounds, place);
  while (place.round < rounds.size() &&
         (result = nextResult(channel[0], worker, rounds[place.round].options.timeoutSeconds)) > 0) {
    rounds[place.round].tally.add(char(result));
    ++place.next;
    skipEnds(rounds, place);
  }
  if (result < 0)
    kill(worker, SIGKILL);
  int status = 0;
  waitpid(worker, &status, 0);
  close(channel[0]);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 2)
    return false;
  if (place.round == rounds.size())
    return true;
  Round &round = rounds[place.round];
  std::string how = "no end after " + std::to_string(round.options.timeoutSeconds) + " s";
  if (result == 0)
    how = WIFSIGNALED(status) ? "crashed, signal " + std::to_string(WTERMSIG(status))
                              : "ended the process, status " + std::to_string(WEXITSTATUS(status));
  report("FAILED", round.cases[place.next].name, how);
  round.tally.add(Failed);
  // Else the next worker does.
  if (++place.next == round.cases.size())
    reportTally(round);
  skipEnds(rounds, place);
  return true;
}

/// One for each list of options between `--then`.
std::vector<Round> roundsOf(std::span<char *> arguments) {
  std::vector<Round> rounds(1);
  for (char *argument : arguments) {
    if (std::strcmp(argument, "--then") == 0) {
      rounds.emplace_back();
      continue;
    }
    rounds.back().rest.push_back(argument);
    rounds.back().text += (rounds.back().text.empty() ? "" : " ") + std::string(argument);
  }
  for (Round &round : rounds) {
    round.options = CaseOptions::take(round.rest);
    round.cases = chosen(round.options);
  }
  return rounds;
}

} // namespace

int tilec::exec::runCases(std::span<char *> arguments, const Open &openWith) {
  std::vector<Round> rounds = roundsOf(arguments);
  if (rounds.front().options.list) {
    for (const Case &c : rounds.front().cases)
      std::printf("%s (%s.cu)\n", c.name.c_str(), c.file.c_str());
    return 0;
  }
  Place place;
  do {
    if (!superviseWorker(rounds, place, openWith))
      return 2;
  } while (place.round < rounds.size());
  return std::any_of(rounds.begin(), rounds.end(),
                     [](const Round &round) { return round.tally.failed || round.tally.passed == 0; });
}
