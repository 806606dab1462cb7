"""Parameters in archives of numpy: read without running code, and within limits."""

from __future__ import annotations

import io
import warnings
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.errors import InputError
from models.formats.text_files import LIMIT_MIB, read_bytes, write_bytes, write_text

METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def read_arrays(path: str, what: str) -> tuple[dict[str, NDArray[Any]], dict[str, bytes]]:
    """Return the arrays of an archive by name, and its other members unchanged.

    Raises `InputError` if the file, named `what` in messages, is no archive of numbers: arrays of
    objects are pickles, which can run any code. Unpacked it is at most 64 MiB, like every file.
    """
    data = read_bytes(path)
    arrays: dict[str, NDArray[Any]] = {}
    others: dict[str, bytes] = {}
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            if sum(member.file_size for member in members) > LIMIT_MIB << 20:
                raise InputError(f"unpacked larger than {LIMIT_MIB} MiB", path)
            if any(member.compress_type not in METHODS for member in members):
                raise InputError(
                    f"is no file of {what}: compressed otherwise than numpy does", path
                )
            for member in members:
                contents = archive.read(member)
                if member.filename.endswith(".npy"):
                    arrays[member.filename.removesuffix(".npy")] = _array(contents)
                else:
                    others[member.filename] = contents
    except InputError:
        raise
    # the exceptions of zipfile and numpy have no common name, and are not documented
    except Exception:
        raise InputError(f"is no file of {what}", path) from None
    return arrays, others


def write_arrays(
    path: str, arrays: Mapping[str, NDArray[Any]], card: str, member: str = ""
) -> None:
    """Write arrays to an archive, and a card beside it, with the same name and `.json`.

    The card is also the member of that name, if one is given. Each file is written at once or not
    at all. Raises `InputError` when that is not possible.
    """
    data = io.BytesIO()
    np.savez_compressed(data, **arrays)  # type: ignore[arg-type]  # stubs want a flag among names
    if member:
        with zipfile.ZipFile(data, "a") as archive:
            archive.writestr(member, card)
    write_bytes(path, data.getvalue())
    write_text(str(Path(path).with_suffix(".json")), card)


def require_parameters(
    found: Mapping[str, Any], wanted: Mapping[str, tuple[int, ...]], where: str
) -> None:
    """Raise `InputError` unless parameters in single precision have these names and shapes.

    They are arrays of numpy, or tensors on the CPU; all their numbers have to be finite.
    """
    for name in sorted({*wanted, *found}):
        if name not in found or name not in wanted:
            what = "missing" if name in wanted else "unknown"
            raise InputError(f"{what} parameter '{name}'", where)
        numbers = np.asarray(found[name])
        if numbers.shape != wanted[name] or numbers.dtype != np.float32:
            shape = f"{numbers.dtype} of shape {numbers.shape}"
            what = f"is {shape}, must be float32 of {wanted[name]}"
            raise InputError(f"parameter '{name}' {what}", where)
        if not np.isfinite(numbers).all():
            raise InputError(f"parameter '{name}' has a number that is not finite", where)


def _array(contents: bytes) -> NDArray[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = np.load(io.BytesIO(contents), allow_pickle=False)
    if not isinstance(found, np.ndarray) or found.dtype.kind not in "fiub":
        raise ValueError
    return found
