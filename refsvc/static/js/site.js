// What script adds to every page; without it everything still works.
const root = document.documentElement;

function themes() {
  const button = document.querySelector("[data-theme-button]");
  if (!button) return;
  button.hidden = false;
  button.addEventListener("click", () => {
    const isDark = (root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
    root.dataset.theme = isDark ? "light" : "dark";
    try {
      localStorage.setItem("theme", root.dataset.theme);
    } catch {
      // chosen for this page only
    }
  });
}

// A change of language keeps the paragraph that is open.
function languages() {
  for (const link of document.querySelectorAll(".lang-switch a")) {
    link.addEventListener("click", () => {
      if (!link.hash && location.hash) link.hash = location.hash;
    });
  }
}

themes();
languages();
