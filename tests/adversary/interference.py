"""Commands that are disturbed while they run: what they then say must still be true.

Every command answers a small question whose answer is known from an undisturbed run, and is
disturbed at a drawn moment: its children are killed, it gets signals, its memory, files or time are
limited, its output folder goes away, its disk is full, or another process writes there as well.
"""

from __future__ import annotations

import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from solvers.questions.verify.check import check_directory
from solvers.verification.directory import Clock
from tests.adversary.case import FalseError, Outcome, need
from tests.adversary.workers import MEGABYTE, Case
from tests.faults.interruptions import ROOT, alive, broken

DATA = ROOT / "examples" / "data"
HANGS = 60.0
"""Seconds that a command may take on a machine that does other work."""
LEAST, MOST = "least", "most"


@dataclass(frozen=True)
class Command:
    """A small question, and where its answer has the value and the bound.

    `{}` in words is the folder of inputs, `{out}` that of outputs; `points` are those of
    `tests.faults.stop_at`, and `limited` says that `--time-limit` is an option.
    """

    module: str
    words: str
    outputs: str
    value: str
    bound: str | None
    points: tuple[str, ...]
    limited: bool = True


WRITING = ("call:models.formats.text_files:write_bytes", "call:models.formats.text_files:_replace")
SAT = "call:solvers.backends.sat:SatSession.solve"
PAGES = "--picture {out}/p.svg --html {out}/p.html"
COMMANDS = {
    "min_cycles": Command(
        "solvers.min_cycles",
        f"{DATA}/ring4.dfg.json {DATA}/ring4.arch.json",
        f"{PAGES} --mapping {{out}}/mapping.json --certificate {{out}}/proof",
        "cycles",
        "lower_bound",
        ("import:solvers.search.cycles", "call:models.space_time.xyz:build", SAT, *WRITING),
    ),
    "min_cycles, two solvers": Command(
        "solvers.min_cycles",
        "{}/dot.json mesh:2x2,registers=1 --solver cadical195 --solver glucose4",
        "--mapping {out}/mapping.json --certificate {out}/proof",
        "cycles",
        "lower_bound",
        (
            "call:models.space_time.xyz:build",
            "call:models.space_time.xyz:build+0.2",
            SAT,
            f"{SAT}+0.1",
            *WRITING,
        ),
    ),
    "min_cycles --contexts": Command(
        "solvers.min_cycles",
        f"{DATA}/accumulate.dfg.json {DATA}/accumulate.arch.json --contexts 2 --objective"
        " --solver cp-sat",
        "--mapping {out}/mapping.json",
        "cycles",
        "lower_bound",
        ("call:models.space_time.xyz:build", SAT, *WRITING),
    ),
    "min_ii": Command(
        "solvers.min_ii",
        "{}/small.json lisa:2x2,io=memory",
        f"{PAGES} --mapping {{out}}/mapping.json --certificate {{out}}/proof",
        "ii",
        "lower_bound",
        (
            "import:solvers.search.intervals",
            "call:models.space_time.xyz:build",
            SAT,
            f"{SAT}+0.2",
            *WRITING,
        ),
    ),
    "streaming": Command(
        "solvers.streaming",
        f"{DATA}/streaming/distance.json --ii 3",
        f"{PAGES} --out {{out}}/mapping.json --certificate {{out}}/proof",
        "cycles",
        "cycles_bound",
        (
            "import:solvers.questions.streaming.search",
            "call:solvers.questions.streaming.race:race",
            *WRITING,
        ),
    ),
    "streaming --objective ii": Command(
        "solvers.streaming",
        f"{DATA}/streaming/distance.json --ii 3 --objective ii --jobs 2",
        "--out {out}/mapping.json --certificate {out}/proof",
        "ii",
        "ii_bound",
        (
            "call:solvers.questions.streaming.race:race",
            "call:solvers.questions.streaming.race:race+0.2",
            *WRITING,
        ),
    ),
    "partition": Command(
        "solvers.partition",
        "{}/small.json lisa:2x2,io=memory --max-ii 4",
        f"{PAGES} --out {{out}}/parts",
        "total_ii",
        "bound",
        (
            "import:solvers.questions.partition.search",
            "call:solvers.questions.partition.search:search",
            *WRITING,
        ),
    ),
    "partition --method exact": Command(
        "solvers.partition",
        "{}/small.json lisa:2x2,io=memory --max-ii 2 --method exact --jobs 1 --time-limit 4",
        "--out {out}/parts",
        "total_ii",
        "bound",
        (
            "call:solvers.questions.partition.exact:_solve",
            "call:solvers.questions.partition.exact:_solve+0.2",
            *WRITING,
        ),
        limited=False,
    ),
    "partition --parts": Command(
        "solvers.partition",
        "{}/small.json lisa:2x2,io=memory --max-ii 3 --parts 2 --method bopart --trials 20"
        " --map-time 3",
        "--html {out}/p.html --out {out}/parts",
        "total_ii",
        "bound",
        ("import:solvers.questions.partition.search", *WRITING),
    ),
    "prune_arch": Command(
        "solvers.prune_arch",
        "{}/ring.json {}/array.json",
        f"{PAGES} --architecture {{out}}/a.json --mappings {{out}}/m --certificate {{out}}/proof",
        "counts",
        "lower_bounds",
        (
            "call:solvers.questions.prune_arch.run:Pruning.run",
            "call:solvers.questions.prune_arch.oracle:Oracle.ask",
            *WRITING,
        ),
    ),
    "trade_off": Command(
        "solvers.trade_off",
        "{}/ring.json {}/array.json --slack 0-2 --minimise elements",
        "--html {out}/p.html --resume {out}/points.json --architectures {out}/a",
        "points",
        None,
        (
            "import:solvers.questions.trade_off.curve",
            "call:solvers.questions.prune_arch.oracle:Oracle.ask",
            *WRITING,
        ),
    ),
    "compare": Command(
        "solvers.compare",
        f"{DATA}/ring4.dfg.json {DATA}/ring4.arch.json --cycles 9,10 --solver cadical195"
        " --solver cp-sat --json -",
        "--markdown {out}/c.md --resume {out}/cells.json",
        "lines",
        None,
        ("call:solvers.questions.compare.plan:plan", "call:solvers.search.watched:watch", *WRITING),
        limited=False,
    ),
    "remap": Command(
        "solvers.remap",
        f"{DATA}/accumulate.dfg.json {DATA}/accumulate.arch.json {{}}/mapping.json",
        "--mapping {out}/mapping.json",
        "moves",
        None,
        ("import:solvers.questions.remap.search", SAT, *WRITING),
    ),
    "verify": Command(
        "solvers.verify",
        "{}/proof",
        "",
        "outcome",
        None,
        (
            "call:solvers.verification.directory:Directory.read",
            "call:solvers.verification.refutation:check_clauses",
        ),
    ),
}


def write_inputs(folder: Path) -> None:
    """Write what the commands read."""
    from archs.formats.arch_json import architecture_to_json
    from examples.filters import dot
    from examples.loops.polybench import polybench
    from examples.ring import ring
    from models.formats.dfg_json import dfg_to_json
    from xyzmap import min_cycles, min_ii

    dfg, arch = ring(3, "operator")
    (folder / "ring.json").write_text(dfg_to_json(dfg), encoding="utf-8")
    (folder / "array.json").write_text(architecture_to_json(arch), encoding="utf-8")
    (folder / "small.json").write_text(dfg_to_json(polybench("atax")), encoding="utf-8")
    (folder / "dot.json").write_text(dfg_to_json(dot(4)[0]), encoding="utf-8")
    loop = min_ii(f"{DATA}/accumulate.dfg.json", f"{DATA}/accumulate.arch.json")
    loop.save(folder / "mapping.json")
    min_cycles(*ring(5, "pattern"), max_cycles=8, workers=1, certificate=folder / "proof")


@dataclass(frozen=True)
class Run:
    """How a command ended: `code` is None where it hung, `known` is what it printed as JSON."""

    code: int | None
    text: str
    errors: str
    seconds: float
    left: list[int]

    @property
    def answer(self) -> dict[str, Any] | None:
        """What was printed; None where that is no whole JSON text."""
        try:
            found = json.loads(self.text)
        except ValueError:
            return None
        return found if isinstance(found, dict) else None


Truth = Mapping[str, Any]


def command_of(seed: int) -> str:
    """Return the command that is disturbed in the case of a seed."""
    return random.Random(f"command {seed}").choice(list(COMMANDS))


@dataclass(frozen=True)
class Interference:
    """Disturbs commands whose answers are `truths`."""

    inputs: Path
    truths: dict[str, Truth]
    scratch: Path

    def __call__(self, case: Case) -> Outcome:
        """Disturb a command; say what became of it."""
        draw = random.Random(f"interference {case.seed}")
        name = command_of(case.seed)
        kind = draw.choice(list(KINDS))
        with tempfile.TemporaryDirectory(dir=self.scratch, ignore_cleanup_errors=True) as place:
            out = Path(place) / "out"
            out.mkdir()
            scene = Scene(draw, COMMANDS[name], self.inputs, out, Path(place))
            run, killed = KINDS[kind](scene)
            note = f"{name}: {'; '.join(scene.said)}: exit code {run.code}"
            last = (run.errors.strip().splitlines() or [""])[-1][-200:]
            what = f"{note}: {last}"
            verdict = self.judged(name, scene, run, killed, what)
            return Outcome(
                case.part, kind, case.seed, verdict, "" if verdict in GOOD else what, 1, run.seconds
            )

    def judged(self, name: str, scene: Scene, run: Run, killed: bool, what: str) -> str:
        """Return the verdict. Raises `FalseError` for what is not true."""
        if run.code is None:
            return "hang"
        if "Traceback" in run.errors or "Fatal Python" in run.errors:
            return "crash"
        ended = killed and run.code in (-signal.SIGKILL, -signal.SIGTERM, -signal.SIGINT)
        codes = (0, 1, 2, 30) if name == "verify" else (0, 10, 20, 30, 2)
        if not ended and run.code not in codes:
            return "crash"
        if run.left and not ended:
            raise FalseError(f"{what}: processes are left: {run.left}")
        for wrong in () if "writers" in scene.loose else broken(scene.out):
            need(ended and "is left" in wrong, f"{what}: {wrong}")
        answer = run.answer
        if answer is not None:
            self.require_true(name, answer, run.code, what)
        elif run.text.strip() and not ended and not scene.loose:
            raise FalseError(f"{what}: half an answer on stdout")
        proof = scene.out / "proof"
        if (proof / "certificate.json").is_file() and name != "verify":
            code, outcome, line = check_directory(str(proof), Clock(30), lambda _: None)
            need(code in (0, 30), f"{what}: its certificate is {outcome}: {line}")
        if answer is None:
            return "error line" if run.code == 2 else "no answer"
        return str(answer.get("status", answer.get("outcome", "answer")))

    def require_true(self, name: str, answer: dict[str, Any], code: int, what: str) -> None:
        """Raise `FalseError` unless an answer agrees with the one of the undisturbed run."""
        truth, command = self.truths[name], COMMANDS[name]
        if name == "verify":
            need(answer["outcome"] in ("verified", "unknown"), f"{what}: {answer['line']}")
            return
        if name == "compare":
            for line in answer["lines"]:
                wanted = "SAT" if line["cycles"] >= 10 else "UNSAT"
                other = {"SAT": "UNSAT", "UNSAT": "SAT"}[wanted]
                need(line["status"] != other, f"{what}: {line['cycles']} cycles: {line['status']}")
            return
        if name == "trade_off":
            sure = {p["slack"]: p for p in truth["points"]}
            for point in answer["points"]:
                self.agree(point, sure[point["slack"]], "counts", "bounds", what)
            need(answer["proven"] or answer["stopped"], f"{what}: not proven, yet not stopped")
            return
        self.agree(answer, truth, command.value, command.bound, what)
        status = answer["status"]
        codes = {"optimal": 0, "feasible": 10, "infeasible": 20, "unknown": 30}
        need(code in (codes[status], 2), f"{what}: '{status}', and exit code {code}")

    def agree(
        self, answer: dict[str, Any], truth: Truth, value: str, bound: str | None, what: str
    ) -> None:
        """Compare a status, a value and a bound with the known optimum."""
        status, sure = answer["status"], truth.get(value)
        found, proven = answer.get(value), truth["status"] == "optimal"
        need(status != "infeasible" or truth["status"] == "infeasible", f"{what}: infeasible")
        if status == "optimal" and proven:
            need(found == sure, f"{what}: optimal {found} instead of {sure}")
        low = None if bound is None else answer.get(bound)
        if low is not None and sure is not None and not isinstance(sure, dict):
            need(low <= sure, f"{what}: at least {low}, but {sure} do")
        elif isinstance(low, dict) and isinstance(sure, dict):
            need(list(low.values()) <= list(sure.values()), f"{what}: at least {low}, but {sure}")
        if found is not None and proven and not isinstance(found, dict):
            need(found >= sure, f"{what}: {found}, which is less than {sure}")


GOOD = (
    "optimal",
    "feasible",
    "infeasible",
    "unknown",
    "error line",
    "no answer",
    "verified",
    "answer",
)


@dataclass
class Scene:
    """One command with its folders; `said` is what was done to it.

    `loose` says what cannot be expected: that stdout is whole, or files in a folder of two writers.
    """

    draw: random.Random
    command: Command
    inputs: Path
    out: Path
    place: Path
    said: list[str] = field(default_factory=list)
    loose: set[str] = field(default_factory=set)

    def words(self, *more: str, stop: tuple[str, ...] = ()) -> list[str]:
        """Return the command with its options."""
        text = f"{self.command.words} {self.command.outputs}"
        text = text.replace("{out}", str(self.out)).replace("{}", str(self.inputs))
        words = [*text.split(), *more]
        if "--json" not in words:
            words.append("--json")
        module = self.command.module
        start = ["tests.faults.stop_at", *stop, module] if stop else [module]
        return [sys.executable, "-m", *start, *words]

    def begin(self, words: list[str], **how: Any) -> subprocess.Popen[bytes]:
        """Start a command in a session of its own, with files for what it prints."""
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
        with (
            (self.place / "stdout").open("wb") as out,
            (self.place / "stderr").open("wb") as err,
        ):
            return subprocess.Popen(
                words,
                cwd=ROOT,
                env=environment,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
                **{"stdout": out, "stderr": err, **how},
            )

    def end(self, process: subprocess.Popen[bytes], begun: float) -> Run:
        """Wait for a command, and for its children for a moment."""
        code: int | None
        try:
            code = process.wait(HANGS)
        except subprocess.TimeoutExpired:
            code = None
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        spent, left = time.monotonic() - begun, list(alive(process.pid))
        for _ in range(60):
            if not left:
                break
            time.sleep(0.05)
            left = list(alive(process.pid))
        for pid in left:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        text = (self.place / "stdout").read_text("utf-8", "replace")
        errors = (self.place / "stderr").read_text("utf-8", "replace")
        return Run(code, text, errors, spent, left)

    def run(self, *more: str, stop: tuple[str, ...] = (), **how: Any) -> Run:
        """Run a command to its end."""
        begun = time.monotonic()
        return self.end(self.begin(self.words(*more, stop=stop), **how), begun)

    def moment(self) -> float:
        """A moment of the run, in seconds."""
        return self.draw.choice((0.02, 0.1, 0.3, 0.5, 0.8, 1.2)) * self.draw.uniform(0.7, 1.3)


Disturb = Callable[[Scene], tuple[Run, bool]]
"""Runs a command, disturbed; whether the command itself was killed, or got a signal early."""


def signalled(scene: Scene) -> tuple[Run, bool]:
    """The command gets a signal at a point of its code."""
    name = scene.draw.choice(("SIGTERM", "SIGINT", "SIGTERM", "SIGKILL"))
    point = scene.draw.choice(scene.command.points)
    scene.said.append(f"{name} at {point}")
    run = scene.run(stop=(name, point, str(scene.place / "log")))
    return run, name == "SIGKILL"


def signalled_sometime(scene: Scene) -> tuple[Run, bool]:
    """The command gets one or two signals at any moment."""
    begun = time.monotonic()
    process = scene.begin(scene.words())
    sent = []
    for _ in range(scene.draw.choice((1, 1, 2, 3))):
        moment = scene.moment()
        time.sleep(moment)
        number = scene.draw.choice((signal.SIGTERM, signal.SIGINT, signal.SIGHUP))
        if number == signal.SIGHUP:
            number = signal.SIGTERM
        if process.poll() is None:
            process.send_signal(number)
            sent.append(f"{number.name} after {moment:.2f} s")
    scene.said.append(", ".join(sent) or "nothing: it was over")
    scene.loose.add("stdout")
    # Before its own handlers are there, the signal itself ends the command.
    return scene.end(process, begun), True


def killed_children(scene: Scene) -> tuple[Run, bool]:
    """Children are killed as soon as they appear, all of them, one, or one after the other."""
    begun = time.monotonic()
    process = scene.begin(scene.words())
    way = scene.draw.choice(("first", "all", "always", "late"))
    number = scene.draw.choice((signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV))
    if way == "late":
        time.sleep(scene.moment())
    killed = 0
    until = begun + 15
    while process.poll() is None and time.monotonic() < until:
        for pid in alive(process.pid):
            with suppress(ProcessLookupError):
                os.kill(pid, number)
            killed += 1
            if way == "first":
                break
        if killed and way != "always":
            break
        time.sleep(0.01)
    scene.said.append(f"{killed} children killed by {number.name}: {way}")
    return scene.end(process, begun), False


def _limit(what: int, size: int) -> None:
    resource.setrlimit(what, (size, size))


def little_memory(scene: Scene) -> tuple[Run, bool]:
    """The command and its children have little address space."""
    size = scene.draw.choice((60, 120, 200, 300, 400, 500, 700, 1000)) + scene.draw.randrange(50)
    scene.said.append(f"{size} MB")
    return scene.run(preexec_fn=partial(_limit, resource.RLIMIT_AS, size * MEGABYTE)), False


def small_files(scene: Scene) -> tuple[Run, bool]:
    """Files may have so many bytes only, as on a full disk; what is printed is not limited."""
    size = scene.draw.choice((0, 1, 100, 300, 1000, 4000, 20000, 60000))
    scene.said.append(f"files of {size} bytes")
    begun = time.monotonic()
    scene.loose.add("stdout")
    ends = [os.pipe(), os.pipe()]
    (_, out), (_, err) = ends
    limit = partial(_limit, resource.RLIMIT_FSIZE, size)
    process = scene.begin(scene.words(), stdout=out, stderr=err, preexec_fn=limit)
    texts = _drained([reading for reading, _ in ends], [out, err], begun + HANGS)
    for name, text in zip(("stdout", "stderr"), texts, strict=True):
        (scene.place / name).write_bytes(text)
    return scene.end(process, begun), False


def _drained(handles: list[int], written: list[int], until: float) -> list[bytes]:
    """Close the ends of pipes that are `written` to, and return what comes out of the others."""
    import select

    for handle in written:
        os.close(handle)
    found, left = {handle: b"" for handle in handles}, set(handles)
    while left and time.monotonic() < until:
        for handle in select.select(left, [], [], 0.5)[0]:
            data = os.read(handle, 1 << 16)
            found[handle] += data
            if not data:
                left.discard(handle)
    for handle in handles:
        os.close(handle)
    return list(found.values())


def few_handles(scene: Scene) -> tuple[Run, bool]:
    """The command may open few files at a time."""
    count = scene.draw.choice((8, 12, 20, 40))
    scene.said.append(f"{count} open files")
    return scene.run(preexec_fn=partial(_limit, resource.RLIMIT_NOFILE, count)), False


def full_output(scene: Scene) -> tuple[Run, bool]:
    """What is printed goes to a full device, or is not read."""
    kind = scene.draw.choice(("full", "closed"))
    scene.said.append(f"stdout {kind}")
    scene.loose.add("stdout")
    (scene.place / "stdout").touch()
    if kind == "full":
        with open("/dev/full", "wb") as full:
            return scene.run(stdout=full), False
    reading, writing = os.pipe()
    os.close(reading)
    try:
        return scene.run(stdout=writing), False
    finally:
        os.close(writing)


def gone_folder(scene: Scene) -> tuple[Run, bool]:
    """The folder of outputs is removed or replaced while the command runs."""
    begun = time.monotonic()
    process = scene.begin(scene.words())
    moment = scene.moment()
    time.sleep(moment)
    kind = scene.draw.choice(("removed", "a file", "emptied", "a link to nothing"))
    shutil.rmtree(scene.out, ignore_errors=True)
    with suppress(OSError):
        if kind == "a file":
            scene.out.write_text("taken")
        elif kind == "emptied":
            scene.out.mkdir(exist_ok=True)
        elif kind == "a link to nothing":
            scene.out.symlink_to(scene.place / "nothing" / "there")
    scene.said.append(f"the folder is {kind} after {moment:.2f} s")
    return scene.end(process, begun), False


def bad_folder(scene: Scene) -> tuple[Run, bool]:
    """The folder of outputs cannot be written to from the start."""
    scene.out.rmdir()
    kind = scene.draw.choice(("/dev/full", "/proc/self", "a file", "missing"))
    if kind == "a file":
        scene.out.write_text("taken")
    elif kind != "missing":
        scene.out.symlink_to(kind)
    scene.said.append(f"the folder is {kind}")
    scene.loose.add("writers")
    return scene.run(), False


def two_writers(scene: Scene) -> tuple[Run, bool]:
    """Another process of the same command writes into the same folder; it is killed or not."""
    other = subprocess.Popen(
        scene.words(),
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    begun = time.monotonic()
    time.sleep(scene.draw.choice((0.0, 0.1, 0.4)))
    process = scene.begin(scene.words())
    if scene.draw.random() < 0.5:
        time.sleep(scene.moment())
        with suppress(ProcessLookupError):
            os.killpg(other.pid, signal.SIGKILL)
        scene.said.append("the other one is killed")
    else:
        scene.said.append("two writers")
    run = scene.end(process, begun)
    try:
        other.wait(HANGS)
    except subprocess.TimeoutExpired:
        with suppress(ProcessLookupError):
            os.killpg(other.pid, signal.SIGKILL)
        other.wait()
    if other.returncode == -signal.SIGKILL:
        scene.loose.add("writers")  # what it was writing is left
    return run, False


def little_time(scene: Scene) -> tuple[Run, bool]:
    """The command has a time limit that ends it anywhere."""
    if not scene.command.limited:
        return signalled_sometime(scene)
    limit = scene.moment()
    scene.said.append(f"--time-limit {limit:.2f}")
    return scene.run(f"--time-limit={limit:.2f}"), False


def stopped_sometime(scene: Scene) -> tuple[Run, bool]:
    """The whole command with its children is stopped, and goes on after a moment."""
    begun = time.monotonic()
    process = scene.begin(scene.words("--time-limit=5") if scene.command.limited else scene.words())
    moment = scene.moment()
    time.sleep(moment)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGSTOP)
    time.sleep(scene.draw.choice((0.2, 1.0)))
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGCONT)
    scene.said.append(f"stopped after {moment:.2f} s for a while")
    return scene.end(process, begun), False


KINDS: dict[str, Disturb] = {
    "signal at a point": signalled,
    "signal at any time": signalled_sometime,
    "children killed": killed_children,
    "little memory": little_memory,
    "small files": small_files,
    "few open files": few_handles,
    "stdout full or closed": full_output,
    "output folder gone": gone_folder,
    "output folder unusable": bad_folder,
    "two writers": two_writers,
    "time limit": little_time,
    "stopped for a while": stopped_sometime,
}


def known(inputs: Path, scratch: Path, names: Iterable[str]) -> dict[str, Truth]:
    """Return the answers of undisturbed runs of some commands.

    Raises `RuntimeError` where there is none.
    """
    found: dict[str, Truth] = {}
    for name in names:
        command = COMMANDS[name]
        place = scratch / f"undisturbed-{len(found)}"
        out = place / "out"
        out.mkdir(parents=True)
        run = Scene(random.Random(0), command, inputs, out, place).run()
        if run.answer is None:
            raise RuntimeError(f"{name} ended with {run.code}: {run.errors[-300:]}")
        found[name] = run.answer
    return found
