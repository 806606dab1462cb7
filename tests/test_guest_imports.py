"""What guests import of the core is what `tests/guest_imports.toml` says, and no more."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest

from shell.guests import OWN
from tests.test_import_circles import imported, modules

pytestmark = pytest.mark.guests

CONTRACT = Path(__file__).with_name("guest_imports.toml")


def used() -> dict[str, set[str]]:
    """The modules of the core that guests import, each with the guests that do."""
    known = modules()
    rooms = {name.partition(".")[0] for name in known} - {*OWN, "bench"}
    found: dict[str, set[str]] = {}
    for name, path in known.items():
        guest = name.partition(".")[0]
        if guest in OWN:
            for other in imported(ast.parse(path.read_text(encoding="utf-8")), known):
                if other.partition(".")[0] in rooms:
                    found.setdefault(other, set()).add(guest)
    return found


def contract() -> dict[str, list[str]]:
    """The modules of the contract, by section."""
    sections = tomllib.loads(CONTRACT.read_text(encoding="utf-8"))
    return {name: section["modules"] for name, section in sections.items()}


def test_guests_import_what_the_contract_says() -> None:
    """Tests that no guest reaches deeper, and that what is no longer needed leaves the contract."""
    found = used()
    listed = [module for section in contract().values() for module in section]
    more = {module: sorted(found[module]) for module in sorted({*found} - {*listed})}
    assert not more, f"not in the contract: {more}"
    assert sorted(listed) == sorted(found), "lines of the contract that no guest needs"


def test_sections_of_guests_are_what_one_of_them_needs() -> None:
    """Tests that what has become one guest's own is known as that."""
    found, sections = used(), contract()
    for guest in OWN:
        own = sorted(module for module, guests in found.items() if guests == {guest})
        listed = {module for module in sections.get(guest, ())}
        assert listed <= {*own}, f"of more guests than {guest}: {sorted(listed - {*own})}"
