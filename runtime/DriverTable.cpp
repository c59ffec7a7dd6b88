// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Opens libcuda. A function that an older driver lacks stays empty and fails when called, so that the rest works.
#include "runtime/DriverTable.h"

#include <dlfcn.h>

namespace tilec::runtime {

static Error noDriver(const std::string &text) {
  return {"Driver::load", kNoDriver, "kNoDriver", text};
}

Expected<std::shared_ptr<DriverTable>> DriverTable::open(const std::string &path) {
  std::string file = path.empty() ? "libcuda.so.1" : path;
  void *library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    return noDriver("cannot open '" + file +
                    "', the library of the NVIDIA driver: " + (reason ? reason : "unknown reason"));
  }
  auto table = std::make_shared<DriverTable>();
  for (DriverEntry *entry : table->all)
    entry->address = dlsym(library, entry->name);
  if (!table->init.address)
    return noDriver("'" + file + "' is no CUDA driver: it has no function cuInit");
  if (Status status = table->call(table->init, 0); !status)
    return status;
  return table;
}

} // namespace tilec::runtime
