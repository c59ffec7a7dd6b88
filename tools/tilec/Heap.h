// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Heap.h - memory in large pieces ------------------------------------===//
//
// A compilation takes tens of megabytes in small pieces and keeps most of them to its end. As malloc asks the system
// for them, 128 KB at a time in pages of 4 KB, the system spends a fifth of the compiler's time on clearing and
// entering pages, many of them twice: what is freed at the heap's end is given back and asked for again.
//
//===----------------------------------------------------------------------===//
#pragma once

namespace tilec::tool {

/// Gives malloc a heap of large pages that does not shrink, where the C library and the system have such. For the start
/// of a program that does one thing and ends.
void prepareHeap();

} // namespace tilec::tool
