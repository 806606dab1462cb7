"""What the shipped packages never do with what they read: run it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("models", "encoders", "archs", "programs", "solvers", "heuristics", "learn", "views",
            "examples", "bench")  # fmt: skip
RUNNING = {"eval", "exec", "compile", "__import__"}
MODULES = {"pickle", "cPickle", "dill", "shelve", "marshal", "joblib", "yaml", "cloudpickle"}
PARSERS = {"xml", "lxml", "expat", "pyexpat"}
"""XML that expands entities; `models.formats.morpher_dfg` has its own reader, which does not."""

WORTH_A_LOOK = re.compile(
    "eval|exec|compile|__import__|pickle|dill|shelve|marshal|joblib|yaml|xml|expat|shell|system|"
    "popen|getoutput|getstatus|load|extract"
)
"""Only files with such a word can have a fault, and parsing all of them takes long."""

SHELLS = {"os.system", "os.popen", "subprocess.getoutput", "subprocess.getstatusoutput"}
POLICIES = {"PPO.load", "MaskablePPO.load", "torch.jit.load", "torch.hub.load"}


def trees() -> Iterator[tuple[str, ast.AST]]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if WORTH_A_LOOK.search(text):
                yield str(path.relative_to(ROOT)), ast.parse(text)


def dotted(node: ast.expr) -> str:
    """Return `a.b.c`, or nothing for what is no name."""
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def keyword(call: ast.Call, name: str) -> object:
    found = [k.value for k in call.keywords if k.arg == name]
    return found[0].value if found and isinstance(found[0], ast.Constant) else found or None


def faults(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else [node.module]
            for name in names:
                root = str(name).partition(".")[0]
                if root in MODULES | PARSERS and name != "xml.sax.saxutils":
                    yield node.lineno, f"imports {name}"
        if not isinstance(node, ast.Call):
            continue
        called = dotted(node.func)
        if called in RUNNING | SHELLS | POLICIES:
            yield node.lineno, called
        if called == "torch.load" and keyword(node, "weights_only") is not True:
            yield node.lineno, "torch.load without weights_only=True"
        if keyword(node, "allow_pickle") not in (None, False):
            yield node.lineno, "allow_pickle"
        if keyword(node, "shell") not in (None, False):
            yield node.lineno, "shell"
        if called.endswith((".extractall", ".extract")):
            yield node.lineno, called


@pytest.mark.fuzz
def test_nothing_that_is_read_is_run() -> None:
    found = [f"{path}:{line}: {what}" for path, tree in trees() for line, what in faults(tree)]
    assert found == []


@pytest.mark.parametrize(
    "text",
    ["eval(x)", "import pickle", "from xml.etree import ElementTree", "torch.load(f)",
     "torch.load(f, weights_only=False)", "np.load(f, allow_pickle=True)",
     "np.load(f, allow_pickle=maybe)", "subprocess.run(x, shell=True)", "os.system(x)"],
)  # fmt: skip
def test_each_of_these_would_be_found(text: str) -> None:
    assert len(list(faults(ast.parse(text)))) == 1
