// The words of a language as the search compares them: what refsvc/search/words.py does, over what it hands out.
const SAME = { "œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ß": "ss" };
export const WORD = /[\p{L}\p{N}]+/gu;

export const fold = (text) =>
  text.toLowerCase().normalize("NFD").replace(/\p{Mn}/gu, "").replace(/[œæøłđß]/g, (letter) => SAME[letter]);

export const foldedWords = (text) => fold(text).match(WORD) || [];

export class Words {
  constructor({ table, endings, no, idle, same }, shortest) {
    this.idle = new Set(idle);
    this.same = new Map(Object.entries(same));
    this.endings = endings;
    this.no = no;
    this.shortest = shortest; // letters that a word keeps when an ending is taken off
    this.table = new Map();
    this.known = new Map();
    for (const line of table.split("\n")) {
      const [start, ...ends] = line.split(",");
      for (const end of ends) this.table.set(start + end, start + ends[0]);
    }
  }

  lemma(word) {
    let found = this.known.get(word);
    if (found === undefined) {
      found = this.find(word);
      this.known.set(word, (found = this.same.get(found) ?? found));
    }
    return found;
  }

  find(word) {
    const listed = this.table.get(word);
    if (listed !== undefined) return listed;
    const positive = this.no && word.startsWith(this.no) && this.table.get(word.slice(this.no.length));
    if (positive) return positive;
    const ending = this.endings.find((end) => word.endsWith(end) && word.length - end.length >= this.shortest);
    return ending ? word.slice(0, -ending.length) : word;
  }

  telling(words) {
    const told = words.filter((word) => !this.idle.has(word));
    return told.length ? told : words;
  }

  lemmas(text) {
    return foldedWords(text).filter((word) => !this.idle.has(word)).map((word) => this.lemma(word));
  }
}

// How many letters have to be changed, left out, put in or exchanged with their neighbour; more than `most` is Infinity.
export function distance(one, other, most) {
  if (Math.abs(one.length - other.length) > most) return Infinity;
  let before = [], last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const now = [i];
    for (let j = 1; j <= other.length; j++) {
      const step = one[i - 1] === other[j - 1] ? 0 : 1;
      now[j] = Math.min(last[j] + 1, now[j - 1] + 1, last[j - 1] + step);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) now[j] = Math.min(now[j], before[j - 2] + 1);
    }
    if (Math.min(...now) > most) return Infinity;
    [before, last] = [last, now];
  }
  return last[other.length] <= most ? last[other.length] : Infinity;
}
