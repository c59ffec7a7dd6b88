// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads and launches through the plain driver API.
#include "tools/bench/OtherCompiler.h"
#include "tools/bench/Measure.h"

#include <dlfcn.h>
#include <fstream>

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

void check(const std::string &call, int code) {
  if (code != 0)
    fail(call + ": error " + std::to_string(code));
}

constexpr unsigned kFreeSharedBytes = 48 * 1024; ///< a kernel that wants more has to say so
constexpr int kMaxDynamicSharedBytes = 8;        ///< CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
constexpr int kNotFound = 500;                   ///< CUDA_ERROR_NOT_FOUND

} // namespace

std::optional<OtherKernel> OtherKernel::find(const runtime::Context &context, const std::string &path,
                                             const std::string &symbol, unsigned threads, unsigned sharedBytes) {
  void *module = nullptr, *function = nullptr;
  check("cuCtxSetCurrent", driverFunction<int (*)(void *)>("cuCtxSetCurrent")(context.native()));
  check("loading " + path, driverFunction<int (*)(void **, const char *)>("cuModuleLoad")(&module, path.c_str()));
  auto getFunction = driverFunction<int (*)(void **, void *, const char *)>("cuModuleGetFunction");
  int code = getFunction(&function, module, symbol.c_str());
  if (code == kNotFound)
    return std::nullopt;
  check("looking up " + symbol, code);
  if (sharedBytes > kFreeSharedBytes)
    check("cuFuncSetAttribute", driverFunction<int (*)(void *, int, int)>("cuFuncSetAttribute")(
                                    function, kMaxDynamicSharedBytes, int(sharedBytes)));
  return OtherKernel(function, threads, sharedBytes);
}

void OtherKernel::launch(const runtime::Stream &stream, runtime::Dim3 grid,
                         std::span<const runtime::Argument> arguments) const {
  using Launch =
      int (*)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);
  static const Launch launchKernel = driverFunction<Launch>("cuLaunchKernel");
  std::vector<void *> values;
  for (const runtime::Argument &argument : arguments)
    values.push_back(const_cast<unsigned char *>(argument.bytes().data()));
  check("cuLaunchKernel", launchKernel(function, grid.x, grid.y, grid.z, threads, 1, 1, sharedBytes, stream.native(),
                                       values.data(), nullptr));
}

OtherKernel bench::tritonKernel(const runtime::Context &context, const std::string &folder, const std::string &name) {
  std::ifstream list(folder + "/kernels.txt");
  std::string found, file, symbol;
  for (unsigned threads, shared; list >> found >> file >> symbol >> threads >> shared;)
    if (found == name)
      if (auto kernel = OtherKernel::find(context, folder + "/" + file, symbol, threads, shared))
        return *kernel;
  fail(folder + "/kernels.txt has no " + name);
}

void bench::copyOnDevice(const runtime::Stream &stream, uint64_t target, uint64_t source, size_t bytes) {
  using Copy = int (*)(uint64_t, uint64_t, size_t, void *);
  static const auto copy = driverFunction<Copy>("cuMemcpyDtoDAsync_v2");
  check("cuMemcpyDtoDAsync_v2", copy(target, source, bytes, stream.native()));
}
