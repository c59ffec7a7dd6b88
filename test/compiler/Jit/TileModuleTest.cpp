// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compilations that begin with the tile dialect.
#include "compiler/Jit/Stages.h"
#include "test/support/Catch.h"
#include "tilec/Compiler.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilec;

static const std::string kSource =
    "#include <cuda_tile.h>\n"
    "__tile_global__ void scale(float *p, float by, unsigned char n, const double *q) {\n"
    "  for (int i = 0; i < n; ++i)\n    p[i] = p[i] * by + float(*q);\n}\n";

static std::string tileModule() {
  CompileOptions options;
  options.lineInfo = true;
  Compilation compilation = Compilation::start({"scale.cu", kSource}, options);
  std::optional<std::string> text = compilation.emit(Stage::Tile);
  REQUIRE(text);
  return *text;
}

static std::string bytecodeOf(const std::string &text) {
  mlir::MLIRContext context;
  jit::registerDialects(context);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  REQUIRE(module);
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  REQUIRE(mlir::succeeded(mlir::writeBytecodeToFile(*module, stream)));
  return bytes;
}

TEST_CASE("a module describes its kernels, and runs as its source does") {
  std::string text = tileModule();
  bool asBytecode = GENERATE(false, true);
  Compilation compilation = Compilation::startTile(asBytecode ? bytecodeOf(text) : text, {});
  REQUIRE(compilation.succeeded());
  REQUIRE(compilation.manifest().kernels.size() == 1);
  const manifest::Kernel &kernel = compilation.manifest().kernels[0];
  CHECK(kernel.name == "_Z5scalePffhPKd");
  CHECK(kernel.displayName == "scale(float*, float, unsigned char, double const*)");
  REQUIRE(kernel.parameters.size() == 4);
  CHECK((kernel.parameters[0].kind == manifest::Parameter::Kind::Pointer && kernel.parameters[0].elementType == "f32"));
  CHECK((kernel.parameters[1].kind == manifest::Parameter::Kind::Float && kernel.parameters[1].size == 4));
  CHECK((kernel.parameters[2].kind == manifest::Parameter::Kind::Integer && kernel.parameters[2].size == 1));
  CHECK(kernel.parameters[3].name == "q");

  float values[2] = {1, 2};
  double one = 1;
  REQUIRE(compilation.runOnHost("scale", {1}, {values, 3.0f, 2, &one}));
  CHECK((values[0] == 4 && values[1] == 7));
  std::optional<std::string> again = compilation.emit(Stage::PTX);
  REQUIRE(again);
  CHECK(again->find(".visible .entry _Z5scalePffhPKd(") != std::string::npos);
}

TEST_CASE("a check names lines of the source that the module came from") {
  Compilation compilation = Compilation::startTile(tileModule(), {});
  float values[2] = {};
  double one = 1;
  HostOptions options;
  options.check = true;
  options.memory = {{values, sizeof(values), "values"}, {&one, sizeof(one), "one"}};
  runtime::Argument arguments[] = {values, 3.0f, 3, &one};
  runtime::Status status = compilation.runOnHost("scale", {1}, arguments, options);
  REQUIRE(!status);
  CHECK(status.error().code == runtime::kHostAccess);
  CHECK(status.error().text.find("scale.cu:4:") != std::string::npos);
}
