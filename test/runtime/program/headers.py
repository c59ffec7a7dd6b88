#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares our declarations of the CUDA runtime with the Toolkit's.

Usage: headers.py OURS TOOLKIT FOLDER

Everything that our headers declare is looked up in them by its form. A program prints the value of each enumerator and
macro, size and alignment of each type, place of each field and type of each function; it is compiled and run with
either headers. The Toolkit may have more, and another version: what it does not have is passed over.
"""
import os
import re
import subprocess
import sys

HEADERS = ["cuda_errors.h", "cuda_device_attributes.h", "driver_types.h", "cuda_runtime_api.h", "vector_types.h"]


def text_of(folder):
    text = ""
    for header in HEADERS:
        with open(os.path.join(folder, header)) as file:
            text += file.read() + "\n"
    return re.sub(r"//.*", "", text)


def fields_of(body):
    """Names of a structure's own fields."""
    body = re.sub(r"(struct|union)\s*\{[^}]*\}\s*(\w+)\s*;", r"int \2;", body)
    for declaration in body.split(";"):
        if "(" in declaration and "sizeof" not in declaration:
            continue  # a function
        for name in re.findall(r"\**(\w+)(?:\[[^]]*\])?\s*(?:,|$)", declaration.strip()):
            yield name


def questions(text):
    """Pairs of a label and an expression or statement that prints what it stands for."""
    for body in re.findall(r"enum \w+ \{(.*?)\}", text, re.S):
        for name in re.findall(r"(\w+) = ", body):
            yield name, f"print((long long)({name}));"
    types = set(re.findall(r"^\} (\w+);", text, re.M))
    for name, value in re.findall(r"#define (cuda\w+) (.*)", text):
        yield name, f"print(typeid({name}).name());" if value in types else f"print((long long)({name}));"
    structures = re.findall(r"^(typedef )?(?:struct|union)(?: alignas\(\d+\))? (\w+) \{(.*?)^\}(?: (\w+))?;", text, re.S | re.M)
    for typedef, tag, body, name in structures:
        type_name = name if typedef else tag
        yield f"sizeof {type_name}", f"print((long long)(sizeof({type_name}) * 1000 + alignof({type_name})));"
        for field in fields_of(body):
            yield f"{type_name}.{field}", (
                f"print((long long)offsetof({type_name}, {field}));"
                f"print(typeid(decltype({type_name}::{field})).name());")
    for name in re.findall(r"^(?:cudaError_t |const char \*)(cuda\w+)\(", text, re.M):
        yield name, f"print(typeid(decltype(&::{name})).name());"


PROLOGUE = """#include <cuda_runtime_api.h>
#include <cstddef>
#include <cstdio>
#include <typeinfo>
static void print(long long value) { std::printf(" %lld", value); }
static void print(const char *text) { std::printf(" %s", text); }
int main() {
"""


def answers(folder, include, name, all_questions):
    """What the program says with these headers, by label; what does not compile is left out."""
    wanted = dict(all_questions)
    source, program = os.path.join(folder, name + ".cpp"), os.path.join(folder, name)
    while True:
        lines = [f'std::printf("\\n{label}:"); {question}' for label, question in wanted.items()]
        with open(source, "w") as file:
            file.write(PROLOGUE + "\n".join(lines) + "\n}\n")
        command = ["c++", "-std=c++17", "-w", "-fmax-errors=0", "-isystem", include, source, "-o", program]
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode == 0:
            break
        bad = {int(line) for line in re.findall(re.escape(source) + r":(\d+):\d+: error", result.stderr)}
        first = PROLOGUE.count("\n") + 1
        labels = [label for i, label in enumerate(wanted) if first + i in bad]
        if not labels:
            sys.exit(result.stderr)
        for label in labels:
            del wanted[label]
    output = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    return dict(line.split(":", 1) for line in output.splitlines() if line)


def major_of(include):
    with open(os.path.join(include, "cuda_runtime_api.h")) as file:
        return int(re.search(r"#define CUDART_VERSION\s+(\d+)", file.read()).group(1)) // 1000


def main():
    ours, toolkit, folder = sys.argv[1:]
    if not os.path.exists(os.path.join(toolkit, "cuda_runtime_api.h")) or major_of(toolkit) != major_of(ours):
        return print("the Toolkit is of another version")
    os.makedirs(folder, exist_ok=True)
    asked = list(questions(text_of(ours)))
    own, theirs = answers(folder, ours, "own", asked), answers(folder, toolkit, "toolkit", asked)
    problems = [f"{label}: not found in our own headers" for label, _ in asked if label not in own]
    for label, answer in own.items():
        if label in theirs and theirs[label] != answer:
            problems.append(f"{label}: expected{theirs[label]}, got{answer}")
    if len(theirs) < 600:
        problems.append(f"only {len(theirs)} of {len(asked)} declarations are the Toolkit's")
    print("\n".join(problems) or f"{len(theirs)} of {len(asked)} agree")
    missing = [label for label in own if label not in theirs]
    print("passed over: " + ", ".join(missing))
    sys.exit(bool(problems))


main()
