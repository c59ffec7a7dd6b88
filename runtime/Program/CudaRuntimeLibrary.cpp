// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/Program/CudaRuntimeLibrary.h"

#include "runtime/Program/Mode.h"
#include "runtime/Program/Registration.h"

#include <dlfcn.h>
#include <glob.h>
#include <vector>

using namespace tilec::program;

namespace {

/// Global, so that libraries that need the runtime find the same one.
void *open(const std::string &path) {
  return dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
}

/// Majors that may be used, best first.
std::vector<int> majors() {
  if (&__tilecCudartVersion)
    return {__tilecCudartVersion / 1000};
  return {13, 12};
}

std::vector<std::string> matches(const std::string &pattern) {
  std::vector<std::string> paths;
  glob_t found = {};
  if (glob(pattern.c_str(), 0, nullptr, &found) == 0)
    paths.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  globfree(&found);
  return paths;
}

/// Patterns of folders that may hold it.
std::vector<std::string> folders() {
  std::vector<std::string> roots, result;
  for (const char *name : {"CUDA_PATH", "CUDA_HOME"})
    if (std::string root = environment(name); !root.empty())
      roots.push_back(root);
  roots.insert(roots.end(), {"/usr/local/cuda", "/usr/local/cuda-*"});
  for (const std::string &root : roots)
    for (const char *folder : {"/lib64", "/lib", "/targets/*-linux/lib"})
      result.push_back(root + folder);
  for (const char *name : {"VIRTUAL_ENV", "CONDA_PREFIX"})
    if (std::string root = environment(name); !root.empty())
      for (const char *folder : {"/lib/python3*/site-packages/nvidia/cu1*/lib",
                                 "/lib/python3*/site-packages/nvidia/cuda_runtime/lib", "/lib"})
        result.push_back(root + folder);
  return result;
}

bool isOfMajor(void *library, int major) {
  auto version = reinterpret_cast<decltype(&cudaRuntimeGetVersion)>(functionOf(library, "cudaRuntimeGetVersion"));
  int number = 0;
  return version && version(&number) == cudaSuccess && number / 1000 == major;
}

void *search(int major) {
  std::string name = "libcudart.so." + std::to_string(major);
  if (void *library = open(name))
    return library;
  for (const std::string &folder : folders())
    for (const std::string &path : matches(folder + "/" + name))
      if (void *library = open(path))
        return library;
  void *library = open("libcudart.so");
  return library && isOfMajor(library, major) ? library : nullptr;
}

} // namespace

CudaRuntimeLibrary tilec::program::openCudaRuntime() {
  if (std::string path = environment("TILEC_CUDART"); !path.empty()) {
    if (void *library = open(path))
      return {library, ""};
    return {nullptr, "the CUDA runtime of TILEC_CUDART cannot be opened: " + std::string(dlerror())};
  }
  std::string names;
  for (int major : majors()) {
    if (void *library = search(major))
      return {library, ""};
    names += (names.empty() ? "" : " or ") + ("libcudart.so." + std::to_string(major));
  }
  return {nullptr, "there is a GPU, but no CUDA runtime: " + names +
                       " is not on LD_LIBRARY_PATH nor in a toolkit (TILEC_CUDART names the file)"};
}

void *tilec::program::functionOf(void *library, const char *name) {
  return dlsym(library, name);
}
