// A deck: one section at a time, turned by keys. Keys pressed in an embedded editor stay there; Escape comes back.

const slides = [...document.querySelectorAll("main > section")];
const [before, next, place] = ["before", "next", "place"].map((id) => document.getElementById(id));
const KEYS = { ArrowRight: 1, ArrowDown: 1, PageDown: 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1, Home: -Infinity, End: Infinity };
let shown = 0;

function show(index, focuses = true) {
  shown = Math.max(0, Math.min(slides.length - 1, index));
  slides.forEach((slide, i) => slide.classList.toggle("shown", i === shown));
  place.textContent = `${shown + 1} of ${slides.length}`;
  before.disabled = shown === 0;
  next.disabled = shown === slides.length - 1;
  history.replaceState(null, "", `#${shown + 1}`);
  if (focuses) slides[shown].focus();
}

slides.forEach((slide, i) => {
  slide.tabIndex = -1;
  slide.setAttribute("aria-roledescription", "slide");
  slide.setAttribute("aria-label", `${i + 1} of ${slides.length}: ${slide.querySelector("h1").textContent}`);
});
addEventListener("keydown", (event) => {
  const step = KEYS[event.key];
  if (!step || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  show(shown + step);
});
before.addEventListener("click", () => show(shown - 1));
next.addEventListener("click", () => show(shown + 1));
addEventListener("rung-leave", () => slides[shown].focus());
addEventListener("hashchange", () => show((Number.parseInt(location.hash.slice(1), 10) || 1) - 1));
document.body.classList.add("turned");
show((Number.parseInt(location.hash.slice(1), 10) || 1) - 1, false);
