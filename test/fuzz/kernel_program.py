# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The programs of kernels.py: one kernel, its arrays, and grids of exactly, of fewer and of more blocks than it needs."""
import random
import struct

HALF, BF16, TF32, E4M3, E5M2 = "__half", "__nv_bfloat16", "__nv_tf32", "__nv_fp8_e4m3", "__nv_fp8_e5m2"
S8, U8 = "signed char", "unsigned char"
BYTES = {HALF: 2, BF16: 2, TF32: 4, E4M3: 1, E5M2: 1, "float": 4, "double": 8, "int": 4, S8: 1, U8: 1}
FLOAT = {HALF, BF16, TF32, "float", "double"}
# In memory, multiplied, accumulator, results, the first architecture.
TYPES = [(HALF, HALF, "float", (HALF, "float"), 80), (HALF, HALF, "float", (HALF, "float"), 80), (HALF, HALF, HALF, (HALF,), 80),
         (BF16, BF16, "float", (BF16, "float"), 80), (BF16, BF16, "float", (BF16,), 80), ("float", TF32, "float", ("float",), 80),
         (TF32, TF32, "float", ("float",), 80), ("float", "float", "float", ("float",), 80), (S8, S8, "int", ("int", "float"), 80),
         (U8, U8, "int", ("int",), 80), (E4M3, E4M3, "float", ("float", HALF), 89), (E4M3, E4M3, HALF, (HALF,), 89),
         (E5M2, E5M2, "float", ("float", BF16), 89), ("double", "double", "double", ("double",), 80), (S8, HALF, "float", (HALF,), 80),
         (HALF, "float", "float", ("float",), 80), (E4M3, HALF, "float", (HALF,), 89)]
HINTS = ["num_worker_warps_per_cta = 4", "num_worker_warps_per_cta = 8", "num_worker_warps_per_cta = 16", "num_cta_in_cga = 2",
         "num_cta_in_cga = 4", "occupancy = 2", "occupancy = 4", "latency = 1", "latency = 2", "latency = 4", "allow_tma = false"]
MOST_STEPS = 3 << 19  # multiplications of a grid
HEADER = """#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_tf32.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
"""


def bits(element, value):
    """Of a whole number, or of any where the element has room for it."""
    if element == E4M3:
        return {-2: b"\xc0", -1: b"\xb8", 0: b"\0", 1: b"\x38", 2: b"\x40"}[value]
    if element == E5M2:
        return {-2: b"\xc0", -1: b"\xbc", 0: b"\0", 1: b"\x3c", 2: b"\x40"}[value]
    if element == BF16:
        return struct.pack("<f", value)[2:]
    return struct.pack({HALF: "<e", "double": "<d", "int": "<i", S8: "<b", U8: "<B"}.get(element, "<f"), value)


def extents(*values):
    return f"ct::extents{{{', '.join(map(str, values))}}}"


class Program:
    def __init__(self, generator):
        self.random = generator
        self.inputs, self.outputs, self.arguments, self.parameters = [], [], [], []
        self.lines, self.bound, self.filled, self.instance, self.capability = [], 0, 1, "kernel", 80
        self.options = [] if self.chance(0.75) else ["--hints", generator.choice(HINTS)]
        self.seed = generator.getrandbits(32)

    def chance(self, probability):
        return self.random.random() < probability

    def takes(self, name, element, count):
        self.arguments.append(("in", len(self.inputs)))
        self.inputs.append((element, count))
        self.parameters.append(f"const {element}* __restrict__ {name}")

    def gives(self, name, element, count):
        self.arguments.append(("out", len(self.outputs)))
        self.outputs.append((element, count))
        self.parameters.append(f"{element}* __restrict__ {name}")

    def shifted(self, name, element, count):
        """An array that begins one element further, so that it is not aligned."""
        if not self.chance(0.08):
            return self.takes(name, element, count)
        self.takes(f"all_{name}", element, count + 1)
        self.add(f"auto {name} = all_{name} + 1;")

    def number(self, name, value):
        self.arguments.append(("number", value))
        self.parameters.append(f"int {name}")

    def values(self, number):
        element, count = self.inputs[number]
        generator = random.Random(self.seed + number)
        if element in (S8, U8):
            return generator.randbytes(count)
        return b"".join(generator.choices([bits(element, v) for v in self.choices()], k=count))

    def choices(self):
        return range(-2, 3)

    def before(self, number):
        element, count = self.outputs[number]
        return bits(element, self.filled) * count

    def add(self, *lines):
        self.lines += ["  " + line for line in lines]

    def finish(self):
        self.source = HEADER + f"__tile_global__ void kernel({', '.join(self.parameters)}) {{\n" + "\n".join(self.lines) + "\n}\n"


class Product(Program):
    """c = f(a * b), in tiles of m x n results and k a step."""

    def __init__(self, generator):
        super().__init__(generator)
        pick = generator.choice
        self.stored, self.multiplied, self.sum, results, self.capability = pick(TYPES)
        self.result = pick(results)
        # Tiles so small that blocks become one, where nothing stands against it.
        self.is_small = self.chance(0.5)
        self.choose_sizes()
        self.is_static, self.batches = self.chance(0.25), 1 if self.chance(0.75) else pick([2, 3])
        self.splits = pick([2, 3]) if self.sum == self.result == "float" and self.batches == 1 and self.chance(0.12) else 1
        self.is_gated = self.splits == 1 and self.sum == "float" and self.stored != "float" and self.chance(0.15)
        self.form = "view" if self.is_small else pick(["view"] * 5 + ["pointers", "moved"])
        self.guards = not self.is_small and self.chance(0.4)
        self.filled = 0 if self.splits > 1 else 1
        self.rank3 = pick(["first", "middle"]) if self.splits == 1 and self.chance(0.5 if self.batches > 1 else 0.1) else ""
        self.of_grid = not self.is_static and not self.guards and self.chance(0.08)
        self.write()

    def choose_sizes(self):
        pick = self.random.choice
        while True:
            self.M, self.N = pick([16, 16, 32, 64, 64, 128, 128, 256]), pick([16, 16, 32, 64, 64, 128, 128, 256])
            self.K = pick([16, 32, 32, 64, 64, 128])
            if self.is_small:
                self.M, self.N, self.K = pick([16, 16, 32, 64]), pick([16, 16, 32, 64]), pick([32, 64])
            self.rows, self.columns, self.steps = pick([1, 2, 2, 3, 4, 4, 5, 8]), pick([1, 2, 2, 3, 4, 4, 5, 8]), pick([1, 2, 3, 4, 5, 7, 9, 12])
            if self.is_small:
                self.rows, self.columns = pick([2, 4, 8]), pick([2, 4, 8, 7])
            if self.M * self.N * self.K * self.rows * self.columns * self.steps <= MOST_STEPS and self.M * self.N <= 128 * 256:
                break
        less = lambda tile: pick([0, 0, 0, 8, 16, 1, 3, tile // 2]) % tile
        self.m, self.n, self.k = (self.rows * self.M - less(self.M), self.columns * self.N - less(self.N), self.steps * self.K - less(self.K))
        self.is_ragged = (self.m % self.M, self.n % self.N, self.k % self.K) != (0, 0, 0)

    # Blocks ---------------------------------------------------------------------------------------------------------------------

    def place(self):
        """Writes i, j and z; the grid that fills all tiles."""
        pick, rows, columns, depth = self.random.choice, self.rows, self.columns, max(self.batches, self.splits)
        self.ends = "}" if self.chance(0.12) and not self.of_grid else ""
        kind = pick(["xy", "yx", "rows", "columns", "grouped", "grouped", "across", "snake", "skewed", "backwards", "batch first", "flat", "regrouped", "morton"]) if not self.of_grid else pick(["xy", "xy", "skewed"])
        total = f"rows * columns * {depth}"
        if self.ends:
            begin, stride = "int(ct::bid().x)", "int(ct::num_blocks().x)"
            kind = pick(["rows", "columns", "grouped", "across", "snake"])
            self.add(f"for (int all = {begin}; all < {total}; all += {stride}) {{", "int id = all % (rows * columns), z = all / (rows * columns);")
            grid = [pick([1, 2, 3, rows * columns * depth])]
        elif kind in ("rows", "columns", "grouped", "across", "snake", "morton"):
            second = self.chance(0.5) or depth == 1
            self.add("int id = ct::bid().x, z = 0;" if depth == 1 else "int id = ct::bid().x, z = ct::bid().y;" if second else
                     "int id = int(ct::bid().x) % (rows * columns), z = int(ct::bid().x) / (rows * columns);")
            grid = [rows * columns, depth] if second else [rows * columns * depth]
            self.guard = "id >= rows * columns" if second else f"int(ct::bid().x) >= {total}"
        if kind == "regrouped":  # of a grid of two dimensions
            self.add("int id = int(ct::bid().y) * int(ct::num_blocks().x) + int(ct::bid().x), z = ct::bid().z;")
            grid = pick([[columns, rows, depth], [rows, columns, depth], [rows * columns, 1, depth]])
            self.guard = "id >= rows * columns"
            kind = pick(["grouped", "across", "snake", "morton"])
        if kind == "morton" and (rows != columns or rows not in (2, 4)):
            kind = "grouped"
        group = pick([1, 2, 3, 4, 8])
        if kind == "rows" and self.chance(0.3):
            self.add(pick(["unsigned u = id, w = columns; int i = u / w, j = u % w;", "long long u = id; int i = int(u / columns), j = int(u % columns);",
                           "int i = id / columns, j = id - i * columns;"]))
        elif kind == "rows":
            self.add("int i = id / columns, j = id % columns;")
        elif kind == "columns":
            self.add("int i = id % rows, j = id / rows;")
        elif kind == "grouped":
            self.add(f"int first = id / ({group} * columns) * {group}, width = ct::min(rows - first, {group});",
                     f"int i = first + id % ({group} * columns) % width, j = id % ({group} * columns) / width;")
        elif kind == "across":
            self.add(f"int first = id / ({group} * rows) * {group}, width = ct::min(columns - first, {group});",
                     f"int j = first + id % ({group} * rows) % width, i = id % ({group} * rows) / width;")
        elif kind == "morton":
            self.add("int i = (id & 1) | ((id >> 1) & 2), j = ((id >> 1) & 1) | ((id >> 2) & 2);")
        elif kind == "snake":
            self.add("int i = id / columns, j = i % 2 ? columns - 1 - id % columns : id % columns;")
        else:
            x, y, z = "int(ct::bid().x)", "int(ct::bid().y)", "int(ct::bid().z)"
            i, j, b, grid = {"xy": (x, y, z, [rows, columns, depth]), "yx": (y, x, z, [columns, rows, depth]),
                             "skewed": (x, f"({x} + {y}) % columns", z, [rows, columns, depth]),
                             "backwards": (f"rows - 1 - {x}", y, z, [rows, columns, depth]),
                             "batch first": (y, z, x, [depth, rows, columns]),
                             "flat": (f"{x} / columns", f"{x} % columns", y, [rows * columns, depth])}[kind]
            self.add(f"int i = {i}, j = {j}, z = {b};")
            self.guard = {"skewed": f"{y} >= columns || i >= rows", "backwards": f"i < 0 || j >= columns"}.get(kind, "i >= rows || j >= columns")
        self.guards &= not self.ends
        if self.guards:
            self.add(f"if ({self.guard} || z >= {depth}) return;")
        while len(grid) > 1 and grid[-1] == 1:
            grid.pop()
        self.grids = [grid]
        if self.guards and self.chance(0.5):
            along = self.random.randrange(len(grid))
            self.grids.append([value + (self.random.randint(1, 3) if d == along else 0) for d, value in enumerate(grid)])
        elif grid[0] > 1 and self.chance(0.4) and kind != "backwards" and not self.of_grid:
            self.grids.append([self.random.randint(1, grid[0] - 1)] + grid[1:])

    # Operands -------------------------------------------------------------------------------------------------------------------

    def view(self, at, rows, columns, tile_rows, tile_columns, order):
        span = [rows, columns]
        if self.is_static and order != "left" and self.chance(0.7):
            known = f"ct::extents<int, {rows}, {columns}>{{}}"
        else:
            known = extents(*span)
        layout = ", ct::layout_left{}" if order == "left" else ""
        return f"ct::partition_view{{ct::tensor_span{{{at}, {known}{layout}}}, ct::shape<{tile_rows}, {tile_columns}>{{}}}}"

    def index3(self, row, column):
        return {"first": f"z, {row}, {column}", "middle": f"{row}, z, {column}"}[self.rank3]

    def view3(self, name, rows, columns, tile_rows, tile_columns, access, load):
        """Of an array with the batch as its first or second dimension."""
        span, shape = {"first": ((self.batches, rows, columns), f"1, {tile_rows}, {tile_columns}"),
                       "middle": ((rows, self.batches, columns), f"{tile_rows}, 1, {tile_columns}")}[self.rank3]
        text = f"ct::partition_view{{ct::tensor_span{{{name}, {extents(*span)}}}, ct::shape<{shape}>{{}}}}{access}"
        return f"ct::reshape({text}, ct::shape<{tile_rows}, {tile_columns}>{{}})" if load else text

    def operand(self, name, rows, columns, tile_rows, tile_columns, order, index):
        """Code in front of the loop, an expression for step t, code behind each step. `index`: those of rows and columns."""
        at = f"{name} + z * ({rows} * {columns})" if self.batches > 1 else name
        turned = order == "turned"
        if turned:
            rows, columns, tile_rows, tile_columns, index = columns, rows, tile_columns, tile_rows, index[::-1]
        wrap = (lambda e: f"ct::transpose({e})") if turned else (lambda e: e)
        if self.multiplied != self.stored:
            plain, cast = wrap, f"ct::element_cast<{self.multiplied}>"
            wrap = (lambda e: f"{cast}({plain(e)})") if self.chance(0.5) else (lambda e: plain(f"{cast}({e})"))
        if self.form == "view" and self.rank3 and order != "left":
            return [], wrap(self.view3(name, rows, columns, tile_rows, tile_columns, f".load_masked({self.index3(*index)})", load=True)), []
        if self.form == "view":
            load = "load_masked" if self.is_ragged or self.loop == "pairs" or self.chance(0.5) else "load"
            view = self.view(at, rows, columns, tile_rows, tile_columns, order)
            inside = self.chance(0.3)
            expression = (view if inside else f"v{name}") + f".{load}({index[0]}, {index[1]})"
            return ([] if inside else [f"auto v{name} = {view};"]), wrap(expression), []
        along = lambda count, shape: f"ct::reshape(ct::iota<ct::tile<int, ct::shape<{count}>>>(), ct::shape<{shape}>{{}})"
        row, column = along(tile_rows, f"{tile_rows}, 1"), along(tile_columns, f"1, {tile_columns}")
        fixed = {f"{x}": "0" if x == "t" and self.form == "moved" else x for x in index}
        before = [f"auto r{name} = {fixed[index[0]]} * {tile_rows} + {row};", f"auto q{name} = {fixed[index[1]]} * {tile_columns} + {column};"]
        mask = f"(r{name} < {rows}{{0}}) & (q{name} < {columns}{{1}})"
        zero = f"static_cast<{self.stored}>(0)" if self.stored in (S8, U8) else f"{self.stored}(0.0f)"
        size = tile_rows if index[0] == "t" else tile_columns
        if self.form == "pointers":  # anew in each step
            shift = "r" if index[0] == "t" else "q"
            before = [line.replace("t *", "0 *") for line in before]
            r, q = (f"(r{name} + t * {size})" if shift == "r" else f"r{name}"), (f"(q{name} + t * {size})" if shift == "q" else f"q{name}")
            address = f"{at} + ({r} + {q} * {rows})" if order == "left" else f"{at} + ({r} * {columns} + {q})"
            return before, wrap(f"ct::load_masked({address}, ({r} < {rows}) & ({q} < {columns}), {zero})"), []
        stride = (1 if order == "left" else columns) if index[0] == "t" else (rows if order == "left" else 1)
        address = f"{at} + (r{name} + q{name} * {rows})" if order == "left" else f"{at} + (r{name} * {columns} + q{name})"
        before += [f"auto p{name} = {address} + {self.first} * ({size} * {stride});", f"int w{name} = {self.first} * {size};"]
        mask = mask.format(*(f" - w{name}" if x == "t" else "" for x in index))
        return before, wrap(f"ct::load_masked(p{name}, {mask}, {zero})"), [f"p{name} = p{name} + {size} * {stride} * {self.step};",
                                                                           f"w{name} += {size} * {self.step};"]

    # Loop -----------------------------------------------------------------------------------------------------------------------

    def write(self):
        pick, M, N, K = self.random.choice, self.M, self.N, self.K
        self.loop = pick(["range", "range", "range", "for", "first", "step", "skip", "skip if", "two", "while"]) if self.splits == 1 else "split"
        if self.is_small and self.splits == 1:
            self.loop = pick(["range", "for", "first"])
        self.first, self.step = {"first": 1, "split": "begin"}.get(self.loop, 0), 2 if self.loop == "step" else 1
        if self.form == "moved" and self.loop in ("skip", "two"):
            self.loop = "range"
        self.use = pick(["none"] * 5 + ["scaled", "largest", "begins"]) if self.splits == 1 and not self.is_small else "none"
        self.gives("c", self.result, self.batches * self.m * self.n)
        extra = "none"
        self.chain = self.stored in (HALF, BF16) and self.multiplied == self.stored and self.sum == "float" and self.N <= 128 and self.chance(0.1)
        if self.splits == 1 and not self.is_gated and self.sum == "float" and self.result == "float" and self.use != "scaled":
            extra = pick(["none"] * 6 + ["column sums", "row largest"])
        if extra == "column sums":
            self.gives("e", "float", self.batches * self.rows * self.n)
        if extra == "row largest":
            self.gives("e", "float", self.batches * self.columns * self.m)
        for name, count in (("a", self.m * self.k), ("b", self.k * self.n)) + ((("g", self.k * self.n),) if self.is_gated else ()):
            self.shifted(name, self.stored, self.batches * count)
        compute = "int" if self.sum == "int" else "double" if self.sum == "double" else "float"
        epilogue = [name for name in ("bias", "scale", "residual", "relu") if self.splits == 1 and self.chance(0.25)]
        if self.use == "begins" or "residual" in epilogue:
            self.takes("d", compute, self.batches * self.m * self.n)
        for name, size in (("bias", self.n), ("scale", self.m)):
            if name in epilogue:
                self.takes(name, compute, size)
        if self.use == "scaled":
            self.takes("w", self.sum, self.steps)
        if self.chain:
            self.takes("h", self.stored, self.N * self.N)
        if self.is_static:
            self.add(f"constexpr int m = {self.m}, n = {self.n}, k = {self.k};")
        else:
            for name in "mnk":
                if name != "k" and self.of_grid:
                    axis, tile = ("x", self.M) if name == "m" else ("y", self.N)
                    less = -getattr(self, name) % tile
                    self.add(f"int {name} = int(ct::num_blocks().{axis}) * {tile} - {less};")
                else:
                    self.number(name, getattr(self, name))
        self.add(f"constexpr int M = {M}, N = {N}, K = {K};", "int rows = (m + M - 1) / M, columns = (n + N - 1) / N, steps = (k + K - 1) / K;")
        if self.is_static:  # as extents
            self.m, self.n, self.k = "m", "n", "k"
        names = ("m", "n", "k")
        self.place()
        tile = f"ct::tile<{self.sum}, ct::shape<M, N>>"
        orders = ["right", "right", "left", "turned"]
        if self.loop == "split":
            self.add(f"int each = (steps + {self.splits} - 1) / {self.splits}, begin = z * each, end = ct::min(steps, begin + each);")
        a = self.operand("a", "m", "k", M, K, pick(orders), ("i", "t"))
        b = self.operand("b", "k", "n", K, N, pick(orders), ("t", "j"))
        g = self.operand("g", "k", "n", K, N, pick(orders), ("t", "j")) if self.is_gated else ([], "", [])
        self.add(*a[0], *b[0], *g[0])
        of_batch = (lambda name: f"{name} + z * (m * n)") if self.batches > 1 else (lambda name: name)
        residual = self.view(of_batch("d"), *names[:2], M, N, "right") + ".load_masked(i, j)"
        start = f"ct::element_cast<{self.sum}>({residual})" if self.use == "begins" else f"ct::zeros<{tile}>()"
        self.add(f"{tile} sum = {start};" if self.chance(0.5) else f"auto sum = {start};")
        if self.is_gated:
            self.add(f"auto gate = ct::zeros<{tile}>();")
        body = []
        if self.chance(0.5):
            body += [f"auto ta = {a[1]};", f"auto tb = {b[1]};"]
            left, right = "ta", "tb"
        else:
            left, right = a[1], b[1]
        if self.use in ("none", "begins"):
            body.append(f"sum = ct::mma({left}, {right}, sum);")
        else:
            body.append(f"auto part = ct::mma({left}, {right}, ct::zeros<{tile}>());")
            body.append("sum = sum + part * ct::load(w + t);" if self.use == "scaled" else "sum = ct::max(sum, part);")
        if self.is_gated:
            body.append(f"gate = ct::mma({'ta' if left == 'ta' else a[1]}, {g[1]}, gate);")
        behind = a[2] + b[2] + g[2]
        heads = {"range": "int t : ct::irange(0, steps)", "for": "int t = 0; t < steps; ++t", "first": "int t : ct::irange(1, steps)",
                 "step": pick(["int t : ct::irange(0, steps, 2)", "int t = 0; t < steps; t += 2"]), "split": "int t : ct::irange(begin, end)"}
        head = heads.get(self.loop, pick([heads["range"], heads["for"]]))
        if self.loop == "skip":
            body.insert(0, f"if (t % 3 == {self.random.randint(0, 2)}) continue;")
        if self.loop == "skip if":
            body = [f"if (t % 3 != {self.random.randint(0, 2)}) {{", *body, "}"]
        if self.loop == "two":
            middle = pick(["1", "steps / 2", "steps - 1"])
            self.add(f"for (int t : ct::irange(0, {middle})) {{", *body, "}")
            head = f"int t : ct::irange({middle}, steps)"
        if self.loop == "while":
            self.add("int t = 0;", "while (t < steps) {", *body, *behind, "++t;", "}")
        else:
            self.add(f"for ({head}) {{", *body, *behind, "}")
        self.write_epilogue(epilogue, extra, compute, residual, of_batch)
        if self.ends:
            self.add(self.ends)
        self.finish()

    def write_epilogue(self, epilogue, extra, compute, residual, of_batch):
        result, pick = f"ct::tile<{compute}, ct::shape<M, N>>", self.random.choice
        self.add(f"auto r0 = ct::element_cast<{compute}>(sum);")
        values = ["r0"]

        def then(expression):
            values.append(f"r{len(values)}")
            self.add(f"auto {values[-1]} = {expression};")

        if self.chain:  # of what is small enough to be exact
            small = f"ct::element_cast<{self.stored}>(ct::max(ct::min(r0, ct::full<{result}>(8)), ct::full<{result}>(-8)))"
            view = f"ct::partition_view{{ct::tensor_span{{h, ct::extents<int, {self.N}, {self.N}>{{}}}}, ct::shape<N, N>{{}}}}.load(0, 0)"
            then(f"ct::mma({small}, {pick([view, f'ct::transpose({view})'])}, ct::zeros<{result}>())")
        if self.is_gated:
            smooth = self.chance(0.4)
            self.bound = 0.01 if smooth else 0
            gate = f"ct::element_cast<{compute}>(gate)"
            then(f"r0 * (1.0f / (1.0f + ct::exp(-{gate})))" if smooth else f"r0 + ct::max({gate}, ct::full<{result}>(0))")
        part = lambda name, size, tile, index: (f"ct::partition_view{{ct::tensor_span{{{name}, {extents(size)}}}, ct::shape<{tile}>{{}}}}"
                                                f".load_masked({index})")
        if "scale" in epilogue:
            then(f"{values[-1]} * ct::reshape({part('scale', 'm', 'M', 'i')}, ct::shape<M, 1>{{}})")
        if "bias" in epilogue:
            then(f"{values[-1]} + ct::reshape({part('bias', 'n', 'N', 'j')}, ct::shape<1, N>{{}})")
        if "residual" in epilogue:
            then(f"{values[-1]} + {residual}")
        if "relu" in epilogue:
            then(f"ct::max({values[-1]}, ct::full<{result}>(0))")
        if extra == "column sums":
            at = "e + z * (rows * n)" if self.batches > 1 else "e"
            self.add(f"ct::partition_view{{ct::tensor_span{{{at}, {extents('rows', 'n')}}}, ct::shape<1, N>{{}}}}.store_masked("
                     f"ct::reshape(ct::sum<0>({values[-1]}), ct::shape<1, N>{{}}), i, j);")
        if extra == "row largest":
            at = "e + z * (m * columns)" if self.batches > 1 else "e"
            self.add(f"ct::partition_view{{ct::tensor_span{{{at}, {extents('m', 'columns')}}}, ct::shape<M, 1>{{}}}}.store_masked("
                     f"ct::reshape(ct::reduce_max<1>({values[-1]}), ct::shape<M, 1>{{}}), i, j);")
        value = f"ct::element_cast<{self.result}>({values[-1]})"
        row = "(i * M + ct::reshape(ct::iota<ct::tile<int, ct::shape<M>>>(), ct::shape<M, 1>{}))"
        column = "(j * N + ct::reshape(ct::iota<ct::tile<int, ct::shape<N>>>(), ct::shape<1, N>{}))"
        if self.splits > 1:
            self.add(f"ct::atomic_add_masked(c + ({row} * n + {column}), {value}, ({row} < m) & ({column} < n), ct::memory_order_relaxed_t{{}});")
        elif self.form != "view" and self.chance(0.5):
            self.add(f"ct::store_masked({of_batch('c')} + ({row} * n + {column}), {value}, ({row} < m) & ({column} < n));")
        elif self.rank3:
            shape = {"first": "1, M, N", "middle": "M, 1, N"}[self.rank3]
            stored = f".store_masked(ct::reshape({value}, ct::shape<{shape}>{{}}), {self.index3('i', 'j')});"
            self.add(self.view3("c", "m", "n", "M", "N", stored, load=False))
        else:
            self.add(self.view(of_batch("c"), "m", "n", "M", "N", "right") + f".store_masked({value}, i, j);")


class Sweep(Program):
    """A block multiplies rows, chosen by numbers or as they lie, by all columns, and stores inside of its loop."""

    def __init__(self, generator):
        super().__init__(generator)
        pick = generator.choice
        stored, of_b, multiplied = pick([(HALF, HALF, HALF), (BF16, BF16, BF16), (HALF, S8, HALF), ("float", "float", TF32), (S8, S8, S8)])
        total = "int" if multiplied == S8 else "float"
        M, N, K = pick([16, 32, 64, 128]), pick([16, 32, 64, 128]), pick([16, 32, 64])
        rows, columns, steps = pick([1, 2, 3, 5]), pick([1, 2, 3, 4]), pick([1, 1, 2, 3, 5])
        while M * N * K * rows * columns * steps > MOST_STEPS:
            rows, columns = max(1, rows - 1), max(1, columns - 1)
            M = max(16, M // 2)
        m, n, k = rows * M - pick([0, 0, 3, 8]), columns * N - pick([0, 0, 8]), steps * K - pick([0, 0, 8])
        gathers, same = self.chance(0.4), of_b == stored and self.chance(0.2)
        if same:
            n, N = m, M
        columns = -(-n // N)
        self.gives("c", total, m * n)
        self.takes("a", stored, m * k)
        if not same:
            self.takes("b", of_b, n * k)
        if gathers:
            self.takes("rows", "int", m)
            self.whole = m
        for name, value in (("m", m), ("n", n), ("k", k)):
            self.number(name, value)
        cast = lambda element, e: e if element == multiplied else f"ct::element_cast<{multiplied}>({e})"
        self.add(f"constexpr int M = {M}, N = {N}, K = {K};", f"int i = {pick(['ct::bid().x', '(m + M - 1) / M - 1 - int(ct::bid().x)'])};",
                 "int columns = (n + N - 1) / N, steps = (k + K - 1) / K;")
        self.grids = [[rows]]
        other = f"static_cast<{stored}>(0)" if stored == S8 else f"{stored}(0.0f)"
        if gathers:
            self.add("auto at = i * M + ct::iota<ct::tile<int, ct::shape<M>>>();",
                     "auto row = ct::reshape(ct::load_masked(rows + at, at < m, 0), ct::shape<M, 1>{});",
                     "auto known = ct::reshape(at < m, ct::shape<M, 1>{});",
                     "auto q = ct::reshape(ct::iota<ct::tile<int, ct::shape<K>>>(), ct::shape<1, K>{});")
            left = f"ct::load_masked(a + (row * k + (q + t * K)), known & (q + t * K < k), {other})"
        else:
            self.add("auto va = ct::partition_view{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<M, K>{}};")
            left = "va.load_masked(i, t)"
        name, turned = "a" if same else "b", same or self.chance(0.5)
        if turned:
            self.add(f"auto vb = ct::partition_view{{ct::tensor_span{{{name}, ct::extents{{n, k}}}}, ct::shape<N, K>{{}}}};")
            right = f"ct::transpose({cast(of_b, 'vb.load_masked(j, t)')})"
        else:
            self.add("auto vb = ct::partition_view{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<K, N>{}};")
            right = cast(of_b, "vb.load_masked(t, j)")
        self.add("auto vc = ct::partition_view{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<M, N>{}};")
        left = cast(stored, left)
        stays = steps == 1 and self.chance(0.7)
        if stays:
            self.add("int t = 0;", f"auto ta = {left};")
            left = "ta"
        tile = f"ct::tile<{total}, ct::shape<M, N>>"
        body = [f"auto sum = ct::zeros<{tile}>();"]
        mma = f"sum = ct::mma({left}, {right}, sum);"
        body += [mma] if stays else ["for (int t : ct::irange(0, steps)) {", mma, "}"]
        if self.chance(0.3):
            body = ["if (j % 2 == i % 2) {", *body, "vc.store_masked(sum, i, j);", "}"]
        else:
            body += [f"vc.store_masked({pick(['sum', f'ct::max(sum, ct::full<{tile}>(0))', 'sum + sum'])}, i, j);"]
        self.add(pick(["for (int j : ct::irange(0, columns)) {", "for (int j = columns - 1; j >= 0; --j) {", "for (int j = 0; j < columns; ++j) {"]), *body, "}")
        self.finish()

    def values(self, number):
        element, count = self.inputs[number]
        if element != "int":
            return super().values(number)
        generator = random.Random(self.seed)
        return b"".join(bits("int", generator.randrange(self.whole)) for _ in range(count))


class Recurrence(Program):
    """Tiles of a row follow from those before them: what a block stores it loads again, as operand or as term."""

    def __init__(self, generator):
        super().__init__(generator)
        pick = generator.choice
        element, M, N = pick([HALF, HALF, BF16, "float"]), pick([16, 32, 64, 128]), pick([16, 32, 64])
        multiplied = TF32 if element == "float" else element
        rows, columns = pick([1, 2, 3]), pick([2, 3, 4, 6])
        while M * N * N * rows * columns * columns > MOST_STEPS:
            columns, M = max(2, columns - 1), max(16, M // 2)
        m, n = rows * M - pick([0, 0, 8, 3]), columns * N
        self.gives("c", element, m * n)
        if self.chance(0.5):
            self.parameters[0] = self.parameters[0].replace(" __restrict__", "")
        self.takes("b", element, n * n)
        for name, value in (("m", m), ("n", n)):
            self.number(name, value)
        self.grids = [[rows]]
        cast = lambda e: f"ct::element_cast<{multiplied}>({e})" if element != multiplied else e
        tile = "ct::tile<float, ct::shape<M, N>>"
        self.add(f"constexpr int M = {M}, N = {N};", "int i = ct::bid().x, columns = n / N;",
                 "auto vc = ct::partition_view{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<M, N>{}};",
                 "auto vb = ct::partition_view{ct::tensor_span{b, ct::extents{n, n}}, ct::shape<N, N>{}};")
        first = pick(["0", "0", "ct::max(0, j - 2)", "j - 1"])
        right = pick(["vb.load_masked(t, j)", "ct::transpose(vb.load_masked(j, t))"])
        is_term = self.chance(0.3)
        left = "vc.load_masked(i, ct::max(t - 1, 0))" if is_term else "vc.load_masked(i, t)"
        self.add("for (int j : ct::irange(1, columns)) {", f"auto sum = ct::zeros<{tile}>();",
                 f"for (int t : ct::irange({first}, j)) sum = ct::mma({cast(left)}, {cast(right)}, sum);")
        if is_term:
            self.add("sum = sum + ct::element_cast<float>(vc.load_masked(i, j - 1));")
        self.add(f"auto kept = ct::max(ct::min(sum, ct::full<{tile}>(2.0f)), ct::full<{tile}>(-2.0f));",
                 f"vc.store_masked(ct::element_cast<{element}>(kept), i, j);", "}")
        self.finish()


class Attention(Program):
    """Softmax of q * k, times v, by a running or by a loop of two parts."""

    bound = 0.03

    def __init__(self, generator):
        super().__init__(generator)
        pick = generator.choice
        self.bound = 0.03
        self.element = pick([HALF, HALF, BF16, BF16, "float"])
        multiplied = TF32 if self.element == "float" else self.element
        width, queries, keys = pick([16, 32, 64, 64, 128]), pick([16, 32, 64, 64, 128]), pick([16, 32, 64, 64, 128])
        # So wide that shared memory has one stage for each operand.
        is_wide = self.element != "float" and self.chance(0.1)
        if is_wide:
            width, queries, keys = 256, pick([64, 128]), pick([64, 128, 128])
        heads, group = 1 if is_wide else pick([1, 2, 4]), pick([1, 1, 2])
        group = min(group, heads)
        s = pick([queries, 2 * queries, 3 * queries, 2 * keys, 4 * keys]) - pick([0, 0, 0, 1, 8])
        while not is_wide and heads * s * s * width > MOST_STEPS and s > 2 * max(queries, keys):
            s //= 2
        while heads * s * s * width > MOST_STEPS and heads > group:
            heads //= 2
        sees = pick(["all", "causal", "causal", "window"])
        caps, order = self.chance(0.25), pick(["blocks first", "heads first", "flat", "backwards"])
        blocks, is_split = -(-s // queries), sees == "causal" and self.chance(0.4)
        biased = self.chance(0.2)
        T = self.element
        self.gives("o", T, heads * s * width)
        self.takes("q", T, heads * s * width)
        for name in "kv":
            self.takes(name, T, heads // group * s * width)
        if biased:
            self.takes("bias", "float", s * s)
        self.number("s", s)
        self.number("heads", heads)
        self.number("window", pick([1, keys // 2, keys + 3, 2 * keys]))
        x, y = "int(ct::bid().x)", "int(ct::bid().y)"
        block, head, grid = {"blocks first": (x, y, [blocks, heads]), "heads first": (y, x, [heads, blocks]),
                             "flat": (f"{x} % blocks", f"{x} / blocks", [blocks * heads]),
                             "backwards": (f"blocks - 1 - {x}", y, [blocks, heads])}[order]
        self.grids = [grid]
        cast = (lambda e: f"ct::element_cast<{multiplied}>({e})") if multiplied != T else (lambda e: e)
        load = lambda name, h, at, rows: cast(f"ct::reshape(v{name}.load_masked({h}, {at}, 0), ct::shape<{rows}, D>{{}})")
        self.add(f"constexpr int M = {queries}, N = {keys}, D = {width};", f"int blocks = (s + M - 1) / M, block = {block}, head = {head};",
                 f"int other = head / {group}, others = heads / {group};")
        for name, rows, count in (("q", "M", "heads"), ("k", "N", "others"), ("v", "N", "others"), ("o", "M", "heads")):
            self.add(f"auto v{name} = ct::partition_view{{ct::tensor_span{{{name}, ct::extents{{{count}, s, D}}}}, ct::shape<1, {rows}, D>{{}}}};")
        self.add("using S = ct::tile<float, ct::shape<M, N>>;", "using R = ct::tile<float, ct::shape<M, 1>>;",
                 f"auto tq = {load('q', 'head', 'block', 'M')};", "auto largest = ct::full<R>(-1e30f), total = ct::zeros<R>();",
                 "auto sum = ct::zeros<ct::tile<float, ct::shape<M, D>>>();",
                 "auto row = ct::reshape(block * M + ct::iota<ct::tile<int, ct::shape<M>>>(), ct::shape<M, 1>{});", "int steps = (s + N - 1) / N, begin = 0;")
        if sees != "all":
            self.add("steps = ct::min(steps, ((block + 1) * M + N - 1) / N);")
        if sees == "window":
            self.add("begin = ct::max(block * M - window + 1, 0) / N;")
        base2 = self.chance(0.6)
        exp = "ct::exp2" if base2 else "ct::exp"
        factor = 0.25 * (1.44269504 if base2 else 1)
        seen = {"all": "column < s", "causal": "(column <= row) & (column < s)", "window": "(column <= row) & (column > row - window) & (column < s)"}[sees]
        hidden = pick(["-1e30f", "-__builtin_inff()"]) if sees != "window" else "-1e30f"

        def step(masks):
            lines = [f"auto x = ct::mma(tq, ct::transpose({load('k', 'other', 't', 'N')}), ct::zeros<S>()) * {factor:.7f}f;"]
            if caps:
                lines = [lines[0].replace("auto x", "auto y"), "auto x = ct::tanh(y * 0.2f) * 5.0f;"]
            if biased:
                lines += ["x = x + ct::partition_view{ct::tensor_span{bias, ct::extents{s, s}}, ct::shape<M, N>{}}.load_masked(block, t);"]
            if masks:
                lines += ["auto column = ct::reshape(t * N + ct::iota<ct::tile<int, ct::shape<N>>>(), ct::shape<1, N>{});"]
                lines += [f"x = ct::select({seen}, x, ct::full<S>({hidden}));"]
            return lines + ["auto next = ct::max(largest, ct::reduce_max<1>(x));", f"auto p = {exp}(x - next);", f"auto shrink = {exp}(largest - next);",
                            "total = total * shrink + ct::sum<1>(p);",
                            f"sum = ct::mma(ct::element_cast<{multiplied}>(p), {load('v', 'other', 't', 'N')}, sum * shrink);", "largest = next;"]

        if is_split:
            self.add("int clear = ct::min(block * M, s) / N;", "for (int t : ct::irange(0, clear)) {", *step(False), "}",
                     "for (int t : ct::irange(clear, steps)) {", *step(True), "}")
        else:
            self.add("for (int t : ct::irange(begin, steps)) {", *step(True), "}")
        self.add(f"vo.store_masked(ct::reshape(ct::element_cast<{T}>(sum / total), ct::shape<1, M, D>{{}}), head, block, 0);")
        self.finish()

    def choices(self):
        return [-1.5, -1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1, 1.5]
