// Words: what happens in a frame, and what a value or a component does over all cycles.

const MOST = 40; // lines of a list
const crowded = paths.some(({ share }) => share >= 1);
const busy = paths.some(({ share }) => share >= 0.5 && share < 1);

function frameWords(frame) {
  const issued = frame.issues.filter((issue) => issue.phase === 0);
  const running = frame.issues.filter((issue) => issue.phase > 0);
  const iteration = (age) => (age ? ` [${words.iteration} −${age}]` : "");
  return [
    ["issued", issued.map((i) =>
      [`${i.text} on ${components[i.component].name}${iteration(i.age)}`, i.value])],
    ["still running", running.map((i) =>
      [`${i.text} on ${components[i.component].name}${iteration(i.age)}`, i.value])],
    ["travelling", frame.transfers.map((t) => [
      `${aged(t.value, t.age)}: ${components[t.source].name} to `
      + `${namesOf(t.targets, t.path)} over ${paths[t.path].name}`, t.value])],
  ];
}

function namesOf(targets, path) {
  const known = targets.length ? targets : paths[path].targets;
  return known.map((target) => components[target].name).join(", ");
}

// One sentence for a screen reader; the list on the page has everything.
function spoken(when, frame) {
  const parts = frameWords(frame)
    .filter(([, lines]) => lines.length)
    .map(([label, lines]) => {
      const shown = lines.slice(0, 4).map(([text]) => text).join("; ");
      return `${lines.length} ${label}: ${shown}${lines.length > 4 ? " and more" : ""}`;
    });
  return `${when}. ${parts.join(". ") || "Nothing happens"}.`;
}

// What one component does in a frame.
function tileWords(frame, number) {
  const issues = frame.issues.filter((issue) => issue.component === number);
  const held = (frame.holds.get(number) ?? []).map((one) => aged(one.value, one.age));
  const does = issues.map((issue) => (issue.phase ? "runs " : "issues ") + issue.text);
  const more = held.length > 8 ? ` and ${held.length - 8} more` : "";
  if (held.length) does.push(`holds ${held.slice(0, 8).join(", ")}${more}`);
  return `${components[number].name} ${does.join("; ") || "does nothing"}`;
}

function showFrame(parent, when, frame) {
  parent.replaceChildren();
  const title = when.split(",")[0];
  byId("frame-title").textContent = title[0].toUpperCase() + title.slice(1);
  for (const [label, lines] of frameWords(frame)) {
    if (!lines.length) continue;
    html("h3", `${label}: ${lines.length}`, parent);
    const list = html("ul", "", parent);
    for (const [text, value] of lines.slice(0, MOST)) valueLine(list, text, value);
    if (lines.length > MOST) html("li", `and ${lines.length - MOST} more`, list);
  }
  if (!parent.children.length) html("p", "Nothing is issued and nothing travels.", parent);
}

function valueLine(list, text, value) {
  const item = html("li", text, list);
  item.className = "value hued";
  item.dataset.value = value;
  hued(item, value);
  return item;
}

// What the signs on the page mean; where nothing is chosen, there is room for it.
function legend(parent) {
  const list = html("dl", "", parent);
  list.className = "legend";
  for (const [sign, meaning] of [
    ["a′", `a value of an earlier ${words.iteration}`, pipelined],
    ["[i−2]", `begun two ${words.iteration}s earlier`, pipelined],
    ["+2", "two more, for which there is no room"],
    ["dot on a path", "a value that travels"],
    ["red path", `used in every ${pipelined ? words.context : "cycle"}`, crowded],
    ["orange path", `used in half of the ${pipelined ? words.context : "cycle"}s, or more`, busy],
    ["thick node", "issued now"],
    ["hollow node", "not issued yet"],
    ["dashed edge, @1", `read one ${words.iteration} later`, pipelined],
    ["red edge", "recurrence that allows no smaller II", Boolean(data.graph.critical)],
    ["r2", "register 2 of a file", mapping.holds.some((held) => held.length > 4)],
    ["dashed box", "still running", mapping.issues.some((issue) => issue[3] > 1)],
  ].filter(([, , shown = true]) => shown)) {
    html("dt", sign, list);
    html("dd", meaning, list);
  }
}

const when = (cycle) =>
  (pipelined ? `cycle ${cycle} (${words.context} ${cycle % mapping.contexts})` : `cycle ${cycle}`);
const span = (first, last) => (first === last ? `${first}` : `${first}–${last}`);

function aboutValue(parent, value) {
  parent.replaceChildren();
  const [name, kind, , , , text] = nodes[value];
  html("h3", kind === 0 ? `${name} (input)` : text, parent);
  const list = html("dl", "", parent);
  const add = (label, lines) => {
    if (!lines.length) return;
    html("dt", label, list);
    for (const line of lines.slice(0, MOST)) html("dd", line, list);
    if (lines.length > MOST) html("dd", `and ${lines.length - MOST} more`, list);
  };
  const { issues, transfers, holds } = ofValue[value];
  if (notes.has(value)) add("note", [notes.get(value)]);
  add("issued", issues.map(([, component, cycle, latency, body]) =>
    `${body} on ${components[component].name} in ${when(cycle)}`
    + (latency > 1 ? `, for ${latency} cycles` : "")));
  add("travels", transfers.map(([, path, cycle, source, , targets]) =>
    `arrives ${words.arrives} ${when(cycle)}: ${components[source].name} to ${namesOf(targets, path)}`
    + ` over ${paths[path].name}`));
  add("held", holds.map(([, component, first, last, register]) =>
    `${components[component].name}${inRegister(register)}: `
    + `${first === last ? "cycle" : "cycles"} ${span(first, last)}`));
  const readers = data.graph.edges.filter((edge) => edge[0] === value && (!edge[3] || data.flows));
  add("read by", readers.map(([, to, distance, message]) =>
    nameOf(to) + (message ? ", as a message" : "") + (distance ? `, ${counted(distance, words.iteration)} later` : "")));
}

// All that a component does, context by context, or cycle by cycle.
function aboutComponent(parent, number, frames, noun) {
  parent.replaceChildren();
  const { name, issue, capacity, share } = components[number];
  html("h3", name, parent);
  const facts = [kindOf(number)];
  if (issue) facts.push(counted(issue, "issue slot"));
  if (capacity !== null) facts.push(counted(capacity, issue ? "register" : "word"));
  if (share !== null) facts.push(`${percent(share)} of its issue slots used`);
  html("p", facts.join(", "), parent);
  if (!frames.length) return;
  const table = html("table", "", parent);
  const head = html("tr", "", html("thead", "", table));
  for (const text of [noun, "issues", "arrives", "holds"]) html("th", text, head).scope = "col";
  const body = html("tbody", "", table);
  frames.forEach((frame, time) => {
    const issues = frame.issues.filter((i) => i.component === number)
      .map((i) => i.text + (i.phase ? " (running)" : "") + (i.age ? ` [i−${i.age}]` : ""));
    const arrivals = frame.transfers.filter((t) => t.last && t.targets.includes(number))
      .map((t) => aged(t.value, t.age));
    const held = (frame.holds.get(number) ?? [])
      .map((h) => aged(h.value, h.age) + inRegister(h.register));
    if (!issues.length && !arrivals.length && !held.length) return;
    const row = html("tr", "", body);
    html("th", String(time), row).scope = "row";
    html("td", issues.join("; "), row);
    html("td", arrivals.join(", "), row);
    const more = held.length > 12 ? ` and ${held.length - 12} more` : "";
    html("td", held.slice(0, 12).join(", ") + more, row);
  });
}
