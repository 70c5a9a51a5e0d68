// How each line is read, shown while it is written: the service says it in the language of the page, and keeps nothing.
// An offer is a button that puts its words into the line. Without script there is only the form.
const panel = document.querySelector("[data-reading]");
const area = document.getElementById("text");
const [rows, summary, live] = ["lines", "summary", "live"].map((name) => panel.querySelector(`[data-reading-${name}]`));
const PAUSE = 500; // ms without a key before the service is asked
const MOST = 200_000; // letters of a text that is read while it is written
let timer;
let asked;
let heard = ""; // the lines that were last said not to be understood

function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

function button(className, label, words, act) {
  const made = element("button", className, words);
  made.type = "button";
  made.setAttribute("aria-label", label);
  made.addEventListener("click", act);
  return made;
}

const filled = (words, ...values) => values.reduce((said, value, at) => said.replace(`%${at + 1}`, () => value), words);
const here = () => area.value.slice(0, area.selectionStart).split("\n").length;

// Where a stretch of a line stands in the text, as long as the line still has it there.
function place(line, column, written) {
  const lines = area.value.split("\n");
  if (line > lines.length || !lines[line - 1].startsWith(written, column - 1)) return null;
  return lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
}

function goTo(line) {
  const start = place(line, 1, "");
  if (start === null) return;
  area.focus();
  area.setSelectionRange(start, start + area.value.split("\n")[line - 1].length);
}

function take(line, offer) {
  const start = place(line, offer.column, offer.instead_of);
  if (start === null) return ask();
  area.focus();
  area.setRangeText(offer.text, start, start + offer.instead_of.length, "end");
  ask();
}

function said(line, part) {
  const made = element("p", part.rule ? "reading-misread" : "", part.words);
  const offers = (part.offers || []).filter((offer) => place(line, offer.column, offer.instead_of) !== null);
  if (!offers.length) return [made];
  const label = (offer) => filled(panel.dataset.offer, line, offer.text, offer.instead_of);
  return [made, element("p", "reading-offers", ...offers.map((offer) =>
    button("btn", label(offer), offer.text, () => take(line, offer))))];
}

function row(number, parts, written) {
  const isMisread = parts.some((part) => part.rule);
  const made = element("li", isMisread ? "is-misread" : "");
  made.dataset.number = number;
  const source = element("code", "", written);
  source.setAttribute("lang", "");
  made.append(
    isMisread // only these are stops on the way by keyboard
      ? button("source-num", filled(panel.dataset.line, number), number, () => goTo(number))
      : element("span", "source-num", String(number)),
    source,
    element("div", "reading-said", ...parts.flatMap((part) => said(number, part))),
  );
  return made;
}

// The row of the line that is written, or of the nearest one above it.
function follow() {
  const number = here();
  let near;
  for (const made of rows.children) {
    made.classList.toggle("is-here", Number(made.dataset.number) === number);
    if (Number(made.dataset.number) <= number) near = made;
  }
  if (near) rows.scrollTop = near.offsetTop - (rows.clientHeight - near.offsetHeight) / 2;
}

// Aloud only when other lines than before can't be read, and never the one that is being written.
function tell(lines, fault) {
  const missed = lines.filter(({ line, parts }) => line !== here() && parts.some((part) => part.rule));
  const words = fault ? "" : missed.map(({ line, parts }) => `${line}: ${parts.find((part) => part.rule).words}`).join(" ");
  if (words !== heard) live.textContent = words;
  heard = words;
}

function show({ lines, summary: words, fault }) {
  const written = area.value.split("\n");
  const told = fault ? [{ line: fault.line || 1, parts: [{ words: fault.detail, rule: fault.rule }] }] : lines;
  rows.replaceChildren(...told.map(({ line, parts }) => row(line, parts, written[line - 1] ?? "")));
  rows.hidden = !told.length;
  summary.textContent = words;
  panel.hidden = false;
  tell(told, fault);
  follow();
}

function clear() {
  panel.hidden = true;
  rows.replaceChildren();
  heard = live.textContent = "";
}

async function ask() {
  clearTimeout(timer);
  asked?.abort();
  const text = area.value;
  if (!text.trim() || /^\s*[[{]/.test(text) || text.length > MOST) return clear();
  asked = new AbortController();
  const { signal } = asked;
  try {
    const answer = await fetch(panel.dataset.address, { method: "POST", headers: { "Content-Type": "text/plain; charset=utf-8" }, body: text, signal });
    if (answer.ok) show(await answer.json());
    else if (answer.status === 429) timer = setTimeout(ask, 1000 * (Number(answer.headers.get("Retry-After")) || 60));
    else clear();
  } catch {
    if (!signal.aborted) clear(); // no network: the form itself is still there
  }
}

area.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(ask, PAUSE);
});
for (const kind of ["keyup", "click"]) area.addEventListener(kind, follow);
addEventListener("pageshow", ask);
