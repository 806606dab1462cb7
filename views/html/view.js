// A picture that can be zoomed and moved, and walked through with the keyboard.

const SMALLEST = 11; // size of letters where a picture is as large as it was drawn
const LARGEST_SCALE = 1.5; // pixels of a unit, before a reader zooms

class View {
  // `rescaled` is called when letters have another size, so that texts have other room.
  constructor(picture, width, height, rescaled) {
    Object.assign(this, { picture, full: [0, 0, width, height], items: [], current: 0, letters: 0,
      rescaled });
    this.box = [...this.full];
    picture.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    picture.addEventListener("pointerdown", (event) => this.grab(event));
    new ResizeObserver(() => this.apply()).observe(picture);
  }

  fit() {
    this.box = [...this.full];
    this.apply();
    this.limit();
  }

  // A few boxes are not drawn larger than others are.
  limit() {
    if (this.scale > LARGEST_SCALE) this.zoom(LARGEST_SCALE / this.scale);
  }

  // All of it, or as much as fits where a pixel may be no more than `most` units.
  open(most) {
    this.box = [...this.full];
    if (1 / this.scale > most) {
      const place = this.picture.getBoundingClientRect();
      const [left, top, width] = this.full;
      const wide = most * place.width;
      this.box = [left + (width - wide) / 2, top, wide, most * place.height];
    }
    this.apply();
  }

  // Show some boxes, given by left, top, width and height, with a margin.
  show(boxes, margin = 60) {
    const left = Math.min(...boxes.map(([x]) => x)) - margin;
    const top = Math.min(...boxes.map(([, y]) => y)) - margin;
    const right = Math.max(...boxes.map(([x, , width]) => x + width)) + margin;
    const bottom = Math.max(...boxes.map(([, y, , height]) => y + height)) + margin;
    this.box = [left, top, right - left, bottom - top];
    this.apply();
    this.limit();
  }

  get scale() {
    const place = this.picture.getBoundingClientRect();
    return Math.min(place.width / this.box[2], place.height / this.box[3]) || 1;
  }

  // No letter is smaller on the screen than this, in pixels.
  get least() {
    return document.body.classList.contains("present") ? 16 : 12;
  }

  apply() {
    this.picture.setAttribute("viewBox", this.box.map((x) => x.toFixed(1)).join(" "));
    const { scale } = this;
    const letters = Math.max(SMALLEST, this.least / scale);
    if (Math.abs(letters / this.letters - 1) < 0.005) return;
    this.letters = letters;
    this.unit = 1 / scale; // a pixel, in the units of the picture
    this.picture.style.setProperty("--letters", `${letters}px`);
    this.picture.style.setProperty("--unit", `${this.unit}px`);
    this.rescaled();
  }

  zoom(factor, x = this.box[0] + this.box[2] / 2, y = this.box[1] + this.box[3] / 2) {
    const [left, top, width, height] = this.box;
    const least = 120 / Math.max(width, height);
    const by = Math.max(1 / factor, least);
    if (by * width > 3 * this.full[2] && by > 1) return;
    this.box = [x - (x - left) * by, y - (y - top) * by, width * by, height * by];
    this.apply();
  }

  point(event) {
    const at = new DOMPoint(event.clientX, event.clientY);
    return at.matrixTransform(this.picture.getScreenCTM().inverse());
  }

  wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const at = this.point(event);
    this.zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, at.x, at.y);
  }

  grab(event) {
    if (event.button !== 0) return;
    const start = [event.clientX, event.clientY];
    const box = [...this.box];
    const scale = this.scale;
    const move = (now) => {
      this.box[0] = box[0] - (now.clientX - start[0]) / scale;
      this.box[1] = box[1] - (now.clientY - start[1]) / scale;
      this.apply();
    };
    const end = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  // Move so that one of some places is in sight; nothing moves where one already is.
  reveal(places) {
    const [left, top, width, height] = this.box;
    const inside = ([x, y]) => x > left && x < left + width && y > top && y < top + height;
    if (!places.length || places.some(inside)) return;
    const [x, y] = places[0];
    const within = (at, size, start, whole) =>
      (size >= whole ? start + (whole - size) / 2
        : Math.max(start, Math.min(at - size / 2, start + whole - size)));
    this.box = [within(x, width, this.full[0], this.full[2]),
      within(y, height, this.full[1], this.full[3]), width, height];
    this.apply();
  }

  // One item at a time can be reached by Tab; up and down go through all of them.
  add(element) {
    const number = this.items.push(element) - 1;
    element.setAttribute("tabindex", number === 0 ? "0" : "-1");
    element.setAttribute("role", "option");
    element.setAttribute("aria-selected", "false");
    element.addEventListener("focus", () => this.at(number));
  }

  at(number) {
    this.items[this.current].setAttribute("tabindex", "-1");
    this.current = number;
    this.items[number].setAttribute("tabindex", "0");
  }

  step(by) {
    const next = (this.current + by + this.items.length) % this.items.length;
    this.items[next].focus({ preventScroll: true });
  }

  // Whether a key was meant for the picture.
  key(event) {
    if (event.key === "ArrowDown") this.step(1);
    else if (event.key === "ArrowUp") this.step(-1);
    else if (event.key === "+" || event.key === "=") this.zoom(1.3);
    else if (event.key === "-") this.zoom(1 / 1.3);
    else if (event.key === "0") this.fit();
    else return false;
    event.preventDefault();
    return true;
  }

  // Buttons to zoom, and to save what is shown; `caption` says what that is.
  buttons(parent, name, caption) {
    for (const [text, label, act] of [
      ["−", "Zoom out", () => this.zoom(1 / 1.3)],
      ["+", "Zoom in", () => this.zoom(1.3)],
      ["Fit", "Fit", () => this.fit()],
      ["SVG", "Save as SVG", () => saveSvg(this.picture, caption())],
      ["PNG", "Save as PNG", () => savePng(this.picture, caption())],
    ]) {
      const button = html("button", text, parent);
      button.type = "button";
      button.setAttribute("aria-label", `${label}: ${name}`);
      button.addEventListener("click", act);
    }
  }
}
