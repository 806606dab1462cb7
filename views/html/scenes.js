// Which scene is shown: one at a time is built, when it is chosen.

const scenes = block("data").scenes;
const stage = byId("stage");
const shared = new Map(); // arrays and graphs that were read already
let shown = null; // what `playScene` returned for the scene that is there
let chosen = -1;

function once(id) {
  if (!shared.has(id)) shared.set(id, block(id));
  return shared.get(id);
}

function choose(number) {
  if (number === chosen || !scenes[number]) return;
  chosen = number;
  shown?.stop();
  stage.replaceChildren(byId("scene-parts").content.cloneNode(true));
  const { array, graph } = scenes[number];
  shown = playScene({ ...block(`scene-${number}`), graph: once(graph) }, once(array));
  if (scenes[number].status) tell(scenes[number]);
  for (const element of document.querySelectorAll("[data-scene]")) {
    const own = Number(element.dataset.scene) === number;
    element.classList.toggle("chosen", own);
    if (element.matches("button, [role=button]")) element.setAttribute("aria-pressed", String(own));
  }
}

// What is known of a scene, in words.
function tell({ title, status, headline, facts }) {
  byId("scenes").value = chosen;
  const line = byId("scene-headline");
  line.replaceChildren();
  html("span", status, line).className = `badge ${status}`;
  line.append(` ${headline}`);
  const list = byId("scene-facts");
  list.replaceChildren();
  let last = null;
  for (const [label, text] of facts) {
    if (label !== last) html("dt", label, list);
    last = label;
    html("dd", text, list);
  }
  byId("scene-said").textContent = `Shown below: ${title}, ${status}: ${headline}`;
}

function chooserBegin() {
  byId("chooser").hidden = !scenes.some((scene) => scene.status);
  const list = byId("scenes");
  scenes.forEach(({ title }, number) => {
    html("option", cut(title, 80), list).value = number;
  });
  list.addEventListener("change", () => choose(Number(list.value)));
  byId("before").addEventListener("click", () => choose(chosen - 1));
  byId("after").addEventListener("click", () => choose(chosen + 1));
  document.addEventListener("click", (event) => {
    const found = event.target.closest?.("[data-scene]");
    if (!found) return;
    choose(Number(found.dataset.scene));
    const { top } = byId("chooser").getBoundingClientRect();
    if (top > 0.6 * innerHeight) byId("chooser").scrollIntoView();
  });
  // What is a button for the reader, but not for the browser, is pressed by the same keys.
  document.addEventListener("keydown", (event) => {
    const found = event.target.closest?.("[role=button][data-scene]");
    if (!found || ![" ", "Enter"].includes(event.key)) return;
    event.preventDefault();
    choose(Number(found.dataset.scene));
  });
  for (const group of document.querySelectorAll("[data-roving]")) roving(group);
  const asked = new URLSearchParams(location.hash.slice(1)).get("scene");
  choose(scenes[asked] ? Number(asked) : Number(stage.dataset.first));
}

// One of many that scenes are chosen by is reached by Tab, the others from there with the arrows.
function roving(group) {
  const items = [...group.querySelectorAll("[data-scene]")];
  group.addEventListener("focusin", (event) => {
    const own = event.target.closest("[data-scene]");
    for (const item of items) item.setAttribute("tabindex", item === own ? "0" : "-1");
  });
  group.addEventListener("keydown", (event) => {
    const at = items.indexOf(event.target.closest("[data-scene]"));
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: items.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    items[Math.max(0, Math.min(items.length - 1, to))].focus();
  });
}

if (stage !== null) chooserBegin();
