// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The tuner's C API.
#include "compiler/Jit/CApiOptions.h"
#include "runtime/CApiTypes.h"
#include "tilec-c/Tuner.h"
#include "tilec/Tuner.h"

using namespace tilec;

struct TilecTunerImpl {
  Tuner value;
};

static runtime::Expected<TuneSpace> spaceOf(const SourceFile &source, const char *text) {
  if (text)
    return TuneSpace::parse(text);
  auto spaces = TuneSpace::ofSource(source);
  if (!spaces)
    return spaces.error();
  if (spaces->size() == 1)
    return spaces->front();
  return runtime::Error{"tilecTunerCreate", runtime::kBadOption, "kBadOption",
                        "expected one '#pragma tilec tune(...)' in '" + source.name + "', got " +
                            std::to_string(spaces->size())};
}

TilecError tilecTunerCreate(const TilecSourceFile *source, const TilecCompileOptions *options, const char *space,
                            const TilecTuneOptions *given, TilecTuner *tuner) {
  TilecTuneOptions c =
      given ? runtime::known<TilecTuneOptions>(*given, TILEC_TUNE_DEFAULTS) : TilecTuneOptions TILEC_TUNE_DEFAULTS;
  SourceFile file{source->name, source->text};
  auto parsed = spaceOf(file, space);
  if (!parsed)
    return runtime::toC(parsed.error());
  TuneOptions tune;
  tune.wisdom = c.wisdom ? c.wisdom : "";
  tune.mode = TuneOptions::Mode(c.mode);
  tune.budget = c.budget;
  tune.tolerance = c.tolerance;
  tune.device = c.device;
  if (c.progress)
    tune.progress = [tell = c.progress, data = c.progressData](const std::string &text) { tell(data, text.c_str()); };
  auto made = Tuner::create(file, compileOptionsFromC(options), *parsed, tune);
  if (!made)
    return runtime::toC(made.error());
  *tuner = new TilecTunerImpl{std::move(*made)};
  return nullptr;
}
void tilecTunerDestroy(TilecTuner tuner) {
  delete tuner;
}
size_t tilecTunerCandidateCount(TilecTuner tuner) {
  return tuner->value.candidates().size();
}
const char *tilecTunerCandidateName(TilecTuner tuner, size_t index) {
  return tuner->value.candidates()[index].name.c_str();
}
const char *tilecTunerCandidateKernel(TilecTuner tuner, size_t index) {
  return tuner->value.candidates()[index].kernel.c_str();
}
const char *tilecTunerCandidateProblem(TilecTuner tuner, size_t index) {
  return tuner->value.candidates()[index].problem.c_str();
}
double tilecTunerCandidateMilliseconds(TilecTuner tuner, size_t index) {
  return tuner->value.candidates()[index].milliseconds();
}
TilecError tilecTunerApply(TilecTuner tuner, size_t index, TilecCompileOptions *options) {
  const TuneCandidate &candidate = tuner->value.candidates()[index];
  for (const auto &[name, value] : candidate.options)
    if (TilecError error = tilecCompileOptionsSet(options, name.c_str(), value.c_str()))
      return error;
  if (candidate.kernel.find('<') == std::string::npos)
    return nullptr;
  return tilecCompileOptionsSet(options, "instantiate", candidate.kernel.c_str());
}
TilecError tilecTunerChoose(TilecTuner tuner, const TilecTuneArgument *arguments, size_t count, const uint32_t *grids,
                            size_t *candidate) {
  std::vector<TilecArgument> values;
  for (size_t i = 0; i < count; ++i)
    values.push_back(arguments[i].value);
  runtime::ArgumentList list;
  if (runtime::Status status = list.add(values.data(), count); !status)
    return runtime::toC(status);
  std::vector<TuneArgument> all;
  for (size_t i = 0; i < count; ++i)
    all.push_back({list.all()[i], arguments[i].bytes});
  std::vector<runtime::Dim3> extents;
  for (size_t i = 0; grids && i < tuner->value.candidates().size(); ++i)
    extents.push_back({grids[3 * i], grids[3 * i + 1], grids[3 * i + 2]});
  auto chosen = tuner->value.choose(all, extents);
  if (!chosen)
    return runtime::toC(chosen.error());
  *candidate = *chosen;
  return nullptr;
}
