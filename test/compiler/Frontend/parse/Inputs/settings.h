// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
static_assert(N == 16, "definitions of the command line hold in included files");
constexpr int from_settings = N;
