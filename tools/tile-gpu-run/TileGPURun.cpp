// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-gpu-run: executes final `tile_gpu` IR on the CPU, lane by lane (compiler/Host/TileGPU).
//
//   tile-gpu-run FILE [--grid N] [--bytes N] [--print N] [--orders N] [--overlap] [--try-barriers] [--no-verify]
//
// Each kernel of the file runs by itself. Pointer parameters get an array of --bytes bytes (default 4096) whose 32-bit
// word i is i; integer parameters get the number of 32-bit words of an array. --print shows the first N words of each
// array afterwards. --orders takes N orders of warps and asynchronous copies, one after the other, to the first that
// fails. --overlap lets parameters share an array. --try-barriers runs each kernel without one tile_gpu.memory_barrier
// after the other, and tells which of them no race misses: these are not needed, as far as one launch can tell. Reports
// go to standard output, after the kernel's name. Pieces of the file between `// -----` lines are modules of their own.
#include "compiler/Host/HostModule.h"
#include "compiler/Host/TileGPU/TileGPULevel.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Support/ToolUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace tilec;
namespace cl = llvm::cl;

static cl::opt<std::string> inputFile(cl::Positional, cl::Required, cl::desc("FILE"));
static cl::opt<unsigned> gridBlocks("grid", cl::init(1), cl::desc("number of tile blocks"));
static cl::opt<unsigned> arrayBytes("bytes", cl::init(4096), cl::desc("bytes of each array"));
static cl::opt<unsigned> printWords("print", cl::init(0), cl::desc("words of each array to show"));

static cl::opt<unsigned> orders("orders", cl::init(1),
                                cl::desc("number of orders of warps and copies to run each kernel under"));
static cl::opt<bool> tryBarriers("try-barriers", cl::init(false),
                                 cl::desc("run without each barrier by itself, and tell whether a race shows"));
static cl::opt<bool> overlap("overlap", cl::init(false),
                             cl::desc("arrays are one, in which each parameter begins 16 bytes after the one before"));
static cl::opt<bool> noVerify("no-verify", cl::desc("run IR that the verifiers would refuse"));

namespace {

/// The arguments of one launch.
class Arguments {
public:
  explicit Arguments(func::FuncOp kernel) {
    for (auto [i, type] : llvm::enumerate(kernel.getArgumentTypes()))
      isa<tile::PtrType>(type) ? addArray(i) : addScalar();
  }

  std::vector<void *> addresses() const {
    std::vector<void *> list;
    for (const uint64_t &value : values)
      list.push_back(const_cast<uint64_t *>(&value));
    return list;
  }
  const std::vector<host::BufferRange> &buffers() const {
    return ranges;
  }
  void print() const {
    if (printWords == 0)
      return;
    for (const host::BufferRange &range : ranges) {
      llvm::outs() << range.name << ":";
      for (unsigned i = 0; i < printWords; ++i)
        llvm::outs() << ' ' << static_cast<const int32_t *>(range.base)[i];
      llvm::outs() << '\n';
    }
  }

private:
  void addArray(size_t parameter) {
    if (overlap && !arrays.empty()) {
      values.push_back(lastArray += 16);
      return;
    }
    auto &array =
        arrays.emplace_back(static_cast<int32_t *>(std::aligned_alloc(256, llvm::alignTo(arrayBytes, 256))), std::free);
    for (unsigned i = 0; i < arrayBytes / 4; ++i)
      array.get()[i] = int32_t(i);
    ranges.push_back({array.get(), arrayBytes, "arg" + std::to_string(parameter)});
    values.push_back(lastArray = uint64_t(uintptr_t(array.get())));
  }
  void addScalar() {
    values.push_back(arrayBytes / 4);
  }

  std::vector<std::unique_ptr<int32_t, void (*)(void *)>> arrays;
  std::vector<host::BufferRange> ranges;
  std::vector<uint64_t> values;
  uint64_t lastArray = 0;
};

} // namespace

static llvm::Error launch(const host::HostModule &module, func::FuncOp kernel, const Arguments &arguments,
                          host::LaunchOptions options) {
  options.threads = 1;
  options.buffers = arguments.buffers();
  options.print = [](llvm::StringRef text) { llvm::outs() << text; };
  return module.launch(kernel.getName(), {gridBlocks}, arguments.addresses(), options);
}

/// One line for each barrier.
static void tryWithoutBarriers(const host::HostModule &module, func::FuncOp kernel) {
  std::vector<std::string> barriers = module.barriers(kernel.getName());
  for (size_t i = 0; i < barriers.size(); ++i) {
    host::LaunchOptions options;
    options.leftOutBarrier = i;
    std::string report = llvm::toString(launch(module, kernel, Arguments(kernel), options));
    bool isNeeded = llvm::StringRef(report).contains("data race");
    llvm::outs() << kernel.getName() << ": barrier " << i + 1 << " of " << barriers.size() << " at " << barriers[i]
                 << (isNeeded ? " is needed\n" : " is not missed\n");
  }
}

static void runKernel(const host::HostModule &module, func::FuncOp kernel) {
  for (unsigned order = 0; order < orders; ++order) {
    Arguments arguments(kernel);
    host::LaunchOptions options;
    options.seed = order;
    llvm::Error error = launch(module, kernel, arguments, options);
    if (!error && order + 1 < orders)
      continue;
    llvm::outs() << kernel.getName() << ": ";
    if (error)
      llvm::outs() << llvm::toString(std::move(error)) << '\n';
    else
      llvm::outs() << "ok\n";
    return arguments.print();
  }
}

static LogicalResult runModule(std::unique_ptr<llvm::MemoryBuffer> buffer, MLIRContext &context) {
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(sources, &context, llvm::outs());
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, ParserConfig(&context, !noVerify));
  if (!module)
    return failure();
  llvm::Expected<host::HostModule> executable = host::HostModule::create(*module, &host::tileGPULevel());
  if (!executable) {
    llvm::consumeError(executable.takeError()); // a diagnostic has said it
    return failure();
  }
  for (auto kernel : module->getOps<func::FuncOp>())
    if (kernel->hasAttr("tile.kernel"))
      (tryBarriers ? tryWithoutBarriers : runKernel)(*executable, kernel);
  return success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "executes tile_gpu IR on the CPU\n");
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> file = openInputFile(inputFile, &message);
  if (!file) {
    llvm::errs() << "tile-gpu-run: " << message << '\n';
    return 1;
  }
  DialectRegistry registry;
  registry.insert<tile::TileDialect, tile_gpu::TileGPUDialect, arith::ArithDialect, cf::ControlFlowDialect,
                  func::FuncDialect, math::MathDialect, scf::SCFDialect, tensor::TensorDialect, ub::UBDialect>();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  auto run = [&](std::unique_ptr<llvm::MemoryBuffer> piece, llvm::raw_ostream &) {
    return runModule(std::move(piece), context);
  };
  return failed(splitAndProcessBuffer(std::move(file), run, llvm::outs()));
}
