// Before the first paint: the theme chosen earlier, so that the page does not flash in the other.
try {
  const theme = localStorage.getItem("rung.theme");
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
} catch { /* storage is off */ }
