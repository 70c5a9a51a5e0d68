// The service worker: the network first, and a copy of each language that was opened for when there is none.
// A copy is one cache, named after its language and version; it counts once its last entry, the mark, is in it.
const scope = self.registration.scope;
const PATIENCE = 4000; // ms until a silent network counts as none
const name = (language, version) => `copy ${language} ${version}`;
const markOf = (language) => new URL(`${language}/copy.mark`, scope).href;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("message", (event) => {
  const { keep, version } = event.data;
  if (!keep) return;
  const done = makeCopy(keep, version).then(() => true, () => false);
  event.waitUntil(done);
  done.then((isKept) => event.ports[0]?.postMessage(isKept));
});

async function isComplete(language, version) {
  return (await caches.has(name(language, version))) && (await (await caches.open(name(language, version))).match(markOf(language)));
}

// Fetches everything of a language and keeps it, unless this version is kept already.
async function makeCopy(language, wanted) {
  if (wanted && (await isComplete(language, wanted))) return;
  const answer = await fetch(new URL(`${language}/copy.json`, scope), { cache: "no-cache" });
  if (!answer.ok) throw new Error(answer.statusText);
  const { version, pages, files } = await answer.json();
  const cache = await caches.open(name(language, version));
  await cache.addAll(files.map((file) => new URL(file, scope).href));
  const date = new Date().toISOString();
  for (const [path, html] of Object.entries(pages)) {
    const marked = html.replace("<html ", `<html data-copy="${date}" `);
    await cache.put(new URL(path, scope).href, new Response(marked, { headers: { "Content-Type": "text/html; charset=utf-8" } }));
  }
  await cache.put(markOf(language), new Response(date));
  for (const other of await caches.keys()) {
    if (other.startsWith(name(language, "")) && other !== name(language, version)) await caches.delete(other);
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || !request.url.startsWith(scope) || url.pathname.endsWith("/copy.json")) return;
  const isStatic = request.url.startsWith(new URL("static/", scope).href);
  event.respondWith(isStatic ? keptFirst(request) : networkFirst(request, url));
});

// A static file never changes under its address.
const keptFirst = async (request) => (await caches.match(request.url)) || fetch(request);

async function networkFirst(request, url) {
  const network = fetch(request);
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
