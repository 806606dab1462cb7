"""The list of solvers: complete, true to what is installed, and made without importing any."""

from __future__ import annotations

import json

import pytest

import solvers.backends.backend
from models.errors import InputError
from solvers import __main__ as page
from solvers.backends.registry import chosen


def listed(capsys) -> list[dict]:
    assert page.main(["--json"]) == 0
    found: list[dict] = json.loads(capsys.readouterr().out)["solvers"]
    return found


def test_what_is_missing_is_what_a_use_says(capsys) -> None:
    """Tests that a solver is ready if and only if it can be required, and else why it is not."""
    for entry in listed(capsys):
        if entry["missing"] is None:
            chosen(entry["name"]).require()
        else:
            with pytest.raises(InputError) as caught:
                chosen(entry["name"]).require()
            assert str(caught.value).endswith(entry["missing"])


def test_a_missing_package_is_listed(capsys, monkeypatch) -> None:
    """Tests that without a package its solvers are not ready, and the extra is named."""
    found = solvers.backends.backend.find_spec
    monkeypatch.setattr(
        solvers.backends.backend,
        "find_spec",
        lambda name: None if name == "ortools" else found(name),
    )
    entries = {entry["name"]: entry["missing"] for entry in listed(capsys)}
    why = "the package ortools is not installed: pip install 'xyzmap[solvers]'"
    assert [name for name, missing in entries.items() if missing == why] == ["cp-sat"]
    assert page.main([]) == 0
    assert capsys.readouterr().out.count(why) == 1
