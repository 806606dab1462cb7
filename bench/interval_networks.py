"""PT-Map's network, its ablations, and tuning: `python -m bench.interval_networks`.

The paper compares its network with three that lack something (Fig. 6), and tunes it with 400 random
programs for an array that it has not seen (Sec. 4.2). Writes `docs/results/interval_networks.md`.
"""

from __future__ import annotations

import re
import sys
import tempfile
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bench.asker import run
from bench.frame import Asker, Namespace, Parts, bench, number, option, some
from bench.page import table
from bench.sources import code
from heuristics.intervals.arrays import array_of
from learn.intervals.accuracy import ALL, GROUPS
from learn.intervals.options import TUNING
from models.errors import InputError
from models.process.command import USAGE
from solvers.questions.entries import Entry

NETWORK = "network"
VARIANTS = {
    NETWORK: "PT-Map's",
    "basic features": "without degrees, schedules and registers (GNN-b)",
    "no alignment": "graph and array are not aligned (GNN-c)",
    "direct": "cycles at once, without the three tasks (GNN-e)",
}
MODEL = "MII model"
SEED = 500
"""The first program that trains, as for the shipped network."""
BEFORE, AFTER = "before", "after"


@dataclass(frozen=True)
class Work:
    """Where files are, from how many programs networks learn, and for how many epochs."""

    folder: Path
    programs: int
    epochs: int
    tuned: int

    @property
    def data(self) -> Path:
        """The pairs of random programs and arrays."""
        return self.folder / f"pairs-{self.programs}.jsonl"

    def weights(self, variant: str) -> Path:
        """Return the weights of a variant, trained now unless they are there."""
        path = self.folder / f"{variant.replace(' ', '-')}-{self.programs}-{self.epochs}.npz"
        if not path.is_file():
            seeds = ("--seed", str(SEED), "--count", str(self.programs))
            _done("generate", *seeds, "--out", str(self.data))
            learned = ("--epochs", str(self.epochs), "--variant", variant)
            _done("train", "--data", str(self.data), *learned, "--out", str(path))
        return path

    def compared(self, variant: str) -> Entry:
        """Return errors of a variant on the programs that are held out."""
        words = ["--data", str(self.data), "--ablation", f"{variant}={self.weights(variant)}"]
        return _kept(_done("evaluate", *words, "--json"), variant, MODEL)

    def adapted(self, array: str) -> Entry:
        """Tune the network for an array; return its errors there before and after."""
        start = self.weights(NETWORK)
        file = f"{re.sub(r'[^a-z0-9]+', '-', array)}-{self.tuned}"
        data, out = self.folder / f"{file}.jsonl", self.folder / f"{file}.npz"
        words = ["--count", str(self.tuned), "--data", str(data), "--out", str(out)]
        _done("tune", array, "--weights", str(start), *words)
        named = (f"{BEFORE}={start}", f"{AFTER}={out}")
        done = _done("evaluate", "--data", str(data), "--ablation", *named, "--json")
        return _kept(done, MODEL, NETWORK, BEFORE, AFTER)


@bench(
    "interval_networks",
    "Networks of intervals: ablations and tuning",
    number("--programs", 4561, "that train, each on three arrays"),
    number("--epochs", 60, "of training"),
    number("--tuned", 400, "programs that tune, a fifth of them held out"),
    some("--variants", VARIANTS, "VARIANT"),
    option("--arrays", nargs="+", default=["satmapit:4x4", "monomap:4x4"], help="new ones"),
    option("--folder", metavar="DIR", help="keep pairs and weights there"),
    smoke="--programs 5 --epochs 1 --tuned 5 --variants network --arrays satmapit:4x4",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Train, tune and compare."""
    for array in options.arrays:
        array_of(array)
    with tempfile.TemporaryDirectory() as temporary:
        # Weights of other code are not those that the page is about.
        folder = Path(options.folder or temporary, code("bench.interval_networks"))
        # Where files are changes no answer: it is not part of the page's command.
        options.folder = None
        folder.mkdir(parents=True, exist_ok=True)
        work = Work(folder, options.programs, options.epochs, options.tuned)
        key: dict[str, object] = {"programs": work.programs, "epochs": work.epochs, "seed": SEED}
        found = {
            variant: asker.entry({"variant": variant, **key}, partial(work.compared, variant))
            for variant in options.variants
        }
        key = {**key, "tuned": work.tuned, "tuning seed": TUNING}
        tuned = {
            array: asker.entry({"tuned for": array, **key}, partial(work.adapted, array))
            for array in options.arrays
        }
    yield (
        f"Networks learn from the kernels of {work.programs} random programs, each mapped on two"
        f" drawn arrays and one of PT-Map's families, for {work.epochs} epochs. Errors are mean"
        " absolute percentage errors of cycles, over loops of 8, 32 and 128 iterations, of"
        " programs whose seeds are divisible by 5: these train nothing. `MII model` is the lower"
        " bound of the interval.\n"
    )
    yield "## Ablations\n"
    yield "\n".join(f"- `{variant}`: {VARIANTS[variant]}." for variant in found) + "\n"
    yield _ablations(found)
    yield "## Tuned for new arrays\n"
    yield (
        f"The network goes on learning from {work.tuned} more random programs, mapped on the"
        " array; a fifth of these programs is held out. `shared` is the shipped network for all"
        " arrays, as it is.\n"
    )
    yield _tuned(tuned)


def _done(*words: str) -> Entry:
    """Run a command of `learn.intervals` to its end; return what it prints as JSON, if it does.

    Raises `InputError` where the command refuses its inputs, and `RuntimeError` where it fails.
    """
    done = run("learn.intervals", *words)
    if done.code == USAGE:
        raise InputError(f"run this to see what is refused: {' '.join(done.command)}")
    if done.code:
        raise RuntimeError(f"exit code {done.code}: {' '.join(done.command)}")
    return done.answer if "--json" in words else {}


def _kept(answer: Entry, *names: str) -> Entry:
    return {"pairs": answer["pairs"], "errors": {name: answer["errors"][name] for name in names}}


def _ablations(found: dict[str, Entry]) -> str:
    first, *_ = found.values()
    rows = {MODEL: first["errors"][MODEL]} | {v: found[v]["errors"][v] for v in found}
    groups = [name for name in GROUPS if name in rows[MODEL]]
    body: list[list[object]] = [[name, *(row[g] for g in groups)] for name, row in rows.items()]
    return table([f"error in %, {first['pairs']} pairs", *groups], body)


def _tuned(tuned: dict[str, Entry]) -> str:
    names = {MODEL: MODEL, NETWORK: "shared", BEFORE: "before tuning", AFTER: "after tuning"}
    body: list[list[object]] = [
        [array, entry["pairs"], *(entry["errors"][name][ALL] for name in names)]
        for array, entry in tuned.items()
    ]
    return table(["array", "pairs held out", *names.values()], body)


if __name__ == "__main__":
    sys.exit(main())
