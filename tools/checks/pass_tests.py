#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every pass has a test of its name: one whose RUN lines ask tile-opt for the pass, or whose file is called after it
(`split-stores-declined.mlir` for `tile-gpu-split-stores`). Fails with the passes that have none.

    pass_tests.py [ROOT]"""
import pathlib
import re
import sys

DEFINITION = re.compile(r'^def \w+\s*:\s*Pass<"([\w-]+)"', re.M)
WORD = re.compile(r"[\w-]+")


def passes(root):
    return sorted({name for path in (root / "compiler").rglob("*.td") for name in DEFINITION.findall(path.read_text())})


def tests(root):
    return [path for path in (root / "test").rglob("*") if path.suffix in (".cu", ".mlir", ".test", ".ll") and path.is_file()]


def asked_for(paths):
    """The words of all RUN lines, as tile-opt's options have them."""
    words = set()
    for path in paths:
        for line in path.read_text(errors="replace").splitlines():
            if "RUN:" in line:
                words.update(word.lstrip("-") for word in WORD.findall(line))
    return words


def is_called_after(path, name):
    short = re.sub(r"^tile-(?:gpu-)?", "", name)
    return path.stem == short or path.stem.startswith(short + "-")


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2])
    names, paths = passes(root), tests(root)
    words = asked_for(paths)
    untested = [name for name in names if name not in words and not any(is_called_after(path, name) for path in paths)]
    for name in untested:
        print("%s: no test of its name" % name)
    print("%d passes, %d without a test" % (len(names), len(untested)))
    return 1 if untested or not names else 0


if __name__ == "__main__":
    sys.exit(main())
