// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- vector_families.h - which vectors of numbers there are ---------------===//
//
// Whoever includes this defines __tilec_vectors(name, element, alignment of 2, alignment of 4), in bytes. It is gone
// behind it.
//
//===----------------------------------------------------------------------===//
__tilec_vectors(char, signed char, 2, 4)
__tilec_vectors(uchar, unsigned char, 2, 4)
__tilec_vectors(short, short, 4, 8)
__tilec_vectors(ushort, unsigned short, 4, 8)
__tilec_vectors(int, int, 8, 16)
__tilec_vectors(uint, unsigned int, 8, 16)
__tilec_vectors(long, long, 16, 16)
__tilec_vectors(ulong, unsigned long, 16, 16)
__tilec_vectors(longlong, long long, 16, 16)
__tilec_vectors(ulonglong, unsigned long long, 16, 16)
__tilec_vectors(float, float, 8, 16)
__tilec_vectors(double, double, 16, 16)
#undef __tilec_vectors
