// The source of the program: the lines of what is issued now, and of what is chosen.

class SourceText {
  constructor(parent, { files, places }) {
    this.parent = parent;
    const elements = files.map(([name, first, lines]) => {
      html("h3", name, parent);
      if (!lines.length) html("p", "This file could not be read when the report was written.", parent);
      return lines.map((line, number) => {
        const element = html("code", line, parent);
        element.dataset.line = first + number;
        return element;
      });
    });
    this.lineOf = new Map(places.map(([value, file, line]) =>
      [value, elements[file][line - files[file][1]]]));
  }

  // Give the lines of some values, and no others, a class: `now` or `hit`.
  mark(name, values) {
    for (const line of this.parent.querySelectorAll(`.${name}`)) line.classList.remove(name);
    for (const value of values) this.lineOf.get(value)?.classList.add(name);
  }

  // Bring a line that is lit into sight, without moving the page.
  reveal() {
    const line = this.parent.querySelector(".hit") ?? this.parent.querySelector(".now");
    if (!line) return;
    const [own, whole] = [line, this.parent].map((one) => one.getBoundingClientRect());
    if (own.top >= whole.top && own.bottom <= whole.bottom) return;
    this.parent.scrollTop += own.top - whole.top - (whole.height - own.height) / 2;
  }
}
