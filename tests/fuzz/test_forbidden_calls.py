"""What the shipped packages never do: run what they read, or measure by a clock that is set."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = "models encoders archs programs solvers heuristics learn views examples bench".split()
CALLS = set(
    """eval exec compile __import__ os.system os.popen subprocess.getoutput PPO.load
    subprocess.getstatusoutput MaskablePPO.load torch.jit.load torch.hub.load time.time
    time.time_ns""".split()
)
MODULES = set(
    """pickle cPickle dill shelve marshal joblib yaml cloudpickle xml lxml expat pyexpat""".split()
)
"""Also XML that expands entities; `interchange.graphs.morpher_dfg` has its own reader."""

NAMES = (".extractall", ".extract", "datetime.now", "datetime.utcnow")
RISKY = {"weights_only": False, "allow_pickle": True, "shell": True}


def faults(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else [node.module]
            for name in map(str, names):
                if name.partition(".")[0] in MODULES and name != "xml.sax.saxutils":
                    yield node.lineno, f"imports {name}"
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            given = {k.arg: getattr(k.value, "value", None) for k in node.keywords}
            risky = any(given.get(name, not value) is not (not value)
                        for name, value in RISKY.items())  # fmt: skip
            plain = called == "torch.load" and "weights_only" not in given
            if called in CALLS or risky or plain or called.endswith(NAMES):
                yield node.lineno, called


@pytest.mark.fuzz
def test_nothing_forbidden_is_called() -> None:
    found = []
    for path in sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if re.search(r"|".join(CALLS | MODULES | RISKY.keys() | {"extract", "load", "now"}), text):
            where = path.relative_to(ROOT)
            found += [f"{where}:{line}: {what}" for line, what in faults(ast.parse(text))]
    # A child of the reader is ours, as the processes of a search are, and hands over objects; a row
    # says when it was finished, for people.
    named = {line.partition(":")[0] for line in found}
    assert named == {"programs/llvm/child.py", "solvers/questions/store.py"}


@pytest.mark.parametrize(
    "text",
    ["eval(x)", "from xml.etree import ElementTree", "torch.load(f)",
     "torch.load(f, weights_only=False)", "np.load(f, allow_pickle=maybe)", "os.system(x)",
     "datetime.now()"],
)  # fmt: skip
def test_each_of_these_would_be_found(text: str) -> None:
    assert len(list(faults(ast.parse(text)))) == 1
