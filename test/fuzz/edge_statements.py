# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The statements of random programs at the edges (edge_program.py), each as text and as what it does to a block."""
import itertools
import math

import edge_numbers as numbers
from edge_numbers import FLOATS, INTEGERS, UNSIGNED, Undefined

COMPARISONS = ["<", "<=", "==", "!=", ">", ">="]
PADDINGS = {"zero": 0.0, "negative_zero": -0.0, "positive_inf": math.inf, "negative_inf": -math.inf, "nan": math.nan}


def size(shape):
    return math.prod(shape)


def lines_along(shape, axis):
    """For each line along the axis, the places of its elements."""
    step, extent = size(shape[axis + 1:]), shape[axis]
    for first in range(size(shape)):
        if first // step % extent == 0:
            yield [first + k * step for k in range(extent)]


class Value:
    def __init__(self, name, element, shape):
        self.name, self.element, self.shape = name, element, tuple(shape)


class Statements:
    def step(self):
        self.pick([self.load, self.load_masked, self.load_view, self.binary, self.binary, self.binary, self.binary, self.with_scalar,
                   self.with_scalar, self.with_scalar, self.cast, self.cast, self.unary, self.compare, self.assume, self.select, self.affine,
                   self.affine, self.reduce, self.scan, self.move, self.cells_load, self.cells_store, self.cells_atomic,
                   *([self.counted_loop] * 3 if not self.loop else []), *([] if self.loop else [self.leave, self.products])])()

    # -- values out of memory

    def load(self, element=None, shape=None):
        element, shape = element or self.pick(self.inputs), shape or self.shape()
        first, stride = self.random.randint(0, 128), self.pick([1, 1, -1])
        index = "ct::iota<%s>()" % self.type("int", shape)
        index = "%d %s %s" % (first if stride > 0 else 255 - first, "+" if stride > 0 else "-", index)
        # An index far away and a pointer that is as far on the other side.
        far = self.pick([0, 0, 0, 1 << 31, -(1 << 31), (1 << 32) + 5, 3 << 30, -(1 << 33)])
        pointer = self.array(element)
        if far:
            index = "ct::element_cast<long>(%s) + %s" % (index, self.scalar("long", far))
            pointer = "(%s - %s)" % (pointer, self.scalar("long", far))
        places = [(first + k if stride > 0 else 255 - first - k) for k in range(size(shape))]
        return self.let(element, shape, "ct::load(%s + (%s))" % (pointer, index), lambda block: [self.inputs[element][p] for p in places])

    def array(self, element):
        return element.replace("__", "").replace(" ", "_") + "_in"

    def load_masked(self):
        element, shape = self.pick(self.inputs), self.shape()
        count, reach = size(shape), self.pick([0, 1, 3, size(shape) - 1, size(shape), 1 << 31])
        padding = self.value(lambda v: v.element == element and v.shape == shape)
        if not padding:
            return None
        # Elements that are left out may lie anywhere.
        stride = self.pick([1, 1, 1, (1 << 31) + 1, 1 << 40]) if reach < 2 else 1
        index = "ct::iota<%s>()" % self.type("long", shape)
        limit = numbers.wrap("int", min(reach, (1 << 31) - 1))
        text = "ct::load_masked(%s + %s * %s, ct::iota<%s>() < %s, %s)" % (
            self.array(element), index, self.scalar("long", stride), self.type("int", shape), self.scalar("int", limit), padding.name)
        return self.let(element, shape, text, lambda block: [
            self.inputs[element][k] if k < limit else block.variables[padding.name][k] for k in range(count)])

    def load_view(self):
        element, shape = self.pick(self.inputs), self.shape()
        extents = [max(1, e - self.random.randint(0, e)) for e in shape]
        strides, room = [0] * len(shape), 1
        for axis in self.random.sample(range(len(shape)), len(shape)):
            # The stride of one row is never taken.
            strides[axis] = self.pick([room, (1 << 31) - 1, 1 << 31, (1 << 32) - 1]) if extents[axis] == 1 else room
            room *= extents[axis] if extents[axis] > 1 else 1
        if room > len(self.inputs[element]):
            return None
        padding = self.pick(PADDINGS) if element in FLOATS else "zero"
        index = [self.pick([0, 0, 0, 1]) if shape[axis] < 16 else 0 for axis in range(len(shape))]
        span = "ct::tensor_span{%s, ct::layout_strided_mapping{ct::extents{%s}, ct::strides{%s}}}" % (
            self.array(element), ", ".join(self.scalar("unsigned", e) for e in extents),
            ", ".join(self.scalar("unsigned", s) for s in strides))
        text = "ct::partition_view{%s, ct::shape<%s>{}}.load_masked(ct::view_padding_%s_t{}, %s)" % (
            span, ", ".join(map(str, shape)), padding, ", ".join(map(str, index)))
        result = []
        for place in itertools.product(*map(range, shape)):
            at = [i * n + p for i, n, p in zip(index, shape, place)]
            inside = all(a < e for a, e in zip(at, extents))
            result.append(self.inputs[element][sum(a * s for a, s in zip(at, strides))] if inside else
                          PADDINGS[padding] if element in FLOATS else 0)
        return self.let(element, shape, text, lambda block: result)

    # -- arithmetic

    def operations(self, element):
        if element == "bool":
            return ["&", "|", "^"]
        if element in FLOATS:
            return ["+", "-", "*", "/", "min", "max", "min", "max"]
        return ["+", "-", "*", "&", "|", "^", "/", "%", "<<", ">>", "min", "max", "ceildiv", "floordiv", "mulhi"]

    def apply(self, element, operation, a, b):
        if element == "bool":
            return {"&": a & b, "|": a | b, "^": a ^ b}[operation]
        return (numbers.floating if element in FLOATS else numbers.integer)(element, operation, a, b)

    def written(self, operation, a, b):
        return "ct::%s(%s, %s)" % (operation, a, b) if operation.isalpha() else "%s %s %s" % (a, operation, b)

    def binary(self):
        a = self.value()
        b = self.value(lambda v: v.element == a.element and v.shape == a.shape and v is not a) or a
        operation = self.pick(self.operations(a.element))
        return self.let(a.element, a.shape, self.written(operation, a.name, b.name), lambda block: [
            self.apply(a.element, operation, x, y) for x, y in zip(block.variables[a.name], block.variables[b.name])])

    def with_scalar(self, a=None):
        a = a or self.value(lambda v: v.element in INTEGERS)
        if not a:
            return None
        operation = self.pick(self.operations(a.element))
        number = numbers.interesting(a.element, self.random)
        if operation in ("/", "%", "floordiv", "ceildiv") and self.chance(0.6):
            number = self.pick([1, 2, 3, 7, 10, 100])
        elif operation in ("<<", ">>"):
            number = self.pick([0, 1, numbers.bits(a.element) - 1, numbers.bits(a.element) // 2])
        elif self.chance(0.4):
            number = numbers.wrap(a.element, self.pick([1, -1, 2, 3, -3, 7, 10, 100, 127, 641, 1 << 31, 1 << 63]))
        scalar = self.scalar(a.element, number)
        if self.chance(0.2) and operation not in ("<<", ">>"):
            return self.let(a.element, a.shape, self.written(operation, scalar, a.name), lambda block: [
                self.apply(a.element, operation, number, x) for x in block.variables[a.name]])
        return self.let(a.element, a.shape, self.written(operation, a.name, scalar), lambda block: [
            self.apply(a.element, operation, x, number) for x in block.variables[a.name]])

    def affine(self):
        """Numbers in a row whose ends lie at a boundary, as indices are made."""
        element, shape = self.pick(["int", "long", "long", "long", "unsigned", "short", "unsigned char", "unsigned long"]), self.shape()
        factor = self.pick([1, 1, 1, 2, 3, 5, 715827883, 1 << 24, (1 << 31) - 1, 1 << 32])
        factor = numbers.wrap(element, factor)
        low, high = numbers.limits(element)
        near = self.pick([0, 1 << 31, 1 << 31, 1 << 32, -(1 << 31)] if element == "long" else [0, 1 << 31, high, low])
        first = numbers.wrap(element, near + self.pick([0, 1, -1, 0]) - self.pick([0, factor * (size(shape) - 1)]))
        if size(shape) - 1 > numbers.limits(element)[1]:
            return None
        turn = " + (%s)block" % element if self.chance(0.3) else ""
        self.certain = self.pick([0.5, 1])
        text = "ct::iota<%s>() * %s + %s%s" % (self.type(element, shape), self.scalar(element, factor), self.scalar(element, first), turn)

        def function(block):
            row = [numbers.exact(element, numbers.exact(element, k * factor) + first) for k in range(size(shape))]
            return [numbers.exact(element, k + block.index) for k in row] if turn else row

        return self.use(self.let(element, shape, text, function))

    def assume(self):
        """The bounds of numbers that come from memory."""
        a = self.value(lambda v: v.element in INTEGERS and v.element not in UNSIGNED)
        if not a or self.loop:
            return
        known = [x for block in self.blocks if not block.ended for x in block.variables[a.name]]
        if known:
            low, high = (self.literal(a.element, bound) for bound in (min(known), max(known)))
            text = self.pick(["ct::assume_bounded<%s, %s>(%s)" % (low, high, a.name), "ct::assume_bounded_below<%s>(%s)" % (low, a.name)])
            self.use(self.let(a.element, a.shape, text, lambda block: block.variables[a.name]))

    def use(self, row):
        """Quotients and the like of numbers whose range is known: these are what is computed in fewer bits."""
        for _ in range(self.random.randint(1, 4)):
            if row:
                made = self.pick([self.with_scalar, self.with_scalar, self.compare, self.cast])(row)
                row = made if made and made.element in INTEGERS and self.chance(0.5) else row
        self.certain = 0.5
        return row

    def unary(self):
        a = self.value(lambda v: v.element != "bool")
        operation = self.pick(["-", "abs"] + (["~"] if a.element in INTEGERS else []))
        text = "ct::abs(%s)" % a.name if operation == "abs" else operation + a.name

        def one(x):
            if a.element in FLOATS:
                return -x if operation == "-" else abs(x)
            return numbers.wrap(a.element, ~x) if operation == "~" else numbers.exact(a.element, -x if operation == "-" else abs(x))

        return self.let(a.element, a.shape, text, lambda block: [one(x) for x in block.variables[a.name]])

    def cast(self, a=None):
        a = a or self.value()
        element = self.pick([*INTEGERS, *FLOATS, "bool"])
        return self.let(element, a.shape, "ct::element_cast<%s>(%s)" % (element, a.name), lambda block: [
            numbers.cast(a.element, element, x) for x in block.variables[a.name]])

    def compare(self, a=None):
        a = a or self.value(lambda v: v.element != "bool")
        operation = self.pick(COMPARISONS)
        if a.element in INTEGERS and self.chance(0.6):
            number = self.pick([*[self.pick(block.variables[a.name]) for block in self.blocks if not block.ended and a.name in block.variables],
                                numbers.interesting(a.element, self.random)])
            scalar = self.scalar(a.element, number)
            return self.let("bool", a.shape, "%s %s %s" % (a.name, operation, scalar), lambda block: [
                numbers.compare(operation, x, number) for x in block.variables[a.name]])
        b = self.value(lambda v: v.element == a.element and v.shape == a.shape)
        return self.let("bool", a.shape, "%s %s %s" % (a.name, operation, b.name), lambda block: [
            numbers.compare(operation, x, y) for x, y in zip(block.variables[a.name], block.variables[b.name])])

    def select(self):
        a = self.value()
        b = self.value(lambda v: v.element == a.element and v.shape == a.shape)
        c = self.value(lambda v: v.shape == a.shape and v.element == "bool") or self.value(lambda v: v.shape == a.shape)
        return self.let(a.element, a.shape, "ct::select(%s, %s, %s)" % (c.name, a.name, b.name), lambda block: [
            y if x else z for x, y, z in zip(*[block.variables[v.name] for v in (c, a, b)])])

    # -- reductions, scans, moves

    def reduce(self):
        a = self.value(lambda v: v.element != "bool")
        axis = self.random.randrange(len(a.shape))
        operation = self.pick(["reduce_max", "reduce_min", "reduce_max", "reduce_min", "max_element", "min_element"] + (
            ["sum", "prod", "reduce_bitand", "reduce_bitxor"] if a.element in UNSIGNED else []))
        propagate = a.element in FLOATS and operation.startswith("reduce") and self.chance(0.4)
        element = "unsigned" if operation.endswith("element") else a.element
        shape = [1 if d == axis else e for d, e in enumerate(a.shape)]

        def one(row):
            if operation.endswith("element"):
                sign = 1 if operation == "max_element" else -1
                best = max((sign * x for x in row if x == x), default=None)  # no NaN wins; of NaNs alone the first
                return 0 if best is None else next(k for k, x in enumerate(row) if sign * x == best)
            result = row[0]
            for x in row[1:]:
                if a.element in FLOATS:
                    result = numbers.extreme(result, x, operation == "reduce_max", propagate)
                else:
                    result = numbers.integer(a.element, {"reduce_max": "max", "reduce_min": "min", "sum": "+", "prod": "*",
                                                         "reduce_bitand": "&", "reduce_bitxor": "^"}[operation], result, x)
            if a.element in FLOATS and not propagate and result != result:
                raise Undefined  # nothing but NaNs
            return result

        text = "ct::%s(%s, %d_ic%s)" % (operation, a.name, axis, ", ct::propagate_nan_t{}" if propagate else "")
        reduced = self.let(element, shape, text, lambda block: [
            one([block.variables[a.name][p] for p in line]) for line in lines_along(a.shape, axis)])
        if reduced and self.chance(0.5):
            self.broadcast(reduced, a.shape, axis)
        return reduced

    def broadcast(self, a, shape, axis):
        step, extent = size(shape[axis + 1:]), shape[axis]
        self.let(a.element, shape, "ct::broadcast(%s, ct::shape<%s>{})" % (a.name, ", ".join(map(str, shape))), lambda block: [
            block.variables[a.name][p // (step * extent) * step + p % step] for p in range(size(shape))])

    def scan(self):
        a = self.value(lambda v: v.element in UNSIGNED)
        if not a:
            return None
        axis, operation = self.random.randrange(len(a.shape)), self.pick(["partial_sum", "partial_prod"])

        def function(block):
            result = list(block.variables[a.name])
            for line in lines_along(a.shape, axis):
                for before, p in zip(line, line[1:]):
                    result[p] = numbers.integer(a.element, "+" if operation == "partial_sum" else "*", result[before], result[p])
            return result

        return self.let(a.element, a.shape, "ct::%s(%s, %d_ic)" % (operation, a.name, axis), function)

    def move(self):
        a = self.value()
        way = self.pick(["reshape", "permute", "extract", "cat"])
        if way == "reshape":
            shape = self.pick([s for s in [(size(a.shape),), (1, size(a.shape)), (size(a.shape), 1), (2, size(a.shape) // 2)] if 0 not in s])
            return self.let(a.element, shape, "ct::reshape(%s, ct::shape<%s>{})" % (a.name, ", ".join(map(str, shape))),
                            lambda block: block.variables[a.name])
        if way == "permute" and len(a.shape) > 1:
            order = self.random.sample(range(len(a.shape)), len(a.shape))
            shape = [a.shape[d] for d in order]
            strides = [size(a.shape[d + 1:]) for d in order]
            places = [sum(p * s for p, s in zip(place, strides)) for place in itertools.product(*map(range, shape))]
            return self.let(a.element, shape, "ct::permute(%s, ct::dimension_map<%s>{})" % (a.name, ", ".join(map(str, order))),
                            lambda block: [block.variables[a.name][p] for p in places])
        if way == "extract" and a.shape[0] > 1:
            half = size(a.shape) // 2
            which = self.random.randrange(2)
            shape = [a.shape[0] // 2, *a.shape[1:]]
            return self.let(a.element, shape, "ct::extract(%s, ct::shape<%s>{}, %s)" % (
                a.name, ", ".join(map(str, shape)), ", ".join([str(which)] + ["0"] * (len(shape) - 1))),
                lambda block: block.variables[a.name][which * half:which * half + half])
        if way == "cat" and size(a.shape) < 128:
            b = self.value(lambda v: v.element == a.element and v.shape == a.shape)
            return self.let(a.element, [2 * a.shape[0], *a.shape[1:]], "ct::cat(%s, %s, 0_ic)" % (a.name, b.name),
                            lambda block: block.variables[a.name] + block.variables[b.name])
        return None

    # -- memory that is read and written

    def places(self, count):
        """Text of distinct places of the block's cells, and the places in the turn of a loop."""
        stride = self.pick([1, 1, -1, 2, 3])
        first = self.random.randint(0, 64) + (count * 3 if stride < 0 else 0)
        turn = self.pick([0, 1, 3]) if self.loop else 0
        far = self.pick([0, 0, 0, 1 << 31, -(1 << 32)])
        text = "%s%s + ct::iota<T<long, %d>>() * %dL + %s%s%s" % (
            "cells", " - %s" % self.scalar("long", far) if far else "", count, stride, self.scalar("long", first),
            " + %dL * turn" % turn if turn else "", " + %s" % self.scalar("long", far) if far else "")
        return text, lambda block: [k * stride + first + turn * block.variables.get("turn", 0) for k in range(count)]

    def cells_load(self):
        count = self.pick([1, 8, 32, 64])
        text, places = self.places(count)
        return self.let("unsigned", (count,), "ct::load(%s)" % text, lambda block: [block.memory[p] for p in places(block)])

    def cells_store(self):
        a = self.value(lambda v: v.element == "unsigned" and len(v.shape) == 1 and v.shape[0] <= 64)
        if not a:
            return
        text, places = self.places(a.shape[0])
        mask = self.value(lambda v: v.element == "bool" and v.shape == a.shape) if self.chance(0.5) else None

        def statement(block):
            for k, p in enumerate(places(block)):
                if not mask or block.variables[mask.name][k]:
                    block.memory[p] = block.variables[a.name][k]

        call = "ct::store_masked(%s, %s, %s);" % (text, a.name, mask.name) if mask else "ct::store(%s, %s);" % (text, a.name)
        self.keep(call, statement)

    def cells_atomic(self):
        """Atomic updates of cells, some left out by a mask."""
        a = self.value(lambda v: v.element == "unsigned" and len(v.shape) == 1 and v.shape[0] <= 64)
        if not a:
            return
        operation = self.pick(["add", "max", "min", "xor"])
        text, places = self.places(a.shape[0])
        mask = self.value(lambda v: v.element == "bool" and v.shape == a.shape) if self.chance(0.5) else None

        def statement(block):
            for k, p in enumerate(places(block)):
                if not mask or block.variables[mask.name][k]:
                    block.memory[p] = numbers.integer("unsigned", {"add": "+", "xor": "^"}.get(operation, operation),
                                                      block.memory[p], block.variables[a.name][k])

        order = "<ct::memory_order::relaxed, ct::thread_scope::device>"
        call = "ct::atomic_%s%s%s(%s, %s%s);" % (operation, "_masked" if mask else "", order, text, a.name, ", " + mask.name if mask else "")
        self.keep("(void)" + call, statement)

    # -- products

    def products(self):
        """Sums of products of bytes from no turn of a loop to several, and a product of what they give in each turn."""
        rows, depth, columns = self.pick([16, 64]), self.pick([16, 32]), self.pick([8, 16])
        trips, dependent = self.pick([0, 1, 2, 3, 4, 5]), self.chance(0.4)
        kinds = [self.pick(["signed char", "unsigned char"]) for _ in range(2)]
        depth = columns if dependent else depth
        first, second, result = self.fresh(), self.fresh(), Value(self.fresh(), "int", (rows, columns))
        text = ["%s %s = ct::zeros<%s>();" % (self.type("int", result.shape), result.name, self.type("int", result.shape)),
                "for (int turn : ct::irange(0, %s)) {" % self.scalar("int", trips)]
        for name, element, shape, step in ((first, kinds[0], (rows, depth), 7), (second, kinds[1], (depth, columns), 3)):
            text.append("  auto %s = ct::load(%s + (ct::iota<%s>() + turn * %d & 255));" % (
                name, self.array(element), self.type("int", shape), step))
        text.append("  %s = ct::mma(%s, %s, %s);" % (result.name, first, second, result.name))
        if dependent:
            text.append("  {0} = ct::mma(ct::element_cast<signed char>({0} >> 9), {1}, {0});".format(result.name, second))

        def multiply(a, b, sums):
            return [numbers.wrap("int", sums[i * columns + j] + sum(a[i * depth + k] * b[k * columns + j] for k in range(depth)))
                    for i in range(rows) for j in range(columns)]

        def total():
            sums = [0] * (rows * columns)
            for turn in range(trips):
                a, b = [[self.inputs[element][k + turn * step & 255] for k in range(count)] for element, count, step in (
                    (kinds[0], rows * depth, 7), (kinds[1], depth * columns, 3))]
                sums = multiply(a, b, sums)
                if dependent:
                    sums = multiply([numbers.wrap("signed char", x >> 9) for x in sums], b, sums)
            return sums

        sums = total()

        def statement(block):
            block.variables[result.name] = sums

        if self.keep(("\n" + self.indent).join(text + ["}"]), statement):
            self.values.append(result)

    # -- loops and ends

    def counted_loop(self):
        """A loop whose bounds lie at the edge of their type, in one of its forms, with values carried and ways out."""
        element = self.pick(["int", "int", "unsigned", "long", "unsigned long", "short", "signed char", "unsigned char"])
        low, high = numbers.limits(element)
        trips, step = self.pick([0, 1, 1, 2, 3, 4, 5, 7]), self.pick([1, 1, 1, 2, 3, 7])
        if self.chance(0.15):
            step = high // 2
        near = self.pick([low, high - trips * step, 0, -trips * step, (1 << 31) - 2, (1 << 32) - 2, high - trips * step - 1])
        first = near if low <= near <= high else 0
        last = first + trips * step - (self.random.randrange(step) if trips else self.pick([0, 0, step]))
        form = self.pick(["irange", "irange", "for", "while", "down"])
        behind = first + step * len(range(first, last, step)), last - step * len(range(last, first, -step))
        if not low <= last <= high or behind[0] > high or behind[1] < low:
            return
        turns = list(range(first, last, step))
        if form == "down":
            turns = list(range(last, first, -step))
        if len(turns) > 16:
            return
        carried = [v for v in [self.value(lambda v: v.element in UNSIGNED), self.value()] if v]
        start = self.scalar(element, last if form == "down" else first)
        stop, by = self.scalar(element, first if form == "down" else last), self.scalar(element, step)
        known, place, j, body, count = list(self.values), len(self.lines), self.fresh(), [], self.fresh()
        copies = [Value(self.fresh(), v.element, v.shape) for v in carried]
        opening = ["%s %s = %s;" % (self.type(v.element, v.shape), c.name, v.name) for v, c in zip(carried, copies)]
        opening.append("long turn = 0;")
        heads = {"irange": "for (%s %s : ct::irange(%s, %s, %s)) {" % (element, j, start, stop, by),
                 "for": "for (%s %s = %s; %s < %s; %s += %s) {" % (element, j, start, j, stop, j, by),
                 "down": "for (%s %s = %s; %s > %s; %s -= %s) {" % (element, j, start, j, stop, j, by),
                 "while": "%s %s = %s; while (%s < %s) {" % (element, j, start, j, stop)}

        def statement(block):
            for v, c in zip(carried, copies):
                block.variables[c.name] = block.variables[v.name]
            for turn, number in enumerate(turns):
                block.variables["turn"] = turn
                block.variables[j] = [number]
                for one in body:
                    end = one(block)
                    if end:
                        return end if end == "return" else None
            return None

        self.lines += [self.indent + line for line in ["{", *opening, heads[form]]]
        self.indent += "  "
        self.loop, self.body = statement, body
        self.values += copies
        self.let(element, (1,), "ct::full<%s>(%s)" % (self.type(element, (1,)), j), lambda block: block.variables[j])
        for _ in range(self.random.randint(2, 5)):
            self.step()
        for c in copies:
            self.change(c)
        if turns and self.chance(0.4):
            self.way_out(element, j, turns)
        self.indent = self.indent[:-2]
        closing = ["  turn = turn + 1;"] + (["  %s += %s;" % (j, by)] if form == "while" else []) + ["}"]
        self.lines += [self.indent + line for line in closing]
        self.loop = self.body = None
        self.values = known
        self.blocks = self.outcome(statement)
        # What was carried goes on behind the loop.
        for v, c in zip(carried, copies):
            out = Value(self.fresh(), v.element, v.shape)
            self.values.append(out)
            self.lines.insert(place, "%s%s %s;" % (self.indent, self.type(out.element, out.shape), out.name))
            self.lines.append("%s%s = %s;" % (self.indent, out.name, c.name))
            for block in self.blocks:
                if not block.ended:
                    block.variables[out.name] = block.variables[c.name]
        self.lines.append(self.indent + "}")

    def change(self, carried):
        """What a loop carries becomes something else of its kind."""
        other = self.value(lambda v: v.element == carried.element and v.shape == carried.shape)
        operation = self.pick(["+", "*", "-", "^"]) if carried.element in UNSIGNED else "&" if carried.element in INTEGERS else None
        text = "%s %s %s" % (carried.name, operation, other.name) if operation else other.name

        def statement(block):
            x, y = block.variables[carried.name], block.variables[other.name]
            block.variables[carried.name] = [numbers.integer(carried.element, operation, a, b) for a, b in zip(x, y)] if operation else y

        self.keep("%s = %s;" % (carried.name, text), statement)

    def way_out(self, element, j, turns):
        number, end = self.pick(turns), self.pick(["break", "break", "return"])
        on = self.random.randrange(2)
        condition = "%s == %s" % (j, self.scalar(element, number)) + (" && block == %d" % on if end == "return" else "")
        self.keep("if (%s) %s;" % (condition, end), lambda block: end if block.variables[j][0] == number and (
            end == "break" or block.index == on) else None)

    def leave(self):
        """One block leaves early, now and then."""
        if self.chance(0.2) and not any(block.ended for block in self.blocks):
            number = self.pick([0, 1])
            self.keep("if (block == %s) return;" % self.scalar("int", number), lambda block: "return" if block.index == number else None)

    # -- the end

    def store(self, a):
        """Leaves a value in `out`: NaNs as one NaN."""
        text, element = a.name, a.element
        width = 1 if element == "bool" else numbers.bits(element) // 8
        first = -(-self.used // width) * width
        if first + size(a.shape) * width > self.room:
            return
        self.used = first + size(a.shape) * width
        if element in FLOATS:
            word = {16: "unsigned short", 32: "unsigned", 64: "unsigned long"}[numbers.bits(element)]
            nan = numbers.decode(word, numbers.encode(element, math.nan))
            text = "ct::select(ct::isnan(%s), ct::full<%s>(%s), ct::element_bitcast<%s>(%s))" % (
                a.name, self.type(word, a.shape), self.literal(word, nan), word, a.name)
            pointer = "(%s *)(mine + %d)" % (word, first)
        else:
            pointer = "(%s *)(mine + %d)" % (element, first)

        def statement(block):
            block.out[first] = b"".join(numbers.encode(element, x) for x in block.variables[a.name])

        if self.keep("ct::store(%s + ct::iota<%s>(), %s);" % (pointer, self.type("int", a.shape), text), statement):
            self.stores.append((first, self.used, a))
