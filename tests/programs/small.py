"""Small programs for the tests of `solvers.programs`, and mappers that take no time."""

from __future__ import annotations

from dataclasses import dataclass, field

from archs.presets import architecture_preset
from models.data.mapping import Mapping
from programs.loops import Region
from programs.question.kernels import KernelFact, KernelMapper
from programs.source import read_text

S4 = architecture_preset("s4")

SUMS = """
#ifndef N
#define N 6
#endif
float A[N][N], x[N], y[N], s;
void sums(void)
{
#pragma PTMAP sums
    s = 0.0f;
    for (int i = 0; i < N; i++) {
        float t = 2.0f * x[i];
        y[i] = t;
        for (int j = 0; j < N; j++)
            y[i] = y[i] + A[i][j] * x[j];
        s = s + y[i];
    }
#pragma ENDMAP
}
"""
"""Statements before a loop, in one, and after one in one."""


def sums() -> Region:
    (region,) = read_text(SUMS, "sums.c")
    return region


@dataclass
class Pretended(KernelMapper):
    """Says at once that kernels of at most `biggest` operations are mapped, `above` the bound."""

    biggest: int = 1000
    above: int = 0
    waiting: list[KernelFact] = field(default_factory=list)
    asked: list[KernelFact] = field(default_factory=list)

    def begin(self, fact: KernelFact) -> bool:
        if fact not in self.waiting:
            self.waiting.append(fact)
            self.asked.append(fact)
        return True

    def poll(self) -> list[KernelFact]:
        done, self.waiting = self.waiting, []
        for fact in done:
            ii = fact.lower + self.above
            if len(fact.dfg.operations) <= self.biggest and ii <= self.most:
                horizon = max(fact.shortest, ii)
                fact.mapping = Mapping("kernel", self.arch.name, horizon, ii, (), (), ())
                fact.failed = ii - 1
            else:
                fact.failed, fact.lost = self.most, True
        return done
