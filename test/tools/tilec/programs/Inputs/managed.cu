// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__managed__ int counter;
