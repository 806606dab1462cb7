"""Archives of numpy, as files from elsewhere: read without running code, and within limits."""

from __future__ import annotations

import io
import warnings
import zipfile
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.errors import InputError
from models.formats.text_files import LIMIT_MIB, read_bytes

METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def read_arrays(path: str, what: str) -> tuple[dict[str, NDArray[Any]], dict[str, bytes]]:
    """Return the arrays of an archive by name, and its other members as they are.

    Raises `InputError` on anything else than a file of `what`, which is an archive of numbers:
    arrays of objects are pickles, which run what they like. Unpacked it is at most 64 MiB, as
    every file.
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
    except Exception:  # what zipfile and numpy raise has no common name, and is not documented
        raise InputError(f"is no file of {what}", path) from None
    return arrays, others


def _array(contents: bytes) -> NDArray[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = np.load(io.BytesIO(contents), allow_pickle=False)
    if not isinstance(found, np.ndarray) or found.dtype.kind not in "fiub":
        raise ValueError
    return found
