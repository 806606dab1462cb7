"""Tests of the meaning of auxiliary variables."""

from __future__ import annotations

import pytest

from solvers.verification.symbols import Group, Symbols
from solvers.verification.templates import Template


@pytest.mark.parametrize("firsts", [(10, 20, 30), (30, 10, 20)])
def test_groups_own_their_auxiliaries_in_any_order(firsts: tuple[int, ...]) -> None:
    template = Template(3, 1, definitions=[(0b0110, 1), (0b1110, 1)])
    groups = [Group(template, first, (1, 2, 3)) for first in firsts]
    symbols = Symbols(groups=groups)
    symbols.settle()
    for group in groups:
        assert symbols.owner(group.first - 1) is None and symbols.owner(group.first + 2) is None
        assert symbols.owner(group.first) is symbols.owner(group.first + 1) is group
