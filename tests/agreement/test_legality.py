from __future__ import annotations

from pathlib import Path

import pytest

from bench import page
from programs.loops import affine
from programs.polyhedral import Origin, identity_origins
from programs.source import read_text
from tests.agreement import legality

TEXT = """
int x[9];
void f(void)
{
#pragma PTMAP
    for (int i = 1; i < 8; i++) x[i] = x[i - 1] + 1;
#pragma ENDMAP
}
"""


@pytest.mark.parametrize(("read", "kept"), [("- 1", False), ("+ 0", True)])
def test_a_loop_that_runs_backwards_keeps_only_what_is_apart(read: str, kept: bool) -> None:
    (region,) = read_text(TEXT.replace("- 1", read))
    (turned,) = read_text(TEXT.replace("x[i", "x[8 - i").replace("- 1", read))
    (statement,) = identity_origins(region)
    backwards = {statement: Origin(statement, (affine({"i": -1}, 8),))}
    assert legality.order_is_kept(region, turned, backwards) is kept
    assert legality.order_is_kept(region, region, dict(identity_origins(region)))


def test_the_page_counts_and_names_what_differs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "RESULTS", tmp_path)
    assert legality.main(["--nests", "12", "--seed", "3"]) == 0
    text = (tmp_path / "program_legality.md").read_text(encoding="utf-8")
    assert "12 nests; 0 differences." in text and "--nests 12 --seed 3`" in text
    monkeypatch.setattr(legality, "order_is_kept", lambda *_: False)
    assert legality.main(["--nests", "12", "--seed", "3"]) == 1
    text = (tmp_path / "program_legality.md").read_text(encoding="utf-8")
    assert "* nest " in text and "is illegal: [True]" in text


def test_no_nests_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        legality.main(["--nests", "0"])
    assert caught.value.code == 2 and "--nests 0" in capsys.readouterr().err
