// Tiles × cycles: what each tile has in its pipeline, and what goes between them. The same scene has
// the table of tiles × spokes; the choice above the picture says which is shown.

const BOX = 19;
const LANE_GAP = 6;

class Timeline extends TablePicture {
  constructor(picture) {
    const choice = byId("rows");
    choice.replaceChildren();
    for (const [value, text] of [["cycles", "tiles × cycles"], ["elements", "tiles × spokes"],
      ["paths", "links × spokes"]]) {
      html("option", text, choice).value = value;
    }
    byId("live").after(picture.closest(".pair"));
    super(picture);
    this.draw("cycles");
  }

  // An instruction has its spoke for one cycle, however long it is in the pipeline.
  framesShown() {
    const frames = framesOf(true);
    for (const frame of frames) frame.issues = frame.issues.filter((issue) => issue.phase === 0);
    return frames;
  }

  draw(choice) {
    this.overTime = choice === "cycles";
    if (this.overTime) this.drawTime();
    else super.draw(choice);
  }

  drawTime() {
    const { cycles, contexts } = mapping;
    this.wide = Math.max(18, Math.min(56, Math.floor(1180 / cycles)));
    const top = 42;
    this.lanes = lanesOf();
    let y = top;
    this.tops = this.lanes.count.map((count) => {
      const at = y;
      y += Math.max(count, 1) * BOX + LANE_GAP;
      return at;
    });
    const [width, height] = [LABEL + cycles * this.wide + 12, y + 4];
    this.clear(width, height);
    this.picture.setAttribute("aria-label", `${counted(components.length, "tile")} in `
      + `${counted(cycles, "cycle")}; every cycle in words is above`);
    this.bands = svg("g", {}, this.picture);
    this.drawCycles(cycles, contexts, top, height);
    components.forEach(({ name }, number) => {
      const label = svg("text", { x: 4, y: this.tops[number] + 13, class: "label" }, this.picture);
      label.textContent = fit(name, LABEL - 8, LETTERS);
      const line = this.tops[number] - LANE_GAP / 2;
      svg("path", { d: `M0 ${line}H${width}`, class: "rule" }, this.picture);
    });
    const flows = svg("g", {}, this.picture);
    mapping.issues.forEach((issue) => this.drawIssue(issue));
    for (const flow of data.flows) this.drawFlow(flow, flows);
    this.at(this.column ?? 0);
  }

  drawCycles(cycles, contexts, top, height) {
    for (const [text, y] of [["cycle", 14], [words.context, 30]]) {
      svg("text", { x: 4, y, class: "label" }, this.picture).textContent = text;
    }
    // Where not every cycle has room for its number, the first one of each interval has it.
    const every = this.wide >= 20 ? 1 : Math.ceil(20 / this.wide / contexts) * contexts;
    for (let cycle = 0; cycle < cycles; cycle++) {
      const x = this.x(cycle);
      if (cycle && cycle % contexts === 0) {
        svg("path", { d: `M${x} ${top - 6}V${height}`, class: "rule" }, this.picture);
      }
      if (cycle % every) continue;
      const middle = x + this.wide / 2;
      svg("text", { x: middle, y: 14, class: "heading" }, this.picture).textContent = cycle;
      svg("text", { x: middle, y: 30 }, this.picture).textContent = cycle % contexts;
    }
  }

  x(cycle) {
    return LABEL + cycle * this.wide;
  }

  middle(value) {
    return this.tops[this.lanes.tile[value]] + (this.lanes.lane[value] + 0.5) * BOX;
  }

  drawIssue([value, , cycle, latency, text]) {
    const group = svg("g", { class: "cell hued" }, this.picture);
    group.dataset.value = value;
    hued(group, value);
    const place = { x: this.x(cycle) + 1, y: this.middle(value) - BOX / 2 + 1 };
    const width = latency * this.wide - 2;
    svg("rect", { ...place, width, height: BOX - 2, rx: 3, class: "fill" }, group);
    const name = svg("text", { x: place.x + width / 2, y: place.y + 12.5 }, group);
    name.textContent = fit(nameOf(value), width - 4, LETTERS);
    svg("title", {}, group).textContent = `${text}, from cycle ${cycle}`;
    this.cellsOf[value].push(group);
  }

  // A line while it is on its way, dots while it waits, and an arrow where it is read.
  drawFlow([value, reader, ready, arrives, read, message], parent) {
    const group = svg("g", { class: message ? "flow message" : "flow" }, parent);
    group.dataset.value = value;
    hued(group, value);
    const [x, across, end] = [ready, arrives, read].map((cycle) => this.x(cycle));
    const [y, down] = [this.middle(value), this.middle(reader)];
    svg("path", { d: `M${x} ${y}L${across} ${down}`, class: "way" }, group);
    if (read > arrives) svg("path", { d: `M${across} ${down}H${end}`, class: "wait" }, group);
    svg("path", { d: `M${end - 4} ${down - 3.5}L${end + 1} ${down}L${end - 4} ${down + 3.5}Z`,
      class: "point" }, group);
    svg("title", {}, group).textContent = `${nameOf(value)} to ${nameOf(reader)}: `
      + `ready ${ready}, arrives ${arrives}, read ${read}`;
    this.cellsOf[value].push(group);
  }

  // Of all threads in flight, every cycle of the spoke is now.
  at(column, steady = false) {
    if (!this.overTime) {
      super.at(column);
      return;
    }
    this.column = column;
    const now = steady
      ? Array.from({ length: mapping.cycles }, (_, cycle) => cycle)
        .filter((cycle) => cycle % mapping.contexts === column)
      : [state.time];
    this.bands.replaceChildren(...now.map((cycle) => svg("rect", {
      x: this.x(cycle), y: 0, width: this.wide, height: "100%", class: "band" })));
  }
}

// Instructions of a tile that are in its pipeline at once are below each other.
function lanesOf() {
  const found = { tile: [], lane: [], count: components.map(() => 0) };
  const free = components.map(() => []);
  const order = [...mapping.issues].sort((a, b) => a[2] - b[2]);
  for (const [value, tile, cycle, latency] of order) {
    let lane = free[tile].findIndex((end) => end <= cycle);
    if (lane < 0) lane = free[tile].length;
    free[tile][lane] = cycle + latency;
    found.tile[value] = tile;
    found.lane[value] = lane;
    found.count[tile] = free[tile].length;
  }
  return found;
}
