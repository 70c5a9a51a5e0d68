// The form with script: files are dropped or pasted anywhere, the way is shown, and what is wrong comes at its place.
const form = document.querySelector("[data-check]");
const { file: input, box, text } = form.elements;
const part = (name) => form.querySelector(`[data-${name}]`);
const [fault, drop, list, hint, send, progress] = ["fault", "drop", "files", "drop-hint", "send", "progress"].map(part);
const bar = progress.querySelector("progress");
hint.hidden = false;

function setFiles(files, field = input) {
  const carrier = new DataTransfer();
  files.forEach((file) => carrier.items.add(file));
  field.files = carrier.files;
  if (field === input) show();
}

function show() {
  list.replaceChildren(...[...input.files].map((file, at) => {
    const line = document.createElement("li");
    const button = document.createElement("button");
    button.className = "icon-btn";
    button.type = "button";
    button.textContent = "×";
    button.setAttribute("aria-label", form.dataset.remove.replace("%", file.name));
    button.addEventListener("click", () => {
      setFiles([...input.files].filter((_, other) => other !== at));
      input.focus();
    });
    line.append(file.name, button);
    return line;
  }));
  list.hidden = input.files.length < 1;
}

// A box file goes where box files go; everything else is a record.
function add(files) {
  const isBox = (file) => file.name.endsWith(".toml");
  const boxes = files.filter(isBox);
  if (boxes.length) {
    box.closest("details").open = true;
    setFiles(boxes.slice(0, 1), box);
  }
  setFiles([...input.files, ...files.filter((file) => !isBox(file))]);
}

const hasFiles = (data) => data && [...data.types].includes("Files");
for (const kind of ["dragover", "dragleave", "drop"]) {
  document.addEventListener(kind, (event) => {
    if (!hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    drop.classList.toggle("is-over", kind === "dragover");
    if (kind === "drop") add([...event.dataTransfer.files]);
  });
}
document.addEventListener("paste", (event) => {
  if (event.clipboardData.files.length) add([...event.clipboardData.files]);
});
input.addEventListener("change", show);

function complain(content, line = 0) {
  fault.replaceChildren(...content);
  fault.hidden = false;
  fault.focus();
  if (!line || !text.value.trim() || input.files.length) return;
  const lines = text.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  text.setSelectionRange(start, start + (lines[line - 1] || "").length);
}

function rest() {
  send.removeAttribute("aria-busy");
  progress.hidden = true;
}

function tell(words, percent) {
  progress.querySelector("label").textContent = words;
  if (percent === undefined) bar.removeAttribute("value");
  else bar.value = percent;
}

// What is wrong as the service says it: the same part of the page that it shows without script.
function answered({ status, responseText }) {
  if (status === 200) return location.assign(JSON.parse(responseText).address);
  rest();
  const page = new DOMParser().parseFromString(responseText, "text/html");
  const said = page.querySelector("[data-fault]");
  if (said) return complain(said.childNodes, Number(said.dataset.line));
  return complain([page.querySelector("main .lede")?.textContent || form.dataset.lost]);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (send.hasAttribute("aria-busy")) return;
  const size = [...input.files].reduce((sum, file) => sum + file.size, new Blob([text.value]).size);
  if (size > form.dataset.most) return complain([form.dataset.tooLarge]);
  const request = new XMLHttpRequest();
  request.open("POST", form.action);
  request.setRequestHeader("Accept", "application/json");
  request.upload.addEventListener("progress", ({ loaded, total }) => {
    const percent = Math.floor((100 * loaded) / total);
    tell(form.dataset.sending.replace("%", percent), percent);
  });
  request.upload.addEventListener("load", () => tell(form.dataset.checking));
  request.addEventListener("load", () => answered(request));
  request.addEventListener("error", () => {
    rest();
    complain([form.dataset.lost]);
  });
  fault.hidden = true;
  send.setAttribute("aria-busy", "true");
  tell(form.dataset.checking);
  progress.hidden = false;
  request.send(new FormData(form));
});

// Whoever comes back by the browser's own button finds a form that can be sent again.
addEventListener("pageshow", () => {
  rest();
  show();
});
