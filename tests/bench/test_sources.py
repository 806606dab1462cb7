"""Which code a page measures: modules that are imported or named, and data beside them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bench.pages import Page, pages
from bench.sources import ROOMS, ROOT, code, measured

RING = "examples/data/ring4.dfg.json"
VIEWED = ("bench.hardware", "bench.gates", "bench.report_open")
FILES = {
    "bench/one.py": '"""Not models.unused."""\nfrom bench.two import f\n'
    'WORDS = ["solvers.ask {dfg}"]\n',
    "bench/two.py": "def f():\n    from models.data import thing\n",
    "models/__init__.py": "",
    "models/data/__init__.py": "",
    "models/data/thing.py": "X = 1\n",
    "models/data/table.json": "{}",
    "models/unused.py": "X = 1\n",
    "solvers/ask.py": 'def main():\n    """Ask."""\n    return 1\n',
    "views/page.py": "X = 1\n",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def names(root: Path) -> set[str]:
    return {path.relative_to(root).as_posix() for path in measured("bench.one", root)}


def test_imported_and_named_modules_and_their_data(tree: Path) -> None:
    assert names(tree) == {
        *("models/__init__.py", "models/data/__init__.py", "models/data/thing.py"),
        *("models/data/table.json", "solvers/ask.py"),
    }


@pytest.mark.parametrize(
    ("name", "text", "other"),
    [
        ("models/data/thing.py", "X = 2\n", True),
        ("models/data/thing.py", "# a comment\nX  =  1\n", False),
        ("solvers/ask.py", 'def main():\n    """Say."""\n    return 1\n', False),
        ("solvers/ask.py", "def main():\n    return 2\n", True),
        ("models/data/table.json", "[]", True),
        ("models/unused.py", "X = 2\n", False),
        ("bench/two.py", "def f():\n    from models.data import thing as other\n", False),
        ("models/new.py", "X = 2\n", False),
        ("models/data/new.py", "X = 2\n", True),
    ],
)
def test_the_digest_is_of_what_is_measured(
    tree: Path, tmp_path_factory: pytest.TempPathFactory, name: str, text: str, other: bool
) -> None:
    before = code("bench.one", root=tree)
    again = tmp_path_factory.mktemp("again")
    for each, old in {**FILES, name: text}.items():
        (again / each).parent.mkdir(parents=True, exist_ok=True)
        (again / each).write_text(old, encoding="utf-8")
    assert (code("bench.one", root=again) != before) == other


def test_pages_depend_on_the_commands_they_run() -> None:
    found = {path.relative_to(ROOT).as_posix() for path in measured("bench.table1")}
    assert {"solvers/compare.py", "encoders/at_most_one.py", "examples/ring.py"} <= found
    assert not any(name.startswith(("bench/", "views/")) for name in found)


@pytest.mark.process(keep=2)
@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("min_cycles", ["min_cycles", RING, "ring:4"]),
        ("min_ii", ["min_ii", RING, "hycube:4x4"]),
        ("table1", ["compare", RING, "ring:4", "--cycles", "9", "--solver", "cadical195"]),
        ("streaming", ["streaming", "examples/data/streaming/distance.json"]),
        ("pruning", ["prune_arch", RING, "ring:4", "--cycles", "12", "--greedy"]),
    ],
)
def test_what_commands_load_is_measured(page: str, words: list[str]) -> None:
    command = ["-X", "importtime", "-m", f"solvers.{words[0]}", *words[1:], "--quiet"]
    done = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True)
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    loaded = {name for name in loaded if name.split(".")[0] in ROOMS}
    files = [path.relative_to(ROOT).with_suffix("") for path in measured(f"bench.{page}")]
    assert len(loaded) > 100
    assert loaded <= {".".join(path.parts).removesuffix(".__init__") for path in files}


def test_views_are_measured_where_a_page_imports_them() -> None:
    rooms = {page: {path.relative_to(ROOT).parts[0] for path in measured(page)} for page in VIEWED}
    assert all("views" in found for found in rooms.values())
    assert ROOT / "bench" / "table4_cell.py" in measured("bench.table4")


@pytest.mark.parametrize("page", pages().values(), ids=lambda page: page.name)
def test_every_page_measures_something(page: Page) -> None:
    assert len(measured(page.module)) > 20
