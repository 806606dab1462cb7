// The array: what components issue and hold, paths with the values that travel over them. A path
// inside a tile is the outline of that.

const CHIPS = 8;
const DOT = 6.5; // radius of a value on a path, at least in pixels too
const HEAD = 9; // length of an arrow head
const LARGEST = 24; // of one in a picture that is seen from far away
const NAMED = 40; // pixels of an element below which the values on paths have no names

class ArrayPicture {
  constructor(picture, size) {
    this.lines = svg("g", { "aria-hidden": "true" }, picture);
    this.boxes = svg("g", {}, picture);
    this.marks = svg("g", { class: "marks", "aria-hidden": "true" }, picture);
    this.dots = svg("g", { class: "dots", "aria-hidden": "true" }, picture);
    this.names = svg("g", { class: "names", "aria-hidden": "true" }, picture);
    this.view = new View(picture, ...size, () => this.rescaled());
    this.heads = [];
    this.paths = paths.map((path) => this.drawPath(path));
    this.tiles = components.map((component, number) => this.drawTile(component, number));
    this.lit = [];
    this.moving = [];
    this.routed = [];
    this.hits = [];
    this.crossed = [];
    this.frame = null;
    this.view.fit();
    this.open();
  }

  // Begin with the elements in use where all of them are too small for names.
  open() {
    const used = components.filter((c, i) => c.kind === "element" && ofComponent[i].issues.length);
    const side = Math.min(...used.map(({ boxes }) => boxes[0][2]));
    if (used.length && side / this.view.unit < NAMED) {
      this.view.show(used.map(({ boxes }) => boxes[0]));
    }
  }

  // Texts and arrow heads keep their size on the screen, so they have other room.
  rescaled() {
    const size = Math.min(Math.max(HEAD, 7 * this.view.unit), LARGEST) / HEAD;
    for (const [head, place] of this.heads) head.setAttribute("transform", `${place} scale(${size})`);
    this.tiles.forEach((tile, number) => {
      tile.key = "";
      if (components[number].kind === "element") this.layElement(tile, components[number]);
    });
    this.show(this.frame ?? { issues: [], transfers: [], holds: new Map() });
    this.highlight(...(this.shown ?? [null, null]));
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
    const used = path.share >= 1 ? " full" : path.share >= 0.5 ? " busy" : "";
    const kinds = `path${path.bus ? " bus" : ""}${used} ${path.kind ?? ""}`;
    const group = svg("g", { class: kinds }, this.lines);
    svg("title", {}, group).textContent = path.name;
    const wires = path.wires.map(([head, round, end, ...flat]) => {
      const points = [];
      for (let i = 0; i < flat.length; i += 2) points.push([flat[i], flat[i + 1]]);
      svg("path", { d: wayOf(points, round ? Infinity : 7), class: "wire" }, group);
      if (head) {
        const shape = `M0 0L${-HEAD} ${-HEAD / 2}L${-HEAD} ${HEAD / 2}Z`;
        this.heads.push([svg("path", { d: shape, class: "head" }, group), endOf(points)]);
      }
      return { track: trackOf(points, round), head, end };
    });
    return { group, wires };
  }

  drawTile(component, number) {
    const group = svg("g", { class: `tile ${component.kind}` }, this.boxes);
    group.setAttribute("aria-label", labelOf(number));
    group.dataset.component = number;
    for (const [x, y, width, height] of component.boxes) {
      svg("rect", { x, y, width, height, rx: 6, class: "box" }, group);
    }
    this.view.add(group);
    const tile = { group, key: "", chips: [], taken: [] };
    if (component.kind === "element") {
      tile.name = svg("text", { class: "name" }, group);
      tile.op = svg("g", { class: "op hued", visibility: "hidden" }, group);
      tile.fill = svg("rect", { rx: 4, class: "fill" }, tile.op);
      tile.text = svg("text", {}, tile.op);
    } else {
      tile.lines = component.boxes.map(() => [0, 1].map(() => svg("text", { class: "name" }, group)));
    }
    return tile;
  }

  // Lines of the size that letters have: the name, the operation, then what is held.
  layElement(tile, component) {
    const { letters, unit } = this.view;
    const [x, y, width, height] = component.boxes[0];
    const line = 1.25 * letters;
    const named = height >= 2 * line + 8;
    const top = y + 3 + (named ? line : 0);
    const strip = named ? 0 : 0.2 * height;
    tile.room = { x: x + 4, width: width - 8, named, middle: x + width / 2 };
    const size = { y: top, width: width - 8, height: named ? line + 2 : height - 6 - strip };
    for (const [name, value] of Object.entries({ x: x + 4, ...size })) tile.fill.setAttribute(name, value);
    at(tile.text, tile.room.middle, top + size.height / 2, letters);
    const below = top + size.height + 2;
    const left = y + height - 3 - below;
    const rows = Math.floor(left / line);
    const columns = (width - 8) / 2 >= 3.4 * letters ? 2 : 1;
    const places = Math.min(rows * columns, CHIPS);
    tile.texts = places; // of values that have room for their names
    tile.chips.forEach(({ group }) => group.remove());
    tile.chips = [];
    tile.chipAt = places
      ? (i) => [x + 4 + (i % columns) * (width - 7) / columns, below + Math.floor(i / columns) * line,
        (width - 8) / columns - (columns - 1), line - 1.5]
      : (i, of) => [x + 4 + (i * (width - 8)) / of, below, (width - 8) / of - 1,
        Math.max(Math.min(left, 7 * unit), 0)];
    const short = component.name.replace(/^\D+/, ""); // "3_1" for pe_3_1
    tile.name.textContent = fitFirst([component.name, short || component.name], width - 10, letters, 600);
    at(tile.name, named ? x + 7 : tile.room.middle, named ? y + 3 + 0.42 * line : y + height / 2, letters);
    tile.name.style.textAnchor = named ? "start" : "middle";
  }

  show(frame) {
    this.frame = frame;
    const issues = new Map();
    for (const issue of frame.issues) {
      if (!issues.has(issue.component)) issues.set(issue.component, []);
      issues.get(issue.component).push(issue);
    }
    this.tiles.forEach((tile, number) => {
      const held = frame.holds.get(number) ?? [];
      if (tile.lines) this.showMemory(tile, held.length, components[number]);
      else this.showElement(tile, issues.get(number) ?? [], held, components[number]);
    });
    this.showPaths(frame.transfers);
  }

  // The name and how much is held, in two lines where they have room, else in one.
  showMemory(tile, count, { name, boxes }) {
    if (tile.key === String(count)) return;
    tile.key = String(count);
    const { letters } = this.view;
    tile.taken = [];
    boxes.forEach(([x, y, width, height], number) => {
      const turned = height > 2 * width;
      const [long, high] = turned ? [height, width] : [width, height];
      const says = count ? `holds ${count}` : "";
      const two = says !== "" && high >= 2.6 * letters;
      const shown = two ? [name, says] : [says ? `${name} · ${says}` : name, ""];
      tile.lines[number].forEach((text, rank) => {
        const middle = [x + width / 2, y + height / 2];
        const away = two ? (rank - 0.5) * 1.25 * letters : 0;
        at(text, ...(turned ? [0, away] : [middle[0], middle[1] + away]), letters);
        if (turned) text.setAttribute("transform", `translate(${middle}) rotate(-90)`);
        const kind = name.replace(/(_\d+)+$/, ""); // "rf" for rf_0_1
        text.textContent = high < 1.2 * letters ? "" : rank ? fit(shown[1], long - 8, letters)
          : fitFirst([shown[0], name, kind], long - 8, letters, 600);
        text.classList.toggle("count", rank === 1);
      });
      tile.taken.push([x, y, x + width, y + height]);
    });
  }

  showElement(tile, issues, held, component) {
    const key = JSON.stringify([issues.map((i) => [i.value, i.phase, i.age]),
      held.map((h) => [h.value, h.age])]);
    if (key === tile.key) return;
    tile.key = key;
    const { letters } = this.view;
    const { room } = tile;
    tile.op.setAttribute("visibility", issues.length ? "inherit" : "hidden");
    tile.op.classList.toggle("running", issues.length > 0 && issues[0].phase > 0);
    tile.name.setAttribute("visibility", room.named || !issues.length ? "inherit" : "hidden");
    if (issues.length) {
      hued(tile.op, issues[0].value);
      tile.op.classList.toggle("noted", issues.some((issue) => notes.has(issue.value)));
      const more = issues.length > 1 ? ` +${issues.length - 1}` : "";
      const { text, value, operator } = issues[0];
      const name = nameOf(value);
      const said = [text, `${name}: ${operator}`, name, operator].map((words) => words + more);
      tile.text.textContent = fitFirst(said, room.width - 4, letters);
    }
    this.showHeld(tile, held, component);
    tile.taken = [[tile.name, 600], [tile.text, 400]].flatMap(([text, weight]) => {
      if (!text.textContent || (text === tile.text && !issues.length)) return [];
      const wide = widthOf(text.textContent, letters, weight);
      const [x, y] = [Number(text.getAttribute("x")), Number(text.getAttribute("y"))];
      const start = text === tile.name && room.named ? x : x - wide / 2;
      return [[start - 2, y - letters, start + wide + 2, y + 0.3 * letters]];
    });
    const last = tile.chips[Math.min(held.length, tile.chips.length) - 1];
    if (last && tile.texts) {
      const [, y, , height] = tile.chipAt(tile.chips.length - 1, tile.chips.length);
      tile.taken.push([room.x, tile.chipAt(0, 1)[1], room.x + room.width, y + height]);
    }
  }

  // The last place says how many more there are where they do not all fit.
  showHeld(tile, held, component) {
    const { letters } = this.view;
    const wanted = Math.max(component.places ?? component.capacity ?? CHIPS, held.length);
    const places = Math.min(wanted, tile.texts || CHIPS);
    for (let i = 0; i < Math.max(places, tile.chips.length); i++) {
      const chip = (tile.chips[i] ??= drawChip(tile.group));
      chip.group.setAttribute("visibility", i < places ? "inherit" : "hidden");
      if (i >= places) continue;
      const [x, y, width, height] = tile.chipAt(i, places);
      for (const [name, value] of Object.entries({ x, y, width, height })) {
        chip.fill.setAttribute(name, Math.max(value, 0));
      }
      at(chip.text, x + width / 2, y + height / 2, letters);
      const full = i < held.length;
      chip.group.classList.toggle("empty", !full);
      if (full) hued(chip.group, held[i].value);
      if (!full || !tile.texts) chip.text.textContent = "";
      else if (i === places - 1 && held.length > places) {
        chip.text.textContent = fit(`+${held.length - places + 1}`, width - 2, letters);
      } else {
        const prime = held[i].age ? "′" : "";
        const name = nameOf(held[i].value);
        chip.text.textContent = fitFirst([name + prime, name], width - 2, letters);
      }
    }
  }

  showPaths(transfers) {
    for (const path of this.lit) path.group.classList.remove("lit", "hued");
    this.lit = [];
    this.moving = [];
    for (const transfer of transfers) {
      const path = this.paths[transfer.path];
      path.group.classList.add("lit", "hued");
      hued(path.group, transfer.value);
      this.lit.push(path);
      if (!paths[transfer.path].inside) this.moving.push({ transfer, path });
    }
    this.nameValues();
    this.move(0.5);
  }

  // Names stand where values are halfway, also while these move.
  nameValues() {
    this.names.replaceChildren();
    const { letters, unit, full } = this.view;
    const side = Math.min(...components.map(({ boxes }) => boxes[0][2]));
    if (side / unit < NAMED) return;
    const radius = Math.max(DOT, 4 * unit);
    const tracks = this.moving.map(({ transfer, path }) => {
      const done = (transfer.phase + 0.5) / transfer.steps;
      const [[wire, along]] = [...wiresAt(path.wires, transfer, done), [path.wires[0], 0.5]];
      return [wire.track, along];
    });
    const taken = this.tiles.flatMap((tile) => tile.taken);
    for (const [track, along] of tracks) {
      const [x, y] = alongTrack(track, along);
      taken.push([x - radius, y - radius, x + radius, y + radius]);
    }
    const wanted = this.moving.map(({ transfer }, rank) => ({
      text: cut(nameOf(transfer.value), 10),
      spots: (wide, high) => besides(...tracks[rank], radius + 1, wide, high),
    }));
    placeTexts(wanted, taken, letters, full).forEach((place, rank) => {
      if (place === null) return;
      const text = svg("text", { class: "hued" }, this.names);
      hued(text, this.moving[rank].transfer.value);
      at(text, ...place, letters);
      text.textContent = wanted[rank].text;
    });
  }

  // Place each value on its path, `part` of the cycle having passed.
  move(part) {
    let used = 0;
    for (const { transfer, path } of this.moving) {
      const done = (transfer.phase + part) / transfer.steps;
      for (const [wire, along] of wiresAt(path.wires, transfer, done)) {
        const dot = this.dots.children[used]
          ?? svg("circle", { r: DOT, class: "dot hued fill" }, this.dots);
        used++;
        const [x, y] = alongTrack(wire.track, along);
        dot.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
        dot.setAttribute("visibility", "visible");
        hued(dot, transfer.value);
      }
    }
    for (let i = used; i < this.dots.children.length; i++) {
      this.dots.children[i].setAttribute("visibility", "hidden");
    }
  }

  // Show the way of a value through the array, with the cycles, or mark components.
  highlight(value, component) {
    this.shown = [value, component];
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
    const wanted = [...cycles].map(([path, times]) => {
      const { group, wires } = this.paths[path];
      mark(group, "route", "hued");
      hued(group, value);
      const { track } = wires[0];
      const spots = (wide, high) => [alongTrack(track, 0.5), ...besides(track, 0.5, 2, wide, high)];
      return { text: cut(times.join(", "), 9), spots };
    });
    const { letters, full } = this.view;
    const taken = this.tiles.flatMap((tile) => tile.taken);
    placeTexts(wanted, taken, letters, full).forEach((place, rank) => {
      if (place === null) return;
      const text = svg("text", {}, this.marks);
      at(text, ...place, letters);
      text.textContent = wanted[rank].text;
    });
  }
}

// Put the middle of a text at a place: capital letters are about 0.7 of their size high.
function at(text, x, y, letters) {
  text.setAttribute("x", x.toFixed(1));
  text.setAttribute("y", (y + 0.35 * letters).toFixed(1));
}

// Places for a text beside a point of a track, `away` from it, then further along the track: first
// where the track is not.
function besides(track, along, away, wide, high) {
  const [[ax, ay], [bx, by]] = [track[0], track.at(-1)];
  const upright = Math.abs(by - ay) > Math.abs(bx - ax);
  return [along, along - 0.2, along + 0.2, along - 0.35, along + 0.35]
    .map((part) => alongTrack(track, Math.min(Math.max(part, 0.05), 0.95)))
    .flatMap(([x, y]) => {
      const over = [[x, y - away - high], [x, y + away + high]];
      const beside = [[x + away + wide, y], [x - away - wide, y]];
      return upright ? [...beside, ...over] : [...over, ...beside];
    });
}

// A value enters a bus from its source in the first half, and reaches the targets in the second.
function wiresAt(wires, transfer, done) {
  if (wires.length === 1) return [[wires[0], done]];
  const inward = done < 0.5;
  const ends = inward ? [transfer.source] : transfer.targets;
  const tiles = ends.map((number) => components[number].tile);
  const along = inward ? 2 * done : 2 * done - 1;
  // A wire with a head leads from the middle to its tile.
  return wires.filter((wire) => tiles.includes(wire.end))
    .map((wire) => [wire, !wire.head === inward ? along : 1 - along]);
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

function drawChip(parent) {
  const group = svg("g", { class: "chip hued" }, parent);
  return { group, fill: svg("rect", { rx: 2, class: "fill" }, group), text: svg("text", {}, group) };
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

// Where a wire ends, and in which direction, as a transformation.
function endOf(points) {
  const [[ax, ay], [x, y]] = points.slice(-2);
  const turn = (Math.atan2(y - ay, x - ax) * 180) / Math.PI;
  return `translate(${x} ${y}) rotate(${turn.toFixed(1)})`;
}
