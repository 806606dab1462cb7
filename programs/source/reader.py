"""C files and texts as regions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from models.errors import InputError
from models.formats.text_files import decode_text, read_bytes
from programs.loops.errors import ProgramError
from programs.loops.region import Region
from programs.source.preprocess import preprocess
from shell.packages import require_package

_PARAMETER = (
    r"([(,]\s*(?:(?:const|unsigned|signed|int|long|short|char|size_t|u?int(?:8|16|32|64)_t)"
    r"\s+)+){}(?=\s*[,)])"
)


def read_file(
    path: str | Path, defines: Mapping[str, object] | None = None, compiler: str | None = None
) -> tuple[Region, ...]:
    """Return the regions of a C file, in order. Raises `ProgramError`.

    `defines` are macros in the syntax of `-D`, and values of parameters; `compiler` is the
    preprocessor, see `preprocess`.
    """
    name = str(path)
    text = source_text(name)
    return read_text(text, name, defines, compiler, Path(name).parent)


def source_text(path: str) -> str:
    """Return the text of a C file; raises `ProgramError`."""
    try:
        return decode_text(read_bytes(path), path)
    except InputError as error:
        raise ProgramError(error.what, error.where) from None


def read_text(
    text: str,
    name: str = "program.c",
    defines: Mapping[str, object] | None = None,
    compiler: str | None = None,
    folder: Path | None = None,
) -> tuple[Region, ...]:
    """Return the regions of a C text, in order; raises `ProgramError`.

    Raises `InputError` if required packages are missing.
    """
    for package in ("pycparser", "islpy"):
        require_package(package, "reading C", "programs")
    from programs.source.regions import regions_of

    text = _without_given(text, defines or {})
    return regions_of(preprocess(text, name, folder, defines, compiler), name)


def _without_given(text: str, defines: Mapping[str, object]) -> str:
    """Rename integer parameters of functions, such as `int n`, whose value a macro gives."""
    for name in filter(str.isidentifier, defines):
        declared = re.compile(_PARAMETER.format(re.escape(name)))
        text = declared.sub(rf"\g<1>{name}_given", text)
    return text
