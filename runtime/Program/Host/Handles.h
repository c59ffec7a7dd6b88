// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Objects behind the runtime's handles.
#ifndef TILEC_RUNTIME_PROGRAM_HOST_HANDLES_H
#define TILEC_RUNTIME_PROGRAM_HOST_HANDLES_H

#include <map>
#include <memory>
#include <mutex>

namespace tilec::program::host {

/// All objects of one kind. A handle is the object's address, and a wrong one is noticed.
template <typename Object, typename Handle> class Handles {
public:
  /// The handles of the process; never destroyed.
  static Handles &all() {
    static Handles *instance = new Handles;
    return *instance;
  }

  Handle add(std::shared_ptr<Object> object) {
    std::lock_guard lock(mutex);
    auto handle = reinterpret_cast<Handle>(object.get());
    objects[handle] = std::move(object);
    return handle;
  }
  /// Null if it is none.
  std::shared_ptr<Object> find(Handle handle) {
    std::lock_guard lock(mutex);
    auto found = objects.find(handle);
    return found == objects.end() ? nullptr : found->second;
  }
  /// False if it is none.
  bool remove(Handle handle) {
    std::lock_guard lock(mutex);
    return objects.erase(handle) > 0;
  }
  void clear() {
    std::lock_guard lock(mutex);
    objects.clear();
  }

private:
  std::mutex mutex;
  std::map<Handle, std::shared_ptr<Object>> objects;
};

} // namespace tilec::program::host

#endif // TILEC_RUNTIME_PROGRAM_HOST_HANDLES_H
