// Before anything is drawn: the reader's choice of dark or light, if one was made.
try {
  const chosen = localStorage.getItem("theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch {
  // no storage here: the system decides
}
