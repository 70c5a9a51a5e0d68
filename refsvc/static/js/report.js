// What script adds around a report: the owner's right leaves the address bar, links are copied, waiting needs no reload.
const owner = document.querySelector("[data-owner]");
const waiting = document.querySelector("[data-waiting]");
const forget = document.querySelector("[data-forget]");
const nameOf = (share) => `own ${share}`;

function stored(share, token) {
  try {
    if (token) localStorage.setItem(nameOf(share), token);
    return localStorage.getItem(nameOf(share)) || "";
  } catch {
    return ""; // no storage here: the address keeps the right
  }
}

const without = (address) => {
  const url = new URL(address, location.href);
  url.searchParams.delete("own");
  return url.href;
};

// The right to delete is kept in this browser, so that the address can be given away as it stands.
function ownership() {
  const { owner: share, own: given, delete: deleting } = owner.dataset;
  const token = stored(share, given);
  if (!token) return;
  if (given) {
    history.replaceState(history.state, "", without(location.href));
    for (const link of document.querySelectorAll("a[href*='own=']")) link.href = without(link.href);
  }
  const field = owner.querySelector("[data-own-link]");
  field.value = `${field.dataset.ownLink}?own=${token}`;
  owner.querySelector("[data-delete-link]").href = `${without(deleting)}?own=${token}`;
  owner.querySelector("[data-own-only]").hidden = false;
}

function copying() {
  const status = owner.querySelector("[data-owner-status]");
  for (const button of owner.querySelectorAll("[data-copy-button]")) {
    const field = button.parentElement.querySelector("[data-copy]");
    button.hidden = false;
    button.addEventListener("click", async () => {
      field.select();
      try {
        await navigator.clipboard.writeText(field.value);
      } catch {
        document.execCommand("copy"); // without a secure connection there is no other way
      }
      status.textContent = owner.dataset.copied;
      button.lastChild.textContent = ` ${owner.dataset.copied}`;
    });
  }
}

// Asks at the same address how far it is; anything but data means that it is done.
async function ask() {
  const bar = waiting.querySelector("progress");
  try {
    const answer = await fetch(location.href, { headers: { Accept: "application/json" } });
    const isData = answer.headers.get("Content-Type")?.startsWith("application/json");
    const told = isData && answer.status === 202 ? await answer.json() : {};
    if (!told.is_waiting) {
      waiting.querySelector("[data-ready]").hidden = false;
      return location.reload();
    }
    if (told.count) {
      waiting.querySelector("[data-count]").textContent = told.count;
      bar.max = told.total;
      bar.value = told.done;
    }
  } catch {
    // no network for a moment
  }
  return setTimeout(ask, 1000);
}

if (owner) {
  ownership();
  copying();
}
if (waiting) setTimeout(ask, 500);
forget?.addEventListener("submit", () => {
  try {
    localStorage.removeItem(nameOf(forget.dataset.forget));
  } catch {
    // nothing was kept
  }
});
