# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles every kernel of test/exec/kernels for each architecture and assembles it with ptxas.

The first architecture gets every source. Each of the others gets every --every'th, each other ones, compiled in the same
call. For the rest it gets the text of the first one under its own name, of which ptxas only has to say that its instructions
exist there: it gets the entries with a line of a form that nothing before them had (-O0). So it does where an architecture's
own text is that of one before it. Where an instruction does not exist, the source is compiled for this architecture, too.

Fails where tilec or ptxas reports an error, ptxas warns, or an instruction is serialised (notes C75xx); with --pins, also
where a kernel needs more registers than pinned, spills where it did not, or moves more tiles between lanes; with --spills,
where one spills more than in a file that lists those that spill: on the first architecture. With --may-spill, where one
spills there that no line of this file excuses, or a line names no kernel; its head says what its lines are. A source that
begins with "// needs sm_89" must be refused for the architectures below, at a line of the user's and without a crash.

    assemble.py --tilec build/dev/bin/tilec --ptxas ptxas --arch sm_80 --arch sm_86 --every 4 --cache build/dev/ptxas
                [--pins test/exec/assembly/sm_90a.txt | --spills test/exec/assembly/sm_80.txt] [--update] [KERNEL.cu ...]

Results of ptxas are kept in --cache under a hash of the PTX, the flags and the assembler's version.
"""
import argparse
import collections
import concurrent.futures
import fnmatch
import glob
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../tools"))
import remarks

# More registers than pinned by this much are no failure: other versions of ptxas choose a little differently.
TOLERANCE = 2
# All that differs between architectures with the same instructions and sizes.
TARGET = re.compile(r'^\.(?:target|version) .*$|(?<="architecture":)"\w+"', re.M)
# Registers, names and numbers, which are other ones in another line of the same form, and what stands between them.
ONE_OF_MANY = re.compile(r"%[a-z]+\d+\b|[$_][$\w]+|(?<![\w.])-?(?:0[xfd][0-9a-fA-F]+|\d+)\b")
BETWEEN = re.compile(r"[\s,+|\[\]{}]+")
# Inline assembly may have braces at the start of a line, too.
ENTRY = re.compile(r"^\.visible \.entry .*?^}$(?=\s*\Z|\n\t// \.globl|\n+\.)", re.M | re.S)
COMPLAINT = re.compile(r"^ptxas (warning|error|fatal)|, line \d+; (warning|error)|C75\d\d")


class Source:
    """A file of kernels with what its first two lines say of it."""

    def __init__(self, path):
        self.path = os.path.abspath(path)
        self.name = os.path.basename(path)[:-3]
        with open(path) as file:
            head = file.readline() + file.readline()
        options = re.search(r"^// options:(.*)", head, re.M)
        # What it must compile for is the caller's choice here.
        self.options = [option for option in (options.group(1).split() if options else []) if not option.startswith("-arch")]
        self.host_only = re.search(r"^// host only", head, re.M) is not None
        needs = re.search(r"^// needs (sm_\d+)", head, re.M)
        self.needs = number_of(needs.group(1)) if needs else 0

    def takes(self, arch):
        return number_of(arch) >= self.needs


def own_lines(ptx):
    """The lines that name a text's target."""
    return [match.group() for match in TARGET.finditer(ptx) if match.group().startswith(".")]


def forms_of(ptx):
    """{lines of a PTX text without comments and data: what is left of instructions and directives without operands}"""
    lines = (line.partition(" = ")[0].strip() for line in ptx.splitlines())
    return {BETWEEN.sub(" ", ONE_OF_MANY.sub("", line)) for line in lines if not line.startswith("//")}


def number_of(arch):
    return int(re.search(r"\d+", arch).group())


class Assembler:
    def __init__(self, options):
        self.options = options
        self.version = subprocess.run([options.ptxas, "--version"], capture_output=True, text=True).stdout
        os.makedirs(options.cache, exist_ok=True)
        self.assembled = collections.defaultdict(set)  # {architecture: forms of lines that it has}
        self.targets = {arch: self.target_of(arch) for arch in options.arch[1:]}

    def target_of(self, arch):
        """The lines of a text that name this target."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "nothing.cu")
            with open(path, "w") as file:
                file.write("#include <cuda_tile.h>\n__tile_global__ void nothing() {}\n")
            texts, _, messages, _ = self.compile(Source(path), [arch])
        if arch not in texts:
            sys.exit("%s: %s" % (arch, first_error(messages)))
        return own_lines(texts[arch])

    def is_compiled(self, source, arch):
        """Whether this architecture gets a text of its own of the source."""
        return (number_of(arch) + sum(source.name.encode())) % self.options.every == 0

    def compile(self, source, architectures):
        """({architecture: PTX}, exit code, messages, moves between lanes by entry where there are pins)."""
        with tempfile.TemporaryDirectory() as folder:
            said = os.path.join(folder, "remarks.yaml")
            # Remarks name entries, not architectures, and only pins need them.
            command = [self.options.tilec, source.path, *("-arch=" + arch for arch in architectures), *source.options,
                       *(["--remarks-file=" + said] if self.options.pins else [])]
            result = subprocess.run(command, capture_output=True, text=True, cwd=folder)
            texts, moves = {}, {}
            if os.path.exists(said):
                with open(said) as file:
                    moves = remarks.moves_of(file.read())
            for arch in architectures:
                path = os.path.join(folder, source.name + ("." + arch if len(architectures) > 1 else "") + ".ptx")
                if os.path.exists(path):
                    with open(path) as file:
                        texts[arch] = file.read()
        return texts, result.returncode, result.stderr, moves

    def assemble(self, ptx, arch, *flags):
        key = hashlib.sha256(" ".join([self.version, arch, *flags, ptx]).encode()).hexdigest()
        kept = os.path.join(self.options.cache, key)
        if os.path.exists(kept):
            with open(kept) as file:
                return json.load(file)
        # Neither threads' files may meet nor those of two calls with one cache.
        source = "%s.%d.ptx" % (kept, os.getpid())
        with open(source, "w") as file:
            file.write(ptx)
        result = subprocess.run([self.options.ptxas, "-v", "-arch=" + arch, *flags, source, "-o", os.devnull],
                                capture_output=True, text=True)
        os.remove(source)
        report = {"ok": result.returncode == 0, "text": result.stdout + result.stderr}
        finished = "%s.%d.new" % (kept, os.getpid())
        with open(finished, "w") as file:
            json.dump(report, file)
        os.replace(finished, kept)
        return report

    def check(self, source):
        """(problems, {entry: Usage} on the first architecture, kernels on all) of one source."""
        problems = []
        taken = [arch for arch in self.options.arch if source.takes(arch)]
        for arch in self.options.arch:
            if arch in taken:
                continue
            texts, code, messages, _ = self.compile(source, [arch])
            if texts or code != 1 or not re.search(r"^\S+:\d+:\d+: error:", messages, re.M):
                problems.append("%s for %s: not refused at a line: %s" % (source.name, arch, first_error(messages)))
        if not taken:
            return problems, {}, 0
        # One that the first architecture does not take has no text to lend.
        first = taken[0]
        own = [arch for arch in taken if arch == first or self.is_compiled(source, arch)]
        texts, code, messages, moves = self.compile(source, own)
        if code != 0 or len(texts) != len(own):
            return problems + ["%s for %s: %s" % (source.name, ", ".join(own), first_error(messages))], {}, 0
        measured, count, bodies = {}, 0, set()
        for arch in taken:
            entries, found = None, []
            if arch not in texts:
                lines = iter(self.targets[arch])
                lent = TARGET.sub(lambda match: next(lines) if match.group().startswith(".") else match.group(), texts[first])
                if found := self.check_forms(lent, arch):
                    compiled, _, messages, _ = self.compile(source, [arch])
                    if arch in compiled:
                        found, entries = self.check_text(compiled[arch], arch, {})
                    else:
                        found = [first_error(messages)]
            elif (body := TARGET.sub("", texts[arch])) in bodies:
                found = self.check_forms(texts[arch], arch)
            else:
                bodies.add(body)
                found, entries = self.check_text(texts[arch], arch, moves)
            problems += ["%s for %s: %s" % (source.name, arch, problem) for problem in found]
            count += len(ENTRY.findall(texts.get(arch, texts[first])) if entries is None else entries)
            if arch == self.options.arch[0]:
                measured = entries
        return problems, measured, count

    def check_text(self, ptx, arch, moves):
        """(problems, {entry: Usage})"""
        report = self.assemble(ptx, arch)
        return self.complaints(report), usage(report["text"], moves)

    def check_forms(self, ptx, arch):
        """Problems of a text that another architecture has taken as it is."""
        known = self.assembled[arch] | forms_of(ENTRY.sub("", ptx))

        def keep_new(entry):
            forms = forms_of(entry.group())
            if forms <= known:
                return ""
            known.update(forms)
            return entry.group()

        some = ENTRY.sub(keep_new, ptx)
        if known <= self.assembled[arch]:
            return []
        report = self.assemble(some, arch, "-O0")
        if not report["ok"]:
            return self.complaints(report)
        self.assembled[arch] = known
        return []

    def complaints(self, report):
        lines = report["text"].splitlines()
        found = [line for line in lines if COMPLAINT.search(line)]
        return found or ([] if report["ok"] else lines[:1] or ["ptxas failed without a word"])


def first_error(messages):
    lines = messages.strip().splitlines() or ["no message"]
    return next((line for line in lines if "error:" in line), lines[0])


Usage = collections.namedtuple("Usage", "registers spills shuffled through_memory cycles")


def usage(text, moves):
    entries, entry, spills = {}, None, 0
    for line in text.splitlines():
        if match := re.search(r"Compiling entry function '([^']+)'", line):
            entry, spills = match.group(1), 0
        elif match := re.search(r"(\d+) bytes spill stores", line):
            spills = int(match.group(1))
        elif (match := re.search(r"Used (\d+) registers", line)) and entry:
            entries[entry] = Usage(int(match.group(1)), spills, *moves.get(entry, (0, 0, 0)))
    return entries


def read_table(path):
    with open(path) as file:
        rows = [line.split() for line in file if line.strip() and not line.startswith("#")]
    return {(source, entry): tuple(map(int, numbers)) for source, entry, *numbers in rows}


def rows_of_others(path, sources):
    """What a table says of sources beside these."""
    if not os.path.exists(path):
        return {}
    return {name: row for name, row in read_table(path).items() if name[0] not in sources}


def write_pins(path, arch, rows):
    with open(path, "w") as file:
        file.write("# Every kernel on %s: registers, spilled bytes, tiles that change lanes by shuffles and through shared memory, and\n"
                   "# about how many cycles these take; made by tools/dev pins.\n" % arch)
        for (source, entry), used in sorted(rows.items()):
            file.write("%s %s %s\n" % (source, entry, " ".join(map(str, used))))


def compare_with_pins(path, measured, sources):
    pins = {name: Usage(*numbers) for name, numbers in read_table(path).items() if name[0] in sources}
    problems = []
    for name, used in sorted(measured.items()):
        if name not in pins:
            problems.append("%s %s: not pinned" % name)
            continue
        pin = pins[name]
        if used.registers > pin.registers + TOLERANCE:
            problems.append("%s %s: %d registers, pinned at %d" % (*name, used.registers, pin.registers))
        if used.spills > pin.spills:
            problems.append("%s %s: spills %d bytes, pinned at %d" % (*name, used.spills, pin.spills))
        if (used.through_memory, used.shuffled + used.through_memory) > (pin.through_memory, pin.shuffled + pin.through_memory):
            problems.append("%s %s: moves %d tiles by shuffles and %d through shared memory, pinned at %d and %d" % (
                *name, used.shuffled, used.through_memory, pin.shuffled, pin.through_memory))
    for name in sorted(pins.keys() - measured.keys()):
        problems.append("%s %s: pinned, but not there" % name)
    if any(pins[name].cycles for name in pins.keys() & measured.keys()) and not any(used.cycles for used in measured.values()):
        problems.append("no remark says how many tiles change lanes")
    return problems


def spilling(measured):
    return {name: (used.spills,) for name, used in measured.items() if used.spills}


def write_spills(path, arch, rows):
    with open(path, "w") as file:
        file.write("# The kernels that spill on %s, and how many bytes; made by tools/dev pins.\n" % arch)
        for (source, entry), (spills,) in sorted(rows.items()):
            file.write("%s %s %d\n" % (source, entry, spills))


def compare_with_spills(path, measured):
    pins = read_table(path)
    return ["%s %s: spills %d bytes, pinned at %d" % (*name, used.spills, pins.get(name, (0,))[0])
            for name, used in sorted(measured.items()) if used.spills > pins.get(name, (0,))[0]]


Excuse = collections.namedtuple("Excuse", "line architectures source entries")
# What a lane needs besides tiles: addresses, counters, masks and what is being computed.
BESIDE_TILES = 32


def read_excuses(path):
    """(excuses, problems): lines "architectures source entries held available reason"."""
    excuses, problems = [], []
    with open(path) as file:
        for number, text in enumerate(file, 1):
            if not text.strip() or text.startswith("#"):
                continue
            fields = text.split(None, 5)
            if len(fields) < 6:
                problems.append("%s:%d: no reason" % (path, number))
                continue
            architectures, source, entries, held, available, reason = fields
            fits = int(held) + BESIDE_TILES <= int(available)
            if fits != reason.startswith("fits: "):
                problems.append("%s:%d: %s registers of tiles and %d besides %s %s" % (
                    path, number, held, BESIDE_TILES, "fit" if fits else "do not fit", available))
            excuses.append(Excuse(number, architectures.split(","), source, entries))
    return excuses, problems


def compare_with_excuses(path, arch, measured, sources):
    """`measured`: {(source, entry): Usage} of the kernels of `sources` on `arch`."""
    excuses, problems = read_excuses(path)
    excuses = [excuse for excuse in excuses if arch in excuse.architectures and excuse.source in sources]
    named = set()
    for (source, entry), used in sorted(measured.items()):
        found = [excuse for excuse in excuses if source == excuse.source and fnmatch.fnmatchcase(entry, excuse.entries)]
        named.update(excuse.line for excuse in found)
        if used.spills and not found:
            problems.append("%s %s: spills %d bytes on %s, which nothing excuses" % (source, entry, used.spills, arch))
    problems += ["%s:%d: no kernel of this name" % (path, excuse.line) for excuse in excuses if excuse.line not in named]
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tilec", required=True)
    parser.add_argument("--ptxas", required=True)
    parser.add_argument("--arch", action="append", required=True)
    parser.add_argument("--every", type=int, default=1, help="sources of which one is compiled for the architectures behind the first")
    parser.add_argument("--cache", required=True)
    parser.add_argument("--pins")
    parser.add_argument("--spills")
    parser.add_argument("--may-spill")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("sources", nargs="*")
    options = parser.parse_args()
    if options.pins and len(options.arch) > 1:
        parser.error("--pins is for one architecture")
    # Compilation takes place in a folder of its own.
    options.tilec = shutil.which(options.tilec) or options.tilec
    options.tilec = os.path.abspath(options.tilec)
    folder = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "kernels")
    sources = [Source(path) for path in options.sources or sorted(glob.glob(folder + "/*.cu"))]
    sources = [source for source in sources if options.sources or not source.host_only]
    assembler = Assembler(options)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(assembler.check, sources))
    problems, measured = [], {}
    for source, (found, entries, _) in zip(sources, results):
        problems += found
        measured.update({(source.name, entry): used for entry, used in entries.items()})
    names = {source.name for source in sources}
    if options.update:
        for path, write, rows in ((options.pins, write_pins, measured), (options.spills, write_spills, spilling(measured))):
            if path:
                kept = rows_of_others(path, names) if options.sources else {}
                write(path, options.arch[0], {**kept, **rows})
    else:
        problems += compare_with_pins(options.pins, measured, names) if options.pins else []
        problems += compare_with_spills(options.spills, measured) if options.spills else []
    if options.may_spill and not options.update:
        problems += compare_with_excuses(options.may_spill, options.arch[0], measured, names)
    for problem in problems:
        print(problem)
    print("%d sources for %s: %d kernels, %d problems" % (
        len(sources), ", ".join(options.arch), sum(count for _, _, count in results), len(problems)))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
