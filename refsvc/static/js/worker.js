// The service worker: the network first, and a copy of what was opened for when there is none.
// A copy holds the pages of one game in one language, or ("-") those of no game and the files that all of them need. It is
// one cache, named after both and its version; it counts once its last entry, the mark, is in it. Pages that no copy
// holds, as the many examples, are kept when they are opened.
const scope = self.registration.scope;
const PATIENCE = 4000; // ms until a silent network counts as none
const SHARED = "-";
const MOST_OPENED = 60; // pages
const name = (language, part, version) => `copy ${language} ${part} ${version}`;
const opened = (language) => `opened ${language}`;
const addressOf = (language, part, file) => new URL(`${language}/${part === SHARED ? "" : `${part}/`}${file}`, scope).href;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("message", (event) => {
  const { keep, game, version } = event.data;
  if (!keep) return;
  const done = makeCopies(keep, game, version).then(() => true, () => false);
  event.waitUntil(done);
  done.then((isKept) => event.ports[0]?.postMessage(isKept));
});

// The copies of a language, as [cache, part, version].
async function copiesOf(language) {
  const names = (await caches.keys()).filter((one) => one.startsWith(`copy ${language} `));
  return names.map((one) => [one, ...one.split(" ").slice(2)]);
}

async function isComplete(language, part, version) {
  const cache = name(language, part, version);
  return (await caches.has(cache)) && (await (await caches.open(cache)).match(addressOf(language, part, "copy.mark")));
}

// Keeps what is about no game, the game that is open and those that were opened before; older versions go.
async function makeCopies(language, game, wanted) {
  const before = (await copiesOf(language)).filter(([, , version]) => version).map(([, part]) => part);
  let latest = wanted;
  for (const part of new Set([SHARED, ...(game ? [game] : []), ...before])) {
    if (!wanted || !(await isComplete(language, part, wanted))) latest = await makeCopy(language, part);
  }
  for (const [cache, , version] of await copiesOf(language)) {
    if (version !== latest) await caches.delete(cache);
  }
}

async function makeCopy(language, part) {
  const answer = await fetch(addressOf(language, part, "copy.json"), { cache: "no-cache" });
  if (!answer.ok) throw new Error(answer.statusText);
  const { version, pages, files } = await answer.json();
  const cache = await caches.open(name(language, part, version));
  await cache.addAll(files.map((file) => new URL(file, scope).href));
  const date = new Date().toISOString();
  const alone = await caches.open(opened(language));
  for (const [path, html] of Object.entries(pages)) {
    const address = new URL(path, scope).href;
    await putPage(cache, address, html, date);
    await alone.delete(address);
  }
  await cache.put(addressOf(language, part, "copy.mark"), new Response(date));
  return version;
}

function putPage(cache, address, html, date) {
  const marked = html.replace("<html ", `<html data-copy="${date}" `);
  return cache.put(address, new Response(marked, { headers: { "Content-Type": "text/html; charset=utf-8" } }));
}

// Keeps a page about a game that was opened, unless a copy holds it; what may not be kept says so.
async function keepOpened(url, answer) {
  if (answer.status !== 200 || /no-store/.test(answer.headers.get("Cache-Control"))) return;
  const address = url.origin + url.pathname;
  const html = await answer.text();
  const [, language] = html.match(/^\s*<!doctype html>\s*<html lang="(\w+)"[^>]* data-game="/) || [];
  if (!language || url.search) return;
  for (const [copy] of await copiesOf(language)) {
    if (await (await caches.open(copy)).match(address)) return;
  }
  const cache = await caches.open(opened(language));
  await putPage(cache, address, html, new Date().toISOString());
  for (const old of (await cache.keys()).slice(0, -MOST_OPENED)) await cache.delete(old);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || !request.url.startsWith(scope) || url.pathname.endsWith("/copy.json")) return;
  const isStatic = request.url.startsWith(new URL("static/", scope).href);
  event.respondWith(isStatic ? keptFirst(request) : networkFirst(event, url));
});

// A static file never changes under its address.
const keptFirst = async (request) => (await caches.match(request.url)) || fetch(request);

async function networkFirst(event, url) {
  const { request } = event;
  const network = fetch(request).then((answer) => {
    if (request.mode === "navigate") event.waitUntil(keepOpened(url, answer.clone()).catch(() => {}));
    return answer;
  });
  network.catch(() => {});
  try {
    const answer = await Promise.race([network, silence()]);
    if (answer && answer.status < 500) return answer;
  } catch {
    // no network
  }
  const kept = await fromCopy(url);
  if (kept) return kept;
  try {
    return await network; // slow is better than nothing
  } catch (error) {
    const instead = request.mode === "navigate" && (await offlinePage(url));
    if (!instead) throw error;
    return instead;
  }
}

const silence = () => new Promise((done) => setTimeout(done, PATIENCE));

// A page is answered at its own address only, because its links may be relative to it; from any other one leads there.
async function fromCopy(url) {
  const plain = url.origin + url.pathname.replace(/index\.html$/, "");
  for (const address of [plain, plain + "/", plain.replace(/\/$/, "")]) {
    const kept = await caches.match(address);
    if (kept) return address === url.origin + url.pathname ? kept : Response.redirect(address + url.search);
  }
  return undefined;
}

// The page that says so, in the language asked for if there is a copy of it.
async function offlinePage(url) {
  const kept = (await caches.keys()).filter((one) => one.startsWith("copy ")).map((one) => one.split(" ")[1]);
  if (!kept.length) return undefined;
  const asked = (url.origin + url.pathname).slice(scope.length).split("/")[0];
  const language = kept.includes(asked) ? asked : kept[kept.length - 1];
  return Response.redirect(new URL(asked ? `${language}/offline/` : `${language}/`, scope));
}
