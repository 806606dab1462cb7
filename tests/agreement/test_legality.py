from __future__ import annotations

import pytest

from bench import store
from bench.frame import Asker, Fault
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


def test_the_page_names_what_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(legality, "order_is_kept", lambda *_: False)
    options = legality.main.parser().parse_args(["--nests", "30", "--seed", "3"])
    parts = list(legality.main.measure(options, Asker(origin=store.Origin("", "", "", "", ""))))
    assert parts[1].startswith("30 nests; ")
    faults = [part for part in parts if isinstance(part, Fault)]
    assert faults and all("is illegal: [True" in fault for fault in faults)
