# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the numbers of tile code mean, in plain Python, for edges.py: integers wrap or are undefined where the language
says so, floats are rounded once. A value of an integer type is an int, of a floating type a Python float."""
import math
import struct
from fractions import Fraction


class Undefined(Exception):
    """The language leaves open what happens here: the program must not do it."""


INTEGERS = {"signed char": (8, True), "unsigned char": (8, False), "short": (16, True), "unsigned short": (16, False),
            "int": (32, True), "unsigned": (32, False), "long": (64, True), "unsigned long": (64, False)}
# Bits of the type; of its significand, with the leading one; least and greatest exponent of a normal number.
FLOATS = {"float": (32, 24, -126, 127), "double": (64, 53, -1022, 1023), "__half": (16, 11, -14, 15),
          "__nv_bfloat16": (16, 8, -126, 127)}
UNSIGNED = [name for name, (_, signed) in INTEGERS.items() if not signed]


def bits(element):
    return INTEGERS[element][0] if element in INTEGERS else FLOATS[element][0]


def limits(element):
    width, signed = INTEGERS[element]
    return (-(1 << width - 1), (1 << width - 1) - 1) if signed else (0, (1 << width) - 1)


def wrap(element, value):
    width, signed = INTEGERS[element]
    value &= (1 << width) - 1
    return value - (1 << width) if signed and value >> width - 1 else value


def exact(element, value):
    """The result of signed arithmetic, which must fit; of unsigned, which wraps."""
    if INTEGERS[element][1] and wrap(element, value) != value:
        raise Undefined
    return wrap(element, value)


def rounded(element, value):
    """The nearest number of a floating type, ties to even."""
    if isinstance(value, float) and (value != value or math.isinf(value) or value == 0):
        return value
    _, precision, least, greatest = FLOATS[element]
    number = Fraction(value)
    if number == 0:
        return 0.0
    size = abs(number)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    if size < Fraction(2) ** exponent:
        exponent -= 1
    unit = Fraction(2) ** (max(exponent, least) - precision + 1)
    size = round(size / unit) * unit
    result = math.inf if size >= Fraction(2) ** (greatest + 1) else float(size)
    return math.copysign(result, -1 if number < 0 else 1)


def cast(source, target, value):
    if target == "bool":
        return int(value != 0)
    if target in FLOATS:
        return rounded(target, value)
    if source in FLOATS:
        if value != value or math.isinf(value) or not limits(target)[0] <= int(value) <= limits(target)[1]:
            raise Undefined
        return int(value)
    return wrap(target, value)


def quotient(a, b):
    if b == 0:
        raise Undefined
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def integer(element, operation, a, b):
    if operation in ("<<", ">>"):
        if not 0 <= b < bits(element):
            raise Undefined
        return wrap(element, a << b) if operation == "<<" else a >> b
    if operation in ("/", "%", "floordiv", "ceildiv") and b == 0:
        raise Undefined
    if operation == "%":
        exact(element, quotient(a, b))
    mask = (1 << bits(element)) - 1  # mulhi is of unsigned numbers, whatever the type
    return exact(element, {
        "+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b, "&": lambda: a & b, "|": lambda: a | b, "^": lambda: a ^ b,
        "min": lambda: min(a, b), "max": lambda: max(a, b), "/": lambda: quotient(a, b), "%": lambda: a - quotient(a, b) * b,
        "floordiv": lambda: a // b, "ceildiv": lambda: -(-a // b),
        "mulhi": lambda: wrap(element, (a & mask) * (b & mask) >> bits(element))}[operation]())


def extreme(a, b, greatest, propagate):
    """min or max: one NaN loses or wins; -0 is below +0."""
    if a != a or b != b:
        return math.nan if propagate or (a != a and b != b) else b if a != a else a
    key = lambda x: (x, math.copysign(1, x))
    return max(a, b, key=key) if greatest else min(a, b, key=key)


def floating(element, operation, a, b):
    if operation in ("min", "max"):
        return extreme(a, b, operation == "max", False)
    if a != a or b != b:
        return math.nan
    if operation == "/":
        if b == 0:
            return math.nan if a == 0 else math.copysign(math.inf, math.copysign(1, a) * math.copysign(1, b))
        if math.isfinite(a) and math.isfinite(b) and a != 0:
            return rounded(element, Fraction(a) / Fraction(b))
        return a / b
    if math.isfinite(a) and math.isfinite(b) and a != 0 and b != 0:
        x, y = Fraction(a), Fraction(b)
        result = {"+": x + y, "-": x - y, "*": x * y}[operation]
        if result != 0:
            return rounded(element, result)
    return {"+": a + b, "-": a - b, "*": a * b}[operation]


def compare(operation, a, b):
    return int({"<": a < b, "<=": a <= b, "==": a == b, "!=": a != b, ">": a > b, ">=": a >= b}[operation])


def encode(element, value):
    """The bytes of a value in memory; of all NaNs those of one."""
    if element == "bool":
        return bytes([value])
    if element in INTEGERS:
        return (value & (1 << bits(element)) - 1).to_bytes(bits(element) // 8, "little")
    if value != value:
        return {"float": b"\0\0\xc0\x7f", "double": b"\0\0\0\0\0\0\xf8\x7f", "__half": b"\0\x7e", "__nv_bfloat16": b"\xc0\x7f"}[element]
    if element == "__nv_bfloat16":
        return struct.pack("<f", value)[2:]
    return struct.pack({"float": "<f", "double": "<d", "__half": "<e"}[element], value)


def decode(element, data):
    if element in INTEGERS:
        return int.from_bytes(data, "little", signed=INTEGERS[element][1])
    if element == "__nv_bfloat16":
        return struct.unpack("<f", b"\0\0" + data)[0]
    return struct.unpack({"float": "<f", "double": "<d", "__half": "<e"}[element], data)[0]


def interesting(element, generator):
    """A number near a boundary, more often than not."""
    if element in INTEGERS:
        low, high = limits(element)
        near = generator.choice([low, high, 0, 0, 1 << 7, 1 << 8, 1 << 15, 1 << 16, 1 << 31, 1 << 32, -(1 << 31), 1 << 24, high // 2, low // 2])
        value = near + generator.choice([-3, -2, -1, 0, 0, 1, 2, 3]) if generator.random() < 0.75 else generator.randint(low, high)
        return wrap(element, value)
    _, precision, least, greatest = FLOATS[element]
    largest = (2 - 2.0 ** (1 - precision)) * 2.0 ** greatest
    pick = generator.random()
    if pick < 0.5:
        value = generator.choice([0.0, -0.0, math.inf, -math.inf, math.nan, largest, -largest, 2.0 ** least, -(2.0 ** least), 1.0, -1.0,
                                  2.0 ** (least - precision + 1), 2.0 ** least * 0.75, 0.5, 1.5, 2.5, -0.5, 3.0])
    elif pick < 0.7:
        value = generator.choice([127, 128, 255, 256, 32767, 32768, 65504, 65519, 65520, 65536, 2 ** 24 + 1, 2 ** 31, 2 ** 32, 2 ** 63]) * 1.0
        value += generator.choice([-1, -0.5, 0, 0.5, 0.25])
    else:
        value = generator.uniform(-2, 2) * 2.0 ** generator.randint(-20, 20)
    return rounded(element, value)
