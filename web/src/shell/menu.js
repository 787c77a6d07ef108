// What opens below a button closes when something else is clicked or focused, when one of its buttons was pressed, and by Escape.

/** The links of the header where it is too narrow to show them: below a button. */
export function initLearn(button, nav) {
  const toggle = (open) => {
    nav.toggleAttribute("data-open", open);
    button.setAttribute("aria-expanded", String(open));
  };
  const leave = ({ target }) => { if (!nav.contains(target) && !button.contains(target)) toggle(false); };
  addEventListener("pointerdown", leave);
  addEventListener("focusin", leave);
  button.addEventListener("click", () => toggle(!nav.hasAttribute("data-open")));
  nav.addEventListener("click", ({ target }) => { if (target.closest("button")) toggle(false); });
  nav.addEventListener("change", () => toggle(false));
  nav.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !nav.hasAttribute("data-open")) return;
    toggle(false);
    button.focus();
  });
}

/** A <details> that does so. */
export function initMenu(menu) {
  const leave = ({ target }) => { if (!menu.contains(target)) menu.open = false; };
  addEventListener("pointerdown", leave);
  addEventListener("focusin", leave);
  const close = () => {
    const hadFocus = menu.contains(document.activeElement);
    menu.open = false;
    if (hadFocus) menu.querySelector("summary").focus();
  };
  menu.addEventListener("click", ({ target }) => { if (target.closest("button")) close(); });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    event.preventDefault();
    close();
  });
}
