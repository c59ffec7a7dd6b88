// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A device of the fake driver and a module for it.
#ifndef TILEC_TEST_RUNTIME_FAKEDEVICE_H
#define TILEC_TEST_RUNTIME_FAKEDEVICE_H

#include "test/runtime/fake/FakeDriver.h"
#include "tilec/Runtime.h"

/// A fresh context on the fake device.
tilec::runtime::Context fakeContext();

/// Two kernels of the parameters (float *p, int n, double scale, __half h, 12-byte record): `add`, with an aligned,
/// persistent variant `b...` before the plain `a...`; and `wide`, one variant of 200 KB and 16 CTAs per cluster.
tilec::manifest::Manifest fakeModuleManifest();

/// PTX that carries only a manifest.
std::string fakePtx(const tilec::manifest::Manifest &manifest = fakeModuleManifest());

/// The last line of the fake driver's log that starts with `function`; empty if there is none.
std::string lastCall(const std::string &function);

#endif // TILEC_TEST_RUNTIME_FAKEDEVICE_H
