// The data of the page, and what happens in each of its frames: a cycle of one iteration, or a
// context with all iterations that are in flight.

const data = JSON.parse(document.getElementById("data").textContent);
const mapping = data.mapping;
const components = data.array.components;
const paths = data.array.paths;
const nodes = data.graph.nodes;
const pipelined = mapping !== null && mapping.contexts !== null;

const byId = (id) => document.getElementById(id);
const nameOf = (value) => nodes[value][0];
const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;
// A prime: of one iteration ago, as the value of an iteration that began earlier.
const aged = (value, age) => nameOf(value) + (age > 0 ? ` [i−${age}]` : "");
const hueOf = (value) => Math.round((value * 137.508) % 360);
const percent = (share) => (share > 0 && share < 0.005 ? "<1%" : `${Math.round(100 * share)}%`);

function cut(text, letters) {
  const all = Array.from(text);
  return all.length <= letters ? text : all.slice(0, letters - 1).join("") + "…";
}

function framesOf(steady) {
  if (mapping === null) return [];
  const length = steady ? mapping.contexts : mapping.cycles;
  const frames = Array.from({ length }, () => ({ issues: [], transfers: [], holds: new Map() }));
  const put = (cycle, add) => {
    if (steady) add(frames[cycle % length], Math.floor(cycle / length));
    else if (cycle < length) add(frames[cycle], 0);
  };
  mapping.issues.forEach(([value, component, cycle, latency, text, operator]) => {
    for (let phase = 0; phase < latency; phase++) {
      put(cycle + phase, (frame, age) =>
        frame.issues.push({ value, component, phase, text, operator, age, cycle }));
    }
  });
  mapping.transfers.forEach(([value, path, cycle, source, left, targets]) => {
    const steps = Math.max(cycle - left, 1);
    for (let phase = 0; phase < steps; phase++) {
      const last = phase === steps - 1;
      put(left + 1 + phase, (frame, age) =>
        frame.transfers.push({ value, path, source, targets, phase, steps, last, age, cycle }));
    }
  });
  mapping.holds.forEach(([value, component, first, last]) => {
    for (let cycle = first; cycle <= last; cycle++) {
      put(cycle, (frame, age) => {
        if (!frame.holds.has(component)) frame.holds.set(component, []);
        frame.holds.get(component).push({ value, age });
      });
    }
  });
  return frames;
}

// What a mapping says about one value or one component, over all cycles of an iteration.
const ofValue = nodes.map(() => ({ issues: [], transfers: [], holds: [] }));
const ofComponent = components.map(() => ({ issues: [], arrivals: [], holds: [] }));
if (mapping !== null) {
  for (const issue of mapping.issues) {
    ofValue[issue[0]].issues.push(issue);
    ofComponent[issue[1]].issues.push(issue);
  }
  for (const transfer of mapping.transfers) {
    ofValue[transfer[0]].transfers.push(transfer);
    for (const target of transfer[5]) ofComponent[target].arrivals.push(transfer);
  }
  for (const held of mapping.holds) {
    ofValue[held[0]].holds.push(held);
    ofComponent[held[1]].holds.push(held);
  }
}

function svg(tag, attributes = {}, parent = null) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (parent !== null) parent.append(made);
  return made;
}

function html(tag, text = "", parent = null) {
  const made = document.createElement(tag);
  if (text !== "") made.textContent = text;
  if (parent !== null) parent.append(made);
  return made;
}

const hued = (element, value) => element.style.setProperty("--h", hueOf(value));
