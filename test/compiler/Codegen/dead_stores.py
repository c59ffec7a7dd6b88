# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""dead_stores.py N: a kernel of N steps, each of two instructions, that stores twice to one place."""
import sys

steps = int(sys.argv[1])
print("llvm.func @steps(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %x: i32) attributes {nvvm.kernel} {")
print("  llvm.store %x, %p : i32, !llvm.ptr<1>")
print("  %v0 = llvm.xor %x, %x : i32")
for i in range(1, steps + 1):
    print(f"  %a{i} = llvm.getelementptr %q[{i}] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32")
    print(f"  %l{i} = llvm.load %a{i} invariant : !llvm.ptr<1> -> i32")
    print(f"  %m{i} = llvm.mul %l{i}, %v{i - 1} : i32\n  %v{i} = llvm.xor %m{i}, %l{i} : i32")
print(f"  llvm.store %v{steps}, %p : i32, !llvm.ptr<1>\n  llvm.return\n}}")
