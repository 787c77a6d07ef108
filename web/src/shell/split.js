// The bar between editor and output: dragged, or moved by the arrow keys.

const LEAST = 20;
const MOST = 80;

/** `bar` stands between `text` and what shares the width of `main` with it. */
export function initSplit(main, bar, text, result) {
  let percent = 50;
  const set = (value) => {
    percent = Math.min(MOST, Math.max(LEAST, value));
    main.style.setProperty("--text-share", `${percent}fr`);
    main.style.setProperty("--result-share", `${100 - percent}fr`);
    bar.setAttribute("aria-valuenow", String(Math.round(percent)));
  };
  bar.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    bar.setPointerCapture(event.pointerId);
    const { left, width } = text.getBoundingClientRect();
    const both = width + result.getBoundingClientRect().width;
    const move = ({ clientX }) => set(((clientX - left) / both) * 100);
    bar.addEventListener("pointermove", move);
    bar.addEventListener("lostpointercapture", () => bar.removeEventListener("pointermove", move), { once: true });
  });
  bar.addEventListener("dblclick", () => set(50));
  bar.addEventListener("keydown", ({ key }) => {
    if (key === "ArrowLeft") set(percent - 2);
    if (key === "ArrowRight") set(percent + 2);
    if (key === "Home") set(LEAST);
    if (key === "End") set(MOST);
  });
}
