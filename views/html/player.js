// The player, and what ties the pictures of a scene together.

const ended = new AbortController(); // of this scene, with all that listens for it
const { signal } = ended;

const REST = 120; // milliseconds
const state = { time: 0, steady: false, playing: false, began: 0, kept: null, over: null };
const frames = { iteration: framesOf(false), steady: pipelined ? framesOf(true) : [] };
const array = new ArrayPicture(byId("array"), shape.size);
const graph = new GraphPicture(byId("graph"));
const Table = data.flows ? Timeline : TablePicture;
const table = mapping === null ? null : new Table(byId("table"));
const iterations = pipelined && !data.flows ? new IterationsPicture(byId("iterations")) : null;
const source = data.source ? new SourceText(byId("source"), data.source) : null;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

const current = () => (state.steady ? frames.steady : frames.iteration);

function moment() {
  if (state.steady) return `${words.context} ${state.time}, of ${mapping.contexts}`;
  const late = state.time >= mapping.horizon ? `, carried on for later ${words.iteration}s` : "";
  const context = pipelined ? `, ${words.context} ${state.time % mapping.contexts}` : "";
  return `cycle ${state.time}${context}${late}`;
}

function show() {
  if (mapping === null) return;
  const frame = current()[state.time];
  array.show(frame);
  graph.show(frame, state.time, state.steady);
  table.at(pipelined ? state.time % mapping.contexts : state.time, state.steady);
  iterations?.at(state.time + (state.steady ? iterations.kernel : 0));
  source?.mark("now", frame.issues.map(({ value }) => value));
  byId("cycle").value = state.time;
  byId("cycle").setAttribute("aria-valuetext", moment());
  const last = current().length - 1;
  byId("now").textContent = state.steady
    ? `${words.context} ${state.time} of 0–${last}` : `${moment()} (0–${last})`;
  byId("short").textContent = `${state.time} / ${last}`;
  highlight();
  clearTimeout(state.waiting);
  state.waiting = setTimeout(settle, REST);
}

// Lists and the spoken text wait until the player rests.
function settle() {
  if (mapping === null || state.playing) return;
  showFrame(byId("frame"), moment(), current()[state.time]);
  iterations?.reveal();
  source?.reveal();
  const frame = current()[state.time];
  const at = targetOf(document.activeElement);
  const own = at?.kind === "component" ? ` ${tileWords(frame, at.number)}.` : "";
  byId("live").textContent = spoken(moment(), frame) + own;
  address();
}

// What is shown is the part of the address behind `#`: cycle or context, and what is kept.
function address() {
  if (mapping === null) return;
  const parts = [[state.steady ? "context" : "cycle", state.time]];
  if (scenes.length > 1) parts.unshift(["scene", chosen]);
  if (state.kept) {
    const { kind, number } = state.kept;
    parts.push([kind, kind === "value" ? nodes[number][0] : components[number].name]);
  }
  history.replaceState(null, "", `#${new URLSearchParams(parts)}`);
}

function follow(link) {
  const asked = new URLSearchParams(link);
  if (asked.has("scene") && Number(asked.get("scene")) !== chosen) return;
  for (const [kind, known] of [["value", nodes], ["component", components]]) {
    const name = asked.get(kind);
    const number = known.findIndex((each) => (kind === "value" ? each[0] : each.name) === name);
    if (number >= 0) keep({ kind, number });
  }
  for (const mode of ["context", "cycle"]) {
    const time = Number(asked.get(mode) ?? NaN);
    if (Number.isInteger(time)) turn(mode === "context" && pipelined, time);
  }
}

// To the steady state, or to one iteration, at a context or cycle.
function turn(steady, time) {
  state.steady = steady;
  byId("mode").value = steady ? "steady" : "iteration";
  byId("cycle").max = current().length - 1;
  byId("cycle").setAttribute("aria-label", steady ? words.context : "Cycle");
  go(time);
}

// The first of the frames in which most begins.
function busiest() {
  const begun = current().map(({ issues }) => issues.filter(({ phase }) => phase === 0).length);
  return Math.max(0, begun.indexOf(Math.max(...begun)));
}

function go(time) {
  const length = current().length;
  if (!length) return;
  state.time = Math.max(0, Math.min(length - 1, time));
  if (state.asked) return;
  state.asked = true; // at most one picture for each that the screen shows
  requestAnimationFrame(() => {
    state.asked = false;
    show();
  });
}

function play(on) {
  if (mapping === null) return;
  state.playing = on;
  byId("play").textContent = on ? "Pause" : "Play";
  if (!on) {
    show();
    return;
  }
  state.began = performance.now();
  requestAnimationFrame(tick);
}

function tick(now) {
  if (!state.playing) return;
  const length = Number(byId("speed").value);
  const part = (now - state.began) / length;
  if (part >= 1) {
    state.began = now;
    state.time = (state.time + 1) % current().length;
    show();
  }
  if (!calm.matches) array.move(Math.min(Math.max(part % 1, 0), 1));
  requestAnimationFrame(tick);
}

// What is pointed at counts before what was kept; `kind` is value or component.
function highlight() {
  const chosen = state.over ?? state.kept;
  const value = chosen?.kind === "value" ? chosen.number : null;
  const component = chosen?.kind === "component" ? chosen.number : null;
  const values = value !== null ? [value]
    : component !== null ? [...new Set(ofComponent[component].issues.map((i) => i[0]))] : [];
  array.highlight(value, component);
  graph.highlight(values, value !== null);
  table?.highlight(values);
  iterations?.highlight(values);
  source?.mark("hit", values);
}

function about() {
  const chosen = state.over ?? state.kept;
  const panel = byId("about");
  if (!chosen) {
    panel.replaceChildren();
    html("p", `Point at a ${words.component} or ${words.value}, or choose one with the keyboard.`,
      panel);
    if (mapping !== null) legend(panel);
  } else if (chosen.kind === "value") aboutValue(panel, chosen.number);
  else aboutComponent(panel, chosen.number, pipelined ? frames.steady : frames.iteration,
    pipelined ? words.context : "cycle");
}

const same = (a, b) => a?.kind === b?.kind && a?.number === b?.number;

function point(target) {
  if (same(state.over, target)) return;
  state.over = target;
  if (target?.kind === "component" && mapping !== null) {
    const words = `${labelOf(target.number)}. ${tileWords(current()[state.time], target.number)}`;
    array.tiles[target.number].group.setAttribute("aria-label", words);
  }
  highlight();
  about();
}

function keep(target) {
  state.kept = same(state.kept, target) ? null : target;
  for (const element of [...array.view.items, ...graph.view.items]) {
    element.setAttribute("aria-selected", String(same(targetOf(element), state.kept)));
  }
  if (state.kept?.kind === "value") {
    graph.reveal([state.kept.number]);
    seek(state.kept.number);
  }
  if (!state.playing) address();
  highlight();
  about();
}

// To the cycle in which a value is first computed.
function seek(value) {
  if (mapping === null || !ofValue[value].issues.length) return;
  const first = Math.min(...ofValue[value].issues.map((issue) => issue[2]));
  go(state.steady ? first % mapping.contexts : first);
}

function targetOf(element) {
  const found = element?.closest?.("[data-value], [data-component]");
  if (!found) return null;
  const { value, component } = found.dataset;
  return value !== undefined ? { kind: "value", number: Number(value) }
    : { kind: "component", number: Number(component) };
}

function tie() {
  document.addEventListener("pointerover", (event) => point(targetOf(event.target)), { signal });
  document.addEventListener("focusin", (event) => point(targetOf(event.target)), { signal });
  let down = [0, 0];
  document.addEventListener("pointerdown", (event) => {
    down = [event.clientX, event.clientY];
  }, { signal });
  document.addEventListener("click", (event) => {
    // A click by keyboard has no place; one that ends a movement chooses nothing.
    const far = Math.hypot(event.clientX - down[0], event.clientY - down[1]) > 5;
    const moved = event.detail > 0 && far;
    const target = targetOf(event.target);
    if (target && !moved) keep(target);
  }, { signal });
  document.addEventListener("keydown", keys, { signal });
  for (const [view, name] of [[array.view, "array"], [graph.view, "graph"]]) {
    const bar = document.querySelector(`.zoom[data-for="${name}"]`);
    view.buttons(bar, name === "array" ? "the array" : "the dataflow graph", caption);
  }
}

// What a picture that is saved shows.
function caption() {
  const title = document.title;
  return mapping === null ? title : `${title}; ${moment()}`;
}

// For a talk: the pictures and the schedule only, as large as the screen.
function present(on) {
  if (mapping === null || on === document.body.classList.contains("present")) return;
  document.body.classList.toggle("present", on);
  byId("present").setAttribute("aria-pressed", String(on));
  table.draw(byId("rows").value);
  for (const { view } of [array, graph]) view.apply();
  highlight();
  scrollTo(0, 0);
  if (on) document.documentElement.requestFullscreen?.().catch(() => {}); // it may be refused
  else if (document.fullscreenElement) document.exitFullscreen();
}

function keys(event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const at = event.target;
  if (event.key === "Escape" && document.body.classList.contains("present")) {
    present(false);
    return;
  }
  if (event.key === "Escape") {
    state.over = null;
    keep(null);
    showMatches([]);
    return;
  }
  if (event.defaultPrevented || at.matches("input[type=search], select")) return;
  if (at.closest(".own-keys")) return; // of an overview
  if (at.closest("svg") && at.closest("[data-value], [data-component]")) {
    const view = at.closest("#array") ? array.view : graph.view;
    if (view.key(event)) return;
    if (event.key === "Enter") {
      keep(targetOf(at));
      return;
    }
  }
  const pressed = at.matches("button, summary, a");
  if (event.key === "ArrowLeft") go(state.time - 1);
  else if (event.key === "ArrowRight") go(state.time + 1);
  else if (event.key === "Home" && !at.closest(".scroll")) go(0);
  else if (event.key === "End" && !at.closest(".scroll")) go(current().length - 1);
  else if (event.key === " " && !pressed) play(!state.playing);
  else if (event.key === "p") present(!document.body.classList.contains("present"));
  else return;
  event.preventDefault();
}

function search() {
  const words = byId("find").value.trim().toLowerCase();
  const found = words === "" ? [] : nodes.flatMap((node, number) =>
    (node[0].toLowerCase().includes(words) || node[5].toLowerCase().includes(words)
      ? [number] : []));
  found.sort((a, b) => startsWith(b, words) - startsWith(a, words) || a - b);
  byId("found").textContent = words === "" ? "" : `${found.length} of ${nodes.length}`;
  showMatches(found);
}

const startsWith = (number, words) => Number(nameOf(number).toLowerCase().startsWith(words));

function showMatches(found) {
  const list = byId("matches");
  list.replaceChildren();
  list.hidden = !found.length;
  for (const value of found.slice(0, 12)) {
    const button = html("button", cut(nodes[value][5], 60), html("li", "", list));
    button.type = "button";
    button.dataset.value = value;
  }
  if (found.length > 12) html("li", `and ${found.length - 12} more`, list);
}

function start() {
  byId("iterations").closest(".card").hidden = iterations === null;
  byId("source").closest(".card").hidden = source === null;
  if (mapping === null) {
    byId("player").hidden = true;
    for (const id of ["frame", "table"]) byId(id).closest(".card").hidden = true;
  } else {
    byId("table-title").textContent = pipelined
      ? `Modulo schedule, II = ${mapping.contexts}` : "Schedule";
    byId("cycle").max = current().length - 1;
    byId("mode").closest("label").hidden = !pipelined;
    byId("cycle").addEventListener("input", () => go(Number(byId("cycle").value)));
    byId("back").addEventListener("click", () => go(state.time - 1));
    byId("next").addEventListener("click", () => go(state.time + 1));
    byId("play").addEventListener("click", () => play(!state.playing));
    byId("mode").addEventListener("change", () => {
      const steady = byId("mode").value === "steady";
      turn(steady, steady ? state.time % mapping.contexts : state.time);
    });
    byId("rows").addEventListener("change", () => {
      table.draw(byId("rows").value);
      highlight();
    });
    byId("use").addEventListener("toggle", () => {
      const place = byId("use").querySelector("div");
      if (!place.children.length) useTable(place);
    });
    byId("present").addEventListener("click", () =>
      present(!document.body.classList.contains("present")));
    document.addEventListener("fullscreenchange", () => {
      if (!document.fullscreenElement) present(false);
    }, { signal });
    byId("more").addEventListener("click", () => {
      const open = byId("player").classList.toggle("open");
      byId("more").setAttribute("aria-expanded", String(open));
    });
    byId("find").addEventListener("input", search);
    byId("find").addEventListener("keydown", (event) => {
      const first = byId("matches").querySelector("button");
      if (event.key === "Enter" && first) first.click();
    });
  }
  tie();
  about();
  if (mapping !== null) {
    if (!table.idle.length) byId("rows").querySelector("[value=busy]")?.remove();
    turn(pipelined, 0);
    state.time = busiest();
    follow(location.hash.slice(1));
  }
  show();
}

start();
array.gone(data.gone);
return {
  gone: (...which) => array.gone(...which),
  stop() {
    present(false);
    state.playing = false;
    clearTimeout(state.waiting);
    ended.abort();
  },
};
