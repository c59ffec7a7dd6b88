// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/runtime/program/ProgramModule.h"

#include "runtime/Program/Registration.h"

#include <cstdlib>
#include <cstring>

extern "C" {
cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *sharedBytes, void *stream);
const char *__tilecLibraryPath = TILEC_LIBRARY_FILE;
}

int counter;
float simtTable[4];
int managedVariables[2] = {5, 5};
void *managedAddress[2];

int &managed(int index) {
  if (!managedAddress[index])
    __tilecResolveManaged(&managedAddress[index], &managedVariables[index]);
  return *static_cast<int *>(managedAddress[index]);
}

static const char kTileModule[] = R"mlir(
module {
  tile.global @counter 4 bytes align 4 = [3, 0, 0, 0]
  func.func @_Z3addPfPKfS1_i(%out: !tile.ptr<f32>, %a: !tile.ptr<f32>, %b: !tile.ptr<f32>, %n: i32) attributes {tile.kernel} {
    %block = tile.block_id x
    %ta = tile.make_tensor_view %a extents[%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?xf32, strides = [1]>
    %va = tile.make_view %ta : !tile.partition_view<128, <?xf32, strides = [1]>, padding = zero>
    %la = tile.load_view %va[%block : i32] : !tile.partition_view<128, <?xf32, strides = [1]>, padding = zero> loc("add.cu":5:7)
    %tb = tile.make_tensor_view %b extents[%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?xf32, strides = [1]>
    %vb = tile.make_view %tb : !tile.partition_view<128, <?xf32, strides = [1]>, padding = zero>
    %lb = tile.load_view %vb[%block : i32] : !tile.partition_view<128, <?xf32, strides = [1]>, padding = zero>
    %sum = arith.addf %la, %lb : tensor<128xf32>
    %to = tile.make_tensor_view %out extents[%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?xf32, strides = [1]>
    %vo = tile.make_view %to : !tile.partition_view<128, <?xf32, strides = [1]>>
    tile.store_view %vo[%block : i32], %sum : !tile.partition_view<128, <?xf32, strides = [1]>>
    return
  }
  func.func @_Z5countPii(%out: !tile.ptr<i32>, %step: i32) attributes {tile.kernel} {
    %variable = tile.address_of @counter : !tile.ptr<i32>
    %old = tile.load %variable : !tile.ptr<i32>
    %new = arith.addi %old, %step : i32
    tile.store %variable, %new : !tile.ptr<i32>
    tile.store %out, %new : !tile.ptr<i32>
    return
  }
  func.func @_Z5helloi(%n: i32) attributes {tile.kernel} {
    tile.print "hello %d\0A" %n : i32
    return
  }
  func.func @_Z5checki(%n: i32) attributes {tile.kernel} {
    %five = arith.constant 5 : i32
    %ok = arith.cmpi slt, %n, %five : i32
    tile.assert %ok, "n < 5" in "void check(int)" loc("check.cu":3:9)
    return
  }
}
)mlir";

/// For a GPU, as far as `add` is concerned.
static const char kManifest[] = R"json({"schema": 1, "compilerVersion": "0.1.0", "architecture": "sm_89", "kernels": [{
  "name": "_Z3addPfPKfS1_i", "displayName": "add(float *, const float *, const float *, int)", "parameters": [
    {"name": "out", "kind": "pointer", "size": 8, "alignment": 8, "isSigned": false, "elementType": "f32"},
    {"name": "a", "kind": "pointer", "size": 8, "alignment": 8, "isSigned": false, "elementType": "f32"},
    {"name": "b", "kind": "pointer", "size": 8, "alignment": 8, "isSigned": false, "elementType": "f32"},
    {"name": "n", "kind": "integer", "size": 4, "alignment": 4, "isSigned": true, "elementType": "i32"}],
  "variants": [{"entry": "_Z3addPfPKfS1_i", "facts": [], "threadsPerCta": 128, "cluster": [1, 1, 1],
    "grid": {"kind": "perBlock"}, "dynamicSharedBytes": 0, "registerCap": 0, "programmaticLaunch": false,
    "hiddenParameters": [], "workspace": {"bytes": 0, "zeroed": false}, "tensorMaps": []}]}]})json";
static const char kPtx[] = ".version 8.0\n.target sm_89\n";

/// What every stub does.
template <typename... Arguments> static void launchStub(const void *stub, Arguments &...arguments) {
  dim3 grid, block;
  size_t sharedBytes = 0;
  cudaStream_t stream = nullptr;
  if (__cudaPopCallConfiguration(&grid, &block, &sharedBytes, &stream))
    return;
  void *addresses[] = {const_cast<void *>(static_cast<const void *>(&arguments))...};
  (void)cudaLaunchKernel(stub, grid, block, addresses, sharedBytes, stream);
}

void add(float *out, const float *a, const float *b, int n) {
  launchStub(stubOf(add), out, a, b, n);
}

void count(int *out, int step) {
  launchStub(stubOf(count), out, step);
}

void hello(int n) {
  launchStub(stubOf(hello), n);
}

void check(int n) {
  launchStub(stubOf(check), n);
}

void simt(float *out) {
  launchStub(stubOf(simt), out);
}

static void *module, *simtModule;

__attribute__((constructor(101))) static void registerAll() {
  setenv("TILEC_RUN", "cpu", /*replace=*/0);
  static const TilecProgramModule tile = {sizeof(tile), TILEC_PROGRAM_TILE,      kPtx, sizeof(kPtx), kManifest,
                                          kTileModule,  sizeof(kTileModule) - 1, 0,    nullptr,      0};
  module = __tilecRegisterModule(&tile);
  __tilecRegisterKernel(module, stubOf(add), "_Z3addPfPKfS1_i");
  __tilecRegisterKernel(module, stubOf(count), "_Z5countPii");
  __tilecRegisterKernel(module, stubOf(hello), "_Z5helloi");
  __tilecRegisterKernel(module, stubOf(check), "_Z5checki");
  __tilecRegisterVariable(module, &counter, "counter", sizeof(counter), 0);
  static const TilecProgramModule others = {
      sizeof(others), TILEC_PROGRAM_SIMT, "", 0, nullptr, nullptr, 0, 0, nullptr, 0};
  simtModule = __tilecRegisterModule(&others);
  __tilecRegisterKernel(simtModule, stubOf(simt), "_Z4simtPf");
  __tilecRegisterVariable(simtModule, simtTable, "simtTable", sizeof(simtTable), 1);
  __tilecRegisterManaged(simtModule, &managedAddress[0], &managedVariables[0], "managed", sizeof(int));
  __tilecRegisterManaged(nullptr, &managedAddress[1], &managedVariables[1], "unnamed", sizeof(int));
}

/// At the end of the process, when everything else has ended.
__attribute__((destructor(101))) static void unregisterAll() {
  __tilecUnregisterModule(module);
  __tilecUnregisterModule(simtModule);
}
