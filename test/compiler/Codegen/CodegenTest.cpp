// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The code generator as a library: manifest in the PTX, several threads at once, errors as values.
#include "compiler/Codegen/Codegen.h"
#include "compiler/Codegen/Ptx/Ptxas.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "test/support/Catch.h"
#include <thread>

using namespace tilec;

namespace {

struct Outcome {
  std::string ptx;
  std::vector<std::string> diagnostics;
};

Outcome compile(const std::string &source, const codegen::CodegenOptions &options) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<mlir::LLVM::LLVMDialect, mlir::NVVM::NVVMDialect>();
  Outcome outcome;
  mlir::ScopedDiagnosticHandler handler(
      &context, [&](mlir::Diagnostic &diagnostic) { outcome.diagnostics.push_back(diagnostic.str()); });
  auto module = mlir::parseSourceString<mlir::ModuleOp>(source, &context);
  REQUIRE(bool(module));
  auto ptx = codegen::compileToPtx(*module, options);
  if (mlir::succeeded(ptx))
    outcome.ptx = *ptx;
  return outcome;
}

const char *kGood = R"(
llvm.func @k(%o: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel} {
  %a = llvm.fadd %x, %x : f32
  llvm.store %a, %o : f32, !llvm.ptr<1>
  llvm.return
})";

const char *kCannotSelect = R"(
llvm.func @k(%o: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %e = nvvm.elect.sync -> i1
  %x = llvm.zext %e : i1 to i32
  llvm.store %x, %o : i32, !llvm.ptr<1>
  llvm.return
})";

manifest::Manifest someManifest() {
  manifest::Manifest manifest;
  manifest.compilerVersion = "0.1.0";
  manifest.architecture = "sm_90a";
  manifest::Kernel kernel;
  kernel.name = "k";
  kernel.displayName = "k(float *, float) \"quoted\"";
  manifest::Variant variant;
  variant.entry = "k";
  kernel.variants.push_back(variant);
  manifest.kernels.push_back(kernel);
  return manifest;
}

} // namespace

TEST_CASE("the manifest in the PTX reads back, from the array and from the comment") {
  manifest::Manifest manifest = someManifest();
  codegen::CodegenOptions options;
  options.manifest = &manifest;
  std::string ptx = compile(kGood, options).ptx;
  REQUIRE(!ptx.empty());
  CHECK(ptx.find(".visible .global .align 8 .b8 __tilec_manifest[") != std::string::npos);

  manifest::Manifest read;
  manifest::ReadError error;
  REQUIRE(manifest::fromPtx(ptx, read, error));
  CHECK(read == manifest);

  std::string withoutComment = ptx;
  size_t comment = withoutComment.find("// tilec manifest: ");
  REQUIRE(comment != std::string::npos);
  withoutComment.erase(comment, withoutComment.find('\n', comment) - comment);
  REQUIRE(manifest::fromPtx(withoutComment, read, error));
  CHECK(read == manifest);

  std::string withoutArray = ptx;
  size_t array = withoutArray.find(".visible .global .align 8 .b8 __tilec_manifest");
  withoutArray.erase(array, withoutArray.find(';', array) - array);
  REQUIRE(manifest::fromPtx(withoutArray, read, error));
  CHECK(read == manifest);
}

TEST_CASE("the manifest survives ptxas") {
  if (codegen::findToolkitProgram("ptxas").empty())
    return;
  manifest::Manifest manifest = someManifest();
  codegen::CodegenOptions options;
  options.manifest = &manifest;
  auto assembly = codegen::assemble(compile(kGood, options).ptx, {});
  REQUIRE(bool(assembly));
  CHECK(assembly->cubin.find(manifest::toJson(manifest)) != std::string::npos);
}

TEST_CASE("several threads, some of which meet fatal errors of the back end") {
  std::string expected = compile(kGood, {}).ptx;
  REQUIRE(!expected.empty());
  codegen::CodegenOptions old;
  old.target = llvm::cantFail(Target::parse("sm_80"));
  std::vector<std::thread> threads;
  std::vector<int> right(8);
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 4; ++i)
        if (t % 2)
          right[t] += compile(kGood, {}).ptx == expected;
        else
          right[t] += compile(kCannotSelect, old).diagnostics.size() == 1;
    });
  for (std::thread &thread : threads)
    thread.join();
  CHECK(right == std::vector<int>(8, 4));
}

TEST_CASE("ptxas' complaints are the error") {
  if (codegen::findToolkitProgram("ptxas").empty())
    return;
  auto assembly =
      codegen::assemble(".version 8.7\n.target sm_90a\n.address_size 64\n.visible .entry k() { nonsense; }\n", {});
  REQUIRE_FALSE(bool(assembly));
  std::string message = llvm::toString(assembly.takeError());
  CHECK(message.find("ptxas failed") == 0);
  CHECK(message.find("line 4") != std::string::npos);
}

TEST_CASE("an absent ptxas is said to be absent") {
  codegen::AssembleOptions options;
  options.ptxas = "/nowhere/ptxas";
  auto assembly = codegen::assemble(".version 8.7\n", options);
  REQUIRE_FALSE(bool(assembly));
  CHECK(llvm::toString(assembly.takeError()).find("ptxas failed to run") == 0);
}
