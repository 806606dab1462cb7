// Resources × contexts (or cycles): what each of them does, and how much of it is used.

const ROW = 19;
const LABEL = 136; // at most
const SHARE = 96;
const LETTERS = 12; // pixels
const LARGER = 1.4; // in a presentation

const nameOfRow = ({ path, component }) => (path === undefined ? components[component] : paths[path]).name;

class TablePicture {
  constructor(picture) {
    this.picture = picture;
    this.columns = pipelined ? mapping.contexts : mapping.cycles;
    this.frames = this.framesShown();
    this.cellsOf = nodes.map(() => []);
    this.marked = [];
    this.idle = components.filter((c, i) => c.issue > 0 && !ofComponent[i].issues.length);
    this.draw("busy");
  }

  framesShown() {
    return framesOf(pipelined);
  }

  draw(choice) {
    const all = choice !== "busy";
    const elements = components.flatMap((c, i) =>
      (c.issue > 0 && (all || ofComponent[i].issues.length) ? [{ component: i }] : []));
    const used = new Set(mapping.transfers.map((transfer) => transfer[1]));
    const ways = [...used].sort((a, b) => a - b).map((path) => ({ path }));
    const rows = choice === "paths" ? ways : choice === "all" ? [...elements, ...ways] : elements;
    const folded = all ? [] : this.idle;
    const sums = this.sums();
    const top = 24;
    const names = [this.noun, ...rows.map(nameOfRow), ...sums.map(({ label }) => label)];
    this.label = Math.min(LABEL, 16 + Math.max(...names.map((name) => widthOf(name, LETTERS))));
    const room = this.picture.parentNode.clientWidth - this.label - SHARE;
    this.size = Math.max(26, Math.min(110, Math.floor(room / this.columns)));
    const below = top + (rows.length + (folded.length > 0)) * ROW + 6;
    const width = this.label + this.columns * this.size + SHARE;
    const height = below + 4 + sums.length * ROW + 4;
    this.clear(width, height);
    const what = `${counted(rows.length, "resource")} in ${counted(this.columns, this.noun)}`;
    this.picture.setAttribute("aria-label", `${what}; the same as a table is below`);
    this.band = svg("rect", { y: 0, width: this.size, height, class: "band" }, this.picture);
    for (let column = 0; column < this.columns; column++) {
      const at = { x: this.label + (column + 0.5) * this.size, y: 14, class: "heading" };
      svg("text", at, this.picture).textContent = column;
    }
    svg("text", { x: 4, y: 14, class: "label" }, this.picture).textContent = this.noun;
    rows.forEach((row, rank) => this.drawRow(row, top + rank * ROW));
    if (folded.length) {
      const note = svg("text", { x: 4, y: below - 11, class: "label folded" }, this.picture);
      const idle = folded.map(({ name }) => name).join(", ");
      note.textContent = fit(`${counted(folded.length, `idle ${words.element}`)}: ${idle}`,
        width - 12, LETTERS);
    }
    svg("path", { d: `M0 ${below}H${width}`, class: "rule" }, this.picture);
    sums.forEach((sum, rank) => this.drawSum(sum, below + 4 + rank * ROW));
    this.at(this.column ?? 0);
  }

  // Begin again with a picture of a size in pixels.
  clear(width, height) {
    const by = document.body.classList.contains("present") ? LARGER : 1;
    this.picture.replaceChildren();
    this.cellsOf.forEach((cells) => { cells.length = 0; });
    const attributes = { viewBox: `0 0 ${width} ${height}`, width: by * width, height: by * height };
    for (const [name, value] of Object.entries(attributes)) this.picture.setAttribute(name, value);
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
    svg("text", { x: 4, y: y + 14, class: "label" }, this.picture).textContent = label;
    uses.forEach((used, column) => {
      const x = this.label + column * this.size;
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
    if (width > 34) {
      const place = { x: x + width / 2, y: y + 12, class: "percent" };
      svg("text", place, group).textContent = percent(share);
    }
    svg("title", {}, group).textContent = words;
  }

  drawShare(y, share) {
    const x = this.label + this.columns * this.size + 8;
    if (share !== null) this.drawBar(x, y + 2, SHARE - 16, share, percent(share));
  }

  drawRow(row, y) {
    const isPath = row.path !== undefined;
    const { share } = isPath ? paths[row.path] : components[row.component];
    const name = nameOfRow(row);
    const whole = svg("g", {}, this.picture);
    const label = svg("text", { x: 4, y: y + 14, class: "label" }, whole);
    label.textContent = fit(name, this.label - 8, LETTERS);
    svg("title", {}, whole).textContent = name;
    this.frames.forEach((frame, column) => {
      const found = isPath
        ? frame.transfers.filter((transfer) => transfer.path === row.path && transfer.last)
        : frame.issues.filter((issue) => issue.component === row.component);
      const width = (this.size - 2) / (found.length || 1);
      found.forEach((event, rank) => {
        const x = this.label + column * this.size + 1 + rank * width;
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
    const text = svg("text", { x: x + width / 2, y: y + 13 }, group);
    text.textContent = fit(nameOf(event.value), width - 4, LETTERS);
    const what = event.text ?? nameOf(event.value);
    svg("title", {}, group).textContent = `${what}, cycle ${event.cycle}`;
    this.cellsOf[event.value].push(group);
  }

  at(column) {
    this.column = column;
    this.band.setAttribute("x", this.label + column * this.size);
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
