// The search of the service, over the index of one language: the same folding, the same steps from strict to lenient.
const SAME = { "œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ß": "ss" };
const WEIGHTS = { scenarios: 2.5, glossary: 1.6, rules: 1.4, cards: 1.4, rulings: 0.8, cases: 0.6 };
const LONGEST = 200, MOST_WORDS = 10, STEM = 4, ENDING = 2, FEW = 3, ENOUGH = 5, MOST = 30, EXCERPT = 180, LEAD = 60;
const WORD = /[\p{L}\p{N}]+/gu;

export const fold = (text) =>
  text.toLowerCase().normalize("NFD").replace(/\p{Mn}/gu, "").replace(/[œæøłđß]/g, (letter) => SAME[letter]);

const wordsOf = (text) => fold(text).match(WORD) || [];
const stem = (word) => word.slice(0, Math.max(STEM, word.length - ENDING));

export async function load(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText);
  const { kinds, games, idle, documents } = await answer.json();
  const game = (path) => games[path.split("/")[1]]; // there are none to name where there is only one
  const found = documents.map(([kind, title, text, path, others]) => ({
    kind, title, text, path,
    label: game(path) ? `${kinds[kind]} · ${game(path)}` : kinds[kind],
    fields: [[8, ` ${wordsOf(title).join(" ")} `], [1, ` ${wordsOf(text).join(" ")} `], [4, ` ${others} `],
      [3, ` ${wordsOf(path).join(" ")} `]],
  }));
  return { idle: new Set(idle), documents: found };
}

function score(document, terms, isAll) {
  let total = 0;
  for (const term of terms) {
    let best = 0;
    for (const [weight, words] of document.fields) {
      if (words.includes(` ${term} `)) best = Math.max(best, weight * 1.5);
      else if (words.includes(` ${term}`)) best = Math.max(best, weight);
    }
    if (!best && isAll) return 0;
    total += best;
  }
  return total * (WEIGHTS[document.kind] || 1);
}

export function find({ idle, documents }, question) {
  const asked = [...new Set(wordsOf(question.slice(0, LONGEST)))].slice(0, MOST_WORDS);
  const telling = asked.filter((word) => !idle.has(word));
  const words = telling.length ? telling : asked;
  const stems = words.map(stem);
  const hits = new Map();
  const strict = words.length <= FEW ? [[words, true]] : [];
  for (const [terms, isAll] of [...strict, [stems, true], [stems, false]]) {
    documents
      .map((document) => ({ document, terms, score: score(document, terms, isAll) }))
      .filter((hit) => hit.score > 0 && !hits.has(hit.document))
      .sort((one, other) => other.score - one.score)
      .forEach((hit) => hits.set(hit.document, hit));
    if (hits.size >= ENOUGH) break;
  }
  return [...hits.values()].slice(0, MOST);
}

const isAsked = (word, terms) => terms.some((term) => fold(word).startsWith(term));

// The text with <mark> around the words that were asked for.
export function marked(text, terms) {
  const pieces = [];
  let end = 0;
  for (const found of text.matchAll(WORD)) {
    if (!isAsked(found[0], terms)) continue;
    const mark = document.createElement("mark");
    mark.textContent = found[0];
    pieces.push(text.slice(end, found.index), mark);
    end = found.index + found[0].length;
  }
  return [...pieces, text.slice(end)];
}

export function excerpt(text, terms) {
  const first = [...text.matchAll(WORD)].find((found) => isAsked(found[0], terms))?.index || 0;
  const start = first > LEAD ? text.lastIndexOf(" ", first - LEAD) + 1 : 0;
  const end = text.length <= start + EXCERPT ? text.length : text.lastIndexOf(" ", start + EXCERPT);
  return marked((start ? "… " : "") + text.slice(start, end) + (end < text.length ? " …" : ""), terms);
}
