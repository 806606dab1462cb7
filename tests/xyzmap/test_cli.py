"""The console script: names of commands, their aliases, and what an unknown name may have meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.system.commands import RING, run_python
from xyzmap.cli import ALIASES, commands, main

HEAVY = {"numpy", "pysat", "rich", "matplotlib", "ortools", "highspy", "pyomo", "torch", "views"}


@pytest.mark.parametrize("name", commands())
def test_a_command_is_called_as_it_calls_itself(name: str) -> None:
    main = commands()[name].main()
    made = getattr(main, "command", None)
    assert callable(main) and (name == "examples" or made.name.replace("_", "-") == name)


@pytest.mark.guests
@pytest.mark.parametrize("name", ["prune-arch", "prune_arch", "prune", "teach_labels"])
def test_other_spellings_run_the_same(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    shown = ALIASES.get(name, name).replace("_", "-")
    assert capsys.readouterr().out.startswith(f"usage: {shown} ")


def test_help_is_light() -> None:
    """Tests that help of no command imports numpy, a solver, or what draws."""
    code = f"""
import contextlib, sys
from xyzmap.cli import main
for name in {tuple(commands())!r}:
    with contextlib.suppress(SystemExit):
        main([name, "--help"])
found = {HEAVY!r} & sys.modules.keys()
assert not found, found
"""
    assert run_python("-c", code).returncode == 0


def test_console_script_beside_foreign_scripts(tmp_path: Path) -> None:
    """Tests that a script `models.py` beside `xyzmap`, as python-sat installs it, does no harm."""
    (tmp_path / "models.py").write_text("raise SystemExit('the wrong module')")
    script = tmp_path / "xyzmap"
    script.write_text("import sys\nfrom xyzmap.cli import main\nsys.exit(main())\n")
    done = run_python(script, "min-cycles", *RING, "--cycles", "9", "--quiet", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (20, "")
