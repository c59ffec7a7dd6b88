# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A .clangd of tilec's form holds the flags of the other file."""
import sys

head, flags = open(sys.argv[1]).read().split("  Add:\n")
assert head == "If:\n  PathMatch: .*\\.(cu|cuh)\nCompileFlags:\n  Compiler: clang++\n", head
found = []
for line in flags.splitlines():
    assert line.startswith("    - '") and line.endswith("'"), line
    quoted = line[len("    - '"):-1]
    assert "'" not in quoted.replace("''", ""), line
    found.append(quoted.replace("''", "'"))
assert found == open(sys.argv[2]).read().splitlines(), found
