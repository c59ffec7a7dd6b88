// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Control functions of the fake libcuda: what its device is, which call fails next, what was called. "Device" memory
/// is host memory, streams and graphs run nothing.
#ifndef TILEC_TEST_RUNTIME_FAKEDRIVER_H
#define TILEC_TEST_RUNTIME_FAKEDRIVER_H

extern "C" {
/// Forgets the log, the planned failures and the symbol; one device of compute capability 9.0 with 132 multiprocessors.
void fakeReset();
/// Every later call of `function` returns `result`.
void fakeFail(const char *function, int result);
/// The assembler's log of a failing cuModuleLoadDataEx.
void fakeAssemblerLog(const char *text);
void fakeComputeCapability(int major, int minor);
/// What cuOccupancyMaxActiveBlocksPerMultiprocessor says of every function; 2 after fakeReset.
void fakeResidentCtas(int ctas);
/// What cuOccupancyMaxActiveClusters says of every function; 15 after fakeReset.
void fakeResidentClusters(int clusters);
/// What cuModuleGetGlobal finds under `__tilec_manifest`; null: nothing.
void fakeManifest(const char *json);
/// The calls so far, one line each with the values that matter; cuCtxPushCurrent and -Pop are left out.
const char *fakeLog();
/// Objects (allocations, contexts, modules, streams, events, graphs) that were made and not destroyed.
int fakeLiveObjects();
/// Pushes not yet popped.
int fakePushedContexts();
/// Pushes so far, popped or not.
int fakeContextPushes();
/// Bytes of parameter `index` of the last launch.
const void *fakeLaunchParameter(int index);
/// Later launches keep the 128 bytes of this parameter, a tensor map; -1: none.
void fakeKeepTensorMap(int parameter);
/// What the last launch passed there: the base address and the first extent that the fake encoder wrote.
unsigned long long fakeTensorMapBase();
unsigned long long fakeTensorMapExtent();
}

#endif // TILEC_TEST_RUNTIME_FAKEDRIVER_H
