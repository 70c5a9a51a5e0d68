// At the top of a static copy of the site: on to the reader's language, as the service would do.
const links = [...document.querySelectorAll("a[hreflang]")];
const wanted = navigator.languages.map((language) => language.slice(0, 2));
const found = wanted.map((language) => links.find((link) => link.hreflang === language)).find(Boolean);
if (found) location.replace(found.href);
