// The dataflow graph: what is issued now, what already was, and how values depend on each other.

const NODE_WIDTH = 78;
const NODE_HEIGHT = 28;
const MOST_UNITS = 1.95; // per pixel, for nodes to have room for a line

class GraphPicture {
  constructor(picture) {
    this.view = new View(picture, 1, 1, () => this.rescaled());
    const lines = svg("g", { "aria-hidden": "true" }, picture);
    const boxes = svg("g", {}, picture);
    this.texts = [];
    this.edges = data.graph.edges.map((edge, rank) => drawEdge(edge, rank, lines));
    this.view.full = extent(lines.getBBox());
    this.nodes = nodes.map((node, number) => this.drawNode(node, number, boxes));
    this.edgesOf = nodes.map(() => []);
    this.edges.forEach((element, number) => {
      const [from, to] = data.graph.edges[number];
      this.edgesOf[from].push(element.group);
      if (to !== from) this.edgesOf[to].push(element.group);
    });
    for (const number of data.graph.critical ?? []) this.edges[number].group.classList.add("critical");
    this.first = ofValue.map(({ issues }) => Math.min(...issues.map((issue) => issue[2])));
    this.states = nodes.map(() => "");
    this.marked = [];
    this.view.open(MOST_UNITS);
  }

  // Texts keep their size on the screen, so a node has room for two lines, for one, or for none.
  rescaled() {
    const { letters, full } = this.view;
    const lines = Math.min(2, Math.floor(NODE_HEIGHT / (1.17 * letters)));
    this.texts.forEach(([upper, lower], number) => {
      const [name, , operator] = nodes[number];
      const two = lines === 2 && operator !== "";
      const room = NODE_WIDTH - 3;
      const one = lines === 0 ? "" : fitFirst([name, operator].filter(Boolean), room, letters);
      upper.textContent = two ? fit(name, room, letters) : one;
      lower.textContent = two ? fit(operator, room, letters) : "";
      at(upper, 0, two ? -0.58 * letters : 0, letters);
      at(lower, 0, 0.6 * letters, letters);
    });
    const taken = nodes.map(([, , , x, y]) => [x - NODE_WIDTH / 2, y - NODE_HEIGHT / 2,
      x + NODE_WIDTH / 2, y + NODE_HEIGHT / 2]);
    const carried = this.edges.filter((edge) => edge.distance);
    const wanted = carried.map(({ distance, places }) => ({
      text: `@${distance}`, spots: () => (lines ? places : []),
    }));
    placeTexts(wanted, taken, letters, full).forEach((place, rank) => {
      const { text } = carried[rank];
      text.setAttribute("visibility", place ? "inherit" : "hidden");
      if (place) at(text, ...place, letters);
    });
  }

  drawNode([name, kind, operator, x, y, text], number, parent) {
    const kinds = ["input", "operation", "made", "unknown"];
    const group = svg("g", { class: `node hued ${kinds[kind]}` }, parent);
    group.setAttribute("transform", `translate(${x} ${y})`);
    group.setAttribute("aria-label", kind === 0 ? `${name}, input` : text);
    group.dataset.value = number;
    hued(group, number);
    const rounding = kind === 0 ? NODE_HEIGHT / 2 : 4;
    const place = { x: -NODE_WIDTH / 2, y: -NODE_HEIGHT / 2, rx: rounding };
    svg("rect", { ...place, width: NODE_WIDTH, height: NODE_HEIGHT, class: "fill" }, group);
    const note = notes.get(number);
    if (note) {
      group.classList.add("noted");
      group.setAttribute("aria-label", `${text}; ${note}`);
      const [x, y] = [NODE_WIDTH / 2, -NODE_HEIGHT / 2];
      svg("path", { d: `M${x - 13} ${y}H${x}V${y + 13}Z`, class: "note" }, group);
    }
    this.texts.push([svg("text", {}, group), svg("text", { class: "operator" }, group)]);
    svg("title", {}, group).textContent = note ? `${text}; ${note}` : text;
    this.view.add(group);
    return group;
  }

  // In an iteration, what was issued before is done; in flight, everything always is.
  show(frame, cycle, steady) {
    const now = new Set();
    for (const issue of frame.issues) now.add(issue.value);
    nodes.forEach((node, value) => {
      const done = steady || node[1] === 0 || this.first[value] < cycle;
      const state = now.has(value) ? "now" : done ? "done" : "later";
      if (state === this.states[value]) return;
      if (this.states[value]) this.nodes[value].classList.remove(this.states[value]);
      this.nodes[value].classList.add(state);
      this.states[value] = state;
    });
    this.reveal([...now]);
  }

  highlight(values, around) {
    for (const element of this.marked) element.classList.remove("hit", "tied");
    this.marked = [];
    const mark = (element, name) => {
      element.classList.add(name);
      this.marked.push(element);
    };
    this.view.picture.classList.toggle("dim", values.length > 0);
    for (const value of values) mark(this.nodes[value], "hit");
    if (!around) return;
    for (const value of values) {
      for (const edge of this.edgesOf[value]) mark(edge, "hit");
      for (const [from, to] of data.graph.edges) {
        if (from === value) mark(this.nodes[to], "tied");
        if (to === value) mark(this.nodes[from], "tied");
      }
    }
  }

  // Bring one of some values into sight.
  reveal(values) {
    this.view.reveal(values.map((value) => nodes[value].slice(3, 5)));
  }
}

// Left, top, width and height of all nodes and of the lines between them, with a margin.
function extent({ x, y, width, height }) {
  const [xs, ys] = [3, 4].map((axis) => nodes.map((node) => node[axis]));
  const left = Math.min(...xs.map((at) => at - NODE_WIDTH), x - 6);
  const top = Math.min(...ys.map((at) => at - 30), y - 6);
  return [left, top, Math.max(...xs.map((at) => at + NODE_WIDTH), x + width + 6) - left,
    Math.max(...ys.map((at) => at + 30), y + height + 6) - top];
}

function drawEdge([from, to, distance, isOrder, ...bends], rank, parent) {
  const [, , , x1, y1] = nodes[from];
  const [, , , x2, y2] = nodes[to];
  const names = ["edge", distance ? "carried" : "", isOrder ? "order" : ""];
  const group = svg("g", { class: names.join(" ").trim() }, parent);
  let way;
  const end = { group, distance };
  if (distance) {
    // An edge to a later iteration leaves below and comes in above, on the right.
    const side = Math.max(x1, x2) + NODE_WIDTH * 0.8 + 9 * (rank % 5);
    const [start, stop] = [y1 + NODE_HEIGHT / 2, y2 - NODE_HEIGHT / 2];
    const middle = (start + stop) / 2;
    way = `M${x1} ${start}C${x1 + 20} ${start + 34} ${side} ${start + 34} ${side} ${middle}`
      + `S${x2 + 20} ${stop - 34} ${x2} ${stop}`;
    end.text = svg("text", {}, group);
    end.text.textContent = `@${distance}`;
    end.places = [0, -14, 14, -28, 28, -42, 42].map((away) => [side, middle + away]);
  } else {
    const points = [[x1, y1 + NODE_HEIGHT / 2]];
    for (let i = 0; i < bends.length; i += 2) points.push([bends[i], bends[i + 1]]);
    points.push([x2, y2 - NODE_HEIGHT / 2]);
    way = `M${points[0]}`;
    for (let i = 1; i < points.length; i++) {
      const [[ax, ay], [bx, by]] = points.slice(i - 1, i + 1);
      way += `C${ax} ${(ay + by) / 2} ${bx} ${(ay + by) / 2} ${bx} ${by}`;
    }
  }
  group.prepend(svg("path", { d: way, class: "wire" }));
  return end;
}
