// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/HostModule.h"
#include "compiler/Host/Check/Checker.h"
#include "compiler/Host/Decoder.h"
#include "compiler/Host/Execution.h"
#include "dialects/Tile/IR/BlockParts.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstring>

using namespace mlir;

namespace tilec::host {

char LaunchError::ID = 0;

namespace {
/// Memory of a `tile.global`.
struct Variable {
  std::string name;
  std::unique_ptr<char[]> storage;
  char *address;
  size_t bytes;
  std::string initial; ///< of the first bytes; the others begin as zeros

  void reset() {
    std::memset(address, 0, bytes);
    std::memcpy(address, initial.data(), initial.size());
  }
};

/// A kernel without and with checks.
struct Kernel {
  Program plain, checking;
  bool isPersistent = false;                  ///< loops over blocks
  std::array<uint32_t, 3> joined = {1, 1, 1}; ///< blocks of the source that are one of its own
  std::array<uint32_t, 3> parts = {1, 1, 1};  ///< of a block of the launch, that are its own blocks
};
} // namespace

struct HostModule::State {
  bool alwaysChecks = false;
  std::vector<Variable> variables;
  VariableTable addresses;
  std::vector<std::unique_ptr<Kernel>> kernels;

  const Kernel *find(llvm::StringRef name) const {
    for (const auto &kernel : kernels)
      if (kernel->checking.name == name)
        return kernel.get();
    return nullptr;
  }
};

HostModule::HostModule(std::unique_ptr<State> state) : state(std::move(state)) {}
HostModule::HostModule(HostModule &&) = default;
HostModule &HostModule::operator=(HostModule &&) = default;
HostModule::~HostModule() = default;

//===- Loading ---------------------------------------------------------------------------------------------------===//

static Variable makeVariable(tile::GlobalOp global) {
  size_t bytes = global.getBytes(), alignment = std::max<int64_t>(global.getAlignment(), 16);
  Variable variable{global.getSymName().str(), std::make_unique<char[]>(bytes + alignment), nullptr, bytes, ""};
  variable.address = reinterpret_cast<char *>(llvm::alignTo(uintptr_t(variable.storage.get()), alignment));
  if (auto initial = global.getInitial())
    variable.initial.assign(initial->begin(), initial->begin() + std::min(bytes, initial->size()));
  variable.reset();
  return variable;
}

/// Bytes of the smallest element that an op of the kernel reads or writes in memory.
static size_t smallestAccess(func::FuncOp function) {
  size_t smallest = 8;
  function.walk([&](Operation *op) {
    for (Value operand : op->getOperands()) {
      Type type = getElementTypeOrSelf(operand.getType());
      if (auto pointer = dyn_cast<tile::PtrType>(type))
        smallest = std::min(smallest, size_t(tile::storageBytes(pointer.getPointee())));
      else if (auto view = dyn_cast<tile::TensorViewType>(type))
        smallest = std::min(smallest, size_t(tile::storageBytes(view.getElementType())));
    }
  });
  return smallest;
}

llvm::Expected<HostModule> HostModule::create(ModuleOp module, const Level *level) {
  auto state = std::make_unique<State>();
  state->alwaysChecks = level != nullptr;
  for (auto global : module.getOps<tile::GlobalOp>()) {
    state->variables.push_back(makeVariable(global));
    state->addresses[global.getSymName()] = state->variables.back().address;
  }
  std::string firstError;
  ScopedDiagnosticHandler listener(module.getContext(), [&](Diagnostic &diagnostic) {
    if (firstError.empty() && diagnostic.getSeverity() == DiagnosticSeverity::Error)
      firstError = llvm::formatv("{0}: {1}", diagnostic.getLocation(), diagnostic.str());
    return failure(); // let others see it, too
  });
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function->hasAttr("tile.kernel"))
      continue;
    auto kernel = std::make_unique<Kernel>();
    kernel->isPersistent = function->hasAttr(tile::kPersistentAttr);
    kernel->joined = tile::joinedBlocksOf(function);
    kernel->parts = tile::blockPartsOf(function);
    for (Program *program : {&kernel->plain, &kernel->checking}) {
      bool checking = program == &kernel->checking;
      if (level && !checking)
        continue;
      program->smallestAccess = smallestAccess(function);
      if (failed(Decoder(*program, state->addresses, checking, level).decodeKernel(function)))
        return llvm::make_error<LaunchError>(firstError);
    }
    state->kernels.push_back(std::move(kernel));
  }
  return HostModule(std::move(state));
}

//===- Asking ----------------------------------------------------------------------------------------------------===//

std::vector<std::string> HostModule::kernels() const {
  std::vector<std::string> names;
  for (const auto &kernel : state->kernels)
    names.push_back(kernel->checking.name);
  return names;
}

std::vector<std::string> HostModule::barriers(llvm::StringRef name) const {
  std::vector<std::string> locations;
  if (const Kernel *kernel = state->find(name))
    for (const Site *site : kernel->checking.barriers)
      locations.push_back(site->location);
  return locations;
}

std::vector<size_t> HostModule::parameterBytes(llvm::StringRef name) const {
  std::vector<size_t> bytes;
  if (const Kernel *kernel = state->find(name))
    for (const Parameter &parameter : kernel->checking.parameters)
      bytes.push_back(bytesOf(parameter.slot.kind));
  return bytes;
}

void HostModule::resetVariables() {
  for (Variable &variable : state->variables)
    variable.reset();
}

void *HostModule::variable(llvm::StringRef name, size_t *bytes) const {
  for (const Variable &variable : state->variables)
    if (variable.name == name) {
      if (bytes)
        *bytes = variable.bytes;
      return variable.address;
    }
  return nullptr;
}

//===- Launching -------------------------------------------------------------------------------------------------===//

static std::vector<Buffer> buffersOf(const LaunchOptions &options, llvm::ArrayRef<Variable> variables) {
  std::vector<Buffer> buffers;
  if (options.buffers.empty())
    return buffers;
  for (auto [i, range] : llvm::enumerate(options.buffers))
    buffers.push_back(
        {uintptr_t(range.base), range.bytes, range.name.empty() ? llvm::formatv("buffer {0}", i).str() : range.name});
  for (const Variable &variable : variables)
    buffers.push_back({uintptr_t(variable.address), variable.bytes, "variable " + variable.name});
  return buffers;
}

static llvm::Error wrongLaunch(const llvm::Twine &what) {
  return llvm::make_error<LaunchError>(what.str());
}

llvm::Error HostModule::launch(llvm::StringRef name, Grid grid, llvm::ArrayRef<void *> arguments,
                               const LaunchOptions &options) const {
  const Kernel *kernel = state->find(name);
  if (!kernel)
    return wrongLaunch("expected a kernel of the module, got '" + name + "'");
  bool check = options.check || state->alwaysChecks;
  const Program &program = check ? kernel->checking : kernel->plain;
  if (arguments.size() != program.parameters.size())
    return wrongLaunch(llvm::formatv("expected {0} arguments for kernel '{1}', got {2}", program.parameters.size(),
                                     name, arguments.size())
                           .str());
  std::array<uint64_t, 3> extents = {grid.x, grid.y, grid.z};
  for (auto [axis, extent] : llvm::enumerate(extents)) {
    if (extent % kernel->joined[axis])
      return wrongLaunch(llvm::formatv("expected a multiple of {0} blocks along {1}, got {2}", kernel->joined[axis],
                                       "xyz"[axis], extent)
                             .str());
    extent = extent / kernel->joined[axis] * kernel->parts[axis];
  }
  auto [x, y, z] = extents;
  uint64_t blocks = std::max({x, y, z}) > UINT32_MAX ? UINT64_MAX : x * y * z;
  if (blocks == 0 || blocks > UINT32_MAX)
    return wrongLaunch(llvm::formatv("expected a grid of 1 to 2^32 - 1 blocks, got {0} x {1} x {2}", x, y, z).str());
  LaunchState launch;
  launch.grid = {uint32_t(x), uint32_t(y), uint32_t(z)};
  launch.isPersistent = kernel->isPersistent;
  launch.workers = uint32_t(kernel->isPersistent ? std::min<uint64_t>(blocks, options.residentCtas) : blocks);
  launch.print = options.print;
  launch.observer = options.observer;
  launch.seed = options.seed;
  if (options.leftOutBarrier)
    launch.leftOut = program.barriers.at(*options.leftOutBarrier);
  std::optional<Checker> checker;
  if (check)
    launch.checker = &checker.emplace(program, buffersOf(options, state->variables), uint32_t(blocks));
  execute(program, launch, arguments, options.threads);
  std::string text = checker ? checker->text() : std::string();
  if (!launch.failure.empty())
    text += (text.empty() ? "" : "\n") + launch.failure;
  if (text.empty())
    return llvm::Error::success();
  bool isAccess = checker && checker->foundInvalidAccess();
  return llvm::make_error<LaunchError>(text, isAccess ? FailureKind::Access : launch.failureKind);
}

} // namespace tilec::host
