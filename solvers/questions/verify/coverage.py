"""Which claim has which certificate: for every question, every way to a bound, and the exceptions.

`xyzmap verify --coverage` prints this list, and `docs/certificates.md` has it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from shell.guests import Covered, guests

EXCEPTIONS = {
    "trees": "Refutations by search where control signals choose the trees of sums (xbtree, select,"
    " chain) are proven by all orders. There is no proof where these are too many to list, where"
    " sharing partial results takes fewer cycles, where a pinned sum may be a part of another one,"
    " where components that issue several operations in a cycle meet multi-node operations, and of"
    " recurrences that only chains have.",
    "demands": "Refutations by search under constraints that may demand items, such as a lower"
    " bound on a sum or an implication, have no proof.",
    "secondary objectives": "That moves (remap), values in registers or transfers (min_ii"
    " --fewest) are the fewest, or that an objective of a user is least, has no certificate; that"
    " the mapping has the fewest contexts or cycles has.",
}
"""The claims that have, or may have, no certificate, and the reasons."""

PROVEN = "proof: LRAT of a CNF whose clauses are justified"
AGAIN = "proof: refuted again by CaDiCaL"
CYCLES = (
    Covered("min_cycles", "critical path", "bound: critical path"),
    Covered("min_cycles", "counting", "bound: counting"),
    Covered("min_cycles", "search by SAT", PROVEN),
    Covered("min_cycles", "search by CP-SAT", AGAIN),
    Covered("min_cycles", "search by ILP", AGAIN),
    Covered("min_cycles", "search by LP", AGAIN),
    Covered("min_cycles", "recurrence", "reason, for any number of cycles: recurrence"),
    Covered("min_cycles", "slots", "reason, for any number of cycles: slots"),
    Covered("min_cycles", "crossing", "reason, for any number of cycles: crossing"),
    Covered("min_cycles", "packing", "reason, for any number of cycles: packing"),
    Covered("min_cycles", "never", "reason, for any number of cycles: never"),
    Covered("min_cycles", "context memory", "reason, for any number of cycles: context memory"),
    Covered("min_cycles", "transform none", "the ways of the DFG"),
    Covered("min_cycles", "transform enumerate", "all orders, listed"),
    Covered("min_cycles", "transform xbtree", "arithmetic; proof of all orders", "trees"),
    Covered("min_cycles", "transform select", "arithmetic; proof of all orders", "trees"),
    Covered("min_cycles", "transform chain", "arithmetic; proof of all orders", "trees"),
    Covered("min_cycles", "pins", "a part of the claim"),
    Covered("min_cycles", "constraints", "a part of the claim", "demands"),
    Covered("min_cycles", "objectives", "none", "secondary objectives"),
)
INTERVALS = (
    Covered("min_ii", "recurrence", "reason: recurrence"),
    Covered("min_ii", "slots", "reason: slots"),
    Covered("min_ii", "crossing", "reason: crossing"),
    Covered("min_ii", "never", "reason: never"),
    Covered("min_ii", "packing", "reason: packing"),
    Covered("min_ii", "search by SAT", "reason: longest, with a bound of min_cycles"),
    Covered("min_ii", "stays", "reason: stays, of one kind of register files or of all"),
    Covered(
        "min_ii", "addressed", "reason: addressed, with a proof, of one kind of register files"
    ),
    Covered("min_ii", "cyclic", "reason: cyclic, of a relaxation"),
    Covered("min_ii", "transform none", "the ways of the DFG"),
    Covered("min_ii", "transform enumerate", "all orders, listed"),
    Covered("min_ii", "transform xbtree", "arithmetic; proof of all orders", "trees"),
    Covered("min_ii", "transform select", "arithmetic; proof of all orders", "trees"),
    Covered("min_ii", "transform chain", "arithmetic; proof of all orders", "trees"),
    Covered("min_ii", "inductions own", "compared with the graph as written, by induction"),
    Covered("min_ii", "accumulators", "compared with the graph as written, by induction"),
    Covered("min_ii", "pins", "a part of the claim"),
    Covered("min_ii", "constraints", "a part of the claim", "demands"),
    Covered("min_ii", "objectives", "none", "secondary objectives"),
    Covered("min_ii", "shortest", "min_cycles --contexts"),
    Covered("min_ii", "fewest", "none", "secondary objectives"),
)


def covered() -> Iterator[Covered]:
    """Yield all ways, of the core and of guests."""
    yield from CYCLES
    yield from INTERVALS
    for guest in guests():
        yield from guest.covered


def lines() -> Iterator[str]:
    """Yield the list as users read it."""
    for found in covered():
        but = "" if found.exception is None else f" (exception: {found.exception})"
        yield f"{found.question}, {found.way}: {found.certificate}{but}"
    for name, reason in EXCEPTIONS.items():
        yield f"exception, {name}: {reason}"


def as_json() -> str:
    """Return the list as JSON."""
    listed = {"covered": [found._asdict() for found in covered()], "exceptions": EXCEPTIONS}
    return json.dumps(listed, ensure_ascii=False, indent=2)


def table() -> Iterator[str]:
    """Yield the lines of a table in Markdown, and the exceptions."""
    yield "| question | way to a bound | certificate |"
    yield "| --- | --- | --- |"
    for found in covered():
        but = "" if found.exception is None else f"; exception: {found.exception}"
        yield f"| {found.question} | {found.way} | {found.certificate}{but} |"
    yield ""
    for name, reason in EXCEPTIONS.items():
        yield f"- *{name}*: {reason}"
