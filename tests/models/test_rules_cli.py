"""Laws that an operator cannot have, on the command line: one clear line, and exit code 2."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from archs.formats.arch_json import architecture_to_json
from models.errors import InputError
from models.formats.rules_file import load_rules
from tests.models.rule_graphs import array, graph

DFGMAP = ".i a b c\n.o y\n.f\nmac 3 a\n.n\ny mac a b c\n"
JSON = json.dumps(
    {
        "schema": "xyzmap/dfg/1",
        "name": "g",
        "operators": [{"name": "mac", "arity": 3, "associative": True}],
        "inputs": ["a", "b", "c"],
        "operations": [{"name": "y", "operator": "mac", "operands": ["a", "b", "c"]}],
        "results": ["y"],
    }
)


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("dfg.json", JSON, "$.operators[0]: associative operator 'mac' has arity 3, must be 2"),
        ("dfg.txt", DFGMAP, "line 4: associative operator 'mac' has arity 3, must be 2"),
    ],
)
def test_an_associative_operator_of_three(tmp_path: Path, name: str, text: str, line: str) -> None:
    """DOT, the third format, has no way to declare a law."""
    dfg, arch = tmp_path / name, tmp_path / "arch.json"
    dfg.write_text(text, encoding="utf-8")
    arch.write_text(architecture_to_json(array()), encoding="utf-8")
    command = [sys.executable, "-m", "solvers.min_cycles", str(dfg), str(arch)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.returncode == 2
    assert line in found.stderr
    assert found.stderr.count("\n") == 1


def test_the_same_in_a_rules_file(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_text(".f\nmac 3 a\n", encoding="utf-8")
    with pytest.raises(InputError, match="line 2: associative operator 'mac' has arity 3, must"):
        load_rules(str(path), graph("y + a b", "ab", "y"))
