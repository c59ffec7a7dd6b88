// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The runtime for C++: headers alone, over the C API, so that compiler and standard library of a program need not be
/// those of tilec. tilec-c/Runtime.h says what each function does. Link libtilec-runtime.so, or libtilec.so for the
/// compiler too.
///
///   tilec::Context context = tilec::Device(0).primaryContext();
///   tilec::Module module(context, image);
///   module.kernel("scale<256>").launch(stream, {blocks}, out, in, n);
///
/// What fails throws tilec::Error. Objects are handles that can be moved and not copied.
#ifndef TILEC_CPP_RUNTIME_H
#define TILEC_CPP_RUNTIME_H

#include "tilec-c/Runtime.h"

#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tilec {
inline namespace v1 {

/// A call that failed.
class Error : public std::runtime_error {
public:
  Error(int code, std::string name, const std::string &message)
      : std::runtime_error(message), errorCode(code), errorName(std::move(name)) {}
  /// The driver's CUresult (positive), or a code of tilec (negative).
  int code() const {
    return errorCode;
  }
  /// `CUDA_ERROR_OUT_OF_MEMORY`, `kArgumentCount`.
  const std::string &name() const {
    return errorName;
  }

private:
  int errorCode;
  std::string errorName;
};

/// Throws what `error` says, which is freed; returns where it is null.
inline void check(TilecError error) {
  if (!error)
    return;
  Error thrown(tilecErrorCode(error), tilecErrorName(error), tilecErrorMessage(error));
  tilecErrorDestroy(error);
  throw thrown;
}

/// Owns a handle of the C API.
template <typename Impl, void (*destroy)(Impl)> class Handle {
public:
  explicit Handle(Impl native = nullptr) : handle(native) {}
  Handle(Handle &&other) noexcept : handle(std::exchange(other.handle, nullptr)) {}
  Handle &operator=(Handle &&other) noexcept {
    std::swap(handle, other.handle);
    return *this;
  }
  ~Handle() {
    if (handle)
      destroy(handle);
  }
  Impl get() const {
    return handle;
  }

private:
  Impl handle;
};

/// One argument of a launch, checked against the kernel's parameter.
class Argument {
public:
  template <typename T, std::enable_if_t<std::is_integral_v<T> || std::is_enum_v<T>, int> = 0> Argument(T value) {
    if constexpr (std::is_signed_v<T>) {
      argument.kind = TILEC_ARGUMENT_SIGNED;
      argument.value.i = static_cast<int64_t>(value);
    } else {
      argument.kind = TILEC_ARGUMENT_UNSIGNED;
      argument.value.u = static_cast<uint64_t>(value);
    }
  }
  Argument(float value) {
    argument.kind = TILEC_ARGUMENT_FLOAT;
    argument.value.f = value;
  }
  Argument(double value) {
    argument.kind = TILEC_ARGUMENT_DOUBLE;
    argument.value.d = value;
  }
  /// A device address, or a host address for the CPU.
  Argument(const void *address) {
    argument.kind = TILEC_ARGUMENT_POINTER;
    argument.value.u = reinterpret_cast<uintptr_t>(address);
  }
  Argument(std::nullptr_t) : Argument(static_cast<const void *>(nullptr)) {}
  /// The bits of a scalar that C++ has no plain type for, e.g. bits("bf16", 0x3f80, 2). `elementType` is kept as it is.
  static Argument bits(const char *elementType, uint64_t value, size_t bytes) {
    Argument made(value);
    made.argument.kind = TILEC_ARGUMENT_BITS;
    made.argument.bytes = bytes;
    made.argument.elementType = elementType;
    return made;
  }
  /// A struct by value, which must live until the launch.
  template <typename T> static Argument record(const T &value) {
    static_assert(std::is_trivially_copyable_v<T>, "a kernel takes structs by their bytes");
    Argument made(nullptr);
    made.argument.kind = TILEC_ARGUMENT_RECORD;
    made.argument.value.record = &value;
    made.argument.bytes = sizeof(T);
    return made;
  }

  /// For calls of the C API.
  TilecArgument argument{};
};

/// A grid of tile blocks.
struct Grid {
  Grid(uint32_t x = 1, uint32_t y = 1, uint32_t z = 1) : x(x), y(y), z(z) {}
  uint32_t x, y, z;
};

class Context : public Handle<TilecContext, tilecContextDestroy> {
public:
  using Handle::Handle;
  void synchronize() const {
    check(tilecContextSynchronize(get()));
  }
};

/// The default driver, opened at first use.
inline TilecDriver defaultDriver() {
  static const Handle<TilecDriver, tilecDriverDestroy> driver = [] {
    TilecDriver made = nullptr;
    check(tilecDriverLoad(nullptr, &made));
    return Handle<TilecDriver, tilecDriverDestroy>(made);
  }();
  return driver.get();
}

/// Number of GPUs; 0 where there is no driver.
inline int deviceCount() {
  int count = 0;
  try {
    check(tilecDriverDeviceCount(defaultDriver(), &count));
  } catch (const Error &) {
    return 0;
  }
  return count;
}

/// A GPU, from 0.
class Device : public Handle<TilecDevice, tilecDeviceDestroy> {
public:
  explicit Device(int ordinal = 0) : Handle(open(ordinal)) {}
  std::string name() const {
    return tilecDeviceName(get());
  }
  /// `sm_90a`: what to compile for.
  std::string architecture() const {
    return tilecDeviceArchitecture(get());
  }
  /// The context that the CUDA runtime uses on the device.
  Context primaryContext() const {
    TilecContext made = nullptr;
    check(tilecContextGetPrimary(get(), &made));
    return Context(made);
  }

private:
  static TilecDevice open(int ordinal) {
    TilecDevice made = nullptr;
    check(tilecDeviceGet(defaultDriver(), ordinal, &made));
    return made;
  }
};

class Stream : public Handle<TilecStream, tilecStreamDestroy> {
public:
  /// The legacy default stream.
  Stream() = default;
  explicit Stream(const Context &context, int priority = 0) : Handle(create(context, priority)) {}
  /// A CUstream or cudaStream_t that somebody else owns.
  static Stream borrow(const Context &context, void *native) {
    Stream made;
    static_cast<Handle &>(made) = Handle(tilecStreamBorrow(context.get(), native));
    return made;
  }
  void synchronize() const {
    check(tilecStreamSynchronize(get()));
  }

private:
  static TilecStream create(const Context &context, int priority) {
    TilecStream made = nullptr;
    check(tilecStreamCreate(context.get(), priority, &made));
    return made;
  }
};

/// Device memory.
class Buffer : public Handle<TilecBuffer, tilecBufferDestroy> {
public:
  Buffer(const Context &context, size_t bytes) : Handle(create(context, bytes)) {}
  void copyFrom(const void *source, size_t bytes, size_t offset = 0) const {
    check(tilecBufferCopyFrom(get(), source, bytes, offset));
  }
  void copyTo(void *target, size_t bytes, size_t offset = 0) const {
    check(tilecBufferCopyTo(get(), target, bytes, offset));
  }
  size_t size() const {
    return tilecBufferSize(get());
  }
  operator Argument() const {
    return Argument(reinterpret_cast<const void *>(static_cast<uintptr_t>(tilecBufferAddress(get()))));
  }

private:
  static TilecBuffer create(const Context &context, size_t bytes) {
    TilecBuffer made = nullptr;
    check(tilecBufferCreate(context.get(), bytes, &made));
    return made;
  }
};

class Kernel : public Handle<TilecKernel, tilecKernelDestroy> {
public:
  using Handle::Handle;
  /// Queues one run over a grid of tile blocks.
  template <typename... Arguments> void launch(const Stream &stream, Grid grid, const Arguments &...arguments) const {
    TilecLaunchOptions options = TILEC_LAUNCH_DEFAULTS;
    options.gridX = grid.x, options.gridY = grid.y, options.gridZ = grid.z;
    options.stream = stream.get();
    const TilecArgument list[] = {static_cast<Argument>(arguments).argument..., {}};
    check(tilecKernelLaunch(get(), &options, list, sizeof...(arguments)));
  }
};

class Module : public Handle<TilecModule, tilecModuleDestroy> {
public:
  /// PTX, a cubin, a fatbin or a bundle that tilec made.
  Module(const Context &context, std::string_view image) : Handle(load(context, image)) {}
  /// A file of any of these.
  static Module open(const Context &context, const std::string &path) {
    TilecModule made = nullptr;
    check(tilecModuleLoadFile(context.get(), path.c_str(), &made));
    return Module(made);
  }
  /// By symbol, or by C++ name if only one kernel fits.
  Kernel kernel(const std::string &name) const {
    TilecKernel made = nullptr;
    check(tilecModuleGetKernel(get(), name.c_str(), &made));
    return Kernel(made);
  }
  /// As JSON.
  std::string manifest() const {
    return tilecModuleManifest(get());
  }

private:
  explicit Module(TilecModule made) : Handle(made) {}
  static TilecModule load(const Context &context, std::string_view image) {
    TilecModule made = nullptr;
    check(tilecModuleLoad(context.get(), image.data(), image.size(), nullptr, &made));
    return made;
  }
};

} // namespace v1
} // namespace tilec

#endif // TILEC_CPP_RUNTIME_H
