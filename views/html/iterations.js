// Iterations × cycles: each iteration begins II cycles after the one before. There is one more than
// are in flight at once, so that prologue, kernel and epilogue can be seen.

const MOST_ITERATIONS = 6; // of more, the first and the last ones are shown
const MOST_LANES = 4; // operations of a cell

class IterationsPicture extends TablePicture {
  draw() {
    const { contexts, horizon } = mapping;
    const flying = Math.ceil(horizon / contexts);
    const count = Math.max(flying + 1, 3);
    this.kernel = (flying - 1) * contexts; // its first cycle
    this.columns = (count - 1) * contexts + horizon;
    this.label = 16 + widthOf(`iteration ${count}`, LETTERS);
    const room = this.picture.parentNode.clientWidth - this.label - 8;
    this.size = Math.max(40, Math.min(90, Math.floor(room / this.columns)));
    const cells = framesOf(false).map(({ issues }) => issues.filter(({ phase }) => phase === 0));
    const most = Math.max(1, ...cells.map(({ length }) => length));
    const high = Math.min(most, MOST_LANES) * ROW + 4;
    const half = MOST_ITERATIONS / 2;
    const top = 40;
    const all = Array.from({ length: count }, (_, iteration) => iteration);
    const gap = count > MOST_ITERATIONS ? ROW : 0;
    const rows = gap ? [...all.slice(0, half), ...all.slice(-half)] : all;
    const [width, height] = [this.label + this.columns * this.size + 8, top + rows.length * high + gap];
    this.clear(width, height);
    this.picture.setAttribute("aria-label", `${counted(count, "iteration")} in `
      + `${counted(this.columns, "cycle")}, ${flying} of them at once in the kernel`);
    this.band = svg("rect", { y: 20, width: this.size, height: height - 20, class: "band" }, this.picture);
    this.drawHeads([["prologue", 0], ["kernel", this.kernel], ["epilogue", count * contexts]], height);
    rows.forEach((iteration, rank) => {
      const y = top + rank * high + (gap && rank >= half ? gap : 0);
      if (gap && rank === half) this.write(`${count - rows.length} more like these`, 4, y - 5);
      svg("path", { d: `M0 ${y}H${width}`, class: "rule" }, this.picture);
      this.write(`iteration ${iteration}`, 4, y + 16);
      cells.forEach((issues, cycle) =>
        this.drawIssues(issues, cycle + iteration * contexts, y + 2));
    });
    this.at(this.column ?? 0);
  }

  write(text, x, y) {
    svg("text", { x, y, class: "label" }, this.picture).textContent = text;
  }

  drawHeads(phases, height) {
    phases.forEach(([name, from], rank) => {
      const to = phases[rank + 1]?.[1] ?? this.columns;
      if (to <= from) return;
      const x = this.label + from * this.size;
      svg("path", { d: `M${x} 0V${height}`, class: "rule" }, this.picture);
      this.write(fit(name, (to - from) * this.size - 6, LETTERS), x + 4, 14);
    });
    for (let column = 0; column < this.columns; column++) {
      const at = { x: this.label + (column + 0.5) * this.size, y: 33, class: "heading" };
      svg("text", at, this.picture).textContent = column;
    }
  }

  // One below the other; where more are issued than have room, their number.
  drawIssues(issues, column, y) {
    const own = issues.length > MOST_LANES ? issues.slice(0, MOST_LANES - 1) : issues;
    const x = this.label + column * this.size;
    own.forEach((issue, lane) =>
      this.drawCell({ ...issue, cycle: column }, x + 1, y + lane * ROW, this.size - 2));
    if (own.length === issues.length) return;
    const group = svg("g", {}, this.picture);
    const place = { x: x + this.size / 2, y: y + own.length * ROW + 13 };
    svg("text", place, group).textContent = `+${issues.length - own.length}`;
    svg("title", {}, group).textContent = issues.slice(own.length).map(({ text }) => text).join("\n");
  }

  // Bring the marked column into sight.
  reveal() {
    const { parentNode: scroll } = this.picture;
    const x = this.label + this.column * this.size;
    if (x < scroll.scrollLeft || x + this.size > scroll.scrollLeft + scroll.clientWidth) {
      scroll.scrollLeft = x - scroll.clientWidth / 2;
    }
  }
}
