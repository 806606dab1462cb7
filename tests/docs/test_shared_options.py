"""Options that mean the same in all commands: one help text and one kind of value."""

from __future__ import annotations

import pytest

from models.process.options import FOLDER, JSON, OUT, SEED
from solvers.questions.options import SOLVER
from tests.docs.shared_options import COLUMNS, PAGE, actions, parsers, written

PARSERS = dict(parsers())
HAVING = [
    (name, option)
    for name, parser in PARSERS.items()
    for option in COLUMNS
    if option in actions(parser)
]
ABOUT = {
    "--json": (JSON, None),
    "--out": (OUT, "FILE"),
    "--folder": (FOLDER, "DIR"),
    "--solver": (f"{SOLVER} (default ", "NAME"),
    "--seed": (f"{SEED} (default ", "S"),
    "--deterministic": ("", None),
}
"""What the help of an option begins with, and how it shows the value."""
OTHERWISE = {("archs", "--json")}
"""`archs --json` is one of its formats, and goes into a file with `--output`."""


@pytest.mark.parametrize(("name", "option"), HAVING)
def test_a_shared_option_has_one_help_and_one_kind_of_value(name: str, option: str) -> None:
    """Tests the text, the metavar and, of a flag, that it takes no value."""
    if (name, option) in OTHERWISE:
        pytest.skip("documented")
    action, (about, metavar) = actions(PARSERS[name])[option], ABOUT[option]
    assert action.help is not None and action.help.startswith(about)
    assert action.metavar == metavar
    assert (action.nargs == 0) == (metavar is None)
    if option == "--json":
        assert action.help == about
    if option in ("--solver", "--seed"):
        assert action.help.endswith(")")


def test_the_page_has_the_table() -> None:
    """Tests the page; `python -m tests.docs.shared_options` writes it."""
    page = PAGE.read_text(encoding="utf-8")
    assert page == written(page)
