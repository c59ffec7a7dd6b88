// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Arrays of a case: values here, memory on the device, and guard bytes around that memory which no kernel may change.
#ifndef TILEC_TEST_EXEC_ARRAY_H
#define TILEC_TEST_EXEC_ARRAY_H

#include "test/exec/harness/Device.h"

#include <vector>

namespace tilec::exec {

/// The device side of an array, whatever its element type.
class ArrayMemory {
public:
  /// `misalignment`: bytes that the array begins after a multiple of 256.
  ArrayMemory(Device &device, size_t bytes, size_t misalignment);
  ArrayMemory(const ArrayMemory &) = delete;
  virtual ~ArrayMemory();

  void upload();
  /// Returns false if a guard byte was changed.
  bool download();
  Range range() const {
    return {base + kGuard + misalignment, bytes};
  }

protected:
  virtual void *data() = 0;

private:
  static constexpr size_t kGuard = 4096;
  static constexpr unsigned char kPattern = 0xa7;
  Device &device;
  size_t bytes, misalignment;
  uint64_t base;
  std::vector<unsigned char> image;
};

/// An array whose `values` are copied to the device before each launch and back after it. For bool use unsigned char.
template <class T> class Array : public ArrayMemory {
public:
  Array(Device &device, std::vector<T> values, size_t misalignment = 0)
      : ArrayMemory(device, values.size() * sizeof(T), misalignment), values(std::move(values)) {}

  std::vector<T> values;

  size_t size() const {
    return values.size();
  }
  T &operator[](size_t i) {
    return values[i];
  }
  const T &operator[](size_t i) const {
    return values[i];
  }
  /// The address on the device, `element` elements in.
  void *at(size_t element) const {
    return reinterpret_cast<void *>(range().address + element * sizeof(T));
  }

protected:
  void *data() override {
    return values.data();
  }
};

} // namespace tilec::exec

#endif // TILEC_TEST_EXEC_ARRAY_H
