// Keeps the files listed in FILES, and serves nothing else. publish.py writes VERSION and FILES
// above; they change whenever any byte of the page changes.

const CACHE = `${registration.scope} ${VERSION}`;

addEventListener("install", (event) => {
  const requests = FILES.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        names.filter((name) => name !== CACHE && name.startsWith(registration.scope + " ")),
      )
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  );
});

addEventListener("message", ({ data }) => data === "take over" && skipWaiting());

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const file = event.request.mode === "navigate" ? "index.html" : event.request;
  const answer = caches.open(CACHE).then((cache) => cache.match(file));
  event.respondWith(answer.then((kept) => kept ?? fetch(event.request)));
});
