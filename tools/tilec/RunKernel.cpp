// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tilec/RunKernel.h"
#include "tools/tilec/Arguments.h"
#include "tools/tilec/Jobs.h"
#include "tools/tilec/Outputs.h"

#include "tilec/Module.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <unistd.h>

using namespace tilec;
using namespace tilec::tool;

namespace {

bool fail(const llvm::Twine &message) {
  printError(message);
  return false;
}

bool fail(const runtime::Error &error) {
  return fail(error.message());
}

bool print(llvm::StringRef text) {
  llvm::Error error = writeFile("-", text);
  return error ? fail(llvm::toString(std::move(error))) : true;
}

/// The kernel that --run means: by symbol, by C++ name, or the only one.
llvm::Expected<const manifest::Kernel *> findKernel(const Compilation &compilation, const RunOptions &options) {
  std::string name = compilation.loweredName(options.kernel).value_or(options.kernel);
  auto found = runtime::findKernel(compilation.manifest(), name);
  if (!found)
    return llvm::createStringError(found.error().text);
  return *found;
}

llvm::Expected<std::vector<DescribedArgument>> describe(const manifest::Kernel &kernel, const RunOptions &options) {
  if (options.arguments.size() != kernel.parameters.size())
    return llvm::createStringError("kernel '" + kernel.displayName + "': expected " +
                                   llvm::Twine(kernel.parameters.size()) + " times --arg, got " +
                                   llvm::Twine(options.arguments.size()));
  std::vector<DescribedArgument> arguments;
  for (auto [text, parameter] : llvm::zip(options.arguments, kernel.parameters)) {
    auto argument = parseArgument(text, parameter);
    if (!argument)
      return llvm::createStringError("--arg '" + text + "' for parameter '" + parameter.name +
                                     "': " + llvm::toString(argument.takeError()));
    arguments.push_back(std::move(*argument));
  }
  return arguments;
}

runtime::Status runOnHost(Compilation &compilation, const manifest::Kernel &kernel, runtime::Dim3 grid,
                          HostOptions host, std::vector<DescribedArgument> &described, std::string &output) {
  std::vector<runtime::Argument> arguments;
  // With no memory named, nothing would be checked: a kernel without arrays may touch none.
  static char nothing;
  if (host.check || host.stage == Stage::TileGPU)
    host.memory.push_back({&nothing, 0, "the kernel's arrays"});
  for (auto [argument, parameter] : llvm::zip(described, kernel.parameters)) {
    if (argument.array)
      host.memory.push_back({argument.array->bytes.data(), argument.array->bytes.size(), parameter.name});
    arguments.push_back(argument.array ? runtime::Argument(host.memory.back().data) : *argument.scalar);
  }
  return compilation.runOnHost(kernel.name, grid, arguments, host, &output);
}

bool runOnHost(Compilation &compilation, const manifest::Kernel &kernel, const RunOptions &options,
               std::vector<DescribedArgument> &described) {
  std::string output;
  runtime::Status status = runOnHost(compilation, kernel, options.grid, options.host, described, output);
  bool printed = print(output);
  return status ? printed : fail(status.error().text);
}

/// The arrays on the device; a buffer without address for each scalar.
runtime::Expected<std::vector<runtime::Buffer>> upload(const runtime::Context &context,
                                                       const std::vector<DescribedArgument> &described) {
  std::vector<runtime::Buffer> buffers;
  for (const DescribedArgument &argument : described) {
    const ArrayArgument *array = argument.array ? &*argument.array : nullptr;
    auto buffer = runtime::Buffer::allocate(context, array ? array->offsetBytes + array->bytes.size() : 0);
    if (!buffer)
      return buffer.error();
    if (array)
      if (runtime::Status status = buffer->copyFrom(array->bytes.data(), array->bytes.size(), array->offsetBytes);
          !status)
        return status;
    buffers.push_back(*buffer);
  }
  return buffers;
}

runtime::Status launch(const runtime::Context &context, const std::string &ptx, const manifest::Kernel &kernel,
                       const RunOptions &options, std::vector<DescribedArgument> &described) {
  auto module = runtime::Module::load(context, ptx);
  if (!module)
    return module.error();
  auto function = module->kernel(kernel.name);
  if (!function)
    return function.error();
  auto buffers = upload(context, described);
  if (!buffers)
    return buffers.error();
  std::vector<runtime::Argument> arguments;
  for (auto [argument, buffer] : llvm::zip(described, *buffers))
    arguments.push_back(argument.array ? runtime::Argument(reinterpret_cast<const void *>(buffer.address() +
                                                                                          argument.array->offsetBytes))
                                       : *argument.scalar);
  runtime::LaunchOptions launchOptions;
  launchOptions.grid = options.grid;
  if (runtime::Status status = function->launch(launchOptions, arguments); !status)
    return status;
  if (runtime::Status status = context.synchronize(); !status)
    return status;
  for (auto [argument, buffer] : llvm::zip(described, *buffers))
    if (argument.array)
      if (runtime::Status status =
              buffer.copyTo(argument.array->bytes.data(), argument.array->bytes.size(), argument.array->offsetBytes);
          !status)
        return status;
  return {};
}

bool runOnDevice(Compilation &compilation, const manifest::Kernel &kernel, const RunOptions &options,
                 std::vector<DescribedArgument> &described) {
  std::optional<std::string> ptx = compilation.emit(Stage::PTX);
  if (!ptx)
    return false;
  auto device = runtime::Device::open(*options.device);
  if (!device)
    return fail(device.error());
  auto context = device->primaryContext();
  if (!context)
    return fail(context.error());
  runtime::Status status = launch(*context, *ptx, kernel, options, described);
  return status ? true : fail(status.error());
}

/// Ends the process if it is still there after so many seconds; nothing has been written by then.
class TimeLimit {
public:
  TimeLimit(unsigned seconds, const std::string &kernel) {
    if (!seconds)
      return;
    message = "tilec: error: kernel '" + kernel + "' has not ended within " + std::to_string(seconds) + " s\n";
    std::signal(SIGALRM, [](int) {
      (void)!write(STDERR_FILENO, message.data(), message.size());
      _exit(1);
    });
    alarm(seconds);
  }
  ~TimeLimit() {
    alarm(0);
  }

private:
  static std::string message;
};
std::string TimeLimit::message;

bool showResults(const manifest::Kernel &kernel, const std::vector<DescribedArgument> &described) {
  for (auto [argument, parameter] : llvm::zip(described, kernel.parameters)) {
    if (!argument.array)
      continue;
    const ArrayArgument &array = *argument.array;
    if (array.print && !print(parameter.name + ": " + toText(array) + "\n"))
      return false;
    llvm::StringRef bytes(reinterpret_cast<const char *>(array.bytes.data()), array.bytes.size());
    if (!array.file.empty())
      if (llvm::Error error = writeFile(array.file, bytes))
        return fail(llvm::toString(std::move(error)));
  }
  return true;
}

} // namespace

void tool::requestKernel(CompileOptions &options, const RunOptions &run) {
  if (llvm::StringRef(run.kernel).ends_with(">"))
    options.nameExpressions.push_back(run.kernel);
}

bool tool::runKernel(Compilation &compilation, const RunOptions &options) {
  auto kernel = findKernel(compilation, options);
  if (!kernel)
    return fail(llvm::toString(kernel.takeError()));
  auto described = describe(**kernel, options);
  if (!described)
    return fail(llvm::toString(described.takeError()));
  TimeLimit limit(options.timeLimit, (*kernel)->displayName);
  bool ran = options.device ? runOnDevice(compilation, **kernel, options, *described)
                            : runOnHost(compilation, **kernel, options, *described);
  return ran && showResults(**kernel, *described);
}

llvm::Error tool::observeKernel(Compilation &compilation, const RunOptions &options,
                                const std::function<void(const HostEvent &)> &observer) {
  auto kernel = findKernel(compilation, options);
  if (!kernel)
    return kernel.takeError();
  auto described = describe(**kernel, options);
  if (!described)
    return described.takeError();
  HostOptions host = options.host;
  host.stage = Stage::TileGPU;
  host.observer = observer;
  host.threads = 1;
  host.seed = 1; // warps are interleaved, as on a GPU, instead of each running as far as it can
  TimeLimit limit(options.timeLimit, (*kernel)->displayName);
  std::string output;
  runtime::Status status = runOnHost(compilation, **kernel, options.grid, host, *described, output);
  return status ? llvm::Error::success() : llvm::createStringError(status.error().text);
}
