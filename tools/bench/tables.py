#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes what tools/device printed into the pages that show measured figures.

    tools/device > device.log; tools/bench/tables.py device.log
    tools/bench/tables.py [--check] [--root FOLDER] [--date D] [--commit C] [--machine M] [--only-new] [LOG...]

docs/PerformanceTables.md keeps every row, by family, each with the run (date, commit, machine) that measured it. A row of a log replaces
the row of that name; --only-new drops the rows that no log has. Between `<!-- table: NAME -->` and `<!-- end -->` README.md and
docs/Performance.md have summaries, which are made of these rows alone. Without a log the summaries are made anew. --check changes
nothing, and fails where a page differs from its rows.

Every ratio is the other side's time over tilec's: higher is better, 1 is as fast.
"""
import argparse
import pathlib
import re
import statistics
import sys

TABLES = "docs/PerformanceTables.md"
PAGES = ["README.md", "docs/Performance.md"]

# What each part of the log begins with, and the columns of its rows behind the name. `of` is what a family's rows are compared with.
PARTS = {
    "kernels": (re.compile(r"^ {40,}us +GB/s +copy=1 "), ["us", "GB/s", "of", "nvcc", "Triton, CUB", "goal"]),
    "products": (re.compile(r"^ {40,}us +library/ours"), ["us", "rate", "of", "launched alone"]),
    "nvcc": (re.compile(r"^ {40,}us +nvcc/ours"), ["us", "rate", "nvcc"]),
    "fused": (re.compile(r"^ {36,}us +nvcc +product"), ["us", "rate", "nvcc", "product alone"]),
    "attention": (re.compile(r"^ {50,}us +library +nvcc"), ["us", "rate", "of", "nvcc"]),
}
# Title, part of the log, names, what `of` means, goal of rows that have none of their own.
FAMILIES = [
    ("Small arrays, cold", "kernels", r", (8|32|64) MiB$", "copy", None),
    ("Elementwise", "kernels", r"^(add_|axpy|gelu|dropout|grey|quantise|dequantise|rotary|transpose)", "copy", None),
    ("Rows that clusters share, 1 GiB", "kernels", r"CTAs a row, 1024 MiB", "copy", None),
    ("Rows that clusters share", "kernels", r"CTAs a row", "copy", None),
    ("Gradients of rows", "kernels", r"^(softmax|layer norm|rms norm) backward", "copy", None),
    ("Rows", "kernels", r"^(softmax|layer norm|rms norm)", "copy", None),
    ("Gathered rows", "kernels", r"^(f32|bf16) rows of", "copy", None),
    ("Histograms", "kernels", r"^histogram", "copy", None),
    ("Sums, scans and losses", "kernels", r"", "copy or sum", None),
    ("Weights read once", "products", r"weights read once$", "library", 1.0),
    ("MMA in bf16", "products", r"^bfloat16", "library", 1.0),
    ("MMA in f16", "products", r"^half", "library", 1.0),
    ("Attention, forward", "products", r"^attention", "library", 1.0),
    ("MMA in tf32, int8, fp8, f64, f32", "products", r"", "library", 1.0),
    ("MMA beside NVIDIA's compiler", "nvcc", r"", None, None),
    ("MMA fused with other work", "fused", r"", None, None),
    ("Attention, decode and latent", "attention", r"^(decode|latent)", "read-only sum", 0.95),
    ("Attention with log sums, and gradients", "attention", r"", "library", 1.0),
]
OF = {"copy": "of a copy", "copy or sum": "of a copy or a sum", "library": "of the library", "read-only sum": "of a read-only sum", None: ""}
# The order of pages.
ORDER = ["Elementwise", "Rows", "Gradients of rows", "Rows that clusters share", "Rows that clusters share, 1 GiB", "Sums, scans and losses", "Gathered rows",
         "Histograms", "Small arrays, cold", "MMA in bf16", "MMA in f16", "MMA in tf32, int8, fp8, f64, f32", "Weights read once", "MMA beside NVIDIA's compiler",
         "MMA fused with other work", "Attention, forward", "Attention with log sums, and gradients", "Attention, decode and latent"]
# README.md: a line each.
RESULTS = [("elementwise, rows and their gradients, 256 MiB", ["Elementwise", "Rows", "Gradients of rows"]), ("MMA in bf16", ["MMA in bf16"]),
           ("MMA in f16, tf32, int8, fp8, f64, f32", ["MMA in f16", "MMA in tf32, int8, fp8, f64, f32"]), ("attention, forward", ["Attention, forward"]),
           ("the same MMA, beside NVIDIA's tile compiler", ["MMA beside NVIDIA's compiler"])]

KERNEL = re.compile(r"^(.{42,}?) ([ \d.]{8}) ([ \d]{6}) ([ \d.]{6}) ([ \d.]{6,}?) ([ \d.]{6}) ([ \d.]{6}) ([ \d.]{5}) (ok|MISS)$")
RATE = re.compile(r"^(\S.*?) +(\d+\.\d) +([\d.]+) (TFLOP/s|TB/s|GB/s)(.*)$")
MACHINE = re.compile(r"^(.* .*), (\d+\.\d+(?:\.\d+)?)$")
COMMIT = re.compile(r"^commit ([0-9a-f]{7,40}), (\d{4}-\d\d-\d\d)$")


def family_of(part, name):
    return next(family for family in FAMILIES if family[1] == part and re.search(family[2], name))


def columns_of(family):
    """In a page, `of` by what it means, then whether the goal is met, then the run."""
    title, part, _, of, _ = family
    columns = [OF[of] if column == "of" else column for column in PARTS[part][1]]
    if title == "Weights read once":
        columns[-1] = "of reading alone"
    return columns + (["met"] if part == "kernels" else []) + ["run"]


def row_of(part, line):
    """(name, cells) of a line of the log, or None."""
    if part == "kernels":
        if not (match := KERNEL.match(line)):
            return None
        name, us, rate, ratio, nvcc, triton, cub, goal, verdict = (cell.strip() for cell in match.groups())
        return name, [us, rate, ratio, nvcc, triton or cub, "" if float(goal) == 0 else goal, "missed" if verdict == "MISS" else "yes" if float(goal) else ""]
    if not part or not (match := RATE.match(line)):
        return None
    name, us, rate, unit, rest = match.groups()
    cells = [us, f"{rate} {unit}"]
    if part == "fused":
        return name, [*cells, rest[1:9].strip(), rest[9:].strip()]
    if part == "attention":
        rest = (unit + rest)[8:]
        return name, [*cells, rest[1:8].strip(), rest[8:].strip()]
    ratios = re.findall(r"\d+\.\d+", rest)
    width = len(PARTS[part][1]) - 2
    return name, cells + (ratios + [""] * width)[:width]


def read_log(path, arguments):
    """The run, and {(part, name): cells}."""
    machine, commit, date, part, rows = arguments.machine, arguments.commit, arguments.date, None, {}
    for line in pathlib.Path(path).read_text(errors="replace").splitlines():
        part = next((name for name, (header, _) in PARTS.items() if header.match(line)), part)
        if match := COMMIT.match(line):
            commit, date = commit or match[1], date or match[2]
        elif (match := MACHINE.match(line)) and not rows:
            machine = machine or f"{match[1]}, driver {match[2]}"
        elif row := row_of(part, line):
            rows[part, row[0]] = row[1]
    for what, value in (("a machine", machine), ("a commit", commit), ("a date", date)):
        if rows and not value:
            sys.exit(f"{path}: expected {what}, as tools/device prints it, or --{what.split()[1]}")
    return (date, commit, machine), rows


def read_tables(path):
    """The runs by number, and {(part, name): cells and run}."""
    runs, rows, part = {}, {}, None
    for line in path.read_text().splitlines() if path.exists() else []:
        cells = [cell.strip() for cell in line[1:-1].split("|")]
        if line.startswith("## "):
            part = next((family[1] for family in FAMILIES if family[0] == line[3:]), None)
        elif line.startswith("| ") and part and cells[-1].isdigit():
            rows[part, cells[0]] = (cells[1:-1], int(cells[-1]))
        elif re.match(r"\| \d+ \|", line) and not part:
            runs[int(cells[0])] = tuple(cells[1:])
    return runs, rows


def table(head, rows):
    return "\n".join(["| " + " | ".join(cells) + " |" for cells in (head, ["---"] * len(head), *rows)])


def by_family(rows):
    found = {title: {} for title in ORDER}
    for (part, name), row in rows.items():
        found[family_of(part, name)[0]][name] = row
    return found


def number(cell):
    """The first number of a cell: of a range the worse end."""
    match = re.search(r"\d+(\.\d+)?", cell)
    return float(match[0]) if match else None


def numbers(rows, column):
    return [value for cells, _ in rows.values() if (value := number(cells[column])) is not None]


def show(value):
    return f"{value:.3f}" if value < 2 else f"{value:.2f}" if value < 10 else f"{value:.0f}"


def spread(values):
    return [show(f(values)) for f in (min, statistics.median, max)] if values else [""] * 3


def family(title):
    return next(family for family in FAMILIES if family[0] == title)


def ratio_column(title):
    return PARTS[family(title)[1]][1].index("of" if family(title)[3] else "nvcc")


def misses(title, rows):
    """(name, ratio, goal) of each row that misses; a row of the kernels' part says it itself, since its goal may be another compiler."""
    _, part, _, of, goal = family(title)
    found = []
    for name, (cells, _) in rows.items() if of else []:
        ratio = cells[ratio_column(title)]
        if part == "kernels" and cells[-1] == "missed":
            found.append((name, ratio, cells[5] + (f"; {cells[4]} of Triton" if cells[4] and number(cells[4]) < 0.995 else "")))
        elif part != "kernels" and number(ratio) is not None and number(ratio) < goal:
            found.append((name, ratio, f"{goal:g}"))
    return found


def highest_rate(rows):
    rate = lambda cells: (number(cells[1]) or 0) * (1000 if "TB/s" in cells[1] else 1)
    cells = max((cells for cells, _ in rows.values()), key=rate)
    return cells[1] if " " in cells[1] else cells[1] + " GB/s"


def families_table(families):
    lines = []
    for title, rows in families.items():
        if not rows:
            continue
        _, part, _, of, _ = family(title)
        columns = PARTS[part][1]
        goals = any(cells[5] for cells, _ in rows.values()) if part == "kernels" else of
        missed = str(len(misses(title, rows))) if goals else ""
        nvcc = spread(numbers(rows, columns.index("nvcc"))) if "nvcc" in columns else [""] * 3
        lines.append([title, str(len(rows)), highest_rate(rows), OF[of], *(spread(numbers(rows, ratio_column(title))) if of else [""] * 3), missed, *nvcc])
    return table(["family", "rows", "highest rate", "1 = the speed", "worst", "median", "best", "missed", "nvcc: worst", "median", "best"], lines)


def misses_table(families):
    return table(["family", "row", "ratio", "goal"], [[title, *miss] for title, rows in families.items() for miss in misses(title, rows)])


def results_table(runs, families):
    machine = runs[max(runs)][2].split(",")[0].removeprefix("NVIDIA ") if runs else "a GPU"
    lines = []
    for what, titles in RESULTS:
        values = [value for title in titles for value in numbers(families[title], ratio_column(title))]
        lines.append([what, OF[family(titles[0])[3]] or "of NVIDIA's", *spread(values)])
    return table([machine, "1 = the speed", "worst", "median", "best"], lines)


def runs_table(runs):
    return table(["run", "date", "commit", "machine"], [[str(run), *runs[run]] for run in sorted(runs)])


def tables_page(runs, families):
    parts = ["# Performance tables",
             "`tools/bench/tables.py` writes this page from what `tools/device` prints. [Performance.md](Performance.md) says how the figures were measured. "
             "Every ratio is the other side's time over tilec's: higher is better, 1 is as fast. The last column names the run.", runs_table(runs)]
    for title, rows in families.items():
        if rows:
            parts += ["## " + title, table(["kernel", *columns_of(family(title))], [[name, *cells, str(run)] for name, (cells, run) in rows.items()])]
    return "\n\n".join(parts) + "\n"


def summarised(page, runs, families):
    makers = {"families": lambda: families_table(families), "misses": lambda: misses_table(families),
              "results": lambda: results_table(runs, families), "runs": lambda: runs_table(runs)}
    return re.sub(r"<!-- table: (\w+) -->\n.*?<!-- end -->", lambda match: f"<!-- table: {match[1]} -->\n{makers[match[1]]()}\n<!-- end -->", page, flags=re.S)


def take(logs, arguments, runs, rows):
    """Puts the rows of the logs in the place of those that have their names."""
    new = set()
    for path in logs:
        run, found = read_log(path, arguments)
        if not found:
            sys.exit(f"{path}: expected rows as tools/device prints them, found none")
        key = next((key for key, known in runs.items() if known == run), max(runs, default=0) + 1)
        runs[key] = run
        rows.update({which: (cells, key) for which, cells in found.items()})
        new |= set(found)
    if arguments.only_new and logs:
        rows = {which: row for which, row in rows.items() if which in new}
    used = {run for _, run in rows.values()}
    print(f"{len(new)} rows written, {len(rows) - len(new)} kept")
    return {key: run for key, run in runs.items() if key in used}, rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("logs", nargs="*", metavar="LOG")
    for name in ("--date", "--commit", "--machine"):
        parser.add_argument(name)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[2])
    parser.add_argument("--only-new", action="store_true")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    runs, rows = take(arguments.logs, arguments, *read_tables(arguments.root / TABLES))
    families = by_family(rows)
    wanted = {TABLES: tables_page(runs, families)}
    wanted |= {name: summarised(page.read_text(), runs, families) for name in PAGES if (page := arguments.root / name).exists()}
    stale = [name for name, text in wanted.items() if not (arguments.root / name).exists() or (arguments.root / name).read_text() != text]
    for name in stale:
        if arguments.check:
            print(f"{name} is not what its rows give: run tools/bench/tables.py")
        else:
            (arguments.root / name).write_text(wanted[name])
    return bool(stale) and arguments.check


if __name__ == "__main__":
    sys.exit(main())
