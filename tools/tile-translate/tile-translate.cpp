// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Runs the code generator alone: a module of the LLVM and NVVM dialects in, LLVM IR, PTX, or a cubin out. For tests.
#include "compiler/Codegen/Codegen.h"
#include "compiler/Codegen/Ptx/Ptxas.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace tilec;
namespace cl = llvm::cl;

namespace {

enum class Stage { LLVM, Ptx, Cubin, Sass };
cl::opt<std::string> input(cl::Positional, cl::desc("<input>"), cl::init("-"));
cl::opt<std::string> output("o", cl::desc("output file"), cl::init("-"));
cl::opt<std::string> architecture("arch", cl::desc("sm_90a, compute_80, ..."), cl::init("sm_90a"));
cl::opt<std::string> libdevice("libdevice", cl::desc("path of libdevice.10.bc"));
cl::opt<unsigned> level("opt-level", cl::desc("0 to 3"), cl::init(3));
cl::opt<bool> lineInfo("lineinfo", cl::desc("keep source lines"));
cl::opt<bool> flush("ftz", cl::desc("libdevice functions flush subnormals"));
cl::opt<Stage> emit("emit", cl::desc("what to write"), cl::init(Stage::Ptx),
                    cl::values(clEnumValN(Stage::LLVM, "llvm", "optimised LLVM IR"),
                               clEnumValN(Stage::Ptx, "ptx", "PTX"), clEnumValN(Stage::Cubin, "cubin", "cubin"),
                               clEnumValN(Stage::Sass, "sass", "SASS")));

int fail(llvm::Error error) {
  llvm::errs() << "error: " << llvm::toString(std::move(error)) << "\n";
  return 1;
}

llvm::Expected<std::string> finish(const std::string &ptx, const codegen::CodegenOptions &options) {
  if (emit == Stage::Ptx || emit == Stage::LLVM)
    return ptx;
  codegen::AssembleOptions assembleOptions;
  assembleOptions.target = options.target;
  assembleOptions.lineInfo = options.lineInfo;
  auto assembly = codegen::assemble(ptx, assembleOptions);
  if (!assembly)
    return assembly.takeError();
  return emit == Stage::Cubin ? std::move(assembly->cubin) : codegen::disassemble(assembly->cubin);
}

} // namespace

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv, "tilec code generator\n");
  llvm::Expected<Target> target = Target::parse(architecture);
  if (!target)
    return fail(target.takeError());

  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<mlir::LLVM::LLVMDialect, mlir::NVVM::NVVMDialect>();
  // What the manifest says of kernels is in its attributes.
  context.loadDialect<tilec::tile_gpu::TileGPUDialect>();
  llvm::SourceMgr sources;
  mlir::SourceMgrDiagnosticHandler handler(sources, &context);
  std::string message;
  auto file = mlir::openInputFile(input, &message);
  if (!file)
    return fail(llvm::createStringError(message));
  sources.AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  auto module = mlir::parseSourceFile<mlir::ModuleOp>(sources, &context);
  if (!module)
    return 1;

  codegen::CodegenOptions options{.target = *target,
                                  .optimizationLevel = level,
                                  .lineInfo = lineInfo,
                                  .flushSubnormals = flush,
                                  .libdevice = libdevice};
  auto text = emit == Stage::LLVM ? codegen::compileToLLVM(*module, options) : codegen::compileToPtx(*module, options);
  if (mlir::failed(text))
    return 1;
  llvm::Expected<std::string> result = finish(*text, options);
  if (!result)
    return fail(result.takeError());
  auto out = mlir::openOutputFile(output, &message);
  if (!out)
    return fail(llvm::createStringError(message));
  out->os() << *result;
  out->keep();
  return 0;
}
