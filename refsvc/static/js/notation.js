// Templates of records are copied by a button; without script they are text to be marked and copied.
const status = document.querySelector("[data-copy-status]");

for (const button of document.querySelectorAll("[data-copy-button]")) {
  const text = button.closest("section").querySelector("[data-copy]");
  const label = button.querySelector("[data-copy-label]");
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text.textContent);
    } catch {
      getSelection().selectAllChildren(text);
      document.execCommand("copy"); // without a secure connection there is no other way
    }
    label.textContent = status.textContent = button.dataset.copied;
  });
}
