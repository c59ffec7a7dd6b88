// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Catch2, whichever major version is installed.
#pragma once
#if __has_include(<catch2/catch.hpp>)
#include <catch2/catch.hpp>
#else
#include <catch2/catch_all.hpp>
using Catch::Approx;
#endif
