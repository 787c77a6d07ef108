// Keys that work with the focus in any place.

const Apple = /Mac|iPhone|iPad/.test(navigator.platform);

/** `panes`: what F6 goes around: views, or elements in whose lists the first button is meant. */
export function initKeys({ problems, fix, share, explain, help, rung, panes }) {
  if (Apple) nameApplesKeys();
  document.getElementById("help-button").addEventListener("click", () => help.showModal());
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || help.open) return;
    const command = Apple ? event.metaKey : event.ctrlKey;
    if (event.key === "F8") problems.go(event.shiftKey ? -1 : 1);
    else if (event.key === "F6") nextPane(panes, event.shiftKey ? -1 : 1);
    else if (command && !event.altKey && event.key.toLowerCase() === "s") share();
    else if (command && !event.altKey && event.key.toLowerCase() === "e") explain.toggle();
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

function nextPane(panes, step) {
  const places = panes.map((pane) => ({ root: pane.dom ?? pane, to: pane.contentDOM ?? pane.querySelector("[aria-current=true], li button, button.primary, .lab-type") }))
    .filter(({ to }) => to?.checkVisibility({ visibilityProperty: true }));
  const active = places.findIndex(({ root }) => root.contains(document.activeElement));
  const next = active < 0 ? 0 : (active + step + places.length) % places.length;
  places[next].to.focus();
}
