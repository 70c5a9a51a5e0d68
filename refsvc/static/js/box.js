// The box form without the service: the same file is made and read on this device. Nothing is sent anywhere.
const form = document.querySelector("[data-box]");
const game = form.dataset.box;
const fields = [...form.elements].filter((field) => "here" in field.dataset);
const named = new Map(fields.map((field) => [field.name, field]));
const fault = form.querySelector("[data-fault]");
const result = form.querySelector("[data-result]");

const isNumber = (field) => "low" in field.dataset;

// The value that a field stands for; null if it can't be one.
function valueOf(field) {
  const word = field.value.trim();
  if (!isNumber(field)) return word === "true" ? true : word === "false" ? false : word;
  const number = /^[0-9]{1,4}$/.test(word) ? Number(word) : NaN;
  return number >= field.dataset.low && number <= field.dataset.high ? number : null;
}

function complain(field, message) {
  const old = document.getElementById(`${field.name}-error`);
  old?.remove();
  field.removeAttribute("aria-invalid");
  field.removeAttribute("aria-describedby");
  if (!message) return;
  const said = document.createElement("span");
  said.className = "field-error";
  said.id = `${field.name}-error`;
  said.textContent = message;
  field.after(said);
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", said.id);
  for (let fold = field.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
}

function tell(message) {
  fault.hidden = !message;
  fault.textContent = message;
  if (message) fault.scrollIntoView({ block: "center" });
}

const expected = ({ dataset }) => form.dataset.number.replace("%1", dataset.low).replace("%2", dataset.high);

// Every value that was entered, by key; undefined if one of them can't be.
function entered() {
  const values = new Map();
  let first;
  for (const field of fields) {
    const value = field.value.trim() ? valueOf(field) : undefined;
    complain(field, value === null ? expected(field) : "");
    if (value === null) first ||= field;
    else if (value !== undefined) values.set(field.name, value);
  }
  if (first) first.focus();
  return first ? undefined : values;
}

function asFile(values) {
  const tables = new Map();
  for (const [key, value] of values) {
    const at = key.slice(0, key.lastIndexOf("."));
    if (!tables.has(at)) tables.set(at, ["", `[${at}]`]);
    tables.get(at).push(`${key.slice(at.length + 1)} = ${JSON.stringify(value)}`);
  }
  const head = [`# ${form.dataset.comment}`, `game = "${game}"`, 'standing = "box"'];
  return [...head, ...[...tables.values()].flat(), ""].join("\n");
}

function forRecord(values, scenario) {
  const tree = {};
  for (const [key, value] of values) {
    const parts = key.split(".");
    if (scenario && parts.shift() !== scenario) continue; // values that hold in every battle name none
    const last = parts.pop();
    let node = tree;
    for (const part of parts) node = node[part] ||= {};
    node[last] = value;
  }
  return tree;
}

function show(values) {
  result.hidden = false;
  result.querySelector("[data-file]").value = asFile(values);
  for (const record of result.querySelectorAll("[data-record]")) {
    const json = JSON.stringify(forRecord(values, record.dataset.record));
    record.hidden = json === "{}";
    record.querySelector("[data-json]").value = `"box": ${json}`;
    const text = record.querySelector("[data-text]");
    text.value = `${text.dataset.text} ${json}`;
  }
}

function download(text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
  link.download = `${game}-box.toml`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// A box file: tables, keys and plain values of TOML, which is all that one holds.
function parse(text) {
  const values = new Map();
  let table = "";
  for (const raw of text.replace(/^\ufeff/, "").split(/\r?\n/)) {
    const line = raw.replace(/^((?:"[^"]*"|[^"#])*)#.*$/, "$1").trim();
    const head = line.match(/^\[\s*([\w.-]+)\s*\]$/);
    const pair = line.match(/^([\w.-]+)\s*=\s*(true|false|\d+|"[^"\\]*"|'[^']*')$/);
    if (head) table = head[1] + ".";
    else if (pair) values.set(table + pair[1], pair[2].replace(/^["']|["']$/g, ""));
    else if (line) return undefined;
  }
  return values;
}

async function load(file) {
  if (!file?.size) return tell(form.dataset.noFile);
  if (file.size > form.dataset.most * 1024) return tell(form.dataset.tooLarge);
  const values = parse(await file.text());
  if (!values) return tell(form.dataset.notToml);
  if ((values.get("game") ?? game) !== game) return tell(form.dataset.otherGame);
  const unknown = [], unfit = [];
  for (const field of fields) field.value = "";
  for (const [key, word] of values) {
    const field = named.get(key);
    if (field) {
      field.value = word;
      field.closest(".boxcard").open = true;
      if (field.value !== word) unfit.push(field); // a list that doesn't have it
    } else if (key !== "game" && !/(^|\.)standing$/.test(key)) unknown.push(key);
  }
  const read = entered();
  for (const field of unfit) complain(field, form.dataset.choice);
  tell(unknown.length ? form.dataset.unknown.replace("%", unknown.slice(0, 5).join(", ")) : "");
  if (read?.size && !unfit.length) show(read);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const [job, card] = (event.submitter?.value || "make").split(":");
  if (job === "read") return void load(form.elements.file.files[0]);
  if (job === "agree") {
    const own = document.getElementById(card).querySelectorAll("[data-here]");
    return own.forEach((field) => (field.value ||= field.dataset.here));
  }
  const values = entered();
  if (!values) return;
  if (!values.size) return tell(form.dataset.empty);
  tell("");
  show(values);
  if (job === "download") download(asFile(values));
  else document.getElementById("result").focus();
});

const drop = form.querySelector("[data-drop]");
for (const kind of ["dragover", "dragleave", "drop"]) {
  drop.addEventListener(kind, (event) => {
    event.preventDefault();
    drop.classList.toggle("is-over", kind === "dragover");
    if (kind === "drop") load(event.dataTransfer.files[0]);
  });
}

// A link to one card opens it.
function open() {
  const card = document.getElementById(location.hash.slice(1));
  if (card?.matches("details")) card.open = true;
}
addEventListener("hashchange", open);
open();
