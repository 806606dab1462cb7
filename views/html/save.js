// Saves a picture as it is on the screen, with a caption: an SVG that needs no style sheet, or a PNG.

const CAPTION = 28; // height of the caption
const SHARP = 2; // pixels of a PNG per pixel of the screen
const PAINT = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity",
  "stroke-linejoin", "opacity", "font-family", "font-size", "font-weight", "text-anchor",
  "paint-order"];

function standalone(picture, caption) {
  const { width, height } = picture.getBoundingClientRect();
  const { color, fontFamily } = getComputedStyle(document.body);
  const ground = getComputedStyle(picture).backgroundColor;
  const whole = svg("svg", { width, height: height + CAPTION, xmlns: "http://www.w3.org/2000/svg" });
  svg("rect", { width, height: height + CAPTION, fill: ground }, whole);
  const inner = svg("svg", { width, height, viewBox: picture.getAttribute("viewBox") }, whole);
  for (const child of picture.children) inner.append(painted(child));
  const line = svg("text", { x: 12, y: height + 18, fill: color, "font-size": 13,
    "font-family": fontFamily }, whole);
  line.textContent = caption;
  return { text: new XMLSerializer().serializeToString(whole), width, height: height + CAPTION };
}

// A copy of an element that looks the same without a style sheet; empty where it is not shown.
function painted(element) {
  const style = getComputedStyle(element);
  if (style.display === "none" || element.tagName === "title") return "";
  const copy = element.cloneNode(false);
  for (const { name } of [...copy.attributes]) {
    if (/^(class|style|tabindex|role|visibility|aria-.*|data-.*)$/.test(name)) copy.removeAttribute(name);
  }
  if (element.tagName === "g") {
    if (style.opacity !== "1") copy.setAttribute("opacity", style.opacity);
  } else {
    if (style.visibility === "hidden") return "";
    for (const name of PAINT) copy.setAttribute(name, style.getPropertyValue(name));
  }
  for (const child of element.childNodes) {
    copy.append(child.nodeType === Node.ELEMENT_NODE ? painted(child) : child.cloneNode());
  }
  return copy;
}

function saveSvg(picture, caption) {
  const { text } = standalone(picture, caption);
  saveAs(new Blob([text], { type: "image/svg+xml" }), caption, "svg");
}

function savePng(picture, caption) {
  const { text, width, height } = standalone(picture, caption);
  const image = new Image();
  image.addEventListener("load", () => {
    const canvas = html("canvas");
    [canvas.width, canvas.height] = [SHARP * width, SHARP * height];
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => saveAs(blob, caption, "png"));
    URL.revokeObjectURL(image.src);
  });
  image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
}

function saveAs(blob, caption, ending) {
  const link = html("a");
  link.href = URL.createObjectURL(blob);
  link.download = `${caption.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").slice(0, 80)}.${ending}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
