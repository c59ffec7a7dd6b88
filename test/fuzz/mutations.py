# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Wrong programs: the conformance files with a few tokens changed, each compiled to PTX.

The compiler either takes such a program or has an error in a file of the user's; it neither crashes nor hangs, nor finds a
mistake in what it made itself. Programs that break this stay in --directory.

    mutations.py --tilec build/dev/bin/tilec --count 500 --first 1000
"""
import argparse
import glob
import os
import random
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|[A-Za-z_]\w*|\d[\w.]*|<<=|>>=|->|::|\+\+|--|&&|\|\||[-+*/%&|^<>=!]=|\s+|.')
VALUES = ["0", "1", "-1", "3", "8", "1 << 31", "4294967296", "1.5f", "nullptr", "true", "{}", "n", "p", "q", "i", "f", "(void)0"]
KEYWORDS = ["const", "static", "volatile", "unsigned", "constexpr", "auto", "int", "float", "double", "bool", "char", "long", "struct",
            "return", "break", "continue", "if (n)", "while (n)", "for (;;)", "do", "switch (n)", "case 1:", "goto", "typename", "template<>",
            "&", "*", "&&", "[]", "...", "~", "!", "[[cutile::hint(0, latency = 2)]]", "ct::", "int*", "__tile__", "__tile_global__", "__device__"]
#: What nobody but its authors should read.
INTERNAL = re.compile(r"PLEASE submit|Stack dump|Assertion|UNREACHABLE|LLVM ERROR|internal compiler error|failed to legalize|"
                      r"does not dominate|operand #\d|' op expected|' op has|unregistered|'tile(_gpu)?\.\w+' op|builtin\.|llvm\.\w+' op")


def sources(folders):
    folder = os.path.join(ROOT, "compiler", "Frontend", "conformance")
    names = sorted(glob.glob(os.path.join(folder, "accept", "*.cu")) + glob.glob(os.path.join(folder, "reject", "*.cu")))
    for further in folders:
        names += sorted(glob.glob(os.path.join(further, "*.cu")))
    texts = {}
    for name in names:
        with open(name) as file:
            text = file.read()
        if "__tile" in text:
            texts[name] = text
    return texts


def split(text):
    """The lines before the first kernel, which are left alone, and the tokens behind them."""
    start = text.find("__tile")
    return text[:start], TOKEN.findall(text[start:])


def mutate(tokens, others, generator):
    """One change: a token lost, said twice, exchanged with its neighbour or replaced by one from anywhere."""
    places = [i for i, token in enumerate(tokens) if token.strip() and not token.startswith("//")]
    at = generator.choice(places)
    kind = generator.randrange(7)
    if kind == 0:
        del tokens[at]
    elif kind == 1:
        tokens.insert(at, tokens[at])
    elif kind == 2:
        other = generator.choice(places)
        tokens[at], tokens[other] = tokens[other], tokens[at]
    elif kind == 3:
        tokens[at] = generator.choice([t for t in others if t.strip()] or ["0"])
    elif kind == 4:
        tokens[at] = generator.choice(VALUES)
    elif kind == 5:
        tokens.insert(at, " " + generator.choice(KEYWORDS) + " ")
    else:
        same = [i for i in places if tokens[i][0].isalnum() == tokens[at][0].isalnum()]
        tokens[at] = tokens[generator.choice(same)]


def program(seed, texts):
    generator = random.Random(seed)
    names = sorted(texts)
    text = texts[generator.choice(names)]
    head, tokens = split(text)
    others = split(texts[generator.choice(names)])[1]
    for _ in range(generator.choice([1, 1, 1, 2, 3])):
        mutate(tokens, others, generator)
    return head + "".join(tokens)


def problem(options, path):
    with open(path) as file:
        flags = [flag for line in re.findall(r"^// options:(.*)$", file.read(), re.M) for flag in line.split()]
    command = [options.tilec, "-w", path, "-o", path + ".ptx"] + flags
    try:
        done = subprocess.run(command, capture_output=True, timeout=options.timeout)
    except subprocess.TimeoutExpired:
        return "takes more than %d seconds" % options.timeout
    printed = done.stderr.decode(errors="replace")
    if done.returncode not in (0, 1):
        return "exit code %d\n%s" % (done.returncode, printed[:3000])
    if internal := INTERNAL.search(printed):
        return "speaks of its own matters: %s\n%s" % (internal.group(0), printed[:3000])
    errors = re.findall(r"^(.*?)(?:fatal )?error: ", printed, re.M)
    if done.returncode and not any(path in place for place in errors):
        return "no error in the source\n" + printed[:3000]
    if not done.returncode and errors:
        return "an error, but exit code 0\n" + printed[:3000]
    if done.returncode and os.path.exists(path + ".ptx"):
        return "an error, but an output"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tilec", default="tilec")
    parser.add_argument("--first", type=int, default=1, help="first seed")
    parser.add_argument("--count", type=int, default=20, help="number of programs")
    parser.add_argument("--timeout", type=int, default=60, help="seconds for one of them")
    parser.add_argument("--sources", action="append", default=[], metavar="FOLDER", help="files of it as well")
    parser.add_argument("--directory", default=".", help="where programs go")
    options = parser.parse_args()
    os.makedirs(options.directory, exist_ok=True)
    texts, wrong = sources(options.sources), 0
    for seed in range(options.first, options.first + options.count):
        path = os.path.join(options.directory, "program%d.cu" % seed)
        with open(path, "w") as file:
            file.write(program(seed, texts))
        found = problem(options, path)
        if os.path.exists(path + ".ptx"):
            os.remove(path + ".ptx")
        if found:
            wrong += 1
            print("program %d: %s" % (seed, found))
        else:
            os.remove(path)
    print("%d of %d programs are taken or refused as they should be" % (options.count - wrong, options.count))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
