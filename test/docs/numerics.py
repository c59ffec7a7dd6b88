# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""numerics.py PAGE TABLE: the bounds of functions on the page are those that the conformance cases check."""
import re
import sys

page, table = (open(path, encoding="utf-8").read() for path in sys.argv[1:3])
checked = {}
for name, rest in re.findall(r'^OPERATION\("([^"]+)", \w+, (.*)\)$', table, re.M):
    bounds = re.findall(r", (\d+), (\d+), ", rest)
    if bounds:
        checked[name] = bounds[-1]
problems = []
written = re.findall(r"^\| `([\w ]+)` \| (\d+) \| (\d+) \|", page, re.M)
for name, single, double in written:
    if checked.get(name) != (single, double):
        problems.append(f"{name}: the page says {single} and {double}, checked is {checked.get(name)}")
for name in checked:
    if name not in [row[0] for row in written] and not re.search(r" full$| ftz$|positive|^exp approx", name):
        problems.append(f"{name}: not on the page")
if not checked or not written:
    problems.append("no bounds found")
print("\n".join(problems))
sys.exit(bool(problems))
