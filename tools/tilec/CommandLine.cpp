// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Reads a command line by the table of options.
#include "tools/tilec/CommandLine.h"
#include "tools/tilec/NvccOptions.h"
#include "tools/tilec/OptionTable.h"
#include "tools/tilec/Programs/ProgramOptions.h"

#include "compiler/Target/Target.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilec;
using namespace tilec::tool;
using llvm::StringRef;

namespace {

/// The option that `argument` spells, with the value if it is part of the argument.
struct Match {
  const Option *option = nullptr;
  std::optional<StringRef> value;
};

/// The value of `option` within `argument`, which starts with `name`: nothing if it is no part of it. False if the
/// argument is another one.
bool takesRest(const Option &option, StringRef name, StringRef rest, std::optional<StringRef> &value) {
  bool isJoined = option.value == OptionValue::Joined, isAttached = option.value == OptionValue::Attached;
  bool isLong = name.starts_with("--");
  if (rest.empty())
    return true;
  if (rest.starts_with("=") && option.value != OptionValue::None && (isLong || !isAttached))
    value = rest.drop_front();
  else if ((isJoined || isAttached) && !isLong)
    value = rest;
  return value.has_value();
}

/// The longest name wins: -include is no -I, -MD no -M.
Match findOption(StringRef argument) {
  Match best;
  size_t longest = 0;
  for (const Option &option : optionTable())
    for (StringRef name : option.names) {
      std::optional<StringRef> value;
      if (name.size() <= longest || !argument.starts_with(name) ||
          !takesRest(option, name, argument.drop_front(name.size()), value))
        continue;
      longest = name.size();
      best = {&option, value};
    }
  return best;
}

llvm::Error problem(const llvm::Twine &text) {
  return llvm::createStringError(text);
}

/// nvcc names the warnings that are errors behind -Werror, Clang does not.
bool isWarningKind(StringRef argument) {
  static constexpr StringRef kinds[] = {"all-warnings",
                                        "cross-execution-space-call",
                                        "default-stream-launch",
                                        "deprecated-declarations",
                                        "ext-lambda-captures-this",
                                        "reorder"};
  llvm::SmallVector<StringRef> parts;
  argument.split(parts, ',');
  return llvm::all_of(parts, [](StringRef part) { return llvm::is_contained(kinds, part); });
}

llvm::Error noReport() {
  return problem("expected one input, one architecture and PTX, a cubin or a stage as the product with --report");
}

/// Rules between options.
llvm::Error checkTogether(const Options &options) {
  if (options.help || options.helpAll || options.version || options.clangFlags || options.listArchitectures ||
      !options.tuneWorker.empty())
    return llvm::Error::success();
  if (options.inputs.empty())
    return problem("no input file; 'tilec --help' lists the options");
  if (options.tune && options.inputs.size() > 1)
    return problem("expected one input with 'tilec tune', got " + llvm::Twine(options.inputs.size()));
  if (options.tune)
    return llvm::Error::success();
  if (options.product == Product::Program)
    return options.report.empty() ? checkProgram(options) : noReport();
  bool severalJobs =
      options.inputs.size() > 1 || (options.architectures.size() > 1 && !holdsArchitectures(options.product));
  if (severalJobs && !options.output.empty() && options.output != "-" && !options.run)
    return problem("expected one input and one architecture with -o, got " + llvm::Twine(options.inputs.size()) +
                   " and " + llvm::Twine(std::max<size_t>(options.architectures.size(), 1)) +
                   "; -fatbin takes several architectures");
  bool isPlain = options.inputs.size() == 1 && options.architectures.size() <= 1 &&
                 options.product != Product::Dependencies && !holdsArchitectures(options.product);
  if (!options.report.empty() && !isPlain)
    return noReport();
  if (options.run && options.run->kernel.empty())
    return problem("--grid, --arg, --on, --check and --time-limit need --run");
  if (options.run && options.inputs.size() > 1)
    return problem("expected one input with --run, got " + llvm::Twine(options.inputs.size()));
  if (!options.dependencies.file.empty() && !options.dependencies.write)
    return problem("-MF needs one of -M, -MM, -MD, -MMD");
  return llvm::Error::success();
}

llvm::Error parseOne(Options &options, llvm::ArrayRef<const char *> &rest) {
  StringRef argument = rest.front();
  rest = rest.drop_front();
  if (argument == "-" || !argument.starts_with("-")) {
    options.inputs.push_back(argument.str());
    options.program.linkOrder.push_back(argument.str());
    return llvm::Error::success();
  }
  if (argument.starts_with("--Werror"))
    argument = argument.drop_front();
  if (argument.starts_with("-Werror=") && isWarningKind(argument.drop_front(8)))
    argument = "-Werror";
  else if (argument == "-Werror" && !rest.empty() && isWarningKind(rest.front()))
    rest = rest.drop_front();
  Match match = findOption(argument);
  if (!match.option && options.ignoresUnknownOptions)
    return llvm::Error::success();
  if (!match.option)
    return problem("unknown option '" + argument + "'; 'tilec --help' lists them");
  bool wantsValue = match.option->value == OptionValue::Assigned || match.option->value == OptionValue::Joined;
  if (!match.value && wantsValue) {
    if (rest.empty())
      return problem("expected a value after '" + argument + "', got none");
    match.value = rest.front();
    rest = rest.drop_front();
  }
  std::string error = match.option->apply(options, match.value.value_or(""));
  return error.empty() ? llvm::Error::success() : problem("option '" + argument + "': " + error);
}

} // namespace

/// Files of further options, as nvcc names them, in the spelling of response files.
static llvm::SmallVector<const char *> withResponseFiles(llvm::ArrayRef<const char *> arguments,
                                                         llvm::StringSaver &strings) {
  llvm::SmallVector<const char *> result;
  for (size_t i = 0; i != arguments.size(); ++i) {
    StringRef argument = arguments[i], files;
    if ((argument == "-optf" || argument == "--options-file") && i + 1 != arguments.size())
      files = arguments[++i];
    else if (!argument.consume_front("-optf=") && !argument.consume_front("--options-file="))
      result.push_back(arguments[i]);
    else
      files = argument;
    llvm::SmallVector<StringRef> names;
    files.split(names, ',', -1, /*KeepEmpty=*/false);
    for (StringRef name : names)
      result.push_back(strings.save("@" + name).data());
  }
  return result;
}

/// What several options decide together, whatever their order.
static void settle(Options &options) {
  if (!options.codes.empty())
    options.architectures = options.codes;
  if (options.run && options.threads)
    options.run->host.threads = *options.threads;
  options.compile.lineInfo |= options.deviceDebug;
  if (options.deviceDebug && !options.optimizesAnyway)
    options.compile.optimizationLevel = 0;
  if (llvm::is_contained(options.compile.arguments, "-w"))
    options.notes.clear();
}

llvm::Expected<Options> tool::parseOptions(llvm::ArrayRef<const char *> arguments) {
  llvm::BumpPtrAllocator allocator;
  llvm::cl::ExpansionContext expansion(allocator, llvm::cl::TokenizeGNUCommandLine);
  llvm::StringSaver strings(allocator);
  llvm::SmallVector<const char *> expanded = withResponseFiles(arguments, strings);
  if (llvm::Error error = expansion.expandResponseFiles(expanded))
    return std::move(error);
  for (const char *argument : expanded)
    if (argument && argument[0] == '@')
      return problem("cannot read response file '" + llvm::Twine(argument + 1) + "'");
  Options options;
  options.ignoresUnknownOptions = forwardsUnknownOptions(expanded);
  llvm::ArrayRef<const char *> rest = expanded;
  if (!rest.empty() && StringRef(rest.front()) == "tune") {
    rest = rest.drop_front();
    options.tune.emplace();
  }
  while (!rest.empty())
    if (llvm::Error error = parseOne(options, rest))
      return std::move(error);
  chooseProductByName(options);
  settle(options);
  if (llvm::Error error = checkTogether(options))
    return std::move(error);
  return options;
}

std::string tool::architecturesText() {
  std::string text;
  for (const std::string &name : Target::names())
    text += name + "\n";
  return text;
}
