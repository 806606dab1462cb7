// One scene: a mapping on its array, and what happens in each of its frames: a cycle of one
// iteration, or a context with all iterations that are in flight. All scripts of a scene share one
// function, `playScene(data, shape)`, so that each scene has its own.

const mapping = data.mapping;
const components = shape.components.map((component, number) =>
  ({ ...component, share: data.shares.components[number] }));
const paths = shape.paths.map((path, number) => ({ ...path, share: data.shares.paths[number] }));
const nodes = data.graph.nodes;
const notes = new Map(data.notes); // what is to be said of some values
// What things are called; other machines have other words.
const words = { context: "context", iteration: "iteration", element: "element", arrives: "in",
  component: "component", value: "a value",
  ...data.words };
const pipelined = mapping !== null && mapping.contexts !== null;

const nameOf = (value) => nodes[value][0];
// A prime: of one iteration ago, as the value of an iteration that began earlier.
const aged = (value, age) => nameOf(value) + (age > 0 ? ` [i−${age}]` : "");

// The address in a static register file, where the array has such files.
const inRegister = (register) => (register === undefined ? "" : ` in r${register}`);

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
  mapping.holds.forEach(([value, component, first, last, register]) => {
    for (let cycle = first; cycle <= last; cycle++) {
      put(cycle, (frame, age) => {
        if (!frame.holds.has(component)) frame.holds.set(component, []);
        frame.holds.get(component).push({ value, age, register });
      });
    }
  });
  for (const frame of frames) frame.issues.sort((a, b) => a.phase - b.phase);
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
