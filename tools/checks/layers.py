#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Layers of the tree: which folders include files of which others. Fails where a lower layer knows a higher one, where folders
include each other in a circle, and where a folder has grown too large to find anything in.

`layers.py --graph` prints the edges."""
import collections
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
MAX_SOURCES = 25
# From low to high: a folder includes files of its own layer and of lower ones.
LAYERS = ["include", "dialects", "runtime", "compiler", "tools"]
# What `include/` holds is included without that name.
PUBLIC = {"tilec": "include/tilec", "cuda": "include/cuda", "cuda_tile.h": "include"}
INCLUDE = re.compile(r'^\s*#?include "([^"]+)"', re.M)


def sources():
    listing = subprocess.run(["git", "-C", ROOT, "ls-files", *LAYERS], check=True, capture_output=True, text=True).stdout
    return [name for name in listing.splitlines() if name.endswith((".cpp", ".h", ".td")) and (ROOT / name).is_file()]


def folder_of(name):
    """The folder of a component: `compiler/Strategy`, `dialects/Tile`, `runtime`."""
    return "/".join(name.split("/")[:-1][:2])


def included_folder(target):
    first = target.split("/")[0]
    if first in PUBLIC:
        return PUBLIC[first]
    return folder_of(target) if first in LAYERS else None


def edges(names):
    graph = collections.defaultdict(dict)
    for name in names:
        for target in INCLUDE.findall((ROOT / name).read_text(errors="replace")):
            here, there = folder_of(name), included_folder(target)
            if there and there != here:
                graph[here].setdefault(there, f"{name} includes {target}")
    return graph


def layer_of(folder):
    return LAYERS.index(folder.split("/")[0])


def find_circle(graph):
    """Folders that include each other, first and last the same; none if there is no circle."""
    done, path = set(), []

    def visit(folder):
        if folder in path:
            return path[path.index(folder):] + [folder]
        if folder in done:
            return None
        path.append(folder)
        for other in sorted(graph.get(folder, ())):
            circle = visit(other)
            if circle:
                return circle
        path.pop()
        done.add(folder)
        return None
    return next(filter(None, map(visit, sorted(graph))), None)


def main():
    names = sources()
    graph = edges(names)
    if "--graph" in sys.argv[1:]:
        for folder in sorted(graph):
            print(folder, "->", ", ".join(sorted(graph[folder])))
    problems = [f"{why}: expected {folder} to know nothing of {other}" for folder in sorted(graph)
                for other, why in sorted(graph[folder].items()) if layer_of(folder) < layer_of(other)]
    circle = find_circle(graph)
    if circle:
        problems += ["expected no circle of includes, got " + " -> ".join(circle)]
        problems += [f"  {graph[here][there]}" for here, there in zip(circle, circle[1:])]
    count = collections.Counter(str(pathlib.PurePosixPath(name).parent) for name in names if name.endswith(".cpp"))
    problems += [f"{folder}: expected at most {MAX_SOURCES} source files, got {number}"
                 for folder, number in sorted(count.items()) if number > MAX_SOURCES]
    print("\n".join(problems) or f"{len(graph)} folders, no problem")
    return bool(problems)


sys.exit(main())
