"""Random problems, damaged certificates, disturbed runs: `python -m tests.adversary`.

Three attempts to get a false answer. Tiny random problems are compared with naive oracles that are
written from the documentation alone. Genuine certificates are damaged by rules, and must not be
verified unless what they then claim is true. Commands are disturbed while they run, and must say
nothing that is not so. Writes `docs/results/adversary.md`; the exit code is 1 if anything was
false, or crashed, hung or filled the memory.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from bench.page import machine, table, write
from models.formats.text_files import write_text
from models.process.command import guarded, natural, positive
from tests.adversary.case import BAD, Outcome
from tests.adversary.workers import Case, outcomes

PROBLEMS, TAMPERINGS, INTERFERENCES = 3000, 6000, 400
JOBS = 2
SECONDS = {"problems": 180.0, "tamperings": 30.0, "interferences": 200.0}
"""After which a case hangs, on a machine that does other work."""
SHARES = {"fewest cycles": 55, "streaming": 25, "smallest interval": 10, "pruning": 10}
"""Of a hundred problems."""
TOLD = 60
"""Cases after which a line of progress is printed."""


def problem(case: Case) -> Outcome:
    """Compare one problem with an oracle."""
    from tests.adversary.problems import fewest_cycles, smallest_interval
    from tests.adversary.pruning import pruning
    from tests.adversary.streaming import streaming

    kinds: dict[str, Callable[[int], int]] = {
        "fewest cycles": fewest_cycles,
        "smallest interval": smallest_interval,
        "streaming": streaming,
        "pruning": pruning,
    }
    begun = time.monotonic()
    count = kinds[case.kind](case.seed)
    spent = time.monotonic() - begun
    return Outcome(case.part, case.kind, case.seed, "agrees", "", count, spent)


def kind_of(seed: int) -> str:
    """Return the question of the problem with this seed."""
    place = seed * 37 % 100
    for kind, share in SHARES.items():
        place -= share
        if place < 0:
            return kind
    raise AssertionError


def adversary(
    problems: int, tamperings: int, interferences: int, seed: int, jobs: int, tries: int | None
) -> Iterator[Outcome]:
    """Yield what becomes of so many cases; `tries` problems are asked for certificates."""
    from tests.adversary import material
    from tests.adversary.interference import Interference, command_of, known, write_inputs
    from tests.adversary.tampering import Tampering

    cases = [
        Case("problems", kind_of(n), n, SECONDS["problems"]) for n in range(seed, seed + problems)
    ]
    yield from outcomes(cases, problem, jobs)
    with tempfile.TemporaryDirectory(prefix="adversary-", ignore_cleanup_errors=True) as place:
        folder = Path(place)
        for name in ("material", "inputs", "undisturbed", "scratch"):
            (folder / name).mkdir()
        scratch = folder / "scratch"
        if tamperings:
            kept = material.write_material(
                folder / "material", 0, material.TRIES if tries is None else tries
            )
            cases = [
                Case("tamperings", "any", n, SECONDS["tamperings"])
                for n in range(seed, seed + tamperings)
            ]
            yield from outcomes(cases, Tampering(kept, scratch), jobs)
        if interferences:
            write_inputs(folder / "inputs")
            numbers = range(seed, seed + interferences)
            names = sorted({command_of(n) for n in numbers})
            truths = known(folder / "inputs", folder / "undisturbed", names)
            cases = [Case("interferences", "any", n, SECONDS["interferences"]) for n in numbers]
            work = Interference(folder / "inputs", truths, scratch)
            yield from outcomes(cases, work, jobs)


def page(found: Sequence[Outcome], seed: int, seconds: float) -> list[str]:
    """Return the parts of the page."""
    lines = [(__doc__ or "").split("\n\n", 1)[1]]
    bad = [one for one in found if one.bad]
    counts = Counter(one.verdict for one in bad)
    words = ", ".join(f"{counts[verdict]} {WORDS[verdict]}" for verdict in BAD)
    lines.append(f"Seeds from {seed} on, {seconds:.0f} s on {JOBS} processes: **{words}**.\n")
    heads = ["part", "cases", "compared", *(WORDS[verdict] for verdict in BAD)]
    rows: list[list[object]] = []
    for part in SECONDS:
        own = [one for one in found if one.part == part]
        sums = Counter(one.verdict for one in own)
        total = sum(one.count for one in own)
        rows.append([part, len(own), total, *(sums[verdict] for verdict in BAD)])
    lines.append(table(heads, rows))
    lines.append(
        "`--seed S` with the number of one part 1, and of the others 0, does the case S again.\n"
    )
    for part, text in ABOUT.items():
        own = [one for one in found if one.part == part]
        if own:
            lines += [f"## {part.capitalize()}\n", text, _kinds(own)]
    undecided = [one for one in found if one.verdict == "undecided"]
    if undecided:
        lines.append("## Verified, and not decided by an oracle\n")
        lines += [f"- {one.seed}: {_code(one.what)}" for one in undecided]
    lines.append(f"\n## What may not be: {len(bad) or 'nothing'}\n")
    lines += [
        f"- {one.part} {one.seed}, {one.kind}: {one.verdict}: {_code(one.what)}" for one in bad
    ]
    return lines


WORDS = {"false": "false", "crash": "crashes", "hang": "hangs", "memory": "out of memory"}
ABOUT = {
    "problems": (
        "Each problem has up to a few operations and components, with register files, transient"
        " places, latencies, ports, buses, switches, shared limits, effects, order edges, contexts,"
        " patterns and reordering. The oracle has one Boolean for every X, Y and Z of"
        " [the model](../model.md) and asks CP-SAT, horizon by horizon; streaming programs are"
        " mapped in all ways, and arrays pruned in all ways. `compared` counts the oracle's"
        " answers. Some are asked by the command line. Every certificate is verified.\n"
    ),
    "tamperings": (
        "Genuine certificates of all questions and reasons, each damaged by one to three rules, by"
        " what the first one did. `true as before`: verified, and the claim says no more than the"
        " original one; `true otherwise`: verified, and an oracle says that it is true. The"
        " verifier has 3 s, 2 s more count as a hang, and 1 GB of memory; one of 25 is a process of"
        " its own.\n"
    ),
    "interferences": (
        "Commands on small questions whose answers are known, by what was done to them. Their"
        " answer, exit code and files must fit what is known, certificates must hold, and no"
        " process may stay.\n"
    ),
}


def _kinds(own: Sequence[Outcome]) -> str:
    """A table of what became of each kind."""
    verdicts = [word for word, _ in Counter(one.verdict for one in own).most_common()]
    rows: list[list[object]] = []
    for kind in [*dict.fromkeys(one.kind for one in sorted(own, key=lambda one: one.kind)), "all"]:
        some = [one for one in own if kind in (one.kind, "all")]
        counts = Counter(one.verdict for one in some)
        longest = max(one.seconds for one in some)
        each = [counts[verdict] or "" for verdict in verdicts]
        rows.append([kind, len(some), *each, f"{longest:.1f}"])
    return table(["kind", "cases", *verdicts, "longest, s"], rows)


def _code(text: str) -> str:
    return "`" + text.replace("`", "'").encode("ascii", "backslashreplace").decode() + "`"


def tell(one: Outcome, number: int, of: int) -> None:
    """Say how far it is, and what may not be."""
    if one.bad:
        text = f"{one.part} {one.seed} {one.kind}: {one.verdict}: {one.what}"
        print(text.encode("ascii", "backslashreplace").decode(), file=sys.stderr, flush=True)
    if number % TOLD == 0:
        print(f"{number} of {of}", file=sys.stderr, flush=True)


def run(arguments: Sequence[str] | None = None) -> int:
    """Attack everything and write the page; 1 where something may not be."""
    parser = argparse.ArgumentParser(
        prog="tests.adversary", description=(__doc__ or "").split("\n\n")[1]
    )
    for name, default in (
        ("problems", PROBLEMS), ("tamperings", TAMPERINGS), ("interferences", INTERFERENCES),
    ):  # fmt: skip
        parser.add_argument(f"--{name}", type=natural, default=default, metavar="N")
    parser.add_argument("--seed", type=natural, default=0, metavar="S", help="the first one (0)")
    parser.add_argument("--jobs", type=positive, default=JOBS, metavar="N", help="at a time (2)")
    parser.add_argument(
        "--material", type=natural, metavar="N", help="problems that are asked for certificates"
    )
    parser.add_argument("--json", metavar="FILE", help="write every case there")
    parser.add_argument("--page", metavar="FILE", help="write the page there instead")
    options = parser.parse_args(arguments)
    counts = (options.problems, options.tamperings, options.interferences)
    begun = time.monotonic()
    found: list[Outcome] = []
    for one in adversary(*counts, options.seed, options.jobs, options.material):
        found.append(replace(one, seconds=round(one.seconds, 3)))
        tell(one, len(found), sum(counts))
    words = f"--problems {counts[0]} --tamperings {counts[1]} --interferences {counts[2]}"
    command = f"python -m tests.adversary {words} --seed {options.seed}"
    parts = page(found, options.seed, time.monotonic() - begun)
    if options.json:
        write_text(options.json, json.dumps([one.record() for one in found], indent=0))
    if options.page is None:
        print(write("adversary", "The adversary", command, parts))
    else:
        head = f"# The adversary\n\nMade by `{command}` on {machine()}.\n\n"
        write_text(options.page, head + "\n".join(parts))
        print(options.page)
    return 1 if any(one.bad for one in found) else 0


main = guarded(run, "tests.adversary")

if __name__ == "__main__":
    sys.exit(main())
