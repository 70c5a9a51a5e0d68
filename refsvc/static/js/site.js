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

async function ask(question, chosen) {
  const search = await module();
  documents ||= search.load(new URL(`${language}/search.json`, top_)).catch((error) => {
    documents = undefined;
    throw error;
  });
  const index = await documents;
  return { search, index, ...(question.trim() ? search.find(index, question, chosen) : { hits: [], instead: "" }) };
}

function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

function link(hit, { search, index }) {
  const made = element("a", "", ...search.marked(index, hit.document.title, hit.lemmas));
  made.href = new URL(hit.document.path, top_).href;
  return made;
}

// Answers as they are typed; the answer to an older question never replaces that to a newer one.
function whileTyping(input, chosen, show) {
  let latest = 0;
  input.addEventListener("input", async () => {
    const number = ++latest;
    await new Promise((done) => setTimeout(done, 60));
    if (number !== latest) return;
    try {
      const answer = await ask(input.value, chosen());
      if (number === latest) show(answer);
    } catch {
      // no index to be had: the form still asks the service
    }
  });
}

function suggestion(hit, answer) {
  const to = link(hit, answer);
  to.append(element("span", "suggest-text", answer.search.firstSentence(hit.document.text)));
  return element("li", "", element("small", "", hit.document.label), to);
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
  const here = () => ({ game: root.dataset.game || "" });
  whileTyping(input, here, (answer) => {
    list.replaceChildren(...answer.hits.slice(0, 7).map((hit) => suggestion(hit, answer)));
    list.hidden = !answer.hits.length;
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
  const address = new URLSearchParams(location.search);
  const chosen = () => choice(address);
  const show = (answer) => {
    list.replaceChildren(
      ...answer.hits.map((hit) =>
        element(
          "li", "result",
          element("p", "result-kind", hit.document.label),
          element("h2", "result-title", link(hit, answer)),
          element("p", "result-text", ...answer.search.excerpt(answer.index, hit.document.text, hit.lemmas)),
        ),
      ),
    );
    status.textContent = answer.hits.length || !input.value.trim() ? "" : status.dataset.none.replace("%", () => input.value);
    offer(answer.instead);
    lead(input.value);
  };
  whileTyping(input, chosen, show);
  const question = address.get("q");
  if (question && !list.children.length && !status.textContent) {
    input.value = question;
    ask(question, chosen()).then(show, () => {});
  }
  if (!question) input.focus();
}

// The question as it was likely meant, to be asked instead.
function offer(instead) {
  const line = document.querySelector("[data-instead]");
  line.hidden = !instead;
  line.firstChild.textContent = line.dataset.words.replace("%", () => instead);
  const to = new URL(location.href);
  to.searchParams.set("q", instead);
  line.firstChild.href = to.href;
}

// The game and the kind of answers that the address chooses, if there are such, or else the game that the reader comes from.
function choice(address) {
  const known = (name) => document.querySelector(`[data-choice="${name}"][data-value="${CSS.escape(address.get(name) || "")}"]`)?.dataset.value || "";
  return { game: known("game") || address.get("from") || "", kind: known("kind"), only: Boolean(known("game")) };
}

// The links of the choices carry on the question as it is typed now; on a page that was kept, the chosen ones are marked.
function lead(question) {
  const address = new URLSearchParams(location.search);
  for (const link of document.querySelectorAll("[data-choice]")) {
    const { choice: name, value } = link.dataset;
    const to = new URL(location.href);
    to.searchParams.set("q", question);
    if (value) to.searchParams.set(name, value);
    else to.searchParams.delete(name);
    link.href = to.href;
    if (value === (address.get(name) || "")) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
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
