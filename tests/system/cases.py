"""One command for every question that searches: a small form, a hard one, and what they write."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from examples.__main__ import main as examples
from tests.system.commands import DATA, python

POINTS = ("before handlers", "importing", "preparing", "working", "writing")
WRITING = "call:models.formats.text_files:write_bytes"
REPLACING = "call:models.formats.text_files:_replace"


@dataclass(frozen=True)
class Case:
    """A command on a question that takes long, one that it answers, and where it is stopped.

    `{}` in arguments is the folder of inputs, and `{out}` that of outputs. `points` are those of
    `tests.system.stop_at` in the order of `POINTS`, but for the first.
    """

    module: str
    hard: str
    small: str
    outputs: str
    points: str

    def words(self, folder: Path, out: Path | None = None, hard: bool = False) -> list[str]:
        """Return the arguments; without `out`, nothing is written."""
        text = self.hard if hard else self.small
        text += " " + self.outputs if out else ""
        return text.replace("{out}", str(out)).replace("{}", str(folder)).split()

    def command(self, folder: Path, out: Path | None = None, *more: str) -> list[str]:
        """Return the command line of the small question."""
        return python(self.module, *self.words(folder, out), *more)


CERTIFIED = "--picture {out}/p.svg --html {out}/p.html --certificate {out}/proof"
CASES = {
    "min_cycles": Case(
        "solvers.min_cycles",
        "{}/ring7/dfg.json {}/ring7/arch.json",
        f"{DATA}/ring4.dfg.json {DATA}/ring4.arch.json",
        f"{CERTIFIED} --out {{out}}/mapping.json",
        "import:solvers.search.cycles call:models.space_time.xyz:build+0.1 "
        f"call:solvers.backends.sat:SatSession.solve+0.5 {WRITING}",
    ),
    "min_ii": Case(
        "solvers.min_ii",
        "{}/gesummv/dfg.json hycube:4x4,io=memory --fewest registers",
        f"{DATA}/accumulate.dfg.json {DATA}/accumulate.arch.json",
        f"{CERTIFIED} --out {{out}}/mapping.json",
        "import:solvers.search.intervals call:solvers.mappers.named:named_heuristic+0.1 "
        f"call:solvers.search.same_interval:search_fewest+1 {WRITING}",
    ),
    "remap": Case(
        "remap",
        "{}/part/dfg.json hycube:4x4,io=memory {}/part/mapping.json --forbid 1_1",
        "{}/part/dfg.json hycube:4x4,io=memory {}/part/mapping.json",
        "--picture {out}/p.svg --html {out}/p.html --out {out}/mapping.json",
        "import:remap.question.search call:models.space_time.xyz:build+0.1 "
        f"call:solvers.backends.sat:SatSession.solve+0.2 {WRITING}",
    ),
    "partition": Case(
        "partition",
        "{}/loop.json lisa:2x2,io=memory --max-ii 3 --method exact",
        "{}/small.json lisa:2x2,io=memory --max-ii 4",
        "--picture {out}/p.svg --html {out}/p.html --out {out}/parts",
        "import:partition.question.search "
        "call:solvers.mappers.named:named_heuristic+0.1 "
        f"call:partition.question.exact:_solve+0.5 {WRITING}",
    ),
    "prune_arch": Case(
        "pruning",
        "{}/ring5/dfg.json {}/ring5/arch.json --minimise elements,registers,paths",
        "{}/ring2/dfg.json {}/ring2/arch.json --cycles 8",
        "--picture {out}/p.svg --html {out}/p.html --out {out}/m --certificate {out}/proof",
        "import:pruning.question.run "
        "call:pruning.question.first:first_kernels+0.3 "
        f"call:pruning.question.run:Pruning.run+0.5 {WRITING}",
    ),
    "trade_off": Case(
        "pruning.trade_off",
        "{}/ring5/dfg.json {}/ring5/arch.json --cycles 10-14 --minimise elements",
        "{}/ring2/dfg.json {}/ring2/arch.json --cycles 8-9 --minimise elements",
        "--html {out}/p.html --plot {out}/p.svg --store {out}/p.sqlite --out {out}/a",
        "import:pruning.trade_off.curve "
        "call:pruning.question.oracle:Oracle.ask+0.1 "
        "call:pruning.trade_off.curve:Sweep.run+1 "
        "call:pruning.trade_off.html:curve_html",
    ),
    "streaming": Case(
        "streaming",
        f"{DATA}/streaming/ifft16.json --ii 6",
        f"{DATA}/streaming/distance.json --ii 3",
        f"{CERTIFIED} --out {{out}}/mapping.json",
        "import:streaming.question.search "
        "call:streaming.heuristics.board:Board.place "
        f"call:streaming.question.race:race+1 {WRITING}",
    ),
    "optimize": Case(
        "programs.optimize",
        "examples/programs/harris.c s4",
        "examples/programs/trisolv.c s4",
        "--out {out}/programs --html {out}/p.html --plot {out}/p.svg",
        "import:programs.source call:programs.dataflow.extract:extract "
        f"call:programs.explore:explore+1 {WRITING}",
    ),
    "compare": Case(
        "sweeps.compare",
        "{}/ring5/dfg.json {}/ring5/arch.json --solver cadical195 --solver cp-sat",
        f"{DATA}/ring4.dfg.json {DATA}/ring4.arch.json --cycles 9 --solver cadical195",
        "--markdown {out}/c.md --plot {out}/p.svg --store {out}/cells.sqlite",
        "import:sweeps.compare.plan call:sweeps.compare.plan:plan "
        "call:sweeps.watched:watch+1 call:sweeps.compare.plot:write_plot",
    ),
    "verify": Case(
        "solvers.verify",
        "{}/proof",
        "{}/proof",
        "",
        "call:solvers.verification.directory:Directory.read "
        "call:solvers.verification.symbols:Symbols.settle "
        "call:solvers.verification.refutation:check_clauses "
        "call:solvers.verification.lrat:replay",
    ),
    "learn.labels": Case(
        "learn.labels",
        "generate hycube:4x4,io=memory --teacher annealing --count 500 --jobs 2"
        " --out {out}/samples.jsonl",
        "train hycube:4x4,io=memory --data {}/samples.jsonl --epochs 3 --out {out}/weights.json",
        "",
        "import:learn.labels.commands call:learn.common.workers:Workers.samples+0.2 "
        f"call:learn.common.workers:Workers.samples+8 {WRITING}",
    ),
    "learn.ppo": Case(
        "learn.ppo",
        "train --random 8-12 --steps 1000000 --out {out}/run",
        "train --random 8-12 --steps 512 --envs 4 --rollout 16 --out {out}/run",
        "",
        "import:torch call:learn.ppo.training:environment "
        "call:learn.ppo.training:Watch._on_rollout_end+0.5 call:learn.ppo.runs:Run.save",
    ),
}


INPUTS = {
    "ring7": "ring 7",
    "ring5": "ring 5",
    "ring2": "ring 2",
    "part": "polybench gesummv --unroll 2",
    "gesummv": "polybench gesummv --unroll 4",
    "loop": "polybench gesummv --unroll 2",
    "small": "polybench atax",
}


def write_inputs(folder: Path, names: Iterable[str] = CASES) -> None:
    """Write what these cases read."""
    from solvers import min_cycles, min_ii

    asked = " ".join(f"{CASES[name].hard} {CASES[name].small}" for name in names)

    def write(words: str, name: str) -> None:
        assert examples([*words.split(), "-o", str(folder / name)]) == 0

    for name, words in INPUTS.items():
        if f"{{}}/{name}/" in asked:
            write(words, name)
        elif f"{{}}/{name}.json" in asked:
            write(words, name)
            (folder / name / "dfg.json").rename(folder / f"{name}.json")
    if "{}/part/mapping.json" in asked:
        place = folder / "part"
        words = f"{place}/dfg.json hycube:4x4,io=memory --quiet --out {place}/mapping.json"
        assert min_ii.main([*words.split(), "--first"]) in (0, 10)
    if "{}/proof" in asked:
        write("dct", "dct")
        words = f"{folder}/dct/dfg.json mesh:3x3,registers=4 --cycles 9 --quiet"
        assert min_cycles.main([*words.split(), "--certificate", str(folder / "proof")]) == 20
    if "{}/samples.jsonl" in asked:
        words = "generate hycube:4x4,io=memory --teacher annealing --count 8 --jobs 2 --out"
        samples = python("learn.labels", *words.split(), folder / "samples.jsonl")
        subprocess.run(samples, check=True, capture_output=True)
