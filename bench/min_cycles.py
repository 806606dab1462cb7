"""The minimum number of cycles, proven, on the instances of the SAT-mapping paper and beyond.

`python -m bench.min_cycles` measures whole processes, from the command line to the verified
certificate, and writes `docs/results/min_cycles.md`.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.measure import Run, no_options, run, table, write

INSTANCES: tuple[tuple[str, list[str], list[str], str], ...] = (
    ("ring 4, add and multiply", ["ring", "4"], [], "10 in ≤ 3 s"),
    ("ring 5, add and multiply", ["ring", "5"], [], "12 decided in ≤ 60 s"),
    ("ring 6, add and multiply", ["ring", "6"], [], "-"),
    ("ring 4, MAC operator", ["ring", "4", "--mac", "operator"], [], "-"),
    ("ring 5, MAC operator", ["ring", "5", "--mac", "operator"], [], "-"),
    ("ring 6, MAC operator", ["ring", "6", "--mac", "operator"], ["--time-limit", "60"], "-"),
    ("aes 3", ["aes", "3"], [], "52 in ≤ 3 s"),
    ("mmm 3, MAC operator", ["mmm", "3", "--mac", "operator"], ["--contexts", "3"], "9 in ≤ 10 s"),
    ("accumulating dot product", ["accumulate"], ["--contexts", "1"], "3 in ≤ 1 s"),
)
REPEATS = 3
HEADS = ["instance", "answer", "decided by", "search s", "verify s", "MB", "asked for"]


def main() -> None:
    """Measure every instance and write the table."""
    rows = [_row(*instance) for instance in INSTANCES]
    startup = _startup()
    parts = [
        f"Median of {REPEATS} runs; wall time of the whole process; peak memory of all its"
        ' processes. "search" ends with the certificate written, "verify" is'
        " `python -m solvers.verify` on it.\n",
        table(HEADS, rows),
        f"Start-up of `python -m solvers.min_cycles --help`: {startup:.3f} s.\n",
    ]
    print(write("min_cycles", "Minimum cycles", "python -m bench.min_cycles", parts))


def _row(name: str, example: list[str], options: list[str], wanted: str) -> list[object]:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [sys.executable, "-m", "examples", *example, "-o", folder],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        inputs = [str(Path(folder) / "dfg.json"), str(Path(folder) / "arch.json")]
        proof = str(Path(folder) / "certificate")
        words = ["solvers.min_cycles", *inputs, *options, "--json", "--certificate", proof]
        runs = [run(*words) for _ in range(REPEATS)]
        checks = [run("solvers.verify", proof) for _ in range(REPEATS)]
    answer = runs[0].answer
    if any(check.code for check in checks):
        verdict = "REJECTED: " + checks[0].output.strip().splitlines()[-1]
    else:
        verdict = f"{_median(checks):.2f}"
    reason = str(answer["lower_bound_reason"]).split(":", maxsplit=1)[0]
    return [
        name,
        f"{answer['status']}, {answer['cycles']} cycles"
        + ("" if answer["status"] == "optimal" else f" (at least {answer['lower_bound']})"),
        reason,
        f"{_median(runs):.2f}",
        verdict,
        f"{max(r.megabytes for r in runs):.0f}",
        wanted,
    ]


def _median(runs: list[Run]) -> float:
    return statistics.median(r.seconds for r in runs)


def _startup() -> float:
    return _median([run("solvers.min_cycles", "--help") for _ in range(10)])


if __name__ == "__main__":
    no_options(__doc__)
    main()
