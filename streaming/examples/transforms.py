"""The inverse fast Fourier transform: radix-2 butterflies, decimation in time.

x_n = 1/N · Σ X_k e^(2πikn/N). Every result has at most two readers. With loads, each load reads a
number and divides it by N; without loads, every instruction of the first stage has its own copies
of two numbers that are already divided.

Real and imaginary parts take an instruction each. A butterfly top ± w·bottom is then six
multiply-adds (Linzer and Feig, 1993): with w = cos + i·sin, the bottom turned and divided by cos
takes two, and each part of each result one more; turns by 1 and i cost nothing. On SIMD lanes that
hold both parts a butterfly is two instructions; their complex opcodes have no meaning on real
numbers, so executing them checks the transport of values, not the arithmetic.
"""

from __future__ import annotations

from math import cos, pi, tan

from models.errors import InputError
from streaming.examples.parts import Draft
from streaming.model.program import Program

MOST_POINTS = 256


def ifft(points: int, loads: bool = True, simd: bool = False) -> Program:
    """Return the transform of `points` complex numbers, a power of two.

    The inputs are variables re_k and im_k, or z_k with `simd`; the copies without `loads` have a
    suffix. Results are called y_n, or yre_n and yim_n. Raises `InputError` for other numbers.
    """
    if not 2 <= points <= MOST_POINTS or points & (points - 1):
        raise InputError(f"points {points} must be a power of two, 2 to {MOST_POINTS}")
    name = f"ifft{points}" + ("_simd" if simd else "") + ("" if loads else "_sources")
    network: _Lanes | _Parts = (_Lanes if simd else _Parts)(Draft(name), points, loads)
    stages = points.bit_length() - 1
    at = [int(f"{n:0{stages}b}"[::-1], 2) for n in range(points)]
    for n, k in enumerate(at):
        network.bring(n, k)
    for stage in range(stages):
        half = 1 << stage
        for top in range(points):
            if not top & half:
                turn = (top % half) * (points // (2 * half))
                network.butterfly(top, top | half, turn, stage)
    return network.draft.finish()


class _Network:
    """Collects instructions; `wires[k]` names the word with number k of the current stage.

    A word is an instruction, or, in the first stage without loads, the stem of a variable's name.
    """

    parts: tuple[str, ...] = ()

    def __init__(self, draft: Draft, points: int, loads: bool) -> None:
        self.draft, self.points, self.loads = draft, points, loads
        self.last = points.bit_length() - 2
        self.wires: dict[int, tuple[str, ...]] = {}

    def bring(self, n: int, k: int) -> None:
        """Load input k into position n."""
        words = [f"{part}_{k}" for part in self.parts]
        if self.loads:
            words = [
                self.draft.add(f"load_{word}", "mul", self.draft.variable(word), 1 / self.points)
                for word in words
            ]
        self.wires[n] = tuple(words)

    def result(self, part: str, stage: int, at: int) -> str:
        """Return the name of a result."""
        return f"y{part}_{at}" if stage == self.last else f"u{part}{stage}_{at}"

    def read(self, word: str, stage: int, reader: str) -> str:
        """Return the operand of `reader` for `word`: its own copy if no instruction loads it."""
        return word if stage or self.loads else self.draft.variable(f"{word}_{reader}")


class _Lanes(_Network):
    """Complex numbers in SIMD lanes."""

    parts = ("z",)

    def butterfly(self, top: int, bottom: int, turn: int, stage: int) -> None:
        """Replace two numbers by top ± w·bottom; w is an immediate, the number of its turn."""
        (a,), (b,) = self.wires[top], self.wires[bottom]
        for at, plain, turned in ((top, "cadd", "cmuladd"), (bottom, "csub", "cmulsub")):
            name = self.result("", stage, at)
            left, right = self.read(a, stage, name), self.read(b, stage, name)
            if turn:
                self.draft.add(name, turned, right, turn, left)
            else:
                self.draft.add(name, plain, left, right)
            self.wires[at] = (name,)


class _Parts(_Network):
    """Real and imaginary parts in instructions of their own."""

    parts = ("re", "im")

    def butterfly(self, top: int, bottom: int, turn: int, stage: int) -> None:
        """Replace two numbers by top ± w·bottom."""
        (re, im), (a, b) = self.wires[top], self.wires[bottom]
        angle = 2 * pi * turn / self.points
        free = turn * 4 % self.points == 0
        if not free:
            label = f"{stage}_{bottom}"
            a, b = (
                self.draft.add(f"tre{label}", "muladd", b, -tan(angle), a),
                self.draft.add(f"tim{label}", "muladd", a, tan(angle), b),
            )
        for at, sign in ((top, 1), (bottom, -1)):
            names = self.result("re", stage, at), self.result("im", stage, at)
            # i·(a + ib) = -b + ia
            turned = ((-sign, b), (sign, a)) if free and turn else ((sign, a), (sign, b))
            for name, own, (s, half) in zip(names, (re, im), turned, strict=True):
                left, right = self.read(own, stage, name), self.read(half, stage, name)
                if free:
                    self.draft.add(name, "add" if s > 0 else "sub", left, right)
                else:
                    self.draft.add(name, "muladd", right, s * cos(angle), left)
            self.wires[at] = names
