// A <details> that behaves as a menu: it closes when something else is clicked or focused, when one of its buttons was pressed,
// and by Escape.

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
