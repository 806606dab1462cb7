"""A thousand random problems, every answer verified: `python -m tests.soak --count 1000`.

Each problem has a number, which says what is asked, of what. Mappings are checked and simulated,
bounds are re-checked by certificate, by a naive model, by another solver or by brute force. An
answer is wrong where any of these disagrees, and lost where a command crashes, hangs, or gives up
without a limit. `--resume FILE` keeps what is done; `--only N` does one problem again and says
more; files of problems that fail stay in `--keep DIR`. Writes `docs/results/soak.md`; exits with 1
where anything is wrong or lost.
"""

from __future__ import annotations

import json
import shutil
import statistics
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bench.frame import Asker, Fault, Namespace, Parts, bench, jobs, number, option
from bench.page import table
from models.formats.text_files import make_folder
from models.process.command import natural
from solvers.questions.entries import Entry
from tests.soak.case import LIMIT, Case
from tests.soak.questions import QUESTIONS, WHOLE, is_whole, name_of
from tests.soak.run import LostError, Runner, TimeUpError, WrongError, ended, forked, kill, preload

PROBLEM_SECONDS = 400.0
FAILED = ("wrong", "lost")
COLUMNS = ("optimal", "feasible", "infeasible", "unknown", "none found", *FAILED)
HEADS = (
    "question",
    "problems",
    "proven optimal or done",
    "feasible",
    "infeasible",
    "unknown by limit",
    "nothing found",
    "wrong",
    "lost",
    "verified by",
    "median s",
    "max s",
)


def solved(seed: int, folder: Path) -> Entry:
    """Ask and judge one problem, in this process."""
    runner = Runner(folder, is_whole(seed))
    begun = time.perf_counter()
    why, means = "", list[str]()
    try:
        verdict = QUESTIONS[name_of(seed)][0](Case(seed, runner))
        status, means = verdict.status, verdict.means
    except TimeUpError:
        status = "unknown"
    except WrongError as error:
        status, why = "wrong", str(error)
    except LostError as error:
        status, why = "lost", str(error)
    except Exception as error:
        # Of the harness or of a judge: no answer has been verified.
        status, why = "lost", f"{type(error).__name__}: {error}"
        (folder / "traceback.txt").write_text(traceback.format_exc(), encoding="utf-8")
    return {
        "status": status,
        "means": sorted(set(means)),
        "why": why.replace(str(folder), "."),
        "whole": runner.whole,
        "seconds": round(time.perf_counter() - begun, 3),
        "commands": [words.replace(str(folder), ".") for words in runner.commands],
    }


@dataclass
class Running:
    """A problem in a process of its own."""

    seed: int
    folder: Path
    pid: int
    begun: float

    @staticmethod
    def start(seed: int) -> Running:
        """Begin."""
        folder = Path(tempfile.mkdtemp(prefix=f"soak-{seed}-"))

        def work() -> int:
            entry = solved(seed, folder)
            (folder / "row.json").write_text(json.dumps(entry, indent=1), encoding="utf-8")
            return 0

        return Running(seed, folder, forked(work), time.perf_counter())

    def result(self) -> Entry:
        """Wait for it."""
        ended_with = ended(self.pid, PROBLEM_SECONDS)
        row = self.folder / "row.json"
        if ended_with == 0 and row.exists():
            entry: Entry = json.loads(row.read_text(encoding="utf-8"))
            return entry
        why = f"the judge ended with {ended_with}"
        if ended_with is None:
            why = "the problem took too long"
        return {
            "status": "lost",
            "means": [],
            "why": why,
            "whole": is_whole(self.seed),
            "seconds": round(time.perf_counter() - self.begun, 3),
            "commands": [],
        }

    def drop(self) -> None:
        """End it: it is not needed."""
        kill(self.pid)
        shutil.rmtree(self.folder, ignore_errors=True)

    def clear(self, entry: Entry, keep: Path) -> None:
        """Remove its files, or move those of a failure to `keep`."""
        if entry["status"] in FAILED:
            target = keep / str(self.seed)
            shutil.rmtree(target, ignore_errors=True)
            make_folder(str(keep))
            shutil.move(str(self.folder), target)
        else:
            shutil.rmtree(self.folder, ignore_errors=True)


def soak(seeds: Sequence[int], asker: Asker, jobs: int, keep: Path) -> list[Entry]:
    """Return the entries of all problems; those that failed are asked for again."""
    ready = cache(preload)
    rows: dict[int, Entry] = {}
    running: dict[int, Running] = {}
    for place, seed in enumerate(seeds):

        def measure(seed: int = seed, place: int = place) -> Entry:
            ready()
            for later in seeds[place:]:
                if len(running) >= jobs:
                    break
                if later not in running:
                    running[later] = Running.start(later)
            one = running.pop(seed)
            entry = one.result()
            one.clear(entry, keep)
            return entry

        key: dict[str, object] = {"seed": seed, "question": name_of(seed), "limit": LIMIT}
        entry = asker.entry(key, measure, lambda entry: entry["status"] not in FAILED)
        rows[seed] = key | entry
        if seed in running:  # it was known
            running.pop(seed).drop()
    return list(rows.values())


def page(rows: list[Entry]) -> Parts:
    """Yield the parts of the page."""
    lines: list[list[object]] = []
    for name in [*QUESTIONS, "all"]:
        own = [row for row in rows if name in (row["question"], "all")]
        if not own:
            continue
        counts = Counter(row["status"] for row in own)
        means = Counter(means for row in own for means in row["means"])
        shown = ", ".join(f"{words} {count}" for words, count in means.most_common())
        seconds = [row["seconds"] for row in own]
        lines.append(
            [
                name if name == "all" else f"`{name}`",
                len(own),
                *(counts[status] for status in COLUMNS),
                shown,
                f"{statistics.median(seconds):.1f}",
                f"{max(seconds):.1f}",
            ]
        )
    whole = sum(row["whole"] for row in rows)
    commands = sum(len(row["commands"]) for row in rows)
    failed = [row for row in rows if row["status"] in FAILED]
    yield (__doc__ or "").split("\n\n", 1)[1]
    yield (
        f"{len(rows)} problems, {commands} commands: {whole} problems (every {WHOLE}th) as whole"
        " processes, `python -m …`; the others by the same `main` in a fresh copy of a process that"
        " has imported the modules, with its own streams, exit code, signals and limits. Commands"
        f" have {LIMIT:g} s of wall time (partition half of it, compare and optimize more) on a"
        " machine that did other work. Seconds are those of a problem with its verification.\n"
    )
    yield table(list(HEADS), lines)
    yield (
        "`nothing found`: heuristics that prove nothing have found nothing, or the command says"
        " that it has not tried everything. `bound not re-checked`: the mapping is verified, but"
        " the bound has no certificate, and was not decided again in time.\n"
    )
    yield f"## Wrong or lost: {len(failed) or 'none'}\n"
    for row in failed:
        yield Fault(f"- {row['seed']}, `{row['question']}`: {row['status']}: {row['why']}")


@bench(
    "soak",
    "Soak",
    number("--count", 1000, "problems (1000)"),
    option("--seed", type=natural, default=0, metavar="N", help="the first one (0)"),
    option("--only", type=natural, metavar="N", help="do one, and write no page"),
    jobs(),
    option(
        "--keep",
        type=Path,
        default=Path("out/soak"),
        metavar="DIR",
        help="of the files of problems that fail (out/soak)",
    ),
    smoke="--count 2 --seed 24",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Ask everything; with `--only`, say more of one problem."""
    if options.only is None:
        seeds = range(options.seed, options.seed + options.count)
        yield from page(soak(seeds, asker, options.jobs, options.keep))
        return
    preload()
    target = options.keep / str(options.only)
    shutil.rmtree(target, ignore_errors=True)
    make_folder(str(target))
    entry = {"seed": options.only, "question": name_of(options.only)}
    entry |= solved(options.only, target)
    print(json.dumps(entry, indent=1, ensure_ascii=False))
    if entry["status"] in FAILED:
        sys.exit(1)


if __name__ == "__main__":
    sys.exit(main())
