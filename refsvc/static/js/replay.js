// The replay with script: buttons, links and keys change the position in place. Without it they are links.
const replay = document.querySelector("[data-replay]");
const ways = [...replay.querySelectorAll("[data-way]")];
const list = replay.querySelector("[data-moves]");
const live = replay.querySelector("[data-live]");
const keys = replay.querySelector("[data-keys]");
const heading = document.getElementById("replay");
const shown = () => replay.querySelector("[data-position]");
const KEYS = {
  ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", p: "previous-finding", n: "next-finding",
};
const fetched = new Map();
let latest = 0;

const camel = (name) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
const target = (way) => shown().dataset[camel(way)];

// The address of a position on this page, with everything else that the address asks for.
function addressOf(at) {
  const url = new URL(location.href);
  url.searchParams.set("at", at);
  url.hash = "replay";
  return url;
}

function fetchPosition(at) {
  if (!fetched.has(at)) {
    const url = new URL(replay.dataset.fetch, location.href);
    url.search = addressOf(at).search;
    url.searchParams.delete("own");
    const answer = fetch(url).then((one) => (one.ok ? one.text() : Promise.reject(new Error(one.statusText))));
    answer.catch(() => fetched.delete(at));
    fetched.set(at, answer);
  }
  return fetched.get(at);
}

const isScrolled = (map) => map && map.scrollWidth > map.clientWidth;

// Of a map that is wider than the screen, the part where something happened; else the part that was shown.
function look(left) {
  const map = shown().querySelector(".board-wide");
  if (!isScrolled(map)) return;
  map.scrollLeft = left;
  const mark = map.querySelector(".b-hot, .b-head")?.getBoundingClientRect();
  if (mark) map.scrollLeft += mark.x + mark.width / 2 - map.getBoundingClientRect().x - map.clientWidth / 2;
}

function place(html) {
  const page = document.createRange().createContextualFragment(html);
  const words = "[data-words]";
  const isOpen = shown().querySelector(words).open;
  const left = shown().querySelector(".board-wide")?.scrollLeft ?? 0;
  shown().replaceWith(page.querySelector("[data-position]"));
  shown().querySelector(words).open = isOpen;
  look(left);
}

// Everything around the position that leads on from it.
function follow(at) {
  for (const link of document.querySelectorAll(".lang-switch a")) {
    const other = new URL(link.href);
    other.searchParams.set("at", at);
    link.href = other.href;
  }
  for (const way of ways) {
    const to = target(way.dataset.way);
    way.href = addressOf(to === "" ? at : to).href;
    if (to === "") way.setAttribute("aria-disabled", "true");
    else way.removeAttribute("aria-disabled");
  }
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const line = list.querySelector(`[data-number="${at}"]`);
  line?.firstElementChild.setAttribute("aria-current", "true");
  list.scrollTop = line ? line.offsetTop - list.clientHeight / 2 : 0;
}

// Shows the position after a move; the answer to an older question never replaces that to a newer one.
async function go(at) {
  if (at === "" || at === undefined) return;
  const number = ++latest;
  if (Number(at) && !list.querySelector(`[data-number="${at}"]`)) return location.assign(addressOf(at));
  replay.setAttribute("aria-busy", "true");
  try {
    const html = await fetchPosition(String(at));
    if (number !== latest) return;
    place(html);
  } catch {
    return location.assign(addressOf(at)); // the browser says what is wrong
  }
  replay.removeAttribute("aria-busy");
  const url = addressOf(at);
  url.hash = location.hash;
  history.replaceState(history.state, "", url);
  follow(at);
  live.textContent = shown().dataset.said;
  if (target("next")) fetchPosition(target("next")).catch(() => {});
}

const isSeen = () => {
  const { top, bottom } = replay.getBoundingClientRect();
  return Math.min(bottom, innerHeight) - Math.max(top, 0) > innerHeight / 3;
};

// A link to a position of this page, wherever it stands; one from outside the replay leads the eye there.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href*='at=']");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const url = new URL(link.href);
  if (url.pathname !== location.pathname || url.hash !== "#replay") return;
  event.preventDefault();
  if (link.hasAttribute("aria-disabled")) return;
  go(url.searchParams.get("at"));
  if (replay.contains(link)) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView();
});

// Keys that a page uses by itself are taken only where the replay is looked at, and all of them can be turned off.
document.addEventListener("keydown", (event) => {
  const way = KEYS[event.key];
  if (!way || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (!keys.querySelector("input").checked) return;
  const at = event.target;
  if (at.closest("input:not([type='checkbox']), textarea, select, .table-wrap")) return;
  if (event.key.startsWith("Arrow") && isScrolled(at.closest(".board-wide"))) return;
  if (event.key.length > 1 && !isSeen() && !replay.contains(at)) return;
  event.preventDefault();
  if (!isSeen()) heading.scrollIntoView();
  go(target(way));
});

const switching = keys.querySelector("input");
keys.hidden = false;
try {
  switching.checked = localStorage.getItem("keys") !== "off";
  switching.addEventListener("change", () => localStorage.setItem("keys", switching.checked ? "on" : "off"));
} catch {
  // for this page only
}
follow(shown().dataset.at);
look(0);
