#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rules of the tree that no compiler checks: licence lines, file names, file sizes, names of remarks, links of the docs and tables of folders."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LICENCE = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"
SOURCES = {".cpp", ".h", ".td", ".cu", ".cuh", ".py", ".cmake", ".mlir"}
MAX_LINES = 600
UNNAMED_REMARK = re.compile(r"(\.|->)emitRemark\(")
VAGUE = re.compile(r"^(Utils?|Common|Helpers?|Misc)\.", re.I)


def tracked_files():
    listing = subprocess.run(["git", "-C", ROOT, "ls-files"], check=True, capture_output=True, text=True).stdout
    return [ROOT / line for line in listing.splitlines() if (ROOT / line).is_file()]


def check_source(path, name, problems):
    text = path.read_text(errors="replace")
    if LICENCE not in text[:400]:
        problems.append(f"{name}: expected the licence line near the top")
    if name.startswith("compiler/") and "/Verify/" not in name and UNNAMED_REMARK.search(text):
        problems.append(f"{name}: expected a tile::Remark, which has a name and numbers, got emitRemark")
    lines = text.count("\n")
    if lines > MAX_LINES:
        problems.append(f"{name}: expected at most {MAX_LINES} lines, got {lines}")


def check_links(path, name, problems):
    prose = re.sub(r"```.*?```", "", path.read_text(), flags=re.S)
    prose = re.sub(r"`[^`\n]*`", "", prose)  # a lambda looks like a link
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", prose):
        if "://" not in target and not (path.parent / target).exists():
            problems.append(f"{name}: expected an existing file behind the link {target}")


def check_folder_tables(path, name, problems):
    """Tables that are headed by a folder name what is in it."""
    folder = None
    for line in path.read_text().splitlines():
        first = line.split("|")[1] if line.startswith("|") else ""
        names = re.findall(r"`([^`]+)`", first)
        if not line.startswith("|"):
            folder = None
        elif folder is None:
            folder = ROOT / names[0] if len(names) == 1 and "/" in names[0] else False
        elif folder and folder.is_dir():
            for inner in names:
                if not (folder / inner).exists() and not list(folder.glob(f"{inner}.*")):
                    problems.append(f"{name}: expected {inner} in {folder.relative_to(ROOT)}, whose table has it")


def main():
    problems = []
    files = tracked_files()
    for path in files:
        name = str(path.relative_to(ROOT))
        if VAGUE.match(path.name):
            problems.append(f"{name}: expected a name that says what is in it")
        if path.suffix in SOURCES or path.name == "CMakeLists.txt":
            check_source(path, name, problems)
        if path.suffix == ".md" and "docs/Dialects" not in name and "docs/Passes" not in name:
            check_links(path, name, problems)
            check_folder_tables(path, name, problems)
    print("\n".join(problems) or f"{len(files)} files, no problem")
    return bool(problems)


sys.exit(main())
