// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a case is written with: arrays, launches, and comparisons that name the first element that is wrong.
#ifndef TILEC_TEST_EXEC_RUN_H
#define TILEC_TEST_EXEC_RUN_H

#include "test/exec/harness/Array.h"
#include "test/exec/harness/Random.h"
#include "test/exec/harness/SmallFloat.h"

#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <sstream>
#include <stdexcept>

namespace tilec::exec {

/// Ends a case that has failed.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// Ends a case whose kernel this device has no code for.
struct NotCompiled : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// How far a result may be from its reference: |got - expected| <= absolute + relative * |expected|.
struct Bound {
  double relative = 0, absolute = 0;
};

class Run {
public:
  Run(Device &device, std::string file, uint64_t seed, std::string_view name)
      : device(device), random(seed, name), file(std::move(file)) {}

  Device &device;
  Random random;

  // Arrays. A reference stays good until the case ends.
  template <class T> Array<T> &array(std::vector<T> values, size_t misalignment = 0);
  template <class T> Array<T> &filled(size_t count, T value) {
    return array(std::vector<T>(count, value));
  }
  template <class T> Array<T> &zeros(size_t count) {
    return filled<T>(count, T(0));
  }
  /// Random values in [low, high]: whole numbers for integer types.
  template <class T> Array<T> &uniform(size_t count, double low, double high, size_t misalignment = 0);
  /// Values that any code may meet: besides ordinary ones zeros of both signs, infinities, NaN, subnormals.
  template <class T> Array<T> &unruly(size_t count);
  /// Gives the memory of all arrays back.
  void clear() {
    arrays.clear();
  }

  /// Copies every array to the device, runs the kernel, copies every array back.
  template <class... Args> void launch(const std::string &kernel, Grid grid, const Args &...args) {
    std::vector<Argument> arguments{argument(args)...};
    check(start(kernel, grid, arguments));
  }
  /// The same, but a launch that fails is handed back.
  template <class... Args> Outcome tryLaunch(const std::string &kernel, Grid grid, const Args &...args) {
    std::vector<Argument> arguments{argument(args)...};
    return start(kernel, grid, arguments);
  }
  /// What the launches inside `body` print.
  std::string printed(const std::function<void()> &body);

  // Comparisons. `what` is for the message.
  /// Bit for bit, except that every NaN equals every other.
  template <class T> void equal(const std::string &what, const std::vector<T> &got, const std::vector<T> &expected);
  template <class T> void equal(const std::string &what, const Array<T> &got, const std::vector<T> &expected) {
    equal(what, got.values, expected);
  }
  template <class T, class R>
  void near(const std::string &what, const std::vector<T> &got, const std::vector<R> &expected, Bound bound);
  template <class T, class R>
  void near(const std::string &what, const Array<T> &got, const std::vector<R> &expected, Bound bound) {
    near(what, got.values, expected, bound);
  }
  void require(bool condition, const std::string &message) {
    if (!condition)
      throw Failure(message);
  }

  int launches = 0;
  std::map<size_t, int> launchesOfVariant; ///< where the device says which ran
  /// Arrays begin one element after a multiple of 256 bytes.
  bool misaligned = false;
  bool table = false; ///< print what the conformance cases measured

private:
  template <class T> static Argument argument(const Array<T> &a) {
    return Argument(static_cast<const void *>(a.at(0)));
  }
  template <class S, int E, int M, TopExponent Top> static Argument argument(SmallFloat<S, E, M, Top> x);
  template <class T>
    requires std::is_arithmetic_v<T> || std::is_pointer_v<T> || std::is_null_pointer_v<T>
  static Argument argument(T value) {
    return Argument(value);
  }
  Outcome start(const std::string &kernel, Grid grid, std::span<const Argument> arguments);
  void check(const Outcome &outcome);
  template <class T> static std::string text(const T &value);
  template <class T, class R>
  [[noreturn]] static void mismatch(const std::string &what, size_t index, const T &got, const R &expected);

  std::string file;
  std::vector<std::unique_ptr<ArrayMemory>> arrays;
};

inline int ceilDiv(int64_t a, int64_t b) {
  return int((a + b - 1) / b);
}

//===-- Implementation
//------------------------------------------------------------------------------------------------===//

template <class T> Array<T> &Run::array(std::vector<T> values, size_t misalignment) {
  if (misaligned && misalignment == 0)
    misalignment = sizeof(T);
  auto owned = std::make_unique<Array<T>>(device, std::move(values), misalignment);
  auto &result = *owned;
  arrays.push_back(std::move(owned));
  return result;
}

template <class T> Array<T> &Run::uniform(size_t count, double low, double high, size_t misalignment) {
  std::vector<T> values(count);
  for (T &value : values)
    value = std::is_integral_v<T> ? T(random.integer(int64_t(low), int64_t(high))) : T(random.real(low, high));
  return array(std::move(values), misalignment);
}

template <class T> Array<T> &Run::unruly(size_t count) {
  const double infinity = std::numeric_limits<double>::infinity();
  const double odd[] = {0.0,   -0.0,   infinity, -infinity, std::nan(""), 1e-40,  -1e-40, 1e-45,
                        1e-41, 1e-310, 3e38,     -3e38,     65504.0,      -1e-30, 1e30,   6e-8};
  auto &result = uniform<T>(count, -10, 10);
  for (T &value : result.values)
    if (random.chance(0.4))
      value = T(odd[random.integer(0, std::size(odd) - 1)]);
  return result;
}

template <class S, int E, int M, TopExponent Top> Argument Run::argument(SmallFloat<S, E, M, Top> x) {
  const char *names[] = {"f8E4M3FN", "f8E5M2", "f16", "bf16"};
  int which = sizeof(S) == 1 ? (E == 4 ? 0 : 1) : (E == 5 ? 2 : 3);
  return Argument::bits(names[which], x.bits, sizeof(S));
}

template <class T> std::string Run::text(const T &value) {
  std::ostringstream stream;
  stream.precision(17);
  if constexpr (std::is_integral_v<T>)
    stream << +value;
  else
    stream << double(value);
  return stream.str();
}

template <class T, class R> void Run::mismatch(const std::string &what, size_t index, const T &got, const R &expected) {
  throw Failure(what + "[" + std::to_string(index) + "]: got " + text(got) + ", expected " + text(expected));
}

template <class T> void Run::equal(const std::string &what, const std::vector<T> &got, const std::vector<T> &expected) {
  require(got.size() == expected.size(),
          what + ": got " + std::to_string(got.size()) + " elements, expected " + std::to_string(expected.size()));
  for (size_t i = 0; i < got.size(); ++i) {
    if constexpr (!std::is_integral_v<T>)
      if (std::isnan(double(got[i])) && std::isnan(double(expected[i])))
        continue;
    if (std::memcmp(&got[i], &expected[i], sizeof(T)) != 0)
      mismatch(what, i, got[i], expected[i]);
  }
}

template <class T, class R>
void Run::near(const std::string &what, const std::vector<T> &got, const std::vector<R> &expected, Bound bound) {
  require(got.size() == expected.size(),
          what + ": got " + std::to_string(got.size()) + " elements, expected " + std::to_string(expected.size()));
  for (size_t i = 0; i < got.size(); ++i) {
    double g = double(got[i]), e = double(expected[i]);
    if (g == e || (std::isnan(g) && std::isnan(e)))
      continue;
    if (!(std::fabs(g - e) <= bound.absolute + bound.relative * std::fabs(e)) || std::isinf(g) || std::isinf(e))
      mismatch(what, i, got[i], expected[i]);
  }
}

} // namespace tilec::exec

#endif // TILEC_TEST_EXEC_RUN_H
