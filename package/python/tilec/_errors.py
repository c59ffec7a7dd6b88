# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What can go wrong, and what the compiler reports."""
from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Diagnostic:
    """One message of the compiler. Lines and columns count from 1; 0 where the place is not known."""

    severity: str  #: note, remark, warning or error
    file: str
    line: int
    column: int
    message: str
    option: str  #: the flag that controls it, or ""
    rendered: str  #: as a terminal shows it, with the source line

    def __str__(self) -> str:
        return self.rendered.rstrip("\n")


class Error(Exception):
    """The base of every error of tilec."""


class CompileError(Error):
    """A source that was refused. The place is that of the first error."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]):
        errors = [d for d in diagnostics if d.severity == "error"] or list(diagnostics)
        super().__init__("\n".join(str(d) for d in errors))
        self.diagnostics = diagnostics
        self.file = errors[0].file if errors else ""
        self.line = errors[0].line if errors else 0
        self.column = errors[0].column if errors else 0


class LaunchError(Error):
    """A launch, or a call of the driver, that failed. `name` is the driver's name of the error or tilec's."""

    def __init__(self, message: str, name: str, code: int):
        super().__init__(message)
        self.name = name
        self.code = code


class ArgumentError(Error, TypeError):
    """An argument that its parameter cannot take."""


class OptionError(Error, ValueError):
    """An option that does not exist, or not with such a value."""


class KernelNotFound(Error, KeyError):
    """A module has no kernel of that name."""

    def __str__(self) -> str:  # a KeyError shows its argument quoted
        return str(self.args[0])
