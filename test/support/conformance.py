# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests whose file says itself what the compiler has to do with it.

    accept/x.cu         compiles
    reject/x.cu         has an error on every line with `// expected:` and on no other line
    reject/x.fixed.cu   the same program put right: compiles

A line `// options: ...` gives flags. `lit.local.cfg` makes each file a test of class `ConformanceTest`. By hand:

    conformance.py COMPILER FILE...
"""
import os
import re
import shlex
import subprocess
import sys
import tempfile

try:
    import lit.Test
    import lit.formats
    Base = lit.formats.FileBasedTest
except ImportError:  # by hand, without lit
    Base = object

ERROR = re.compile(r"^(?P<file>[^:\s]+):(?P<line>\d+):\d+: (?:fatal )?error: (?P<text>.*)$", re.M)


def command(compiler, path, options, output):
    if os.path.basename(compiler) == "tilec":
        return [compiler, "--emit=tile", path, "-o", output] + options
    return [compiler, path] + options


def check(compiler, path):
    """What is wrong, or None; and what the compiler printed."""
    with open(path) as source:
        lines = source.read().splitlines()
    options = [o for l in lines if l.startswith("// options:") for o in shlex.split(l.split(":", 1)[1])]
    expected = {number for number, line in enumerate(lines, 1) if "// expected:" in line}

    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "out")
        run = subprocess.run(command(compiler, path, options, output), capture_output=True, text=True)
        has_output = os.path.exists(output)
    if run.returncode not in (0, 1):
        return "exit code %d: a crash" % run.returncode, run.stderr
    if not expected:
        if run.returncode != 0:
            return "does not compile", run.stderr
        return None, run.stderr

    found = {int(m["line"]) for m in ERROR.finditer(run.stderr) if os.path.basename(m["file"]) == os.path.basename(path)}
    elsewhere = [m.group(0) for m in ERROR.finditer(run.stderr) if os.path.basename(m["file"]) != os.path.basename(path)]
    problems = ["line %d: no error" % line for line in sorted(expected - found)]
    problems += ["line %d: an error that was not expected" % line for line in sorted(found - expected)]
    problems += ["an error in another file: %s" % text for text in elsewhere]
    if run.returncode != 1:
        problems.append("exit code %d, expected 1" % run.returncode)
    if has_output:
        problems.append("an output file was written")
    return "\n".join(problems) or None, run.stderr


class ConformanceTest(Base):
    def execute(self, test, litConfig):
        compiler = test.config.conformance_compiler
        problem, printed = check(compiler, test.getSourcePath())
        if problem:
            return lit.Test.FAIL, problem + "\n--- the compiler printed:\n" + printed
        return lit.Test.PASS, ""


def main():
    failures = 0
    for path in sys.argv[2:]:
        problem, printed = check(sys.argv[1], path)
        if problem:
            failures += 1
            print("FAIL %s\n%s\n---\n%s" % (path, problem, printed))
    print("%d of %d failed" % (failures, len(sys.argv) - 2))
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
