"""Looking encodings up by name: capabilities, trivial bounds, identities and error lines."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import encoders
from encoders import ENCODINGS, at_most, at_most_one, builder, encodings_for, exactly_one

AMO_ONLY = ("pairwise", "binary", "bimander", "product", "ladder")
ANY = ("commander", "binomial", "sequential", "totalizer")
WITH_GROUP = "these do: bimander, commander"
AT_LEAST = "takes a group size, an integer >= {}"


def test_capabilities() -> None:
    """Tests that the capability data says which names do which bounds."""
    assert encodings_for(0) == encodings_for(1) == (*AMO_ONLY, *ANY) == tuple(ENCODINGS)
    assert encodings_for(2) == encodings_for(7) == ANY


@pytest.mark.parametrize("name", ENCODINGS)
def test_trivial_bounds(name: str) -> None:
    """Tests that a bound of n needs no clauses and a bound of 0 only units."""
    for n in range(6):
        assert at_most(n, n, name).clauses == at_most(n, n + 2, name).clauses == ()
        assert at_most(n, n, name).aux == at_most(n, 0, name).aux == 0
        assert at_most(n, 0, name).clauses == tuple((-i,) for i in range(1, n + 1))
    assert exactly_one(1, name).clauses == ((1,),)


def test_equal_requests_share_one_template() -> None:
    """Tests that templates are built once."""
    assert at_most(9, 2, "sequential") is at_most(9, 2, "sequential")
    assert exactly_one(9, "bimander:3") is exactly_one(9, "bimander:3")


def test_special_cases_coincide() -> None:
    """Tests that encodings which are special cases of another give the same template."""
    for n in range(2, 12):
        assert at_most(n, 1, "pairwise") == at_most(n, 1, "binomial")
        assert at_most(n, 1, "ladder") == at_most(n, 1, "sequential")
        assert at_most(n, 1, "binary") == at_most(n, 1, "bimander:1")
        assert at_most(n, 1, "commander:4") == at_most_one.commander(n, 4)


@pytest.mark.parametrize(
    ("name", "bound", "line"),
    [
        ("pairs", 1, "unknown encoding 'pairs'; known: " + ", ".join(ENCODINGS)),
        ("", 1, "unknown encoding ''; known: " + ", ".join(ENCODINGS)),
        ("Ladder", 1, "unknown encoding 'Ladder'; known: " + ", ".join(ENCODINGS)),
        ("ladder:2", 1, "encoding 'ladder' takes no parameter, got 'ladder:2'; " + WITH_GROUP),
        ("bimander:0", 1, "bad parameter in 'bimander:0'; bimander " + AT_LEAST.format(1)),
        ("bimander:x", 1, "bad parameter in 'bimander:x'; bimander " + AT_LEAST.format(1)),
        ("bimander:-2", 1, "bad parameter in 'bimander:-2'; bimander " + AT_LEAST.format(1)),
        ("commander:1", 1, "bad parameter in 'commander:1'; commander " + AT_LEAST.format(2)),
        ("commander:", 1, "bad parameter in 'commander:'; commander " + AT_LEAST.format(2)),
        ("product", 2, "encoding 'product' does bound 1 only; any bound: " + ", ".join(ANY)),
        ("commander:3", 3, "commander groups of 3 cannot do bound 3; a group must exceed it"),
        ("ladder", -1, "at most -1 of 9 literals: both numbers must be at least 0"),
    ],
)
def test_error_lines(name: str, bound: int, line: str) -> None:
    """Tests that a request that cannot be met says in one line what is known."""
    with pytest.raises(ValueError, match=f"^{re.escape(line)}$"):
        at_most(9, bound, name)


def test_bad_names_are_refused_in_trivial_cases() -> None:
    """Tests that the name is checked even where no encoding is needed."""
    for n, bound in ((0, 0), (3, 0), (3, 3)):
        with pytest.raises(ValueError, match="unknown encoding 'nope'; known: pairwise"):
            at_most(n, bound, "nope")
        with pytest.raises(ValueError, match="bad parameter in 'bimander:0'"):
            at_most(n, bound, "bimander:0")
    with pytest.raises(ValueError, match="at most 1 of -1 literals"):
        exactly_one(-1, "ladder")


def test_importing_the_room_is_light() -> None:
    """Tests that the room imports neither numpy nor a solver before it needs one."""
    code = "import sys, encoders; sys.exit(bool({'numpy', 'pysat'} & set(sys.modules)))"
    root = Path(encoders.__file__).parents[1]
    assert subprocess.run([sys.executable, "-c", code], cwd=root, check=False).returncode == 0


@pytest.mark.parametrize("encoding", ["binomial", "commander"])
def test_subsets_without_end(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that an encoding by subsets is refused before it takes all memory."""
    assert builder.MOST_CLAUSES == 2_000_000
    monkeypatch.setattr(builder, "MOST_CLAUSES", 20_000)
    with pytest.raises(ValueError, match="at most 32 of 200 takes more than 20,000 clauses"):
        at_most(200, 32, encoding)
