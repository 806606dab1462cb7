"""Which encodings of at-most-one and at-most-K win where, and the default chosen from it.

`python -m bench.encodings` writes `docs/results/encodings.md`.
"""

from __future__ import annotations

import sys

from bench.compared import MEAN, Question, answers, tables
from bench.frame import Asker, Namespace, Parts, bench, number, option, some, time_limit
from examples.aes import aes
from examples.matrices import mmm
from examples.ring import ring

ONE = ("pairwise", "commander:3", "binary", "bimander:2", "product", "ladder")
MANY = ("sequential", "totalizer", "commander", "binomial", "native")
USUAL = ("bimander:2", "sequential")

QUESTIONS = (
    Question("ring 4", ring(4), (9, 10)),
    Question("ring 5", ring(5), (11, 12)),
    Question("ring 6", ring(6), (14, 15)),
    Question("mmm 3", mmm(3, "operator"), (8, 9), ("--contexts", "3")),
    Question("aes 3", aes(3), (51, 52)),
)
NAMES = [question.name for question in QUESTIONS]
"""With the last number of cycles without and the first with a mapping."""


def way(solver: str, one: str, many: str) -> tuple[str, ...]:
    """Return the options of a solver with these encodings."""
    return "--solver", solver, "--at-most-one", one, "--at-most-k", many


@bench(
    "encodings",
    "Encodings compared",
    time_limit(20),
    number("--runs", 3),
    option("--implied", choices=["on", "off"], default="on"),
    some("--only", NAMES, "QUESTION"),
    some("--encodings", (*ONE, *MANY), "ENCODING"),
    smoke="--time-limit 30 --runs 1 --only 'ring 4' --encodings pairwise sequential",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Compare the encodings."""
    limit = options.time_limit
    common = ("--implied", options.implied, "--runs", str(options.runs))
    kinds = options.encodings
    one = {kind: way("cadical195", kind, USUAL[1]) + common for kind in ONE if kind in kinds}
    many = {
        f"{solver}, {kind}": way(solver, USUAL[0], kind) + common
        for solver in ("cadical195", "gluecard4")
        for kind in MANY
        if kind in kinds
    }
    questions = [question for question in QUESTIONS if question.name in options.only]
    yield (
        f"Medians of {options.runs} runs with different orders of the clauses, given up after"
        f" {limit:g} s.\n"
    )
    yield MEAN
    yield f"## At most one, by CaDiCaL; at most K is {USUAL[1]}\n"
    yield from tables(answers(asker, questions, one, limit), limit, "encoding")
    yield f"## At most K; at most one is {USUAL[0]}\n"
    yield (
        'The limits are 2 registers in these instances. "native" are at-most-K constraints of the'
        " solver's own: in CaDiCaL a propagator in Python, in Gluecard a part of the engine.\n"
    )
    yield from tables(answers(asker, questions, many, limit), limit, "solver, encoding")


if __name__ == "__main__":
    sys.exit(main())
