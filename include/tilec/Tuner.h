// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Chooses among the forms of a kernel by their times.
///
///   auto space = tilec::TuneSpace::parse("kernel = scale<{N}>; N = 256, 512; pipeline-loops = auto, 3; "
///                                        "grid = (n + N - 1) / N");
///   auto tuner = tilec::Tuner::create({"scale.cu", text}, {}, *space, {.wisdom = "wisdom.jsonl"});
///   auto best = tuner->choose(arguments);   // tuner->candidates()[*best].kernel is scale<512>
///
/// Candidates are all combinations of the space's template constants and compile options for which its `where` holds.
/// They are compiled in parallel. Before anything runs those go that do not compile, give the code of an earlier one,
/// spill registers, or need more shared memory than the device has. The first candidate is the default. Each runs in a
/// process of its own on copies of the arguments; one that faults, hangs, or gives other results than the default is
/// dropped, and tuning goes on. The rest are timed in turns, until one is surely the fastest or the budget is spent.
#ifndef TILEC_TUNER_H
#define TILEC_TUNER_H

#include "tilec/Compiler.h"

#include <array>
#include <functional>
#include <memory>

namespace tilec {

/// A template constant or a compile option with the values to try; the first one is the default.
struct TuneAxis {
  std::string name;
  bool isConstant = false; ///< `{name}` stands in the kernel's name
  std::vector<std::string> values;
};

struct TuneSpace {
  std::string kernel; ///< `scale<{N}>`
  std::vector<TuneAxis> axes;
  std::vector<std::string> grid; ///< one to three expressions of constants and integer parameters; may be empty
  std::string where;             ///< a condition on constants and options that are numbers; may be empty

  /// Reads `kernel = scale<{N}>; N = 256, 512; hints = "latency = 2", "latency = 4"; grid = n / N; where = N < 1024`.
  static runtime::Expected<TuneSpace> parse(std::string_view text);
  /// The spaces that a source describes: `#pragma tilec tune(kernel = scale<{N}>; ...)`, on one line or on several that
  /// end with a backslash. Other compilers ignore them. An error names the line.
  static runtime::Expected<std::vector<TuneSpace>> ofSource(const SourceFile &source);
};

/// One argument of the kernel.
struct TuneArgument {
  runtime::Argument value; ///< a scalar, or the address of an array
  size_t bytes = 0;        ///< of an array, on the device that is tuned for; 0: a scalar or a null pointer
};

/// One form of the kernel, and what became of it.
struct TuneCandidate {
  std::string name;   ///< `N=256, pipeline-loops=3`, or `default`
  std::string kernel; ///< `scale<256>`
  std::vector<std::pair<std::string, std::string>> constants, options;
  std::string problem;         ///< why it is out of question; empty if it is not
  std::vector<double> times{}; ///< in milliseconds

  /// The median; infinite before the first time.
  double milliseconds() const;
  /// Where the median is, most probably: order statistics, of which a few wild times change nothing.
  std::pair<double, double> bounds() const;
};

struct TuneOptions {
  enum class Mode {
    Off,  ///< the default is taken
    Use,  ///< what the wisdom knows, the nearest entry if there is none for such arguments, else the default
    Tune, ///< what the wisdom knows of such arguments, else what trying finds, which it remembers
  };
  std::string wisdom = {}; ///< a file of JSON lines; empty: nothing is remembered
  Mode mode = Mode::Tune;
  double budget = 15;    ///< seconds; when they are spent the fastest so far is taken
  double tolerance = -1; ///< how far results may be from the default's; negative: by the element type
  int device = -1;       ///< ordinal of the GPU; -1: the CPU
  unsigned jobs = 0;     ///< compilations at a time; 0: one per core
  std::function<void(const std::string &)> progress = {}; ///< told what becomes of each candidate
  std::string worker = {}; ///< the command `tilec`, which runs the candidates; empty: the one beside this library
};

/// What a wisdom calls a source: a hash of its text and of the options that change what it means or how it is compiled.
/// Names of files and folders are no part of it.
std::string wisdomHash(const SourceFile &source, const CompileOptions &options);

/// A kernel of `#pragma tilec tune(...)`, as a wisdom has it.
struct TunedKernel {
  std::string name;     ///< `scale`
  std::string instance; ///< `scale<256>`
  std::vector<std::pair<std::string, std::string>> constants;
  bool isKnown = false; ///< else this is the default
  std::string line;     ///< as a wisdom would have it, without a GPU
};

/// One finding of a wisdom for a source, to be compiled for a bundle.
struct TunedCandidate {
  std::string line;      ///< of the wisdom
  std::string candidate; ///< `scale<256>, pipeline-loops=3`
  CompileOptions options;
};

/// What a wisdom knows of a source for chips of the options' architecture.
runtime::Expected<std::vector<TunedCandidate>> candidatesOf(const SourceFile &source, const CompileOptions &options,
                                                            const std::string &wisdom);

/// For a build, which has no arguments: sets `options` to what tuning has found for the spaces of a source on chips of
/// the options' architecture, and asks for the kernels' instances. Of several findings the one for the longest run
/// counts. Fails where kernels of the source need different options.
runtime::Expected<std::vector<TunedKernel>> applyWisdom(const SourceFile &source, CompileOptions &options,
                                                        const std::string &wisdom);

class Tuner {
public:
  /// `options` hold for every candidate. Fails with kBadOption for a space without candidates or with an unknown
  /// option.
  static runtime::Expected<Tuner> create(const SourceFile &source, const CompileOptions &options,
                                         const TuneSpace &space, const TuneOptions &tune);
  Tuner(Tuner &&) noexcept;
  ~Tuner();

  /// The default first.
  const std::vector<TuneCandidate> &candidates() const;
  /// The candidate for such arguments, which are left as they are. `grids`, one for each candidate, take the place of
  /// the space's expressions; a candidate with a grid of 0 is left out. Processes that share the wisdom's folder try
  /// once and agree.
  runtime::Expected<size_t> choose(std::span<const TuneArgument> arguments, std::span<const runtime::Dim3> grids = {});
  /// The options of a candidate's compilation.
  CompileOptions optionsOf(size_t candidate) const;

private:
  struct State;
  explicit Tuner(std::unique_ptr<State> state);
  std::unique_ptr<State> state;
};

} // namespace tilec

#endif // TILEC_TUNER_H
