// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The whole runtime: load a module that tilec compiled, launch its kernels.
///
///   auto device  = tilec::runtime::Device::open();
///   auto context = device->primaryContext();
///   auto module  = tilec::runtime::Module::loadFile(*context, "kernel.ptx");
///   auto kernel  = module->kernel("add");
///   auto status  = kernel->launch({.grid = {blocks}}, {a, b, c, n});
///
/// Every step returns an Expected or a Status to be tested before the next.
#ifndef TILEC_RUNTIME_H
#define TILEC_RUNTIME_H

#include "tilec/Buffer.h"
#include "tilec/Device.h"
#include "tilec/Error.h"
#include "tilec/Launch.h"
#include "tilec/Manifest.h"
#include "tilec/Module.h"
#include "tilec/Stream.h"

#endif // TILEC_RUNTIME_H
