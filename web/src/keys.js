// Keys that work wherever the focus is.

const Apple = /Mac|iPhone|iPad/.test(navigator.platform);

/** `stops`: what F6 goes around: views, or elements in whose lists the first button is meant. */
export function initKeys({ problems, share, explain, help, stops }) {
  if (Apple) nameApplesKeys();
  document.getElementById("help-button").addEventListener("click", () => help.showModal());
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || help.open) return;
    const command = Apple ? event.metaKey : event.ctrlKey;
    if (event.key === "F8") problems.go(event.shiftKey ? -1 : 1);
    else if (event.key === "F6") nextStop(stops, event.shiftKey ? -1 : 1);
    else if (command && !event.altKey && event.key.toLowerCase() === "s") share();
    else if (command && !event.altKey && event.key.toLowerCase() === "e") explain.toggle();
    else if (command && !event.altKey && event.key === ".") problems.fix();
    else return;
    event.preventDefault();
  });
}

function nameApplesKeys() {
  for (const key of document.querySelectorAll("[data-apple]")) key.textContent = key.dataset.apple;
  for (const control of document.querySelectorAll("[title*='Ctrl-']")) control.title = control.title.replace("Ctrl-", "⌘");
}

function nextStop(stops, step) {
  const places = stops.map((stop) => ({ root: stop.dom ?? stop, to: stop.contentDOM ?? stop.querySelector("li button") }))
    .filter(({ to }) => to?.checkVisibility({ visibilityProperty: true }));
  const active = places.findIndex(({ root }) => root.contains(document.activeElement));
  const next = active < 0 ? 0 : (active + step + places.length) % places.length;
  places[next].to.focus();
}
