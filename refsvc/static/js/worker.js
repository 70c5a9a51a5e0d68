// The service worker: keeps nothing yet.
