"""The smallest part of an array that does the job."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from typing import Literal

import msgspec

from models.data.architecture import Architecture
from models.errors import InfeasibleError
from models.process.signals import Signals, Stop
from solvers import prune_arch
from solvers.certificates.folder_lock import released
from solvers.questions.prune_arch import certify
from solvers.questions.prune_arch.html import nothing_html, pruning_html
from solvers.questions.prune_arch.options import Setup, read_setup
from solvers.questions.prune_arch.report import as_json, in_words, nothing_as_json
from xyzmap.answers import Answer, plain
from xyzmap.asked import asked, listed, stopping, switch
from xyzmap.inputs import ArchLike, DfgLike, File, Numbers, Reordering, Tell, Words
from xyzmap.mapped import Mapped, drawn


@dataclass(frozen=True, repr=False, eq=False)
class Pruned(Answer):
    """The array that is left, and the mapping of every kernel on it.

    `value` counts what is minimised first, or is the cost; `record` has all counts and bounds.
    """

    arch: Architecture | None = None
    whole: Architecture | None = None
    mappings: tuple[Mapped, ...] = ()

    @property
    def counts(self) -> dict[str, int]:
        """How many of each kind are left."""
        return dict(self.record["counts"])

    def svg(self, file: str | os.PathLike[str] | None = None) -> str:
        """Return a drawing of what is kept, removed, and how much used; write it, too."""
        from views.array.svg import array_svg

        self._found()
        assert self.arch is not None and self.whole is not None
        return drawn(array_svg(self.whole, self.arch, [m.mapping for m in self.mappings]), file)


def prune(
    dfgs: DfgLike | Sequence[DfgLike],
    arch: ArchLike,
    *,
    cycles: Numbers | None = None,
    contexts: Numbers | None = None,
    minimise: Words | None = None,
    cost: str | Mapping[str, float] | None = None,
    keep: Sequence[str] = (),
    greedy: bool = False,
    order: Literal["fixed", "random", "least-used"] = "fixed",
    transform: Reordering = "none",
    multi_node: bool = True,
    rules: File | None = None,
    solver: str | None = None,
    seed: int = 0,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    certificate: File | None = None,
    on_progress: Tell | None = None,
) -> Pruned:
    """Return the smallest part of an array on which one or several kernels still run as fast.

    `cycles` and `contexts` are one number for all kernels or one for each; without `cycles`, the
    fewest on the whole array. `minimise` names what is to be few, the most important first; `cost`
    gives weights instead. The other keywords are the options of `solvers.prune_arch`, limits in
    seconds and megabytes. Raises `InputError` for whatever cannot be used, `TimeoutError` where the
    time is up before the search begins.
    """
    begun = time.perf_counter()
    options = asked(
        prune_arch.parser(),
        inputs(dfgs, arch),
        on_progress,
        cycles=listed(cycles),
        contexts=listed(contexts),
        minimise=listed(minimise),
        cost=weights(cost),
        keep=list(keep),
        greedy=greedy,
        order=order,
        transform=transform,
        multi_node=switch(multi_node),
        rules=rules,
        solver=solver,
        seed=seed,
        time_limit=time_limit,
        memory_limit=memory_limit,
        certificate=certificate,
    )
    folder = options.certificate
    with released(folder):
        if folder is not None:
            certify.prepare(folder)
        deadline = None if time_limit is None else begun + time_limit
        with stopping(time_limit):
            setup = read_setup(options, options.contexts)
            try:
                search = prune_arch.begin(options, setup, deadline)
            except InfeasibleError as error:
                return _unmapped(setup, str(error))
            answer = search.run()
        answer.seconds["whole"] = time.perf_counter() - begun
        if folder is not None:
            if answer.stopped is None:
                with suppress(Stop), Signals(deadline):
                    answer.certified = certify.write_certificate(answer, folder, on_progress)
            answer.certified = answer.certified or certify.unwritten(folder, answer.stopped)
    mappings = tuple(
        Mapped(msgspec.structs.replace(kernel.problem, arch=answer.arch), mapping)
        for kernel, mapping in zip(answer.kernels, answer.mappings, strict=False)
    )
    least = answer.scale.lower(answer.lower) if answer.lower else {}
    price = answer.price
    count = next(iter(answer.counts.values()), None)
    certified = (answer.certified or "").startswith("certificate")
    return Pruned(
        "prune_arch",
        answer.status,
        (None if answer.arch is None else count) if price is None else float(price),
        next(iter(least.values()), None),
        answer.reason or "",
        mappings[0] if mappings else None,
        plain(as_json(answer)),
        in_words(answer),
        answer.stopped,
        str(options.certificate) if certified else None,
        report=lambda: pruning_html(answer),
        arch=answer.arch,
        whole=answer.whole,
        mappings=mappings,
    )


def _unmapped(setup: Setup, reason: str) -> Pruned:
    """Return the answer that a kernel has no mapping even onto the whole array."""
    problems = setup.problems
    return Pruned(
        "prune_arch",
        "infeasible",
        None,
        None,
        reason,
        None,
        plain(nothing_as_json(problems, "infeasible", reason)),
        f"infeasible: {reason}",
        report=lambda: nothing_html(problems, "infeasible", reason, None),
        whole=problems[0].arch,
    )


def inputs(dfgs: DfgLike | Sequence[DfgLike], arch: ArchLike) -> tuple[object, ...]:
    """Return the graphs and the array as a command names them, the array last."""
    several = isinstance(dfgs, Sequence) and not isinstance(dfgs, str)
    return (*dfgs, arch) if several else (dfgs, arch)  # type: ignore[misc]  # a sequence of graphs


def weights(cost: str | Mapping[str, float] | None) -> str | None:
    """Return `elements=100,paths=5` for a mapping from kinds to weights."""
    if cost is None or isinstance(cost, str):
        return cost
    return ",".join(f"{kind}={_exact(weight)}" for kind, weight in cost.items())


def _exact(weight: float) -> str:
    """Return a weight with all its digits: commands take fractions, but no exponents."""
    return str(Fraction(weight).limit_denominator(10**8) if isfinite(weight) else weight)
