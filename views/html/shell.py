"""The shell of every report: one self-contained page.

The policy in its head allows only its own script and style, by their hashes: no network, and no
script injected through a name.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from importlib.resources import files
from string import Template

from views.drawing import xml
from views.html.verdict import Fact, Verdict
from xyzmap_packages import PREFIX

SCRIPTS = ("dom.js", "save.js", "view.js")
STYLES = ("base.css",)
LEGEND = '<a href="#about-title">Legend</a>\n'


def page(
    title: str,
    body: str,
    data: Mapping[str, object],
    scripts: Sequence[str] = (),
    styles: Sequence[str] = (),
) -> str:
    """Return the page. `title` is plain text, `body` is markup in which names are escaped.

    `data` are JSON values by the id of the element that will hold each; `block(id)` reads one.
    `scripts` and `styles` are texts, put behind those of `SCRIPTS` and `STYLES`.
    """
    script = "(() => {\n'use strict';\n" + "".join([*map(beside, SCRIPTS), *scripts]) + "})();\n"
    style = "".join([*map(beside, STYLES), *styles])
    return Template(beside("shell.html")).substitute(
        title=xml(title),
        body=body,
        blocks="\n".join(
            f'<script type="application/json" id="{xml(name)}">{json_block(value)}</script>'
            for name, value in data.items()
        ),
        script=script,
        style=style,
        script_hash=_hash(script),
        style_hash=_hash(style),
    )


def header(title: str, verdict: Verdict, more: str = "") -> str:
    """Return the top of the page: its title, the status, and the facts, in words.

    `more` is markup made by `facts_html`, and stands behind the verdict's own lines. The proof is
    open on a page without a mapping, and otherwise folded; the legend is below the mapping's
    pictures.
    """
    shown = "" if verdict.value else " open"
    legend = LEGEND if verdict.value else ""
    return (
        f"<header>\n<h1>{xml(title)}</h1>\n"
        f'<p><span class="badge {xml(verdict.status)}">{xml(verdict.status)}</span>'
        f" {xml(verdict.headline)}</p>\n"
        f"<details{shown}><summary>Proof and choices</summary>\n"
        '<div id="facts" class="scroll" role="group" aria-label="Proof and choices" tabindex="0">'
        f"<dl>{facts_html(facts(verdict))}{more}</dl></div>\n</details>\n{legend}</header>\n"
        "<noscript><p>The pictures need JavaScript; the status above does not.</p></noscript>\n"
    )


def facts(verdict: Verdict) -> list[Fact]:
    """Return all parts of a verdict but its headline, as labels and texts."""
    found = [("status", verdict.status)]
    found += [("found", verdict.value)] * bool(verdict.value)
    bound = verdict.bound + f": {verdict.reason}" * bool(verdict.reason)
    found += [("bound", bound)] * bool(verdict.bound)
    found += verdict.facts
    found += [("cannot all hold", limit) for limit in verdict.limits]
    for tried in verdict.tried:
        found.append((tried.what, tried.outcome + (f": {tried.reason}" * bool(tried.reason))))
    return found


def facts_html(found: Iterable[Fact]) -> str:
    """Return the lines of a list of terms; texts of one label stand together."""
    groups: dict[str, list[str]] = {}
    for label, text in found:
        groups.setdefault(label, []).append(f"<dd>{xml(text)}</dd>")
    return "".join(f"<dt>{xml(label)}</dt>{''.join(lines)}\n" for label, lines in groups.items())


def table_html(heads: Iterable[str], rows: Iterable[str], kind: str = "") -> str:
    """Return a scrollable table of plain heads and rows that are markup; `kind` is its class."""
    top = "".join(f'<th scope="col">{xml(head)}</th>' for head in heads)
    own = f' class="{kind}"' if kind else ""
    return (
        f'<div class="scroll tall"><table{own}><thead><tr>{top}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def json_block(data: object) -> str:
    """Return JSON in which no text can end the script element around it."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def beside(name: str) -> str:
    """Return the text of a script, a style or markup: `NAME` here, `PACKAGE/NAME` elsewhere."""
    package, _, file = name.rpartition("/")
    return files(PREFIX + (package or "views.html")).joinpath(file).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()
