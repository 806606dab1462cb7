"""Makes certificates that claim what is not so: tiny problems, hand-written clauses and proofs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from models.data.architecture import Architecture, Component
from models.data.architecture import Path as Wire
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.streaming.program import Instruction, Program

Json = dict[str, Any]
Edit = Callable[["Claim"], object]
ALIAS = 2**32 + 1
"""Cut to 32 bits this is variable 1."""

ONE = Dfg("one", (Operator("neg", 1),), ("a",), (Operation("n", "neg", (Operand("a"),)),), ("n",))
TWO = Architecture(
    "pair",
    (
        Component("ext", initial="all", holds_intermediates=False),
        Component("pe", issue=1, capacity=2),
        Component("spare", issue=1, capacity=2),
    ),
    (
        Wire("in", ("ext",), ("pe",), 1),
        Wire("out", ("pe",), ("ext",), 1),
        Wire("in2", ("ext",), ("spare",), 1),
        Wire("out2", ("spare",), ("ext",), 1),
    ),
    "ext",
)
FLOW = Program("flow", (Instruction("u", "f"), Instruction("v", "f", ("u",))))
LONG = 60
"""Cycles beyond which no schedule of `ONE` is of use."""


@dataclass
class Claim:
    """A certificate's folder that is being written; `claim` is its `certificate.json`."""

    folder: Path
    claim: Json

    def save(self) -> None:
        """Write the claim."""
        write(self.folder / "certificate.json", self.claim)

    def text(self, name: str, text: str | bytes) -> None:
        """Write another file."""
        data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")
        (self.folder / name).write_bytes(data)

    def json(self, name: str) -> Json:
        """Read another file."""
        found: Json = json.loads((self.folder / name).read_text("utf-8"))
        return found

    def rename(self, old: str, new: str) -> None:
        """Give something another name in all JSON files."""

        def renamed(tree: Any) -> Any:
            if isinstance(tree, dict):
                return {(new if k == old else k): renamed(v) for k, v in tree.items()}
            if isinstance(tree, list):
                return [renamed(one) for one in tree]
            return new if tree == old else tree

        self.claim = renamed(self.claim)
        for path in self.folder.rglob("*.json"):
            write(path, renamed(json.loads(path.read_text("utf-8"))))

    def proof(
        self,
        symbols: Iterable[str],
        clauses: Iterable[str],
        proof: str | bytes = "0\n",
        variables: object = None,
        count: object = None,
    ) -> None:
        """Write the files of the bound by proof; the header fits unless it is given."""
        lines = list(clauses)
        words = [int(word) for line in lines for word in line.split() if is_number(word)]
        most = max((abs(word) for word in words), default=0)
        head = f"p cnf {most if variables is None else variables}"
        head += f" {len(lines) if count is None else count}"
        self.text("proof.cnf", "\n".join([head, *lines, ""]))
        self.text("proof.symbols", "".join(f"{line}\n" for line in symbols))
        name = "proof.lrat" if isinstance(proof, bytes) else "proof.drat"
        self.text(name, proof)
        for bound in bounds(self.claim):
            bound["proof"] = name


def is_number(word: str) -> bool:
    return word.lstrip("-").isdecimal() and word.isascii()


def write(path: Path, tree: Any) -> None:
    path.write_bytes(json.dumps(tree, indent=1).encode("utf-8", "surrogatepass"))


def bounds(claim: Json) -> list[Json]:
    """The bounds by proof of a claim, wherever they are."""
    found = [*claim.get("bounds", ())]
    found += [reason["bound"] for reason in claim.get("reasons", ()) if "bound" in reason]
    return [bound for bound in found if bound.get("type") == "proof"]


def _by_proof(**fields: Any) -> Json:
    names = {"cnf": "proof.cnf", "symbols": "proof.symbols", "proof": "proof.drat"}
    return {"type": "proof", **fields, **names}


def cycles(folder: Path) -> Claim:
    """Claim that 9 cycles are the fewest, where 3 do; the proof is still to be written."""
    from xyzmap import min_cycles

    min_cycles(ONE, TWO, certificate=folder)
    min_cycles(ONE, TWO, cycles=9).save(folder / "mapping.json")
    claim = json.loads((folder / "certificate.json").read_text("utf-8"))
    claim |= {"value": 9, "lower_bound": 9, "bounds": [_by_proof(horizon=8)]}
    return Claim(folder, claim)


def none(folder: Path) -> Claim:
    """Claim that 8 cycles are too few."""
    made = cycles(folder)
    made.claim |= {"status": "infeasible", "value": None, "lower_bound": 1, "horizon": 8}
    made.claim["mapping"] = None
    return made


def interval(folder: Path) -> Claim:
    """Claim that II 2 is the smallest, where 1 does."""
    from xyzmap import min_cycles, min_ii

    min_ii(ONE, TWO, certificate=folder)
    min_cycles(ONE, TWO, contexts=2).save(folder / "mapping.json")
    claim = json.loads((folder / "certificate.json").read_text("utf-8"))
    reason = {"type": "longest", "contexts": 1, "bound": _by_proof(horizon=LONG)}
    claim |= {"value": 2, "lower_bound": 2, "reasons": [reason]}
    return Claim(folder, claim)


def streaming(folder: Path) -> Claim:
    """Claim that 12 cycles are the fewest, where 6 do."""
    from xyzmap import map_stream

    map_stream(FLOW, ii=3, tiles=2, jobs=1, certificate=folder)
    claim = json.loads((folder / "certificate.json").read_text("utf-8"))
    mapping = json.loads((folder / "mapping.json").read_text("utf-8"))
    assert claim["cycles"] < 12
    mapping["placements"] = [["u", 0, 0], ["v", 0, 12 - claim["engine"]["pipeline"]]]
    write(folder / "mapping.json", mapping)
    claim |= {"cycles": 12, "lower_cycles": 12, "status": "optimal"}
    claim["bounds"] = [_by_proof(ii=3, cycles=11, mirrored=None)]
    return Claim(folder, claim)


def minimum(folder: Path) -> Claim:
    """Claim that both elements are needed, where one does; the proof is that of the first core."""
    from xyzmap import prune

    prune(ONE, TWO, minimise=["elements"], cycles=9, certificate=folder)
    claim = json.loads((folder / "certificate.json").read_text("utf-8"))
    claim["left"] = claim["whole"]
    claim["lower_bound"] = 2
    mapping = json.loads((folder / claim["jobs"][0]["mapping"]).read_text("utf-8"))
    mapping["architecture"] = TWO.name
    write(folder / claim["jobs"][0]["mapping"], mapping)
    claim["cores"] = []
    made = Claim(folder, claim)
    for number, gone in enumerate(("pe", "spare")):
        core = folder / f"core-{number}"
        core.mkdir(exist_ok=True)
        inner = none(core)
        inner.claim["horizon"] = 9
        inner.claim["bounds"] = [_by_proof(horizon=9)]
        lost = json.loads((core / "architecture.json").read_text("utf-8"))
        part = next(part for part in lost["components"] if part["name"] == gone)
        part.pop("issue")
        write(core / "architecture.json", lost)
        claim["cores"].append(
            {"kernel": 0, "features": [["elements", gone, ""]], "certificate": core.name}
        )
        inner.save()
    return made


def cores(made: Claim) -> list[Claim]:
    """The cores of a claim about the smallest array."""
    places = [made.folder / core["certificate"] for core in made.claim["cores"]]
    return [
        Claim(place, json.loads((place / "certificate.json").read_text("utf-8")))
        for place in places
    ]


def lines(kind: str, first: object, second: object) -> list[str]:
    """Symbols: `first` is true in every mapping, `second` false, of each sort of claim."""
    if kind == "streaming":
        return [f"start {first} 0 0", f"start {second} 1 11"]
    end = {"cycles": 7, "none": 7, "interval": LONG - 1, "minimum": 8}[kind]
    return [f"x {first} n ext {end}", f"x {second} n ext 0"]


MAKERS: dict[str, Callable[[Path], Claim]] = {
    "cycles": cycles,
    "none": none,
    "interval": interval,
    "streaming": streaming,
    "minimum": minimum,
}


def forge(made: Claim, kind: str, write_proof: Callable[[Claim], None]) -> None:
    """Write the proof of a claim, or of each core of it, and the claim."""
    if kind == "minimum":
        for core in cores(made):
            write_proof(core)
            core.save()
    else:
        write_proof(made)
    made.save()


def varint(value: int) -> bytes:
    """A number in binary LRAT."""
    rest = 2 * abs(value) + (value < 0)
    found = bytearray()
    while rest > 127:
        found.append(rest & 127 | 128)
        rest >>= 7
    return bytes([*found, rest])


def step(number: int, literals: Iterable[int] = (), hints: Iterable[int] = ()) -> bytes:
    """A lemma in binary LRAT."""
    numbers = [number, *literals, 0, *hints, 0]
    return b"a" + b"".join(map(varint, numbers))
