// Light or dark: the system's choice until the button is used, then the button's.

const KEY = "rung.theme";
const system = matchMedia("(prefers-color-scheme: dark)");

/** `changed(isDark)` is called now and whenever it changes. */
export function initTheme(button, changed) {
  const apply = () => {
    const chosen = read();
    const dark = chosen ? chosen === "dark" : system.matches;
    if (chosen) document.documentElement.dataset.theme = chosen;
    button.setAttribute("aria-pressed", String(dark));
    changed(dark);
  };
  button.addEventListener("click", () => {
    const dark = button.getAttribute("aria-pressed") === "true";
    try {
      localStorage.setItem(KEY, dark ? "light" : "dark");
    } catch { /* storage is off: the choice lasts as long as the page */ }
    document.documentElement.dataset.theme = dark ? "light" : "dark";
    apply();
  });
  system.addEventListener("change", apply);
  apply();
}

function read() {
  let stored = null;
  try {
    stored = localStorage.getItem(KEY);
  } catch { /* as above */ }
  stored ??= document.documentElement.dataset.theme ?? null;
  return stored === "dark" || stored === "light" ? stored : null;
}
