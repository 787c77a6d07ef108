// The bar between editor and output: dragged, or moved by the arrow keys.

const LEAST = 20;
const MOST = 80;

export function initSplit(main, bar) {
  let percent = 50;
  const set = (value) => {
    percent = Math.min(MOST, Math.max(LEAST, value));
    main.style.setProperty("--split", `${percent}%`);
    bar.setAttribute("aria-valuenow", String(Math.round(percent)));
  };
  bar.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    bar.setPointerCapture(event.pointerId);
    const { left, width } = main.getBoundingClientRect();
    const move = ({ clientX }) => set(((clientX - left) / width) * 100);
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
