"""The report as one page: everything that it needs is inside it.

The policy in its head allows its own script and style, by their hashes, and nothing else: no
network, and no script that came in with a name.
"""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from importlib.resources import files
from string import Template
from typing import Any

from models.mapping import Mapping
from models.problem import Problem
from views.html.array_data import array_data
from views.html.graph_data import graph_data
from views.html.mapping_data import mapping_data
from views.html.names import numbered_values
from views.html.verdict import Verdict
from views.schedule import Schedule
from views.svg_text import xml

SCHEMA = "xyzmap/report/1"
SCRIPTS = ("model.js", "view.js", "array.js", "graph.js", "table.js", "about.js", "report.js")
STYLES = ("report.css",)


def report_html(problem: Problem, mapping: Mapping | None, verdict: Verdict) -> str:
    """Return the page; without a mapping it has the array, the DFG and the verdict only."""
    data = report_data(problem, mapping)
    script = "(() => {\n'use strict';\n" + "".join(map(_beside, SCRIPTS)) + "})();\n"
    style = "".join(map(_beside, STYLES))
    title = f"{problem.dfg.name} on {problem.arch.name}"
    if mapping is not None:
        title = Schedule(problem, mapping).title
    return Template(_beside("page.html")).substitute(
        title=xml(title),
        status=xml(verdict.status),
        headline=xml(verdict.headline),
        facts="".join(_facts(verdict, data)),
        data=json_block(data),
        script=script,
        style=style,
        script_hash=_hash(script),
        style_hash=_hash(style),
    )


def report_data(problem: Problem, mapping: Mapping | None) -> dict[str, Any]:
    """Return what the scripts show."""
    values = numbered_values(problem, mapping)
    return {
        "schema": SCHEMA,
        "array": array_data(problem.arch, mapping),
        "graph": graph_data(problem, mapping, values),
        "mapping": None if mapping is None else mapping_data(problem, mapping, values),
    }


def json_block(data: object) -> str:
    """Return JSON in which nothing can end the script element around it."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def _facts(verdict: Verdict, data: dict[str, Any]) -> list[str]:
    facts = [("status", verdict.status)]
    facts += [("found", verdict.value)] * bool(verdict.value)
    facts += [("bound", f"{verdict.bound}: {verdict.reason}")] * bool(verdict.bound)
    facts += verdict.facts
    facts += [("cannot all hold", limit) for limit in verdict.limits]
    for tried in verdict.tried:
        facts.append((tried.what, tried.outcome + (f": {tried.reason}" * bool(tried.reason))))
    choices = [] if data["mapping"] is None else data["mapping"]["choices"]
    facts += [("computed as", choice) for choice in choices]
    if data["mapping"] is not None and not choices:
        facts.append(("computed as", "written in the DFG; nothing was transformed"))
    groups: dict[str, list[str]] = {}
    for label, text in facts:
        groups.setdefault(label, []).append(f"<dd>{xml(text)}</dd>")
    return [f"<dt>{xml(label)}</dt>{''.join(lines)}\n" for label, lines in groups.items()]


def _beside(name: str) -> str:
    return files("views.html").joinpath(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()
