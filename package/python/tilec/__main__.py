# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`python -m tilec`, and the command `tilec` of a wheel."""
import ctypes
import os
import pathlib
import sys


def main() -> int:
    program = pathlib.Path(__file__).resolve().parent / "bin" / "tilec"
    if program.exists():
        os.execv(program, ["tilec", *sys.argv[1:]])
    from ._native import library
    arguments = ["tilec", *sys.argv[1:]]
    values = (ctypes.c_char_p * (len(arguments) + 1))(*map(os.fsencode, arguments), None)
    return library().tilecCommand(len(arguments), values)


if __name__ == "__main__":
    sys.exit(main())
