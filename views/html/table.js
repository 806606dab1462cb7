// Resources × contexts (or cycles): what each of them does, and how much of it is used.

const ROW = 17;
const LABEL = 132;
const SHARE = 96;

class TablePicture {
  constructor(picture) {
    this.picture = picture;
    this.columns = pipelined ? mapping.contexts : mapping.cycles;
    this.size = Math.max(24, Math.min(110, Math.floor(820 / this.columns)));
    this.frames = this.framesShown();
    this.cellsOf = nodes.map(() => []);
    this.marked = [];
    this.draw("elements");
  }

  framesShown() {
    return framesOf(pipelined);
  }

  draw(choice) {
    const elements = components.flatMap((c, i) => (c.issue > 0 ? [{ component: i }] : []));
    const used = new Set(mapping.transfers.map((transfer) => transfer[1]));
    const ways = [...used].sort((a, b) => a - b).map((path) => ({ path }));
    const rows = choice === "elements" ? elements : choice === "paths" ? ways
      : [...elements, ...ways];
    const sums = this.sums();
    const top = 22 + sums.length * ROW + 8;
    const width = LABEL + this.columns * this.size + SHARE;
    const height = top + rows.length * ROW + 6;
    this.picture.replaceChildren();
    this.cellsOf.forEach((cells) => { cells.length = 0; });
    const attributes = { viewBox: `0 0 ${width} ${height}`, width, height };
    for (const [name, value] of Object.entries(attributes)) this.picture.setAttribute(name, value);
    const what = `${counted(rows.length, "resource")} in ${counted(this.columns, this.noun)}`;
    this.picture.setAttribute("aria-label", `${what}; the same as a table is below`);
    this.band = svg("rect", { y: 0, width: this.size, height, class: "band" }, this.picture);
    for (let column = 0; column < this.columns; column++) {
      const at = { x: LABEL + (column + 0.5) * this.size, y: 14, class: "heading" };
      svg("text", at, this.picture).textContent = column;
    }
    svg("text", { x: 4, y: 14, class: "label" }, this.picture).textContent = this.noun;
    sums.forEach((sum, rank) => this.drawSum(sum, 22 + rank * ROW));
    svg("path", { d: `M0 ${top - 4}H${width}`, class: "rule" }, this.picture);
    rows.forEach((row, rank) => this.drawRow(row, top + rank * ROW));
    this.at(this.column ?? 0);
  }

  get noun() {
    return pipelined ? words.context : "cycle";
  }

  // What is used of all issue slots, registers and path widths in each column.
  sums() {
    const elements = components.filter((component) => component.issue > 0);
    const slots = elements.reduce((sum, component) => sum + component.issue, 0);
    const limited = new Set(components.flatMap((c, i) =>
      (c.issue > 0 && c.capacity !== null ? [i] : [])));
    const registers = elements.reduce((sum, component) => sum + (component.capacity ?? 0), 0);
    const width = paths.reduce((sum, path) => sum + (path.width ?? 0), 0);
    const held = (frame) => [...frame.holds].reduce((sum, [component, values]) =>
      sum + (limited.has(component) ? values.length : 0), 0);
    const count = (frame) => frame.issues.filter((issue) => issue.phase === 0).length;
    const sent = (frame) => frame.transfers.filter((transfer) =>
      transfer.last && paths[transfer.path].width !== null).length;
    return [["issue slots", slots, count], ["registers", registers, held],
      ["path width", width, sent]]
      .filter(([, all]) => all > 0)
      .map(([label, all, number]) => ({ label, all, uses: this.frames.map(number) }));
  }

  drawSum({ label, all, uses }, y) {
    svg("text", { x: 4, y: y + 12, class: "label" }, this.picture).textContent = label;
    uses.forEach((used, column) => {
      const x = LABEL + column * this.size;
      this.drawBar(x + 2, y + 2, this.size - 4, used / all, `${label}: ${used} of ${all}`);
    });
    const whole = uses.reduce((sum, used) => sum + used, 0) / (all * this.columns || 1);
    this.drawShare(y, whole);
  }

  drawBar(x, y, width, share, words) {
    const group = svg("g", {}, this.picture);
    svg("rect", { x, y, width, height: ROW - 4, rx: 2, class: "unused" }, group);
    const filled = width * Math.min(share, 1);
    svg("rect", { x, y, width: filled, height: ROW - 4, rx: 2, class: "used" }, group);
    if (width > 30) {
      const place = { x: x + width / 2, y: y + 10, class: "percent" };
      svg("text", place, group).textContent = percent(share);
    }
    svg("title", {}, group).textContent = words;
  }

  drawShare(y, share) {
    const x = LABEL + this.columns * this.size + 8;
    if (share !== null) this.drawBar(x, y + 2, SHARE - 16, share, percent(share));
  }

  drawRow(row, y) {
    const isPath = row.path !== undefined;
    const { name, share } = isPath ? paths[row.path] : components[row.component];
    const label = svg("text", { x: 4, y: y + 12, class: "label" }, this.picture);
    label.textContent = fit(name, LABEL - 8, 11);
    svg("title", {}, label).textContent = name;
    this.frames.forEach((frame, column) => {
      const found = isPath
        ? frame.transfers.filter((transfer) => transfer.path === row.path && transfer.last)
        : frame.issues.filter((issue) => issue.component === row.component);
      const width = (this.size - 2) / (found.length || 1);
      found.forEach((event, rank) => {
        const x = LABEL + column * this.size + 1 + rank * width;
        this.drawCell(event, x, y + 1, width);
      });
    });
    this.drawShare(y, share);
  }

  drawCell(event, x, y, width) {
    const running = event.phase > 0 && event.text !== undefined;
    const group = svg("g", { class: running ? "cell hued running" : "cell hued" }, this.picture);
    group.dataset.value = event.value;
    hued(group, event.value);
    svg("rect", { x, y, width, height: ROW - 2, rx: 2, class: "fill" }, group);
    if (width >= 22) {
      const text = svg("text", { x: x + width / 2, y: y + 11 }, group);
      text.textContent = fit(nameOf(event.value), width - 4, 10);
    }
    const what = event.text ?? nameOf(event.value);
    svg("title", {}, group).textContent = `${what}, cycle ${event.cycle}`;
    this.cellsOf[event.value].push(group);
  }

  at(column) {
    this.column = column;
    this.band.setAttribute("x", LABEL + column * this.size);
  }

  highlight(values) {
    for (const cell of this.marked) cell.classList.remove("hit");
    this.marked = values.flatMap((value) => this.cellsOf[value]);
    for (const cell of this.marked) cell.classList.add("hit");
  }
}

// The same for those who cannot see the picture: a row for each resource.
function useTable(parent) {
  const slots = pipelined ? mapping.contexts : mapping.horizon;
  const table = html("table", "", parent);
  const head = html("tr", "", html("thead", "", table));
  for (const text of ["resource", "kind", "used", "of", "share"]) {
    html("th", text, head).scope = "col";
  }
  const body = html("tbody", "", table);
  const add = (name, kind, used, most, share) => {
    const row = html("tr", "", body);
    html("th", name, row).scope = "row";
    const of = most === null ? "no limit" : String(most * slots);
    for (const text of [kind, String(used), of, share === null ? "" : percent(share)]) {
      html("td", text, row);
    }
  };
  components.forEach((c, number) => {
    if (c.issue > 0) add(c.name, "element", ofComponent[number].issues.length, c.issue, c.share);
  });
  const sent = paths.map(() => 0);
  for (const transfer of mapping.transfers) sent[transfer[1]]++;
  paths.forEach((path, number) => add(path.name, "path", sent[number], path.width, path.share));
}
