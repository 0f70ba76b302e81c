// The worker of the site. Each part of it answers some requests from what it keeps and knows some messages; a part that
// does not know a request leaves it to the next, and what none knows goes to the network as if there were no worker.
'use strict';

// The rules reference: a book that was kept is read from here first, and looked after behind the reader's back.
const reference = (() => {
  const shelf = 'reference', rest = 6 * 3600e3;
  const plain = url => { const u = new URL(url); return u.origin + u.pathname.replace(/index\.html$/, ''); };
  const html = text => new Response(text, { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
  const escape = s => s.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  const shared = u => u.startsWith('../'); // with the other books of the language
  const metaOf = root => root + 'kept.json';

  async function meta(root) {
    const found = await caches.match(metaOf(root), { cacheName: shelf });
    return found ? found.json() : null;
  }

  // The frame serves pages of any depth, so its own addresses must not depend on one.
  const absolute = (text, base) => text.replace(/ (href|src|action)="(?!#)([^"]*)"/g, (_, name, to) => ` ${name}="${new URL(to.replace(/&amp;/g, '&'), base).pathname}${new URL(to.replace(/&amp;/g, '&'), base).search.replace(/&/g, '&amp;')}"`);

  // A page is the frame that the reader knows, around another body.
  function framed(frame, page, at) {
    const open = frame.indexOf('>', frame.indexOf('<main')) + 1, foot = frame.indexOf('<footer class="foot-tools"', open);
    const close = foot < 0 ? frame.lastIndexOf('</main>') : foot;
    return frame.slice(0, open).replace(/<title>[^<]*/, () => '<title>' + escape(page.t)).replace('<main ', `<main data-kept="${at}" `) + page.b + frame.slice(close);
  }

  // What stands in a pack twice is there once, and a pointer back from the other place: content/reference/squeeze.go.
  function whole({ length, squeezed }) {
    const letters = new Uint16Array(length);
    let at = 0;
    squeezed.split('\x7f').forEach((part, i) => {
      if (i % 2) {
        const [back, n] = part.split(',').map(s => parseInt(s, 36));
        letters.copyWithin(at, at - back, at - back + n);
        at += n;
      } else for (let j = 0; j < part.length; j++) letters[at++] = part.charCodeAt(j);
    });
    return new TextDecoder('utf-16le').decode(letters);
  }

  // One pack holds all pages and the search of a book; with the frame, the sheet and the script that is four requests.
  async function keep({ root, frame, assets, unless }) {
    const answer = await fetch(root + 'pack.json', { cache: 'no-cache' });
    if (!answer.ok) throw new Error('no pack');
    const text = await answer.text(), pack = JSON.parse(whole(JSON.parse(text))), before = await meta(root);
    if (unless && before && before.version === pack.version) return touch(root, before);
    const around = absolute(await (await fetch(frame, { cache: 'no-cache' })).text(), new URL(frame, root)), at = Date.now(), cache = await caches.open(shelf);
    const jobs = assets.map(async a => { if (!await cache.match(a)) await cache.add(a); });
    for (const page of pack.pages) jobs.push(cache.put(new URL(page.u, root).href, html(framed(around, page, at))));
    for (const name in pack.files) jobs.push(cache.put(new URL(name, root).href, new Response(pack.files[name], { headers: { 'Content-Type': 'text/javascript; charset=utf-8' } })));
    await Promise.all(jobs);
    const now = { root, frame, assets, version: pack.version, pages: pack.pages.map(p => p.u), files: Object.keys(pack.files), bytes: text.length, at, asked: at };
    if (before) await Promise.all([...before.pages, ...before.files].filter(u => !now.pages.includes(u) && !now.files.includes(u) && !shared(u)).map(u => cache.delete(new URL(u, root).href)));
    await cache.put(metaOf(root), new Response(JSON.stringify(now)));
    return now;
  }
  async function touch(root, known) {
    known.asked = Date.now();
    await (await caches.open(shelf)).put(metaOf(root), new Response(JSON.stringify(known)));
    return known;
  }
  async function drop({ root }) {
    const known = await meta(root), cache = await caches.open(shelf);
    if (known) await Promise.all([metaOf(root), ...[...known.pages, ...known.files].filter(u => !shared(u)).map(u => new URL(u, root).href)].map(u => cache.delete(u)));
    return null;
  }
  async function refresh(root) {
    const known = await meta(root);
    if (known && Date.now() - known.asked > rest) await keep({ ...known, unless: true }).catch(() => {});
  }

  const page = /^(.*\/(?:fr\/regles|en\/rules)\/[^/]+\/)/;
  return {
    fetch(event) {
      const { request } = event;
      if (request.method !== 'GET') return false;
      const url = plain(request.url), book = url.match(page), asset = /\/(public|assets)\//.test(url);
      if (!book && !asset) return false;
      event.respondWith((asset ? caches.match(request.url) : caches.match(url, { cacheName: shelf })).then(found => {
        if (found && book && request.mode === 'navigate') event.waitUntil(refresh(book[1]));
        return found || fetch(request);
      }));
      return true;
    },
    messages: { 'reference-keep': keep, 'reference-drop': drop, 'reference-kept': ({ root }) => meta(root) },
  };
})();

// The reader's own pages: asked of the site first, and shown as they were kept where there is no network. Only pages that
// the reader was shown, or that the site names as theirs, are kept, and none after they leave.
const club = (() => {
  const shelf = 'club', most = 90, patience = 5000;
  const foreign = /^\/(?:public|assets|api|embed|enter|join|sign-in|sw\.js|fr\/regles|en\/rules|rules)(?:\/|$)/;
  const keeps = answer => answer.ok && !answer.redirected && answer.type === 'basic' && !/no-store/.test(answer.headers.get('Cache-Control') || '') && /^text\/html/.test(answer.headers.get('Content-Type') || '');

  async function put(url, answer) {
    const cache = await caches.open(shelf);
    await cache.delete(url, { ignoreVary: true });
    await cache.put(url, answer);
    const all = await cache.keys();
    for (const old of all.slice(0, Math.max(0, all.length - most))) await cache.delete(old, { ignoreVary: true });
  }
  const kept = async url => await caches.match(url, { cacheName: shelf, ignoreVary: true, ignoreSearch: true });

  async function answer(request, url) {
    const open = await caches.has(shelf), old = open ? await kept(url.href) : undefined;
    const fresh = fetch(request).then(async got => {
      if (open && !url.search && keeps(got)) await put(url.href, got.clone()).catch(() => {});
      return got;
    });
    if (!old) return fresh.catch(async error => { const page = open && request.mode === 'navigate' && await kept(new URL('/offline', url).href); if (page) return page; throw error; });
    fresh.catch(() => {});
    return Promise.race([fresh.catch(() => old), new Promise(done => setTimeout(done, patience, old))]);
  }

  async function keep({ pages, assets }) {
    const cache = await caches.open(shelf);
    await Promise.all(assets.map(async a => { if (!await caches.match(a)) await cache.add(a).catch(() => {}); }));
    let n = 0;
    for (const page of pages) {
      const got = await fetch(page, { headers: { Accept: 'text/html' } });
      if (keeps(got)) { await put(new URL(page, self.location).href, got); n++; }
    }
    return n;
  }

  return {
    fetch(event) {
      const { request } = event, url = new URL(request.url);
      const page = request.mode === 'navigate' || /^text\/html/.test(request.headers.get('Accept') || '');
      if (request.method !== 'GET' || url.origin !== self.location.origin || !page || foreign.test(url.pathname)) return false;
      event.respondWith(answer(request, url));
      return true;
    },
    messages: { 'club-keep': keep, 'club-drop': () => caches.delete(shelf) },
  };
})();

// Notices that the site pushes: shown, and when one is tapped its page is opened where the site is open already, or anew.
const notices = (() => {
  self.addEventListener('push', event => {
    let told = {};
    try { told = event.data.json(); } catch { /* a push service that sends nothing of its own */ }
    event.waitUntil(self.registration.showNotification(told.title || 'Oriflamme', { body: told.body || '', tag: told.tag, lang: told.lang, data: { path: told.path || '/' } }));
  });
  self.addEventListener('notificationclick', event => {
    event.notification.close();
    const url = new URL(event.notification.data.path, self.location.origin);
    if (url.origin !== self.location.origin) return;
    event.waitUntil(self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then(async all => {
      const open = all.find(client => client.url === url.href) || all[0];
      if (!open) return self.clients.openWindow(url.href);
      await open.focus();
      if (open.url !== url.href) await open.navigate(url.href).catch(() => self.clients.openWindow(url.href));
    }));
  });
  return { fetch: () => false, messages: {} };
})();

const parts = [reference, club, notices];

self.addEventListener('install', event => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', event => { parts.some(part => part.fetch(event)); });
self.addEventListener('message', event => {
  for (const part of parts) {
    const work = part.messages[event.data.kind];
    if (work) event.waitUntil(work(event.data).then(done => event.ports[0].postMessage({ done }), error => event.ports[0].postMessage({ error: String(error) })));
  }
});
