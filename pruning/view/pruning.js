// The steps of a pruning: the smallest array by then, its mapping, and what was asked for.

const pruning = block("pruning");
const STEP_MILLISECONDS = 900;
let step = pruning.steps.length - 1;
let stepping = null; // the timer, while steps are played

function showStep(number) {
  step = Math.max(0, Math.min(pruning.steps.length - 1, number));
  const [, text, found, bound, wanted] = pruning.steps[step];
  const [size, removed, gone, scene] = pruning.found[found];
  choose(scene + Number(byId("kernel").value));
  shown.gone(gone, wanted);
  byId("step").value = step;
  byId("step").setAttribute("aria-valuetext", `step ${step + 1}: ${text}`);
  byId("step-now").textContent = `step ${step + 1} of ${pruning.steps.length}`;
  byId("step-text").textContent = text;
  byId("step-size").textContent = size;
  byId("step-bound").textContent = bound;
  byId("step-removed").textContent = removed;
}

function playSteps(on) {
  clearInterval(stepping);
  byId("step-play").textContent = on ? "Pause" : "Play steps";
  stepping = null;
  if (!on) return;
  if (step === pruning.steps.length - 1) showStep(0);
  stepping = setInterval(() => {
    if (step === pruning.steps.length - 1) playSteps(false);
    else showStep(step + 1);
  }, STEP_MILLISECONDS);
}

function stepTable(place) {
  const table = html("table", "", place);
  const head = html("tr", "", html("thead", "", table));
  for (const text of ["step", "what happened", "left", "at least"]) {
    html("th", text, head).scope = "col";
  }
  const body = html("tbody", "", table);
  pruning.steps.forEach(([, text, found, bound], number) => {
    const row = html("tr", "", body);
    const button = html("button", String(number + 1), html("td", "", row));
    button.type = "button";
    button.setAttribute("aria-label", `Show step ${number + 1}`);
    button.addEventListener("click", () => showStep(number));
    for (const words of [text, pruning.found[found][0], bound]) html("td", words, row);
  });
}

byId("step").max = pruning.steps.length - 1;
byId("kernel-choice").hidden = pruning.kernels < 2;
const stop = (act) => () => {
  playSteps(false);
  act();
};
byId("step").addEventListener("input", stop(() => showStep(Number(byId("step").value))));
byId("step-back").addEventListener("click", stop(() => showStep(step - 1)));
byId("step-next").addEventListener("click", stop(() => showStep(step + 1)));
byId("step-play").addEventListener("click", () => playSteps(stepping === null));
byId("kernel").addEventListener("change", () => showStep(step));
byId("step-list").addEventListener("toggle", () => {
  const place = byId("step-list").querySelector("div");
  if (!place.children.length) stepTable(place);
});
showStep(step);
