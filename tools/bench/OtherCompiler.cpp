// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads and launches through the plain driver API.
#include "tools/bench/OtherCompiler.h"
#include "tools/bench/Measure.h"

#include <dlfcn.h>

using namespace tilec;
using namespace tilec::bench;

namespace {

template <class Function> Function driverFunction(const char *name) {
  void *driver = dlopen("libcuda.so.1", RTLD_NOW);
  auto function = driver ? reinterpret_cast<Function>(dlsym(driver, name)) : nullptr;
  if (!function)
    fail(std::string("the driver has no ") + name);
  return function;
}

void check(const char *call, int code) {
  if (code != 0)
    fail(std::string(call) + ": error " + std::to_string(code));
}

} // namespace

OtherKernel::OtherKernel(const runtime::Context &context, const std::string &path, const std::string &symbol) {
  void *module = nullptr;
  check("cuCtxSetCurrent", driverFunction<int (*)(void *)>("cuCtxSetCurrent")(context.native()));
  check("cuModuleLoad", driverFunction<int (*)(void **, const char *)>("cuModuleLoad")(&module, path.c_str()));
  auto getFunction = driverFunction<int (*)(void **, void *, const char *)>("cuModuleGetFunction");
  check("cuModuleGetFunction", getFunction(&function, module, symbol.c_str()));
}

void OtherKernel::launch(const runtime::Stream &stream, uint32_t blocks,
                         std::span<const runtime::Argument> arguments) const {
  using Launch =
      int (*)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);
  static const Launch launchKernel = driverFunction<Launch>("cuLaunchKernel");
  std::vector<void *> values;
  for (const runtime::Argument &argument : arguments)
    values.push_back(const_cast<unsigned char *>(argument.bytes().data()));
  check("cuLaunchKernel", launchKernel(function, blocks, 1, 1, 1, 1, 1, 0, stream.native(), values.data(), nullptr));
}
