// What all scripts of a page use: its data, elements, and words for numbers.

const byId = (id) => document.getElementById(id);
const block = (id) => JSON.parse(byId(id).textContent);
const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;
const percent = (share) => (share > 0 && share < 0.005 ? "<1%" : `${Math.round(100 * share)}%`);

function cut(text, letters) {
  const all = Array.from(text);
  return all.length <= letters ? text : all.slice(0, letters - 1).join("") + "…";
}

// How wide a text is in letters of a size.
let pen = null;
let family = ""; // asking for it makes the browser compute styles, so it is asked once
const widths = new Map();
function widthOf(text, size, weight = 400) {
  const key = `${weight} ${text}`;
  if (!widths.has(key)) {
    pen ??= html("canvas").getContext("2d");
    family ||= getComputedStyle(document.body).fontFamily;
    pen.font = `${weight} 100px ${family}`;
    widths.set(key, pen.measureText(text).width / 100);
  }
  return size * widths.get(key);
}

// As much of a text as has room, in letters of a size; nothing where less than three letters would.
function fit(text, room, size, weight = 400) {
  if (widthOf(text, size, weight) <= room) return text;
  // Wide letters are counted on, since a text may be long and all of it would be measured.
  let letters = Math.min(Math.ceil((4 * room) / size), Array.from(text).length);
  while (letters > 3 && widthOf(cut(text, letters), size, weight) > room) letters--;
  return letters > 3 ? cut(text, letters) : "";
}

// The first of some texts that has room as a whole, or as much of the last as has.
function fitFirst(texts, room, size, weight = 400) {
  return texts.find((text) => widthOf(text, size, weight) <= room)
    ?? fit(texts.at(-1), room, size, weight);
}

// A place for each text, beside what is taken and the other texts, as [x, y] of its middle; null
// where none of its spots is free. What is taken are boxes [left, top, right, bottom].
function placeTexts(wanted, taken, letters, [left, top, width, height]) {
  const boxes = [...taken];
  return wanted.map(({ text, spots }) => {
    const wide = widthOf(text, letters, 600) / 2 + 1;
    const high = 0.62 * letters;
    const free = spots(wide, high).find(([x, y]) =>
      x - wide > left && x + wide < left + width && y - high > top && y + high < top + height
      && !boxes.some((box) =>
        x - wide < box[2] && x + wide > box[0] && y - high < box[3] && y + high > box[1]));
    if (free) boxes.push([free[0] - wide, free[1] - high, free[0] + wide, free[1] + high]);
    return free ?? null;
  });
}

function svg(tag, attributes = {}, parent = null) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (parent !== null) parent.append(made);
  return made;
}

function html(tag, text = "", parent = null) {
  const made = document.createElement(tag);
  if (text !== "") made.textContent = text;
  if (parent !== null) parent.append(made);
  return made;
}

// Numbers that follow each other have colours far apart.
const hueOf = (value) => Math.round((value * 137.508) % 360);
const hued = (element, value) => element.style.setProperty("--h", hueOf(value));
