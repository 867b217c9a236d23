/* Opens the app without network, from HTTPS and localhost: files from this phone, pages from the
   network, and where that does not answer the page that shows what "pages.js" has kept. It keeps
   no page and no write itself, so that a new one can take over at any moment and nothing is lost. */
"use strict";

const ROOT = {{ request.script_root | tojson }};
const OURS = `scorecard${ROOT}-`; // Of several at one host, each has its own.
const CACHE = `${OURS}{{ release }}`;
const FILES = {{ files | tojson }};
const OFFLINE = FILES[0];
const PATIENCE = 4000; // Milliseconds until a page that is kept is better than one that may come.

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith(`${ROOT}/static/`)) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(request));
});

async function takeOver() {
  for (const name of await caches.keys()) {
    if (name.startsWith(OURS) && name !== CACHE) await caches.delete(name);
  }
  await self.clients.claim();
}

/* A file's address changes with the file. */
async function file(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  // A page of yesterday may still ask for yesterday's file; today's is better than none.
  return fetch(request).catch(async () => (await caches.match(request, { ignoreSearch: true })) || Response.error());
}

async function page(request) {
  const answer = fetch(request).then((response) => {
    if (response.status >= 502 && response.status <= 504) throw new Error("busy");
    return response;
  });
  const pause = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  const first = await Promise.race([answer, pause]).catch(() => null);
  return first || (await caches.match(OFFLINE)) || answer;
}
