// Keys that work with the focus in any place.

const Apple = /Mac|iPhone|iPad/.test(navigator.platform);

/** `letters`: { letter: act } of what goes with Ctrl; `panes`: F6 goes around their stops. */
export function initKeys({ problems, fix, help, rung, panes, letters }) {
  if (Apple) nameApplesKeys();
  document.getElementById("help-button").addEventListener("click", () => help.showModal());
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || help.open) return;
    const command = Apple ? event.metaKey : event.ctrlKey;
    if (event.key === "F8") problems.go(event.shiftKey ? -1 : 1);
    else if (event.key === "F6") nextPane(panes.stops, event.shiftKey ? -1 : 1);
    else if (command && !event.altKey && letters[event.key.toLowerCase()]) letters[event.key.toLowerCase()]();
    else if (command && !event.altKey && event.key === ".") fix();
    else if (event.altKey && !command && event.key === "PageDown") rung(1);
    else if (event.altKey && !command && event.key === "PageUp") rung(-1);
    else return;
    event.preventDefault();
  });
}

function nameApplesKeys() {
  for (const key of document.querySelectorAll("[data-apple]")) key.textContent = key.dataset.apple;
  for (const control of document.querySelectorAll("[title*='Ctrl-']")) control.title = control.title.replace("Ctrl-", "⌘");
}

function nextPane(stops, step) {
  const places = stops.map((stop) => ({ root: stop.dom ?? stop, to: stop.contentDOM ?? stop.querySelector("[aria-current=true], li button, button.primary, .lab-type") }))
    .filter(({ to }) => to?.checkVisibility({ visibilityProperty: true }));
  const active = places.findIndex(({ root }) => root.contains(document.activeElement));
  const next = active < 0 ? 0 : (active + step + places.length) % places.length;
  places[next].to.focus();
}
