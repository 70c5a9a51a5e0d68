// The page to try the API: sends what a form says, shows the answer, and fills in the tokens that it tells.
const words = document.querySelector("[data-words]").dataset;
const forms = [...document.querySelectorAll("[data-operation]")];
const LONGEST = 200_000; // characters of an answer that are shown

const fields = (form, place) => [...form.querySelectorAll(`[data-in="${place}"]`)];

function valueOf(field) {
  return field.multiple ? [...field.selectedOptions].map((one) => one.value).join(",") : field.value.trim();
}

// The address that a form stands for; a part that is not filled in stands in capitals.
function addressOf(form) {
  const parts = new Map(fields(form, "path").map((field) => [field.name, valueOf(field)]));
  const path = form.dataset.path.replace(/<([a-z]+)>/g, (_, name) =>
    parts.get(name) ? encodeURIComponent(parts.get(name)) : name.toUpperCase(),
  );
  const query = new URLSearchParams();
  for (const field of fields(form, "query")) if (valueOf(field)) query.set(field.name, valueOf(field));
  const asked = query.toString().replaceAll("%3A", ":").replaceAll("%2C", ",");
  return location.origin + path + (asked ? `?${asked}` : "");
}

function headersOf(form) {
  const headers = {};
  for (const field of fields(form, "header")) if (valueOf(field)) headers[field.name] = valueOf(field);
  const body = form.querySelector("[data-body]");
  if (body) headers["Content-Type"] = /^\s*[{[]/.test(body.value) ? "application/json" : "text/plain";
  return headers;
}

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

function curlOf(form) {
  const { method } = form.dataset;
  const headers = headersOf(form);
  const line = ["curl"];
  if (form.querySelector("[data-body]")) {
    line.push(`--data-binary @game.${headers["Content-Type"].endsWith("json") ? "json" : "txt"}`);
  } else if (method !== "GET") line.push(`-X ${method}`);
  for (const [name, value] of Object.entries(headers)) line.push(`-H ${quoted(`${name}: ${value}`)}`);
  return [...line, quoted(addressOf(form))].join(" ");
}

function showCurl(form) {
  document.querySelector(`[data-curl="${form.dataset.operation}"]`).textContent = curlOf(form);
}

async function send(form) {
  const button = form.querySelector("button");
  button.setAttribute("aria-busy", "true");
  try {
    const body = form.querySelector("[data-body]")?.value;
    const answer = await fetch(addressOf(form), { method: form.dataset.method, headers: headersOf(form), body });
    await show(form, answer);
  } catch {
    tell(form, words.lost, "");
  }
  button.removeAttribute("aria-busy");
}

async function show(form, answer) {
  const type = (answer.headers.get("Content-Type") ?? "").split(";")[0];
  const data = await answer.arrayBuffer();
  const status = words.status.replace("%1", answer.status).replace("%2", type).replace("%3", data.byteLength);
  if (type && !/json|text/.test(type) && new Uint8Array(data.slice(0, 2000)).includes(0)) {
    return tell(form, status, words.bytes);
  }
  let text = new TextDecoder().decode(data);
  if (type.includes("json")) {
    const tree = JSON.parse(text);
    text = JSON.stringify(tree, null, 2);
    fill(tree);
  }
  tell(form, status, text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
}

function tell(form, status, text) {
  const answer = form.querySelector("[data-answer]");
  answer.hidden = false;
  answer.querySelector("[data-status]").textContent = status;
  answer.querySelector("pre").hidden = !text;
  answer.querySelector("[data-content]").textContent = text;
}

// The tokens in the links of an answer go into the fields of the other operations.
function fill({ links }) {
  for (const [link, pattern, names] of [
    ["report", /\/reports\/([^/]+)(?:\/(\d+))?$/, ["share", "number"]],
    ["delete", /\/uploads\/([^/]+)$/, ["token"]],
    ["job", /\/jobs\/([^/]+)$/, ["job"]],
  ]) {
    const found = pattern.exec(links?.[link] ?? "");
    names.forEach((name, at) => {
      for (const field of document.querySelectorAll(`[data-in="path"][name="${name}"]`)) {
        if (found?.[at + 1]) field.value = found[at + 1];
      }
    });
  }
  forms.forEach(showCurl);
}

for (const form of forms) {
  form.hidden = false;
  for (const optional of form.querySelectorAll("[data-optional]")) optional.disabled = false;
  form.addEventListener("input", () => showCurl(form));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form);
  });
  showCurl(form);
}
const named = location.hash && document.getElementById(location.hash.slice(1));
if (named?.localName === "details") named.open = true;
