"""Verifies the claim that no smaller sub-array maps all kernels.

The mappings of all kernels onto the pruned array are checked. Each core has a separate refutation
certificate; symmetries map cores to further cores. No cheaper set of features hits every core and
is closed under needs: a branch tree proves it, replayed by code independent of the search.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import msgspec

from models.data.architecture import Architecture
from models.data.problem import Problem
from models.formats.json_text import convert, decode_tagged
from models.formats.native_json import architecture_from_json, dfg_from_json, mapping_from_json
from models.symmetry.check import is_automorphism
from models.text import n_cycles
from pruning.certificate import SCHEMA, CoreClaim, Minimum
from pruning.gates import unpriced
from pruning.verification.gates import pieces, price_rows, require_prices, transistors
from pruning.verification.parts import KINDS, Feature, Needs, faults, needs, parts
from solvers.verification.branching import Row, check_tree
from solvers.verification.claim import NAME, Claim
from solvers.verification.directory import Clock, Directory, RejectedError, require_extent
from solvers.verification.mapped import check_mapping

MOST_IMAGES = 2_000
"""Maximum number of used images of a core; fewer make a bound harder to check, not wrong."""


@dataclass
class MinimumClaim:
    """A certificate with its problems; `report` receives one line per passed check."""

    files: Directory
    claim: Minimum
    clock: Clock
    report: Callable[[str], None]
    whole: Architecture
    left: Architecture
    problems: list[Problem]
    operators: set[str] = field(default_factory=set)

    @classmethod
    def read(cls, files: Directory, clock: Clock, report: Callable[[str], None]) -> MinimumClaim:
        """Read a certificate and its files. Raises `InputError`."""
        claim = convert(decode_tagged(files.read(NAME), SCHEMA, NAME), Minimum, NAME)
        return cls.of(files, claim, clock, report)

    @classmethod
    def of(
        cls, files: Directory, claim: Minimum, clock: Clock, report: Callable[[str], None]
    ) -> MinimumClaim:
        """Read the files named by a claim. Raises `InputError`."""
        whole = architecture_from_json(files.read(claim.whole), claim.whole)
        left = architecture_from_json(files.read(claim.left), claim.left)
        problems = [
            Problem(dfg_from_json(files.read(job.dfg), job.dfg), whole, job.contexts, job.transform)
            for job in claim.jobs
        ]
        found = cls(files, claim, clock, report, whole, left, problems)
        for problem in problems:
            found.operators |= {operator.name for operator in problem.dfg.operators}
            found.operators |= {pattern.name for pattern in problem.dfg.patterns}
        return found

    def verify(self) -> str:
        """Return the proved claim in one line; raise `RejectedError` if the proof fails."""
        claim = self.claim
        if not self.problems:
            raise RejectedError(f"{NAME}: no kernel")
        if not claim.kinds or len(set(claim.kinds) & set(KINDS)) < len(claim.kinds):
            raise RejectedError(f"{NAME}: kinds must be some of {', '.join(KINDS)}, each once")
        if claim.prices is not None:
            reason = unpriced(self.whole, claim.kinds)
            if claim.weights is not None or reason is not None:
                raise RejectedError(f"{NAME}: {reason or 'prices together with weights'}")
            require_prices(claim.prices)
        for key in claim.weights or ():
            if key.partition(":")[0] not in claim.kinds:
                raise RejectedError(f"{NAME}: a weight of '{key[:40]}', which is not counted")
        for fault in faults(self.whole, self.left, None, self.operators):
            raise RejectedError(f"{claim.left}: {fault}")
        self._mappings()
        everything, removable = self._features()
        has = parts(self.whole, self.left, claim.kinds, self.operators)
        if not everything - removable <= has:
            raise RejectedError(f"{claim.left}: it lacks something that is to be kept")
        if claim.prices is not None:
            cost = transistors(pieces(self.whole, claim.prices, everything), has)
        else:
            weights = self._weights(removable)
            cost = sum(weights[feature] for feature in has & removable)
        if claim.lower_bound > cost:
            raise RejectedError(f"{NAME}: lower bound {claim.lower_bound}, but {cost} do")
        if claim.status == "optimal" and claim.lower_bound != cost:
            raise RejectedError(f"{NAME}: the bound {claim.lower_bound} is not the cost {cost}")
        self._check_cores()
        self._no_cheaper()
        names = " and ".join(f"'{problem.dfg.name}'" for problem in self.problems)
        counts = ", ".join(f"{sum(f[0] == kind for f in has)} {kind}" for kind in claim.kinds)
        need = "needs" if len(self.problems) == 1 else "need"
        if claim.status == "optimal":
            less = "no less" if claim.weights is None else "nothing of less weight does"
            if claim.prices is not None:
                less = f"nothing of fewer than {cost} transistors does, at these prices"
            return f"{names} {need} {counts} of '{self.whole.name}', and {less}"
        return f"{names} {need} no more than {counts} of '{self.whole.name}'"

    def _features(self) -> tuple[frozenset[Feature], frozenset[Feature]]:
        """All features of the whole array, and the removable ones."""
        claim = self.claim
        everything = frozenset(parts(self.whole, self.whole, claim.kinds, self.operators))
        return everything, frozenset(f for f in everything if f[1] not in claim.keep)

    def hitting_set(self) -> tuple[dict[Feature, int], list[frozenset[Feature]], Needs]:
        """Return the weights of features, and the constraints on any choice, given valid cores.

        A choice hits each core and each image of one, and each need of its features.
        """
        removable = self._features()[1]
        found = {image for core in self.claim.cores for image in self._images(core)}
        # An image with an always present feature is no constraint.
        cores = sorted((image for image in found if image <= removable), key=sorted)
        return self._weights(removable), cores, needs(self.whole, removable)

    def rows(self) -> tuple[list[Row], list[int]]:
        """Return rows that hold in every choice below the bound, and upper bounds of variables.

        The cost row is last. Feature variables come first, in order.
        """
        bound, prices = self.claim.lower_bound, self.claim.prices
        weights, cores, required = self.hitting_set()
        known = hitting_rows(weights, cores, required, bound)
        if prices is None:
            return known, [1] * len(weights)
        every = pieces(self.whole, prices, weights)
        number = {feature: n for n, feature in enumerate(sorted(weights))}
        priced, variables = price_rows(every, number, required, bound)
        return [*known[:-1], *priced], [1] * variables

    def _mappings(self) -> None:
        for problem, job in zip(self.problems, self.claim.jobs, strict=True):
            mapping = mapping_from_json(self.files.read(job.mapping), job.mapping)
            if mapping.horizon != job.horizon:
                raise RejectedError(
                    f"{job.mapping}: {n_cycles(mapping.horizon)}, not {job.horizon}"
                )
            own = msgspec.structs.replace(problem, arch=self.left)
            check_mapping(own, mapping, job.mapping, self.clock, lambda line: None)
            self.report(f"mapping of '{problem.dfg.name}': legal, {n_cycles(job.horizon)}")

    def _weights(self, removable: frozenset[Feature]) -> dict[Feature, int]:
        claim = self.claim
        if claim.weights is None:
            unit, units = 1, {}
            for kind in reversed(claim.kinds):
                units[kind] = unit
                unit *= 1 + sum(f[0] == kind for f in removable)
            return {feature: units[feature[0]] for feature in removable}
        given = {key: _fraction(text) for key, text in claim.weights.items()}
        costs = {}
        for kind, name, unit_name in removable:
            keys = [f"{kind}:{name}", kind]
            if kind == "operators":
                keys.insert(0, f"{kind}:{unit_name}")
            found = next((given[key] for key in keys if key in given), Fraction(0))
            costs[kind, name, unit_name] = found
        common = math.lcm(*(cost.denominator for cost in costs.values()))
        require_extent("parts of a weight", common, 10**18)
        return {feature: int(cost * common) for feature, cost in costs.items()}

    def _check_cores(self) -> None:
        """Raise `RejectedError` unless every core is refuted, and every symmetry is valid."""
        for n, job in enumerate(self.claim.jobs):
            for symmetry in job.symmetries:
                fault = is_automorphism(self.problems[n], (), symmetry)
                if fault is not None:
                    raise RejectedError(f"{NAME}: kernel {n}: not a symmetry: {fault}")
        for core in self.claim.cores:
            self.clock.check()
            try:
                self._core(core)
            except RejectedError as error:
                raise RejectedError(f"{core.certificate or 'a core'}: {error}") from None
        self.report(f"{len(self.claim.cores)} cores refuted")

    def _core(self, core: CoreClaim) -> None:
        if not 0 <= core.kernel < len(self.problems):
            raise RejectedError(f"there is no kernel {core.kernel}")
        problem, job = self.problems[core.kernel], self.claim.jobs[core.kernel]
        if not core.certificate:
            gone = {name for kind, name, _ in core.features if kind in ("elements", "memories")}
            if not gone >= {*self.whole.component_by_name}:
                raise RejectedError(f"{NAME}: a core without a certificate leaves components")
            return
        own = Directory(self.files.path(core.certificate))
        claim = Claim.read(own, self.clock, lambda line: None)
        found = claim.certificate
        if found.status != "infeasible" or found.horizon not in (None, job.horizon) or found.pins:
            raise RejectedError(f"it does not refute {n_cycles(job.horizon)}")
        shown = claim.problem
        same = (shown.dfg, shown.contexts, shown.transform)
        if same != (problem.dfg, problem.contexts, problem.transform):
            raise RejectedError(f"it is of another problem than kernel {core.kernel}")
        missing = [_named(feature) for feature in core.features]
        for fault in faults(self.whole, shown.arch, missing, self.operators):
            raise RejectedError(f"not the whole array without the core: {fault}")
        claim.verify()

    def _images(self, core: CoreClaim) -> set[frozenset[Feature]]:
        start = frozenset(_named(feature) for feature in core.features)
        found, waiting = {start}, [start]
        while waiting and len(found) < MOST_IMAGES:
            features = waiting.pop()
            for symmetry in self.claim.jobs[core.kernel].symmetries:
                moved = set()
                for kind, name, unit in features:
                    places = symmetry.paths if kind in ("paths", "widths") else symmetry.components
                    if name not in places:
                        raise RejectedError(f"'{name}' of a core is not in the array")
                    moved.add((kind, places[name], unit))
                image = frozenset(moved)
                if image not in found:
                    found.add(image)
                    waiting.append(image)
        return found

    def _no_cheaper(self) -> None:
        bound, tree = self.claim.lower_bound, self.claim.tree
        if tree is None:
            raise RejectedError(f"{NAME}: no branch tree shows the bound; write it anew")
        known, highest = self.rows()
        try:
            lines = self.files.lines(tree, self.clock)
            leaves = check_tree(known, highest, lines, self.clock)
        except RejectedError as error:
            raise RejectedError(f"{tree}: {error}") from None
        self.report(
            f"no choice of features that costs less than {bound} has one of every core and image:"
            f" {len(known)} rows, a tree of {leaves} leaves"
        )


def hitting_rows(
    weights: dict[Feature, int],
    cores: Sequence[frozenset[Feature]],
    required: Needs,
    cost: int,
) -> list[Row]:
    """Return rows that hold in every choice that weighs less than `cost`.

    One for each of `cores`, each of the needs, and the weight. Variables are the features, sorted;
    1 means chosen.
    """
    number = {feature: n for n, feature in enumerate(sorted(weights))}
    known: list[Row] = [(tuple((number[f], 1) for f in core), 1) for core in cores]
    for feature, some in required:
        known.append((((number[feature], -1), *((number[f], 1) for f in some)), 0))
    return [*known, (tuple((number[f], -weight) for f, weight in weights.items()), 1 - cost)]


def _named(feature: tuple[str, str, int | str]) -> Feature:
    kind, name, unit = feature
    return kind, name, str(unit)


def _fraction(text: str) -> Fraction:
    # Exponents would allow numbers of unbounded length.
    if not re.fullmatch(r"[0-9]{1,40}(/[0-9]{1,40})?", text):
        raise RejectedError(f"{NAME}: '{text[:40]}' is no weight")
    try:
        return Fraction(text)
    except ZeroDivisionError:
        raise RejectedError(f"{NAME}: '{text[:40]}' is no weight") from None
