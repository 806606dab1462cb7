"""How `min_ii` answers: in words, as JSON, and in files."""

from __future__ import annotations

import json
from fractions import Fraction

from models.counting.arithmetic import Arithmetic
from models.counting.kinds import by_kind
from models.data.certificate import IntervalReason, Never, Packing, of_files
from models.data.explanation import Explanation, Limit, recorded
from models.data.explanation import words as explained
from models.data.problem import Problem, counted_contexts
from models.errors import InfeasibleError
from models.formats.native_json import dfg_to_json, mapping_to_json
from models.formats.text_files import write_text
from models.register_files.registers import Registers, allocate
from models.text import n_cycles
from shell.budget import Budget
from shell.command import show
from shell.events import Observer
from solvers.questions.ask import Save, Summary
from solvers.questions.min_ii.min_ii_options import ALONE, MinIiOptions
from solvers.questions.verdicts import (
    FREEDOM,
    constraints_record,
    draw_schedule,
    files_line,
    files_record,
    objective_facts,
    repeated_facts,
    repeated_line,
    repeated_record,
    rewritten,
    show_schedule,
    told_facts,
    under_constraints,
)
from solvers.questions.versions import shown
from solvers.search.interval_answer import MinIi, Searched
from solvers.tasks.solver_options import SolverOptions
from views.html.verdict import Fact, Tried, Verdict

EXPLAIN_SECONDS = 60.0
"""How long an explanation is made smaller when there is no time limit."""

QUANTITIES = {"registers": "values in registers", "transfers": "transfers over paths"}


def words(answer: MinIi, options: MinIiOptions) -> str:
    """Return the answer in a line, the bound with its reason, and further facts."""
    parts = _verdict(answer), _searched(answer), _details(answer), _ended(answer, options)
    return "\n".join(line for part in parts for line in part)


def tell(answer: MinIi, options: MinIiOptions) -> None:
    """Print the answer, further facts, and the schedule."""
    show(words(answer, options))
    if answer.explanation is not None:
        for line in explained(answer.explanation):
            show(line)
    elif options.explain and answer.lower > 1:
        print("no explanation was found in time")
    problem, verdict = mapped_problem(answer), "\n".join(_verdict(answer))
    show_schedule(problem, answer.mapping, verdict, asked=options.table, whole=options.all)


def _verdict(answer: MinIi) -> list[str]:
    problem = answer.problem
    names = f"'{problem.dfg.name}' on '{problem.arch.name}'{FREEDOM[problem.transform]}"
    names += under_constraints(problem)
    if (never := _never(answer)) is not None:
        return [f"infeasible: no II has a mapping of {names}", never]
    if answer.mapping is None:
        upto = f" up to II {answer.most}" if answer.status == "infeasible" else ""
        if upto and answer.most == problem.arch.max_contexts:
            upto += ", the array's max_contexts"
        told = f"no pipelined mapping of {names} found{upto}"
    else:
        told = f"{names} has II = {answer.contexts}, in {n_cycles(answer.mapping.horizon)}"
    word = " (solver's word)" if answer.word_of and answer.status != "unknown" else ""
    return [f"{answer.status}{word}: {told}", f"at least {answer.lower}: {answer.lower_reason}"]


def _never(answer: MinIi) -> str | None:
    """Return the reason why no II is feasible; None if one may be."""
    every = (tried for tried in answer.tried.values() if _is_for_all(tried.fact))
    return next((tried.reason for tried in every), None) if answer.status == "infeasible" else None


def _searched(answer: MinIi) -> list[str]:
    """Return lines on the graphs of which any may be mapped, and whose answer this is."""
    if not answer.searched:
        return []
    lines = [f"this is the graph {answer.graph}, and the bound is that of it alone"]
    if answer.iterations > 1 and answer.contexts is not None:
        each = shown(Fraction(answer.contexts, answer.iterations))
        lines.append(f"of {answer.iterations} iterations of the loop: {each} cycles for each")
    for one in answer.searched:
        if one.graph != answer.graph:
            least = "no mapping" if one.lower is None else f"at least {_each(one.lower, one)}"
            found = "" if one.contexts is None else f", found {_each(one.contexts, one)}"
            lines.append(f"graph {one.graph}: {least} by arithmetic{found}; {one.status}")
    return lines


def _searched_record(answer: MinIi) -> dict[str, object]:
    """Return what `_searched` tells, as members of the record."""
    if not answer.searched:
        return {}
    graphs = [one._asdict() for one in answer.searched]
    return {"graph": answer.graph, "iterations": answer.iterations, "graphs": graphs}


def _each(value: int, one: Searched) -> str:
    """Return a number of cycles, per iteration of the loop as written."""
    return shown(Fraction(value, one.iterations)) + " per iteration" * (one.iterations > 1)


def _is_for_all(fact: IntervalReason | None) -> bool:
    """Whether a reason holds against every II."""
    endless = isinstance(fact, Packing) and (fact.groups is not None or fact.least is None)
    return endless or isinstance(fact, Never)


def _details(answer: MinIi) -> list[str]:
    lines = [
        f"II {tried.contexts}: {tried.outcome}: {tried.reason}"
        for tried in answer.tried.values()
        if tried.outcome in ("refuted up to horizon", "open")
        and (answer.contexts is None or tried.contexts < answer.contexts)
    ]
    kinds = _kinds(answer) if answer.status in ("feasible", "unknown") else {}
    if kinds:
        told = ", ".join(f"{kind} {least}" for kind, least in kinds.items())
        lines.append(f"at least, by kind: {told}")
    if (files := _files(answer)) is not None:
        lines.append(files)
    if (again := repeated_line(answer.problem, answer.mapping)) is not None:
        lines.append(again)
    if answer.fewest is not None:
        fewest = answer.fewest
        proof = "the fewest" if fewest.proven else f"at least {fewest.least}"
        lines.append(f"{fewest.count} {QUANTITIES[fewest.quantity]} of an iteration: {proof}")
    lines += map(str, answer.objectives)
    if answer.mapping is not None:
        lines += [f"after the loop: {split}" for split in answer.splits]
    return lines


def _kinds(answer: MinIi) -> dict[str, int]:
    """Return the bound of each kind; none after a stop, which leaves no second for counting."""
    return {} if answer.stopped else by_kind(answer.problem)


def extend(answer: MinIi, options: MinIiOptions, observer: Observer, budget: Budget) -> list[Save]:
    """Explain why the II below the bound is impossible, for a minute if there is no limit."""
    if not options.explain or answer.lower <= 1:
        return []
    from solvers.questions.explain import explain

    contexts = answer.lower - 1
    problem, tried = answer.problem.at(contexts).counted, answer.tried.get(contexts)
    if tried is not None and isinstance(tried.fact, Packing):
        # Counting shows it for schedules of any length, by this constraint alone.
        limits: dict[Limit, tuple[int, ...]] = {("constraint", tried.fact.constraint): ()}
        answer.explanation = Explanation(0, limits, minimal=True, interval=contexts)
        return [_report(answer, options)]
    horizon = None if tried is None else tried.horizon
    if horizon is None:
        try:
            chain = Arithmetic(problem).critical_path()
        except InfeasibleError:
            # Dependences alone forbid the II, or the array lacks an operator.
            answer.explanation = Explanation(0, {}, minimal=True, interval=contexts)
            return [_report(answer, options)]
        horizon = (0 if chain is None else chain.horizon) + 2 * contexts + 3
    budget = budget if budget.limited else Budget.of(EXPLAIN_SECONDS)
    given = SolverOptions(seed=options.seed, pins=answer.pins)
    answer.explanation = explain(problem, horizon, given, budget)
    return [_report(answer, options)]


def _ended(answer: MinIi, options: MinIiOptions) -> list[str]:
    """Return why the search ended before the smallest II was proven."""
    if answer.stopped:
        return [f"stopped: {answer.stopped}"]
    if answer.status in ("optimal", "infeasible"):
        return []
    if options.first and answer.mapping is not None:
        return ["ended: with the first mapping, as --first asks"]
    if options.method in ALONE:
        return ["ended: with the first mapping; --method exact looks for smaller IIs"]
    if options.slack is not None:
        return [f"ended: no schedule is tried beyond --slack {options.slack}"]
    if options.time_limit is not None:
        return ["ended: no longer schedules are tried for the IIs that are left"]
    return ["ended: longer schedules are tried only with --time-limit"]


def _files(answer: MinIi) -> str | None:
    """Return the needs of the mapping on register files; None if registers are only counted."""
    line, kernel = files_line(answer.problem.arch, answer.register_files), _kernel(answer)
    # That there is no mapping holds for all kinds.
    if line is None or answer.status == "infeasible":
        return None
    if answer.register_files != "moves" and not _in_files(answer):
        line += "; the bound is that of counted registers"
    if kernel is not None and (answer.register_files == "unroll" or kernel != answer.contexts):
        line += f"; the kernel has {counted_contexts(kernel)}"
    return line


def _in_files(answer: MinIi) -> bool:
    """Whether some II below the bound is only refuted for the kind of files of the answer."""
    facts = [tried.fact for n, tried in answer.tried.items() if n < answer.lower]
    return any(fact is not None and of_files(fact) != "counted" for fact in facts)


def _kernel(answer: MinIi) -> int | None:
    """Return the contexts of the kernel: more than the II if it is unrolled."""
    kind = answer.register_files
    if answer.mapping is None or (kind != "unroll" and kind != "own"):
        return answer.contexts
    made = allocate(mapped_problem(answer), answer.mapping, kind)
    return made.contexts if isinstance(made, Registers) else None


def record(answer: MinIi, options: MinIiOptions) -> str:
    """Return the answer and the options of the question as JSON text."""
    from solvers.certificates.cycles import versions

    mapping = answer.mapping
    found = {
        "schema": "xyzmap/min_ii/1",
        "question": "min_ii",
        "dfg": answer.problem.dfg.name,
        "architecture": answer.problem.arch.name,
        "method": options.method,
        "transform": options.transform,
        "inductions": options.inductions,
        "rewrites": answer.rewrites,
        **constraints_record(answer.problem, answer.objectives),
        **repeated_record(answer.problem, mapping),
        "accumulators": [split._asdict() for split in answer.splits],
        **files_record(answer.problem.arch, answer.register_files),
        "kernel_contexts": _kernel(answer),
        "seed": options.seed,
        "annealing": None
        if options.method == "exact" and options.weights is None
        else {name: getattr(options, name) for name in ("weights", "movements", "alpha")},
        "warm_start": None
        if (start := answer.start) is None
        else {"ii": start.ii, "legal": start.mapping is not None, "reason": start.reason},
        "status": answer.status,
        "ii": answer.contexts,
        "cycles": None if mapping is None else mapping.horizon,
        "max_ii": answer.most,
        "lower_bound": answer.lower,
        "lower_bound_reason": answer.lower_reason,
        "lower_bounds": _kinds(answer),
        "found_by": answer.found_by,
        "tried": [
            {
                "ii": tried.contexts,
                "outcome": tried.outcome,
                "reason": tried.reason,
                "horizon": tried.horizon,
                "seconds": round(tried.seconds, 4),
                "by": tried.by,
                "at": round(tried.at, 4),
            }
            for tried in answer.tried.values()
        ],
        "mapping": None if mapping is None else json.loads(mapping_to_json(mapping)),
        "fewest": None
        if answer.fewest is None
        else {
            "of": answer.fewest.quantity,
            "count": answer.fewest.count,
            "at_least": answer.fewest.least,
        },
        "word_of": answer.word_of,
        **_searched_record(answer),
        "solvers": list(options.solver) or ["auto"],
        "stopped": answer.stopped,
        "versions": versions(),
        "seconds": {name: round(value, 4) for name, value in answer.seconds.items()},
    }
    if answer.explanation is not None:
        found["explanation"] = recorded(answer.explanation)
    return json.dumps(found, indent=1)


def saves(answer: MinIi, options: MinIiOptions) -> list[Save]:
    """Return the files that the options ask for."""
    problem, mapping = mapped_problem(answer), answer.mapping
    certificate: Save = (options.certificate, lambda path: _certify(answer, path))
    report = _report(answer, options)
    rewritten: Save = (options.rewritten, lambda path: write_text(path, dfg_to_json(problem.dfg)))
    if mapping is None:
        return [certificate, report, rewritten]
    return [
        rewritten,
        (options.out, lambda path: write_text(path, mapping_to_json(mapping))),
        certificate,
        (options.picture, lambda path: draw_schedule(path, problem, mapping)),
        report,
    ]


def _report(answer: MinIi, options: MinIiOptions) -> Save:
    return options.html, lambda path: write_text(path, page(answer, options))


def _certify(answer: MinIi, folder: str) -> None:
    from solvers.certificates.intervals import write_claim

    note = write_claim(answer, folder)
    if note is not None:
        answer.notes.append(note)
    if note is None or not note.startswith("no certificate"):
        answer.certificate = folder


def mapped_problem(answer: MinIi) -> Problem:
    """Return the problem with the contexts of the mapping."""
    if answer.contexts is None:
        return answer.problem
    return answer.problem.at(answer.contexts)


def page(answer: MinIi, options: MinIiOptions) -> str:
    """Return the HTML report."""
    from views.html.page import report_html

    return report_html(mapped_problem(answer), answer.mapping, verdict(answer))


def summary(answer: MinIi, options: MinIiOptions) -> Summary:
    """Return the common parts of all answers."""
    mapping = answer.mapping
    best = None if mapping is None else (mapped_problem(answer), mapping)
    return Summary(answer.contexts, answer.lower, answer.lower_reason, best)


def verdict(answer: MinIi) -> Verdict:
    """Return the section of the report on the proof."""
    mapping, told = answer.mapping, _verdict(answer)[0].partition(": ")[2]
    facts: list[Fact] = [rewritten(answer.rewrites)]
    facts += [("after the loop", str(split)) for split in answer.splits]
    if (files := _files(answer)) is not None:
        facts.append(("register files", files.partition(": ")[2]))
    facts += repeated_facts(answer.problem, mapping)
    facts += told_facts(("mapping found by", answer.found_by), ("stopped", answer.stopped))
    if mapping is not None:
        proof = "and no smaller one" if answer.status == "optimal" else "not proven minimal"
        told += f", {proof}"
    if answer.explanation is not None:
        facts.append(("limits that cannot all hold", "; ".join(answer.explanation.lines())))
    if answer.fewest is not None:
        least = "the fewest" if answer.fewest.proven else f"at least {answer.fewest.least}"
        facts.append((QUANTITIES[answer.fewest.quantity], f"{answer.fewest.count}: {least}"))
    facts += objective_facts(answer.objectives)
    return Verdict(
        status=answer.status,
        headline=told,
        value="" if mapping is None else f"II = {answer.contexts}",
        bound=f"II at least {answer.lower}",
        reason=answer.lower_reason,
        facts=tuple(facts),
        tried=tuple(
            Tried(f"II = {tried.contexts}", tried.outcome, tried.reason)
            for tried in answer.tried.values()
        ),
    )
