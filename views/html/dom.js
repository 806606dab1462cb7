// What all scripts of a page use: its data, elements, and words for numbers.

const byId = (id) => document.getElementById(id);
const block = (id) => JSON.parse(byId(id).textContent);
const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;
const percent = (share) => (share > 0 && share < 0.005 ? "<1%" : `${Math.round(100 * share)}%`);

function cut(text, letters) {
  const all = Array.from(text);
  return all.length <= letters ? text : all.slice(0, letters - 1).join("") + "…";
}

// As much of a text as `room` pixels have place for, in letters of a size.
let pen = null;
let family = ""; // asking for it makes the browser compute styles, so it is asked once
const fitted = new Map();
function fit(text, room, size, weight = 400) {
  const key = `${room} ${size} ${weight} ${text}`;
  if (!fitted.has(key)) fitted.set(key, measured(text, room, size, weight));
  return fitted.get(key);
}

function measured(text, room, size, weight) {
  pen ??= html("canvas").getContext("2d");
  family ||= getComputedStyle(document.body).fontFamily;
  pen.font = `${weight} ${size}px ${family}`;
  let letters = Math.ceil((4 * room) / size); // no more would fit, however thin they are
  let shown = cut(text, letters);
  letters = Math.min(letters, Array.from(text).length);
  while (letters > 1 && pen.measureText(shown).width > room) {
    letters--;
    shown = cut(text, letters);
  }
  return shown;
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
