// The search of the service, over the index of one language: the same words, the same score, by the same numbers.
import { WORD, Words, distance, fold, foldedWords } from "./search-words.js";

export async function load(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText);
  return prepare(await answer.json());
}

const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);

// The title of a document without the number or id that stands before it, and that number.
function parted(title) {
  const at = title.indexOf(" ");
  const number = at > 0 && /\p{Nd}/u.test(title.slice(0, at)) && title.slice(at + 1) ? title.slice(0, at) : "";
  return [number, number ? title.slice(number.length).trim() : title.trim()];
}

export function prepare({ kinds, games, weights, numbers, words: given, meanings, documents: rows }) {
  const words = new Words(given, numbers.STEM);
  const many = Object.keys(games).length > 1;
  const { TITLE, NAMES, QUESTIONS, CHAPTER, TEXT, OTHER_TITLES } = numbers;
  const documents = rows.map(([id, kind, game, title, text, path, others, chapter, names, questions]) => {
    const [number, bare] = parted(title);
    const label = [kinds[kind], many && game ? games[game] : "", chapter].filter(Boolean).join(" · ");
    const parts = [[bare, TITLE], [names, NAMES], [questions, QUESTIONS], [chapter, CHAPTER], [text, TEXT], [others, OTHER_TITLES]];
    return {
      id, kind, game, title, bare, text, path, label,
      called: new Set([id, number, kind === "cases" ? "" : bare, kind === "scenarios" ? bare.split(", ")[0] : ""].filter(Boolean)),
      weight: weights[kind] ?? numbers.OTHERS,
      titled: new Set(words.lemmas(title)),
      parts: parts.map(([said, weight]) => [words.lemmas(said), weight]),
    };
  });
  const index = { words, meanings, numbers, documents, ...postings(documents, numbers), named: new Map(), terms: new Map() };
  const put = (map, key, document) => map.set(key, [...(map.get(key) || []), document]);
  for (const document of documents) {
    for (const name of document.called) put(index.named, foldedWords(name).join(" "), document);
    const titles = { glossary: document.bare.split(", "), rules: [document.bare] }[document.kind] || [];
    for (const title of titles) put(index.terms, words.lemmas(title).join(" "), document);
  }
  return Object.assign(index, vocabulary(index));
}

// How much each document is worth as an answer to a lemma, by how often and where it says it.
function postings(documents, { LENGTH, SHORTEST, SOON }) {
  const counts = new Map();
  const means = (documents[0]?.parts || []).map((_, at) => {
    const lengths = documents.map((document) => document.parts[at][0].length);
    return sum(lengths) / Math.max(lengths.filter(Boolean).length, 1) || 1;
  });
  for (const document of documents)
    document.parts.forEach(([lemmas, weight], at) => {
      const step = weight / (1 - LENGTH + LENGTH * Math.max(lemmas.length / means[at], SHORTEST));
      for (const lemma of lemmas) {
        if (!counts.has(lemma)) counts.set(lemma, new Map());
        counts.get(lemma).set(document, (counts.get(lemma).get(document) || 0) + step);
      }
    });
  for (const worth of counts.values()) for (const [document, count] of worth) worth.set(document, count / (count + SOON));
  return { worth: counts };
}

// Every form that is known and its lemma, in their order, and how the texts write it.
function vocabulary({ words, meanings, worth, documents }) {
  const known = new Set(worth.keys());
  for (const phrase of Object.keys(meanings[""])) for (const lemma of phrase.split(" ")) known.add(lemma);
  const forms = new Map();
  for (const form of words.table.keys()) if (known.has(words.lemma(form))) forms.set(form, words.lemma(form));
  for (const lemma of known) forms.set(lemma, lemma);
  const spelt = new Map();
  for (const { title, text } of documents)
    for (const found of `${title} ${text}`.match(WORD) || []) {
      const form = fold(found);
      if (!spelt.has(form)) spelt.set(form, found.toLowerCase());
    }
  return { forms, sorted: [...forms.keys()].sort(), spelt };
}

const NOTHING = new Map();

const rarity = (index, number) => Math.log(1 + (index.documents.length - number + 0.5) / (number + 0.5));

// How much of a phrase each document says: rare lemmas of it count more, and half of it is worth a quarter.
function phraseWorth(index, lemmas) {
  const parts = lemmas.map((lemma) => index.worth.get(lemma) || NOTHING);
  if (parts.length === 1) return parts[0];
  const rarities = parts.map((worth) => rarity(index, worth.size));
  const whole = sum(rarities);
  const found = new Map(), there = new Map();
  parts.forEach((worth, at) => {
    for (const [document, each] of worth) {
      found.set(document, (found.get(document) || 0) + (each * rarities[at]) / whole);
      there.set(document, (there.get(document) || 0) + rarities[at] / whole);
    }
  });
  for (const [document, each] of found) found.set(document, each * there.get(document));
  return found;
}

function begun({ sorted }, word) {
  let low = 0, high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < word) low = middle + 1;
    else high = middle;
  }
  const found = [];
  while (low < sorted.length && sorted[low].startsWith(word)) found.push(sorted[low++]);
  return found;
}

// The form that was meant by a word that nobody says; empty if it is known, or the beginning of one that is.
function meant(index, word) {
  const { words, forms, sorted, spelt, worth, numbers } = index;
  if (forms.has(words.lemma(word)) || word.length < numbers.SHORTEST_LIKE || begun(index, word).length) return "";
  const most = word.length >= numbers.LONG ? 2 : 1;
  const near = sorted
    .map((form) => [distance(word, form, most), spelt.has(form) ? 0 : 1, -(worth.get(forms.get(form)) || NOTHING).size, form])
    .filter(([far]) => far <= most)
    .sort((one, other) => one[0] - other[0] || one[1] - other[1] || one[2] - other[2] || (one[3] < other[3] ? -1 : 1));
  return near[0]?.[3] || "";
}

// The things that a question asks for, each with the ways of saying it; and the question as it was meant.
function asked(index, question, game) {
  const { words, forms, worth, numbers } = index;
  const telling = words.telling(foldedWords(question)).slice(0, numbers.MOST_WORDS);
  const others = new Map(telling.map((word) => [word, meant(index, word)]).filter(([, other]) => other));
  const lemmas = telling.map((word) => (others.has(word) ? forms.get(others.get(word)) : words.lemma(word)));
  const known = index.meanings[game] || index.meanings[""];
  const things = [], done = new Set();
  for (let at = 0; at < lemmas.length; ) {
    let number = Math.min(lemmas.length - at, numbers.MOST_PHRASE);
    const phrase = () => lemmas.slice(at, at + number);
    while (number > 1 && !Object.hasOwn(known, phrase().join(" "))) number--;
    const key = phrase().join(" ");
    const said = Object.hasOwn(known, key) ? known[key] : [];
    const ways = [[phrase(), others.has(telling[at]) ? numbers.MISSPELT : 1], ...said.map((other) => [other.split(" "), numbers.MEANT])];
    if (number === 1 && !worth.has(lemmas[at]) && !said.length && telling[at].length >= numbers.SHORTEST_BEGUN)
      for (const lemma of new Set(begun(index, telling[at]).map((form) => forms.get(form)))) ways.push([[lemma], numbers.BEGUN]);
    if (!done.has(key)) things.push(ways);
    done.add(key);
    at += number;
  }
  const other = (found) => (others.has(fold(found)) ? index.spelt.get(others.get(fold(found))) || others.get(fold(found)) : found);
  return { things, instead: others.size ? question.replace(WORD, other) : "" };
}

// How well each document answers one thing, by the best of the ways of saying it.
function thingWorth(index, ways, told) {
  const best = new Map();
  for (const [lemmas, weight] of ways)
    for (const [document, each] of phraseWorth(index, lemmas)) {
      best.set(document, Math.max(best.get(document) || 0, weight * each));
      if (!told.has(document)) told.set(document, new Set());
      for (const lemma of lemmas) told.get(document).add(lemma);
    }
  return best;
}

// The terms that are all that is asked for, by their own words or by others for them; rules by their own.
function terms({ terms: known, numbers: { CALLED, MEANT } }, things) {
  const of = (lemmas) => known.get(lemmas.join(" ")) || [];
  const own = of(things.flatMap(([[lemmas]]) => lemmas)).map((document) => [document, CALLED]);
  const others = (things.length === 1 ? things[0].slice(1) : []).filter(([, weight]) => weight >= MEANT).flatMap(([lemmas]) => of(lemmas));
  return [...own, ...others.filter(({ kind }) => kind === "glossary").map((document) => [document, CALLED * MEANT])];
}

// What answers a question, best first: `game` weighs more, or is the only one if there is to be no other.
export function find(index, question, { game = "", kind = "", only = false } = {}) {
  const { numbers } = index;
  const short = [...question].slice(0, numbers.LONGEST).join("");
  const { things, instead } = asked(index, short, game);
  const sums = new Map(), covered = new Map(), told = new Map();
  let whole = 0;
  for (const ways of things) {
    const worth = thingWorth(index, ways, told);
    const weight = rarity(index, worth.size);
    whole += weight;
    for (const [document, each] of worth) {
      sums.set(document, (sums.get(document) || 0) + weight * each);
      covered.set(document, (covered.get(document) || 0) + weight);
    }
  }
  const isChosen = (document) => (!only || !game || document.game === game) && (!kind || document.kind === kind);
  const weightOf = (document) => document.weight * (game && document.game === game ? numbers.OWN_GAME : 1);
  const scores = new Map();
  for (const [document, each] of sums) {
    if (!isChosen(document)) continue;
    const share = covered.get(document) / whole;
    const titled = document.titled.size ? [...document.titled].filter((lemma) => told.get(document).has(lemma)).length / document.titled.size : 0;
    scores.set(document, each * share ** numbers.COVERED * (1 + numbers.TITLED * titled * share) * weightOf(document));
  }
  const named = (index.named.get(foldedWords(short).join(" ")) || []).map((document) => [document, numbers.NAMED]);
  for (const [document, more] of [...terms(index, things), ...named])
    if (isChosen(document)) scores.set(document, more + weightOf(document));
  const lemmas = new Set(things.flatMap((ways) => ways.flatMap(([each]) => each)));
  const hits = [...scores]
    .sort(([one, a], [other, b]) => b - a || (one.id < other.id ? -1 : 1))
    .slice(0, numbers.MOST_HITS)
    .map(([document, score]) => ({ document, score, lemmas }));
  return { hits, instead };
}

function isAsked({ words }, word, lemmas) {
  const folded = fold(word);
  return !words.idle.has(folded) && lemmas.has(words.lemma(folded));
}

// The text with <mark> around the words that were asked for.
export function marked(index, text, lemmas) {
  const pieces = [];
  let end = 0;
  for (const found of text.matchAll(WORD)) {
    if (!isAsked(index, found[0], lemmas)) continue;
    const mark = document.createElement("mark");
    mark.textContent = found[0];
    pieces.push(text.slice(end, found.index), mark);
    end = found.index + found[0].length;
  }
  return [...pieces, text.slice(end)];
}

export function excerpt(index, text, lemmas) {
  const { EXCERPT, LEAD } = index.numbers;
  const first = [...text.matchAll(WORD)].find((found) => isAsked(index, found[0], lemmas))?.index || 0;
  const start = first > LEAD ? text.lastIndexOf(" ", first - LEAD) + 1 : 0;
  const end = text.length <= start + EXCERPT ? text.length : text.lastIndexOf(" ", start + EXCERPT);
  return marked(index, (start ? "… " : "") + text.slice(start, end) + (end < text.length ? " …" : ""), lemmas);
}

// The first sentence of a text; all of it if it has only one.
export const firstSentence = (text) => text.match(/^.*?[.!?…](?=\s+\p{Lu})/su)?.[0] || text;
