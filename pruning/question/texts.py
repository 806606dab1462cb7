"""One-line texts about a pruning."""

from __future__ import annotations

from models.data.problem import counted_contexts
from models.text import n_cycles
from pruning.prunable import Kernel
from pruning.question.run import Pruned


def headline(answer: Pruned) -> str:
    """Return the needs of the kernels in one line, without the status."""
    names = " and ".join(f"'{kernel.problem.dfg.name}'" for kernel in answer.kernels)
    array = f"'{answer.kernels[0].problem.arch.name}'"
    cycles = ", ".join(_time(kernel) for kernel in answer.kernels)
    if answer.status == "infeasible":
        return f"{names} on {array}: {answer.reason}"
    if answer.arch is None:
        return f"no part of {array} that serves {names} was found within the limit"
    counts = answer.counts.items()
    shown = ", ".join(counted(n, kind) for kind, n in counts if n) or "nothing removable"
    cost = "" if answer.price is None else f" at a cost of {float(answer.price):.10g}"
    if answer.price is not None and answer.scale.objective.prices is not None:
        cost = f", {int(answer.price):,} transistors"
    need = "needs" if len(answer.kernels) == 1 else "need"
    return f"{names} in {cycles} {need} {shown} of {array}{cost}"


def bounds(answer: Pruned) -> str:
    """Return the lower bound in words, such as `5 elements, then 9 paths`."""
    if not answer.bounded:
        return "not looked for" if answer.status == "feasible" else "nothing"
    return smallest(answer, answer.lower)


def smallest(answer: Pruned, lower: int) -> str:
    """Return a bound on the weight as counts per kind; empty if no feature is removable."""
    least = answer.scale.lower(lower).items()
    return ", then ".join(counted(n, kind) for kind, n in least if n)


def counted(number: float, kind: str) -> str:
    """Return `1 element`, `2 memories`, or `2.5 cost`."""
    single = "memory" if kind == "memories" else kind.removesuffix("s")
    return f"{number:.10g} {single if number == 1 else kind}"


def _time(kernel: Kernel) -> str:
    contexts = kernel.problem.contexts
    return f"{n_cycles(kernel.horizon)}" + (f", {counted_contexts(contexts)}," if contexts else "")
