"""The radix-2 fast Fourier transform: a network of butterflies on real and imaginary parts."""

from __future__ import annotations

from math import cos, pi, sin

from examples.arrays import mesh_array, require_sized
from examples.sums import operation, operators_of
from models.data.architecture import Architecture
from models.data.dfg import Constant, Dfg, Operation
from models.errors import InputError

Wire = tuple[str, str]  # the names of a real and an imaginary part


def fft(points: int, array: int = 4) -> tuple[Dfg, Architecture]:
    """Return the FFT of `points` complex numbers: inputs re_n, im_n, results yre_k, yim_k.

    Turning by 1 or −i costs nothing; any other twiddle factor costs four products and two sums.
    """
    if points < 2 or points & (points - 1):
        raise InputError(f"points {points} must be a power of two, at least 2")
    require_sized(10 * points)
    network = _Network(points)
    wires = network.run()
    dfg = Dfg(
        name=f"fft{points}",
        operators=operators_of(network.operations),
        inputs=tuple(f"{part}_{n}" for part in ("re", "im") for n in range(points)),
        operations=tuple(network.operations),
        results=tuple(name for wire in wires for name in wire),
        constants=network.constants(),
    )
    return dfg, mesh_array(array)


class _Network:
    """Collects the operations of decimation in time; `turns` are the twiddle factors in use."""

    def __init__(self, points: int) -> None:
        self.points = points
        self.stages = points.bit_length() - 1
        self.operations: list[Operation] = []
        self.turns: set[int] = set()

    def run(self) -> list[Wire]:
        reversed_bits = [int(f"{n:0{self.stages}b}"[::-1], 2) for n in range(self.points)]
        wires = [(f"re_{n}", f"im_{n}") for n in reversed_bits]
        for stage in range(self.stages):
            half = 1 << stage
            for top in range(self.points):
                if top & half:
                    continue
                bottom = top | half
                turn = (top % half) * (self.points // (2 * half))
                turned = self.turned(wires[bottom], turn, f"{stage}_{bottom}")
                wires[top], wires[bottom] = (
                    self.joined(wires[top], turned, turn, stage, top, plus=True),
                    self.joined(wires[top], turned, turn, stage, bottom, plus=False),
                )
        return wires

    def add(self, name: str, operator: str, left: str, right: str) -> str:
        self.operations.append(operation(name, operator, left, right))
        return name

    def turned(self, wire: Wire, turn: int, label: str) -> Wire:
        """Multiply by e^(−2πi·turn/points), unless `joined` can do it for nothing."""
        if turn * 4 % self.points == 0:
            return wire
        self.turns.add(turn)
        re, im = wire
        cosine, sine = f"cos_{turn}", f"sin_{turn}"
        a = self.add(f"rc_{label}", "*", re, cosine)
        b = self.add(f"is_{label}", "*", im, sine)
        c = self.add(f"ic_{label}", "*", im, cosine)
        d = self.add(f"rs_{label}", "*", re, sine)
        return self.add(f"tre_{label}", "+", a, b), self.add(f"tim_{label}", "-", c, d)

    def joined(self, top: Wire, turned: Wire, turn: int, stage: int, at: int, plus: bool) -> Wire:
        """Return top ± turned; a quarter turn swaps the parts and one sign."""
        last = stage == self.stages - 1
        re, im = (f"y{p}_{at}" if last else f"u{p}_{stage}_{at}" for p in ("re", "im"))
        quarter = turn * 4 == self.points
        real, imaginary = (turned[1], turned[0]) if quarter else turned
        sign, other = ("+", "-") if plus else ("-", "+")
        self.add(re, sign, top[0], real)
        self.add(im, other if quarter else sign, top[1], imaginary)
        return re, im

    def constants(self) -> tuple[Constant, ...]:
        made = []
        for turn in sorted(self.turns):
            angle = 2 * pi * turn / self.points
            made.append(Constant(name=f"cos_{turn}", value=cos(angle)))
            made.append(Constant(name=f"sin_{turn}", value=sin(angle)))
        return tuple(made)
