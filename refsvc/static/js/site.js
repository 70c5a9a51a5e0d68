// What script adds to every page: dark or light, maps that show where something happens, search as you type, a copy for
// use without network.
// Without it everything still works.
const root = document.documentElement;
const top_ = new URL("../../../", import.meta.url); // the top of the site, wherever it is served
const language = root.lang;

function themes() {
  const button = document.querySelector("[data-theme-button]");
  if (!button) return;
  button.hidden = false;
  button.addEventListener("click", () => {
    const now = root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    root.dataset.theme = now === "dark" ? "light" : "dark";
    try {
      localStorage.setItem("theme", root.dataset.theme);
    } catch {
      // chosen for this page only
    }
  });
}

// A change of language keeps the paragraph that is open, and the question that was asked.
function languages() {
  for (const link of document.querySelectorAll(".lang-switch a")) {
    link.addEventListener("click", () => {
      const target = new URL(link.href);
      target.hash ||= location.hash;
      target.search ||= location.search;
      link.href = target.href;
    });
  }
}

// Of maps that are wider than the screen, the part where something has changed, or else where the pieces stand.
function maps() {
  for (const place of document.querySelectorAll("[data-look]")) {
    const wide = [...place.querySelectorAll(".board-wide")].filter((map) => map.scrollWidth > map.clientWidth);
    const middles = (style) =>
      wide.flatMap((map) =>
        [...map.querySelectorAll(`g:not([data-piece^="side"]) > ${style}`)].map((mark) => {
          const { x, width } = mark.getBoundingClientRect();
          return x + width / 2 - map.getBoundingClientRect().x + map.scrollLeft;
        }),
      );
    const changed = middles(":is(.b-hot, .b-head)");
    const across = changed.length ? changed : middles(".b-counter");
    if (!across.length) continue;
    const middle = (Math.min(...across) + Math.max(...across)) / 2;
    for (const map of wide) map.scrollLeft = middle - map.clientWidth / 2;
  }
}

// ---- search

const module = () => import("./search.js");
let documents;

async function ask(question) {
  const search = await module();
  documents ||= search.load(new URL(`${language}/search.json`, top_)).catch((error) => {
    documents = undefined;
    throw error;
  });
  return { search, hits: question.trim() ? search.find(await documents, question) : [] };
}

function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

function link(hit, search) {
  const made = element("a", "", ...search.marked(hit.document.title, hit.terms));
  made.href = new URL(hit.document.path, top_).href;
  return made;
}

// Answers as they are typed; the answer to an older question never replaces that to a newer one.
function whileTyping(input, show) {
  let latest = 0;
  input.addEventListener("input", async () => {
    const number = ++latest;
    await new Promise((done) => setTimeout(done, 60));
    if (number !== latest) return;
    try {
      const answer = await ask(input.value);
      if (number === latest) show(answer);
    } catch {
      // no index to be had: the form still asks the service
    }
  });
}

function searchBox() {
  const form = document.querySelector("[data-search]");
  if (!form) return;
  const input = form.querySelector("input");
  const list = element("ul", "suggest");
  list.hidden = true;
  form.append(list);
  const close = () => (list.hidden = true);
  input.addEventListener("focus", () => module(), { once: true });
  whileTyping(input, ({ search, hits }) => {
    list.replaceChildren(
      ...hits.slice(0, 7).map((hit) => element("li", "", element("small", "", hit.document.label), link(hit, search))),
    );
    list.hidden = !hits.length;
  });
  form.addEventListener("keydown", (event) => {
    const stops = [input, ...list.querySelectorAll("a")];
    const at = stops.indexOf(document.activeElement);
    if (event.key === "Escape") {
      close();
      input.focus();
    } else if (!list.hidden && at >= 0 && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      stops[(at + (event.key === "ArrowDown" ? 1 : stops.length - 1)) % stops.length].focus();
    }
  });
  document.addEventListener("click", (event) => form.contains(event.target) || close());
  form.addEventListener("focusout", (event) => event.relatedTarget && !form.contains(event.relatedTarget) && close());
}

function searchPage() {
  const input = document.querySelector("[data-search-page]");
  if (!input) return;
  const list = document.querySelector("[data-results]");
  const status = document.querySelector("[data-search-status]");
  const show = ({ search, hits }) => {
    list.replaceChildren(
      ...hits.map((hit) =>
        element(
          "li", "result",
          element("p", "result-kind", hit.document.label),
          element("h2", "result-title", link(hit, search)),
          element("p", "result-text", ...search.excerpt(hit.document.text, hit.terms)),
        ),
      ),
    );
    status.textContent = hits.length || !input.value.trim() ? "" : status.dataset.none.replace("%", input.value);
  };
  whileTyping(input, show);
  const question = new URLSearchParams(location.search).get("q");
  if (question && !list.children.length && !status.textContent) {
    input.value = question;
    ask(question).then(show, () => {});
  }
  if (!question) input.focus();
}

// ---- a copy for use without network

const copied = root.dataset.copy;

function tell(worker, message) {
  return new Promise((answer) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = (event) => answer(event.data);
    worker.postMessage(message, [channel.port2]);
  });
}

async function copies() {
  if (copied) showCopy();
  if (!("serviceWorker" in navigator) || !isSecureContext) return;
  try {
    await navigator.serviceWorker.register(new URL("worker.js", top_), { updateViaCache: "none" });
    const { active } = await navigator.serviceWorker.ready;
    if (!copied) await tell(active, { keep: language, game: root.dataset.game, version: root.dataset.version });
    root.dataset.kept = language;
  } catch {
    // no copy: the reference works while there is a network
  }
}

function showCopy() {
  const note = document.querySelector("[data-offline-note]");
  const words = note.querySelector("[data-offline-text]");
  const button = note.querySelector("button");
  const date = new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short" }).format(new Date(copied));
  words.textContent = words.dataset.offlineText.replace("%", date);
  note.hidden = false;
  button.addEventListener("click", async () => {
    button.setAttribute("aria-busy", "true");
    const { active } = await navigator.serviceWorker.ready;
    if (await tell(active, { keep: language, game: root.dataset.game, version: "" })) return location.reload();
    button.removeAttribute("aria-busy");
    button.textContent = button.dataset.failed;
  });
}

themes();
languages();
maps();
searchBox();
searchPage();
if (document.readyState === "complete") copies();
else addEventListener("load", copies);
