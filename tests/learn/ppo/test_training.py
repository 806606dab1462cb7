from __future__ import annotations

import json
from pathlib import Path
from random import Random

import numpy as np
import pytest

pytest.importorskip("torch_geometric")
pytest.importorskip("sb3_contrib")

from learn.ppo.__main__ import main
from learn.ppo.ppo_options import Teacher
from learn.ppo.predict import Mapper
from learn.ppo.runs import Run, Settings
from learn.ppo.tasks import Drawn, Source, Task, fixed
from learn.ppo.teachers import taught
from learn.ppo.training import train_policy
from learn.ppo.warm_start import examples_of, imitate
from learn.ppo.weights import load_parameters
from models.errors import InputError
from shell.budget import UNLIMITED, Budget
from streaming.examples import build
from streaming.heuristics import beam, construct, draw
from streaming.model.check import check
from streaming.model.engine import Engine
from streaming.model.program import program_to_json
from streaming.model.recipes import random_program
from streaming.model.rules import Rules
from streaming.model.simulate import simulate
from streaming.question.search import StreamingSearch
from streaming.question.state import Settings as Question

ENGINE = Engine(tiles=5)
SETTINGS = Settings(
    about="test", nodes=8, tiles=5, ii=4, envs=4, group=2, rollout=64, batch=32, epochs=1
)


def small(size: int = 6, seed: int = 1) -> Task:
    return Task(Rules(random_program(size, seed), ENGINE), 4)


def trained(folder: Path, source: Source, steps: int, resume: bool = False, **more: object) -> int:
    run = Run.begin(str(folder), SETTINGS, resume)
    return train_policy(source, run, SETTINGS, steps, Budget.of(60), **more)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("run")
    task = small()
    trained(folder, fixed([task]), 128, single=task)
    return folder


@pytest.mark.training
def test_a_run_goes_on_where_it_ended(tmp_path: Path) -> None:
    source = Drawn((4, 7), ENGINE, 4, pool=4)
    assert trained(tmp_path, source, 64, tensorboard=False) == 64
    assert trained(tmp_path, source, 192, resume=True, tensorboard=False) == 192
    lines = (tmp_path / "curve.jsonl").read_text().splitlines()
    assert [json.loads(line)["steps"] for line in lines] == [64, 128, 192]
    before = load_parameters(str(tmp_path))[1]
    assert trained(tmp_path, source, 192, resume=True, tensorboard=False) == 192
    after = load_parameters(str(tmp_path))[1]
    assert all(np.array_equal(array, after[name]) for name, array in before.items())


@pytest.mark.training
def test_a_program_with_many_dead_ends_is_learned_from_nothing(tmp_path: Path) -> None:
    """Tests that dead ends, a third of all episodes at first, do not drown everything else.

    Where nothing is learned, mappings have 24.7 cycles in the mean.
    """
    task = Task(Rules(build("ifft:8:simd:sources"), Engine(tiles=16)), 6)
    settings = Settings(about="test", envs=32)
    run = Run.begin(str(tmp_path), settings, False)
    train_policy(fixed([task]), run, settings, 5120, UNLIMITED, tensorboard=False)
    lines = (tmp_path / "curve.jsonl").read_text().splitlines()
    last = [json.loads(line)["cycles"] for line in lines[-3:]]
    assert sum(last) / len(last) < 23


@pytest.mark.parametrize(("size", "engine", "ii"), [(6, ENGINE, 4), (11, Engine(tiles=9), 5)])
def test_mappings_of_a_policy_are_right_also_of_other_sizes(
    run: Path, size: int, engine: Engine, ii: int
) -> None:
    task = Task(Rules(random_program(size, 2), engine), ii)
    guide = Mapper.load(str(run)).on(task)
    found = draw(task.board, task.order, guide.rate, 4, Random(1))
    board = task.board.copy()
    found += [board] if construct(board, task.order, guide.best) else []
    for board in found:
        assert check(task.rules.program, board.schedule()) == []
        assert simulate(task.rules.program, board.schedule()).fault is None
    narrow, wide = (beam(task.board, task.order, guide.rate, width) for width in (1, 48))
    assert wide is not None
    for found in (narrow, wide):
        assert found is None or check(task.rules.program, found.schedule()) == []


def test_broken_weights_are_refused(run: Path, tmp_path: Path) -> None:
    for name in ("policy.npz", "policy.json"):
        (tmp_path / name).write_bytes((run / name).read_bytes())
    (tmp_path / "policy.npz").write_bytes(b"nothing")
    with pytest.raises(InputError, match="is no file of policy weights"):
        Mapper.load(str(tmp_path))
    np.savez(tmp_path / "policy.npz", odd=np.zeros(3))
    with pytest.raises(InputError, match="missing parameter 'attention.out.bias'"):
        Mapper.load(str(tmp_path))
    with pytest.raises(InputError, match="cannot read"):
        Mapper.load(str(tmp_path / "none.npz"))


def test_commands_train_resume_and_measure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = tmp_path / "p.json", str(tmp_path / "run")
    path.write_text(program_to_json(random_program(5, 1)))
    small_run = ["--out", out, "--tiles", "5", "--ii", "4", "--nodes", "8", "--envs", "4"]
    some = [*small_run, "--rollout", "32", "--epochs", "1", "--constraints", "penalty"]
    assert main(["train", str(path), *some, "--steps", "32"]) == 0
    assert main(["train", str(path), *some, "--steps", "64", "--resume"]) == 0
    assert main(["train", str(path), *some, "--steps", "64"]) == 2
    found = capsys.readouterr()
    assert "64 steps; policy in" in found.out
    assert "has a run already" in found.err.splitlines()[-1]
    some[1] = f"{out}2"
    begun = [*some, "--from", out, "--device", "cpu", "--steps", "32"]
    assert main(["train", str(path), *begun, "--network", "mlp"]) == 2
    assert "another shape than --network, --head and --goals" in capsys.readouterr().err
    begun[1] = f"{out}3"
    assert main(["train", str(path), *begun]) == 0
    begun[1] = f"{out}4"
    taught = ["--imitate", "2", "--demonstrations", "exact", "--rate", "0"]
    assert main(["train", str(path), *begun, *taught]) == 0
    assert "imitation 8 of 8" in capsys.readouterr().err
    goals = [*some, "--goals", "--steps", "32"]
    goals[1] = f"{out}5"
    assert main(["train", str(path), *goals]) == 0
    asked = ["evaluate", str(path), "--goal", "1", "--tiles", "5", "--ii", "4", "--tries", "2"]
    assert main([*asked, "--policy", f"{out}5"]) == 0
    assert " tiles " in capsys.readouterr().out.splitlines()[1]
    assert main([*asked, "--policy", out]) == 2
    assert "this policy knows no goal but cycles" in capsys.readouterr().err
    assert _differ(f"{out}4", out)
    measure = ["evaluate", "--policy", out, "--tiles", "5", "--ii", "4", "--tries", "2"]
    assert main([*measure, str(path), "--random", "4-6", "--count", "2", "--json"]) == 0
    lines = json.loads(capsys.readouterr().out)["results"]
    assert len(lines) == 3 * 6
    assert {line["fault"] for line in lines} == {None}
    assert main([*measure, "--random", "4-6", "--count", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[0].startswith("method")


def _differ(run: str, other: str) -> bool:
    (_, own), (_, others) = load_parameters(run), load_parameters(other)
    return any(not np.array_equal(array, others[name]) for name, array in own.items())


@pytest.mark.parametrize("teacher", ["greedy", "exact"])
def test_imitation_takes_the_places_of_good_mappings(
    teacher: Teacher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("learn.ppo.warm_start.BATCH", 8)
    monkeypatch.setattr("learn.ppo.warm_start.RATE", 0.005)
    settings = Settings(about="test", nodes=8, tiles=5, ii=4, warm=12, teacher=teacher)
    source = fixed([small(6, seed) for seed in range(3)])
    examples = examples_of(source, settings, Budget.of(60))
    assert examples is not None
    assert examples.allowed[np.arange(len(examples.actions)), examples.actions].all()
    told: list[str] = []
    imitate(examples, settings, tell=told.append)
    losses = [float(line.split("choice ")[1].split(",")[0]) for line in told]
    assert losses[-1] < 0.8 * losses[0]


def test_the_exact_teacher_has_the_fewest_cycles() -> None:
    """Tests that its mappings replay, are right, and are as short as those of the exact method."""
    shorter = 0
    for seed in range(3):
        task = Task(Rules(random_program(14, seed), Engine(tiles=8)), 4)
        greedy, exact = (taught(by, task, seed, UNLIMITED) for by in ("greedy", "exact"))
        search = StreamingSearch(task.rules, Question(4), UNLIMITED, lambda line: None)
        answer = search.run()
        assert answer.status == "optimal"
        assert exact is not None and greedy is not None
        assert check(task.rules.program, exact) == []
        assert simulate(task.rules.program, exact).fault is None
        assert exact.cycles == answer.cycles.value
        shorter += exact.cycles < greedy.cycles
    assert shorter


def test_the_exact_teacher_gives_nothing_unproven(monkeypatch: pytest.MonkeyPatch) -> None:
    task = Task(Rules(random_program(14, 0), Engine(tiles=8)), 4)
    monkeypatch.setattr("learn.ppo.teachers.refute", lambda *given, **more: None)
    assert taught("exact", task, 0, UNLIMITED) is None
