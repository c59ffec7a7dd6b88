// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tilec-exec-device: the cases on a GPU. The kernels were compiled beforehand, a file softmax.ptx for each softmax.cu:
//
//   tilec-exec-device FOLDER [--filter TEXT]... [--seed N] [--timeout SECONDS] [--list] [--ordinal N] [--variant N]
//   [--misaligned]
//
// With --variant N launches take the first variant from N on whose facts hold (others: from 0 on), so that N = 0, 1, 2
// put every case through every variant that its arguments allow; --misaligned leaves only those that need no alignment.
// A case whose file is not in the folder is skipped. The program needs libc and the driver, nothing else.
#include "test/exec/harness/CaseOptions.h"
#include "test/exec/harness/Cases.h"
#include "tilec/Runtime.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <unistd.h>

using namespace tilec;
using namespace tilec::exec;

namespace {

/// A broken device is of no use to any case after this one: the worker ends and another begins.
[[noreturn]] void giveUp(const runtime::Error &error) {
  std::fprintf(stderr, "tilec-exec-device: %s\n", error.message().c_str());
  _exit(4);
}
void demand(const runtime::Status &status) {
  if (!status)
    giveUp(status.error());
}

class GpuDevice : public exec::Device {
public:
  GpuDevice(runtime::Context context, std::string folder, size_t firstVariant)
      : context(std::move(context)), folder(std::move(folder)), firstVariant(firstVariant) {}

  bool isHost() const override {
    return false;
  }
  uint64_t allocate(size_t bytes) override {
    auto buffer = runtime::Buffer::allocate(context, bytes);
    if (!buffer)
      giveUp(buffer.error());
    uint64_t address = buffer->address();
    buffers.emplace(address, std::move(*buffer));
    return address;
  }
  void release(uint64_t address) override {
    buffers.erase(address);
  }
  void write(uint64_t to, const void *from, size_t bytes) override {
    demand(buffers.at(to).copyFrom(from, bytes));
  }
  void read(void *to, uint64_t from, size_t bytes) override {
    demand(buffers.at(from).copyTo(to, bytes));
  }
  void resetVariables(const std::string &file) override {
    modules.erase(file);
  }
  Outcome launch(const Request &request) override;

private:
  void chooseVariant(const runtime::Kernel &kernel, const Request &request, runtime::LaunchOptions &options) const;

  runtime::Context context;
  std::string folder;
  size_t firstVariant;
  std::map<uint64_t, runtime::Buffer> buffers;
  std::map<std::string, runtime::Expected<runtime::Module>> modules;
};

Outcome failed(const runtime::Error &error) {
  return {Outcome::Kind::Failed, error.message()};
}

/// Names the first variant from `firstVariant` on that can be launched.
void GpuDevice::chooseVariant(const runtime::Kernel &kernel, const Request &request,
                              runtime::LaunchOptions &options) const {
  size_t last = kernel.manifest().variants.size() - 1;
  for (size_t variant = std::min(firstVariant, last); firstVariant > 0 && variant <= last; ++variant) {
    options.variant = variant;
    if (kernel.selectVariant(options, request.arguments))
      return;
  }
}

Outcome GpuDevice::launch(const Request &request) {
  std::string path = folder + "/" + request.file + ".ptx";
  if (access(path.c_str(), R_OK) != 0)
    return {Outcome::Kind::NotCompiled, "no " + request.file + ".ptx"};
  auto module = modules.find(request.file);
  if (module == modules.end())
    module = modules.emplace(request.file, runtime::Module::loadFile(context, path)).first;
  if (!module->second)
    return failed(module->second.error());
  auto kernel = module->second->kernel(request.kernel);
  if (!kernel)
    return failed(kernel.error());
  runtime::LaunchOptions options;
  options.grid = request.grid;
  chooseVariant(*kernel, request, options);
  if (runtime::Status status = kernel->launch(options, request.arguments); !status)
    return failed(status.error());
  if (runtime::Status status = context.synchronize(); !status) {
    // Such an error stays with the context. Say what it was, and let the next case have a fresh process.
    std::printf("        %s: %s\n", request.kernel.c_str(), status.error().message().c_str());
    std::fflush(stdout);
    _exit(4);
  }
  Outcome done;
  if (kernel->manifest().variants.size() > 1)
    done.variant = kernel->lastVariant();
  return done;
}

std::unique_ptr<exec::Device> openDevice(std::span<char *> rest) {
  std::optional<DeviceRunOptions> options = DeviceRunOptions::parse(rest);
  if (!options)
    return nullptr;
  auto device = runtime::Device::open(options->ordinal);
  if (!device) {
    std::fprintf(stderr, "tilec-exec-device: %s\n", device.error().message().c_str());
    return nullptr;
  }
  auto context = device->createContext();
  if (!context) {
    std::fprintf(stderr, "tilec-exec-device: %s\n", context.error().message().c_str());
    return nullptr;
  }
  return std::make_unique<GpuDevice>(*context, options->folder, options->firstVariant);
}

} // namespace

int main(int argc, char **argv) {
  return runCases({argv + 1, size_t(argc - 1)}, openDevice);
}
