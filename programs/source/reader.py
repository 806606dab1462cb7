"""C files and texts as regions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from models.packages import require_package
from programs.loops.errors import ProgramError
from programs.loops.region import Region
from programs.source.preprocess import preprocess


def read_file(
    path: str | Path, defines: Mapping[str, object] | None = None, compiler: str | None = None
) -> tuple[Region, ...]:
    """Return the regions of a C file, in order; raises `ProgramError`.

    `defines` are macros as `-D` gives them; `compiler` does the preprocessing, see `preprocess`.
    """
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ProgramError(error.strerror or "cannot be read", str(path)) from None
    except UnicodeDecodeError:
        raise ProgramError("is no text in UTF-8", str(path)) from None
    return read_text(text, str(path), defines, compiler, path.parent)


def read_text(
    text: str,
    name: str = "program.c",
    defines: Mapping[str, object] | None = None,
    compiler: str | None = None,
    folder: Path | None = None,
) -> tuple[Region, ...]:
    """Return the regions of a C text, in order; raises `ProgramError`.

    Raises `InputError` where the packages that this needs are missing.
    """
    for package in ("pycparser", "islpy"):
        require_package(package, "reading C", "programs")
    from programs.source.regions import regions_of

    return regions_of(preprocess(text, name, folder, defines, compiler), name)
