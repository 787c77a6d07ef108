// A <details> that behaves as a menu: it closes when something else is clicked or focused, and by Escape.

export function initMenu(menu) {
  const leave = ({ target }) => { if (!menu.contains(target)) menu.open = false; };
  addEventListener("pointerdown", leave);
  addEventListener("focusin", leave);
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    event.preventDefault();
    menu.open = false;
    menu.querySelector("summary").focus();
  });
}
