"""Stored entries of trade-off points, and their validation when read from a file."""

from __future__ import annotations

import json
import platform
from collections.abc import Collection
from typing import Annotated, Any, Literal

import msgspec

from models.errors import InputError
from models.formats.native_json import (
    architecture_from_json,
    architecture_to_json,
    mapping_from_json,
    mapping_to_json,
)
from pruning.features import Feature, Parts
from pruning.prunable import Kernel
from pruning.question.objective import Scale
from pruning.question.run import Pruned
from solvers.questions.job import Result
from solvers.tasks.mappings import SolverFaultError, judge

Entry = dict[str, Any]

DONE = ("optimal", "infeasible")

UNSOUND = (InputError, SolverFaultError, LookupError, TypeError, ValueError, RecursionError)
"""The exceptions of `believed`."""


class Kept(msgspec.Struct):
    """The required fields of a stored entry; all other fields are derived."""

    status: Literal["optimal", "feasible", "infeasible", "unknown"]
    lower: Annotated[int, msgspec.Meta(ge=0)]
    left: dict[str, Any] | None
    removed: tuple[Feature, ...]
    mappings: tuple[dict[str, Any], ...]
    cores: tuple[tuple[int, tuple[Feature, ...]], ...]
    because: str | None
    stopped: str | None
    seconds: float | None
    limit: float | None


def entry_of(answer: Pruned, limit: float | None) -> Entry:
    """Return the entry of a pruning with a limit of `limit` seconds."""
    decided = answer.status in DONE
    return {
        "status": answer.status,
        **_sizes(answer.scale, None if answer.arch is None else answer.off, answer.lower),
        "left": None if answer.arch is None else json.loads(architecture_to_json(answer.arch)),
        "removed": [list(feature) for feature in sorted(answer.off)],
        "mappings": [json.loads(mapping_to_json(mapping)) for mapping in answer.mappings],
        "cores": [[core.kernel, [list(f) for f in core.features]] for core in answer.cores],
        "because": answer.reason,
        # Events after the answer do not matter.
        "stopped": None if decided else answer.stopped,
        "seconds": answer.seconds.get("total"),
        "limit": limit,
    }


def result_of(entry: Entry) -> Result:
    """Convert an entry into the result of a job."""
    return Result(
        status=entry["status"],
        value=entry["weight"],
        bound=entry["lower"],
        seconds=entry["seconds"] or 0.0,
        megabytes=0.0,
        exit_code=None,
        error=None,
        host=platform.node(),
        answer=json.dumps(entry),
    )


def believed(entry: str, kernels: Collection[Kernel], parts: Parts, scale: Scale) -> Entry:
    """Validate an entry of a file, except its proofs; raise one of `UNSOUND` if it is wrong.

    The array must be part of the whole one, and every mapping legal on it and within its cycles;
    sizes are recounted. The lower bound and the cores are trusted.
    """
    kept = msgspec.json.decode(entry, type=Kept)
    features = set(parts.features)
    for kernel, core in kept.cores:
        if not (0 <= kernel < len(kernels) and features.issuperset(core)):
            raise ValueError("a core of something else")
    off = _judged(kept, kernels, parts)
    found = _sizes(scale, off, kept.lower)
    least = found["weight"]
    if (least is not None) != (kept.status in ("optimal", "feasible")):
        raise ValueError("an array where there is none, or none where there is one")
    if least is not None and not kept.lower <= least:
        raise ValueError("a bound above what does")
    if kept.status == "optimal" and kept.lower != least:
        raise ValueError("not proven")
    return {**msgspec.to_builtins(kept), **found}


def _judged(kept: Kept, kernels: Collection[Kernel], parts: Parts) -> frozenset[Feature] | None:
    """Return the features absent from the array of an entry, after checking its mappings."""
    if kept.left is None:
        return None
    off = frozenset(kept.removed)
    if not parts.closed(off) <= off <= set(parts.features):
        raise ValueError("features of something else")
    arch = parts.without(off)
    if architecture_from_json(json.dumps(kept.left), "resume") != arch:
        raise ValueError("the array is not what is left")
    for kernel, plain in zip(kernels, kept.mappings, strict=True):
        mapping = mapping_from_json(json.dumps(plain), "resume")
        if mapping.horizon > kernel.horizon:
            raise ValueError("a mapping that takes too long")
        judge(msgspec.structs.replace(kernel.problem, arch=arch), mapping)
    if any(off.issuperset(core) for _, core in kept.cores):
        raise ValueError("a core that is absent")
    return off


def _sizes(scale: Scale, off: Collection[Feature] | None, lower: int) -> Entry:
    """Return the size of the array without `off`, if given, and the lower bound."""
    counts: dict[str, int] = {}
    cost = weight = None
    if off is not None:
        on = [feature for feature in scale.weights if feature not in off]
        price = scale.price(on)
        counts, weight = scale.counts(on), scale.of(on)
        cost = None if price is None else float(price)
    known = lower > 0 or lower == weight
    return {
        "counts": counts,
        "cost": cost,
        "weight": weight,
        "lower": lower,
        "bounds": scale.lower(lower) if known else {},
    }
