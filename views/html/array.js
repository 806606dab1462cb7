// The array: tiles with what they issue and hold, paths with the values that travel over them.

const SIDE = 98; // of a tile, in its own units
const CHIPS = 8;

class ArrayPicture {
  constructor(picture, size) {
    this.view = new View(picture, ...size, 0.6);
    this.lines = svg("g", { "aria-hidden": "true" }, picture);
    this.boxes = svg("g", {}, picture);
    this.marks = svg("g", { class: "marks", "aria-hidden": "true" }, picture);
    this.dots = svg("g", { class: "dots", "aria-hidden": "true" }, picture);
    this.paths = paths.map((path) => this.drawPath(path));
    this.tiles = components.map((component, number) => this.drawTile(component, number));
    this.lit = [];
    this.moving = [];
    this.routed = [];
    this.hits = [];
    this.crossed = [];
  }

  // Strike out what is not there any more, and mark what was asked for in vain.
  gone([tiles, ways], [wantedTiles, wantedWays] = [[], []]) {
    for (const cross of this.crossed) cross.remove();
    this.crossed = [];
    const mark = (parts, numbers, name) => {
      const own = new Set(numbers);
      parts.forEach(({ group }, number) => group.classList.toggle(name, own.has(number)));
    };
    mark(this.tiles, tiles, "gone");
    mark(this.paths, ways, "gone");
    mark(this.tiles, wantedTiles, "wanted");
    mark(this.paths, wantedWays, "wanted");
    for (const number of tiles) {
      for (const [x, y, width, height] of components[number].boxes) {
        const d = `M${x} ${y}l${width} ${height}M${x + width} ${y}l${-width} ${height}`;
        this.crossed.push(svg("path", { d, class: "cross" }, this.tiles[number].group));
      }
    }
    this.tiles.forEach(({ group }, number) => {
      const end = group.classList.contains("gone") ? ", removed" : "";
      group.setAttribute("aria-label", labelOf(number) + end);
    });
  }

  drawPath(path) {
    const group = svg("g", { class: `path${path.bus ? " bus" : ""} ${path.kind ?? ""}` }, this.lines);
    svg("title", {}, group).textContent = path.name;
    const wires = path.wires.map(([head, round, end, ...flat]) => {
      const points = [];
      for (let i = 0; i < flat.length; i += 2) points.push([flat[i], flat[i + 1]]);
      svg("path", { d: wayOf(points, round ? Infinity : 7), class: "wire" }, group);
      if (head) svg("path", { d: headOf(points), class: "head" }, group);
      return { track: trackOf(points, round), head, end };
    });
    return { group, wires };
  }

  drawTile(component, number) {
    const group = svg("g", { class: `tile ${component.kind}` }, this.boxes);
    group.setAttribute("aria-label", labelOf(number));
    group.dataset.component = number;
    for (const [x, y, width, height, round] of component.boxes) {
      if (round) {
        svg("circle", { cx: x + width / 2, cy: y + width / 2, r: width / 2, class: "box" }, group);
      } else {
        svg("rect", { x, y, width, height, rx: 6, class: "box" }, group);
      }
    }
    this.view.add(group);
    const tile = { group, key: "", chips: [] };
    if (component.kind === "element") this.fillElement(tile, component);
    else this.fillMemory(tile, component);
    return tile;
  }

  fillElement(tile, component) {
    const [x, y, width, height] = component.boxes[0];
    const by = Math.min(width, height) / SIDE;
    const place = `translate(${x + (width - SIDE * by) / 2} ${y + (height - SIDE * by) / 2})`;
    const inner = svg("g", { transform: `${place} scale(${by})` }, tile.group);
    const name = svg("text", { x: 7, y: 14, class: "name near" }, inner);
    name.textContent = fit(component.name, SIDE - 10, 11, 600);
    const far = svg("text", { x: SIDE / 2, y: 30, class: "name middle distant" }, inner);
    far.textContent = fit(component.name, SIDE - 4, 16);
    tile.op = svg("g", { class: "op hued", visibility: "hidden" }, inner);
    svg("rect", { x: 5, y: 19, width: SIDE - 10, height: 22, rx: 4, class: "fill near" }, tile.op);
    svg("rect", { x: 3, y: 3, width: SIDE - 6, height: 40, rx: 4, class: "fill distant" }, tile.op);
    tile.text = svg("text", { x: SIDE / 2, y: 34, class: "near" }, tile.op);
    tile.glyph = svg("text", { x: SIDE / 2, y: 33, class: "glyph distant" }, tile.op);
    tile.inner = inner;
  }

  fillMemory(tile, component) {
    component.boxes.forEach(([x, y, width, height]) => {
      const turn = height > 2 * width ? " rotate(-90)" : "";
      const place = `translate(${x + width / 2} ${y + height / 2})${turn}`;
      const inner = svg("g", { transform: place }, tile.group);
      for (const [scale, size] of [["near", 13], ["distant", 22]]) {
        const name = svg("text", { x: 0, y: -2, class: `name middle ${scale}` }, inner);
        name.textContent = fit(component.name, Math.max(width, height) - 8, size, 600);
      }
      tile.count = svg("text", { x: 0, y: 12, class: "count near" }, inner);
    });
  }

  show(frame) {
    const issues = new Map();
    for (const issue of frame.issues) {
      if (!issues.has(issue.component)) issues.set(issue.component, []);
      issues.get(issue.component).push(issue);
    }
    this.tiles.forEach((tile, number) => {
      const held = frame.holds.get(number) ?? [];
      if (tile.count) showCount(tile, held.length);
      else this.showElement(tile, issues.get(number) ?? [], held, components[number]);
    });
    this.showPaths(frame.transfers);
  }

  showElement(tile, issues, held, component) {
    const key = JSON.stringify([issues.map((i) => [i.value, i.phase, i.age]),
      held.map((h) => [h.value, h.age])]);
    if (key === tile.key) return;
    tile.key = key;
    tile.op.setAttribute("visibility", issues.length ? "inherit" : "hidden");
    tile.op.classList.toggle("running", issues.length > 0 && issues[0].phase > 0);
    if (issues.length) {
      hued(tile.op, issues[0].value);
      tile.op.classList.toggle("noted", issues.some((issue) => notes.has(issue.value)));
      const more = issues.length > 1 ? ` +${issues.length - 1}` : "";
      const { text, value, operator } = issues[0];
      const whole = fit(text + more, SIDE - 14, 10.5) === text + more;
      tile.text.textContent = whole ? text + more
        : fit(`${nameOf(value)}: ${operator}`, SIDE - 14 - 9 * more.length, 10.5) + more;
      const size = fit(operator, SIDE - 10, 27, 600) === operator ? 27 : 17;
      tile.glyph.style.fontSize = `${size}px`;
      tile.glyph.textContent = fit(operator, SIDE - 10, size, 600);
    }
    // The last place says how many more there are where they do not all fit.
    const places = Math.min(Math.max(component.places ?? component.capacity ?? CHIPS, held.length), CHIPS);
    for (let i = 0; i < Math.max(places, tile.chips.length); i++) {
      const chip = (tile.chips[i] ??= drawChip(tile.inner, i));
      chip.group.setAttribute("visibility", i < places ? "inherit" : "hidden");
      const full = i < held.length;
      chip.group.classList.toggle("empty", !full);
      if (!full) chip.text.textContent = "";
      else if (i === CHIPS - 1 && held.length > CHIPS) {
        chip.text.textContent = `+${held.length - CHIPS + 1}`;
      } else {
        hued(chip.group, held[i].value);
        chip.text.textContent = fit(nameOf(held[i].value), held[i].age ? 37 : 41, 8.5)
          + (held[i].age ? "′" : "");
      }
    }
  }

  showPaths(transfers) {
    for (const path of this.lit) path.group.classList.remove("lit", "hued");
    this.lit = [];
    this.moving = transfers.map((transfer) => {
      const path = this.paths[transfer.path];
      path.group.classList.add("lit", "hued");
      hued(path.group, transfer.value);
      this.lit.push(path);
      return { transfer, path };
    });
    this.move(0.5);
  }

  // Place each value on its path, `part` of the cycle having passed.
  move(part) {
    let used = 0;
    for (const { transfer, path } of this.moving) {
      const done = (transfer.phase + part) / transfer.steps;
      for (const [wire, along] of wiresAt(path.wires, transfer, done)) {
        const dot = this.dots.children[used] ?? drawDot(this.dots);
        used++;
        const [x, y] = alongTrack(wire.track, along);
        dot.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
        dot.setAttribute("visibility", "visible");
        hued(dot, transfer.value);
        dot.lastChild.textContent = cut(nameOf(transfer.value), 10);
      }
    }
    for (let i = used; i < this.dots.children.length; i++) {
      this.dots.children[i].setAttribute("visibility", "hidden");
    }
  }

  // Show the way of a value through the array, with the cycles, or mark components.
  highlight(value, component) {
    for (const element of this.routed) element.classList.remove("route", "hit", "keeps", "hued");
    this.marks.replaceChildren();
    this.routed = [];
    const mark = (element, ...names) => {
      element.classList.add(...names);
      this.routed.push(element);
    };
    this.view.picture.classList.toggle("dim", value !== null || component !== null);
    if (component !== null) mark(this.tiles[component].group, "hit");
    if (value === null) {
      for (const path of this.lit) path.group.classList.add("hued");
      return;
    }
    for (const held of ofValue[value].holds) mark(this.tiles[held[1]].group, "keeps");
    for (const issue of ofValue[value].issues) mark(this.tiles[issue[1]].group, "hit");
    const cycles = new Map();
    for (const [, path, cycle] of ofValue[value].transfers) {
      cycles.set(path, [...(cycles.get(path) ?? []), cycle]);
    }
    for (const path of this.lit) path.group.classList.add("hued");
    for (const [path, at] of cycles) {
      const { group, wires } = this.paths[path];
      mark(group, "route", "hued");
      hued(group, value);
      const [x, y] = alongTrack(wires[0].track, 0.5);
      const text = svg("text", { x, y: y + 3.5 }, this.marks);
      text.textContent = cut(at.join(", "), 9);
    }
  }
}

// A value enters a bus from its source in the first half, and reaches the targets in the second.
function wiresAt(wires, transfer, done) {
  if (wires.length === 1) return [[wires[0], done]];
  const inward = done < 0.5;
  const ends = inward ? [transfer.source] : transfer.targets;
  const along = inward ? 2 * done : 2 * done - 1;
  const found = wires.filter((w) => w.end >= 0 && !w.head === inward && ends.includes(w.end));
  return found.map((wire) => [wire, along]);
}

function kindOf(number) {
  const { kind } = components[number];
  return kind === "external" ? "external memory" : words[kind] ?? kind;
}

function labelOf(number) {
  const { issues } = ofComponent[number];
  const does = mapping === null ? "" : `, ${counted(issues.length, "operation")}`;
  return `${components[number].name}, ${kindOf(number)}${does}`;
}

function showCount(tile, count) {
  if (tile.key === String(count)) return;
  tile.key = String(count);
  tile.count.textContent = count ? `holds ${count}` : "";
}

function drawChip(inner, place) {
  const group = svg("g", { class: "chip hued" }, inner);
  const x = 5 + 44.5 * (place % 2);
  const y = 46 + 12.6 * Math.floor(place / 2);
  svg("rect", { x, y, width: 43.5, height: 11, rx: 2, class: "fill" }, group);
  return { group, text: svg("text", { x: x + 21.7, y: y + 8.6, class: "near" }, group) };
}

function drawDot(parent) {
  const group = svg("g", { class: "dot hued" }, parent);
  svg("circle", { r: 6.5, class: "fill" }, group);
  svg("text", { y: -9, class: "near" }, group);
  return group;
}

// A polyline with rounded corners, as path data.
function wayOf(points, rounding) {
  const on = ([ax, ay], [x, y], [size]) => {
    const length = Math.hypot(ax - x, ay - y) || 1;
    const part = Math.min(size, length / 2) / length;
    return `${x + (ax - x) * part} ${y + (ay - y) * part}`;
  };
  let way = `M${points[0]}`;
  for (let i = 1; i + 1 < points.length; i++) {
    const [before, here, after] = points.slice(i - 1, i + 2);
    way += `L${on(before, here, [rounding])}Q${here} ${on(after, here, [rounding])}`;
  }
  return `${way}L${points.at(-1)}`;
}

// The points of a wire with their distances from its beginning; asking the browser for a place on
// a path would make it lay out the page each time.
function trackOf(points, round) {
  let shown = points;
  if (round && points.length === 3) {
    const [a, m, b] = points;
    const mix = (p, q, t) => [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t];
    const [from, to] = [mix(a, m, 0.5), mix(m, b, 0.5)];
    const curve = [0.25, 0.5, 0.75].map((t) => mix(mix(from, m, t), mix(m, to, t), t));
    shown = [a, from, ...curve, to, b];
  }
  let length = 0;
  return shown.map(([x, y], i) => {
    if (i) length += Math.hypot(x - shown[i - 1][0], y - shown[i - 1][1]);
    return [x, y, length];
  });
}

function alongTrack(track, part) {
  const at = part * track.at(-1)[2];
  const next = Math.max(track.findIndex((point) => point[2] >= at), 1);
  const [[ax, ay, before], [bx, by, after]] = [track[next - 1], track[next]];
  const share = (at - before) / (after - before || 1);
  return [ax + (bx - ax) * share, ay + (by - ay) * share];
}

function headOf(points) {
  const [[ax, ay], [x, y]] = points.slice(-2);
  const length = Math.hypot(x - ax, y - ay) || 1;
  const [ux, uy] = [((x - ax) / length) * 9, ((y - ay) / length) * 9];
  return `M${x} ${y}L${x - ux - uy / 2} ${y - uy + ux / 2}L${x - ux + uy / 2} ${y - uy - ux / 2}Z`;
}
