"""The programs by name: `vector_add:8`, `matvec:4x4`, `random:20:3:tree`."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from models.errors import InputError
from streaming.examples.loops import ifft_loop
from streaming.examples.sums import fir, matvec
from streaming.examples.transforms import ifft
from streaming.examples.vectors import distance, vector_add
from streaming.model.program import Program
from streaming.model.recipes import RECIPES, random_program


class Family(NamedTuple):
    """A family of programs: the syntax of its specs, its description, and its generator."""

    usage: str
    summary: str
    make: Callable[[list[str]], Program]


class _WordError(ValueError):
    """An unreadable word of a spec; the message names it."""


def build(spec: str) -> Program:
    """Return the program that `spec` names. Raises `InputError` with the spec and the syntax."""
    kind, *words = spec.split(":")
    family = FAMILIES.get(kind)
    if family is None:
        raise InputError(f"unknown program '{kind[:40]}'; known: {', '.join(FAMILIES)}", spec)
    try:
        return family.make(words)
    except _WordError as error:
        raise InputError(f"{error}; write {family.usage}", spec) from None
    except InputError as error:
        raise error.inside(spec) from None


def _number(text: str, what: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise _WordError(f"{what} '{text[:40]}' must be a number")
    return int(text)


def _none(words: list[str], make: Callable[[], Program]) -> Program:
    if words:
        raise _WordError(f"'{words[0][:40]}' is too much")
    return make()


def _one(words: list[str], what: str, make: Callable[[int], Program]) -> Program:
    if len(words) != 1:
        raise _WordError(f"one number is needed, not {len(words)}")
    return make(_number(words[0], what))


def _matvec(words: list[str]) -> Program:
    sides = words[0].split("x") if len(words) == 1 else []
    if len(sides) != 2:
        raise _WordError(f"'{':'.join(words)[:40]}' is no size")
    return matvec(_number(sides[0], "rows"), _number(sides[1], "columns"))


def _ifft(words: list[str]) -> Program:
    size, *flags = words or [""]
    for flag in flags:
        if flag not in ("simd", "sources") or flags.count(flag) > 1:
            raise _WordError(f"'{flag[:40]}' is too much")
    return ifft(_number(size, "points"), "sources" not in flags, "simd" in flags)


def _random(words: list[str]) -> Program:
    if not 1 <= len(words) <= 4:
        raise _WordError(f"one to four words are needed, not {len(words)}")
    size, seed, recipe, shared = words + ["0", RECIPES[0], "0"][len(words) - 1 :]
    for known in RECIPES:
        if recipe == known:
            return random_program(
                _number(size, "size"), _number(seed, "seed"), known, _number(shared, "pairs")
            )
    raise _WordError(f"unknown recipe '{recipe[:40]}'")


FAMILIES: dict[str, Family] = {
    "distance": Family(
        "distance", "squared distance, the paper's Fig. 1", lambda w: _none(w, distance)
    ),
    "vector_add": Family(
        "vector_add:LANES", "element-wise sum", lambda w: _one(w, "lanes", vector_add)
    ),
    "ifft": Family(
        "ifft:POINTS[:simd][:sources]",
        "inverse FFT; both parts in SIMD lanes; without loads",
        _ifft,
    ),
    "ifft_loop": Family(
        "ifft_loop", "inner loop of an inverse FFT, with messages", lambda w: _none(w, ifft_loop)
    ),
    "fir": Family("fir:TAPS", "FIR filter", lambda w: _one(w, "taps", fir)),
    "matvec": Family("matvec:ROWSxCOLUMNS", "matrix times vector", _matvec),
    "random": Family(
        f"random:SIZE[:SEED[:{'|'.join(RECIPES)}[:PAIRS]]]",
        "random program; PAIRS share a variable",
        _random,
    ),
}

NAMED: dict[str, str] = {
    "distance": "distance",
    "vector_add8": "vector_add:8",
    "ifft8": "ifft:8:sources",
    "ifft8_simd": "ifft:8:simd",
    "ifft16": "ifft:16:simd:sources",
    "ifft_loop": "ifft_loop",
    "fir8": "fir:8",
    "matvec4": "matvec:4x4",
}
"""The programs in examples/data/streaming, by file name."""
