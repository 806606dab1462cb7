"""Certificates are read as strictly as graphs: by kind of claim, of the core and of guests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from models.errors import InputError
from shell.guests import Verifiable, guests
from solvers.questions.verify.check import check_directory
from solvers.questions.verify.second_opinion import proofs
from solvers.verification.claim import NAME, Claim
from solvers.verification.directory import Clock, Directory
from solvers.verification.interval import IntervalClaim
from tests.solvers.verification.claims import write
from tests.solvers.verification.genuine import genuine

Read = Callable[..., Verifiable]
READERS: dict[str, tuple[str, Read]] = {
    "cycles": ("xyzmap/certificate/1", Claim.read),
    "interval": ("xyzmap/certificate/1", IntervalClaim.read),
    **{tag: (tag, own()) for guest in guests() for tag, own in guest.claims.items()},
}


@pytest.mark.parametrize("kind", READERS)
def test_ambiguous_claims_are_not_read(kind: str, tmp_path: Path) -> None:
    """Tests that no kind of claim is read with a doubled key, or without its schema."""
    tag, read = READERS[kind]
    texts = {
        f'{{"schema": "{tag}", "value": 3, "value": 7}}': r"\$: the key 'value' is listed twice",
        f'{{"schema": "{tag}", "x": [{{"a": 1, "a": 1}}]}}': r"\$.x\[0\]: the key 'a' is listed",
        '{"value": 3}': rf"\$.schema: missing; expected '{tag}'",
        '{"schema": "xyzmap/dfg/1"}': rf"\$.schema: is \"xyzmap/dfg/1\"; expected '{tag}'",
    }
    for text, words in texts.items():
        (tmp_path / NAME).write_text(text)
        with pytest.raises(InputError, match=words):
            read(Directory(tmp_path), Clock(), print)


@pytest.mark.parametrize("kind", ["optimal", "ii"])
@pytest.mark.parametrize("where", ["claim", "dfg.json"])
def test_a_doubled_key_is_a_fault_of_the_files(kind: str, where: str, tmp_path: Path) -> None:
    """Tests that `verify` refuses a working certificate of which another reader reads another one:
    the claim, or a file that it names.
    """
    write(genuine(kind), tmp_path)
    assert check_directory(str(tmp_path), Clock(), lambda line: None)[0] == 0
    file = tmp_path / (NAME if where == "claim" else where)
    key = '"value"' if where == "claim" else '"name"'
    file.write_text(file.read_text().replace(key, f"{key}: 1, {key}", 1))
    code, outcome, line = check_directory(str(tmp_path), Clock(), lambda line: None)
    assert (code, outcome) == (2, "error") and f"the key '{key[1:-1]}' is listed twice" in line
    if where == "claim":
        with pytest.raises(InputError, match="is listed twice"):
            list(proofs(tmp_path))
