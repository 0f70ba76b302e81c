// @ts-check
// The worker of the site. Each part of it answers some requests from what it keeps and knows some messages; a part that
// does not know a request leaves it to the next, and what none knows goes to the network as if there were no worker.
'use strict';

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

// The answer used when none arrives in time.
const patience = 5000;
const late = (fresh, old) => Promise.race([fresh.catch(() => old), new Promise(done => setTimeout(done, patience, old))]);

// The rules reference: a book that a reader keeps is read from here first, and looked after behind their back. One that was
// laid by for a member of its own accord is read where there is no network, and goes when they leave.
const reference = (() => {
  const cacheName = 'reference', rest = 6 * 3600e3;
  const plain = url => { const u = new URL(url); return u.origin + u.pathname.replace(/index\.html$/, ''); };
  const html = text => new Response(text, { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
  const escape = s => s.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  const shared = u => u.startsWith('../'); // with the other books of the language
  const metaOf = root => root + 'kept.json';

  async function meta(root) {
    const found = await caches.match(metaOf(root), { cacheName });
    return found ? found.json() : null;
  }

  // The frame serves pages of any depth, so its own addresses must not depend on one.
  const absolute = (text, base) => text.replace(/ (href|src|action)="(?!#)([^"]*)"/g, (_, name, to) => ` ${name}="${new URL(to.replace(/&amp;/g, '&'), base).pathname}${new URL(to.replace(/&amp;/g, '&'), base).search.replace(/&/g, '&amp;')}"`);

  // A page is the frame that the reader knows, around another body.
  function framed(frame, title, body, at) {
    const open = frame.indexOf('>', frame.indexOf('<main')) + 1, foot = frame.indexOf('<footer class="foot-tools"', open);
    const close = foot < 0 ? frame.lastIndexOf('</main>') : foot;
    return frame.slice(0, open).replace(/<title>[^<]*/, () => '<title>' + escape(title)).replace('<main ', `<main data-kept="${at}" `) + body + frame.slice(close);
  }

  // The text of a pack. A server names its compression and the browser undoes it; on a plain host a pack lies under gzip.
  async function textOf(answer) {
    const body = await answer.blob(), [first, second] = new Uint8Array(await body.slice(0, 2).arrayBuffer());
    return first === 0x1f && second === 0x8b ? new Response(body.stream().pipeThrough(new (/** @type {any} */ (self).DecompressionStream)('gzip'))).text() : body.text();
  }

  // One pack holds all pages and the search of a book; with the sheet, the scripts and the words of the language that is five requests;
  // the frame is the page that the reader looks at.
  async function keep({ root, frame, assets, unless, own }) {
    const answer = await fetch(root + 'pack.bin', { cache: 'no-cache' });
    if (!answer.ok) throw new Error('no pack');
    const [head, ...texts] = (await textOf(answer)).split('\0'), pack = JSON.parse(head), before = await meta(root);
    if (unless && before && before.version === pack.version) return touch(root, before);
    const around = absolute(await (await fetch(frame, { cache: unless ? 'no-cache' : 'force-cache' })).text(), new URL(frame, root)), at = Date.now(), cache = await caches.open(cacheName);
    const jobs = [...assets, new URL(pack.shared, root).href].map(async a => { if (!await cache.match(a)) await cache.add(a); });
    pack.pages.forEach((page, i) => jobs.push(cache.put(new URL(page.u, root).href, html(framed(around, page.t, texts[i], at)))));
    pack.files.forEach((name, i) => jobs.push(cache.put(new URL(name, root).href, new Response(texts[pack.pages.length + i], { headers: { 'Content-Type': 'text/javascript; charset=utf-8' } }))));
    await Promise.all(jobs);
    const now = { root, frame, assets, own: own && (!before || before.own), version: pack.version, pages: pack.pages.map(p => p.u), files: [...pack.files, pack.shared], at, asked: at };
    if (before) await Promise.all([...before.pages, ...before.files].filter(u => !now.pages.includes(u) && !now.files.includes(u) && !shared(u)).map(u => cache.delete(new URL(u, root).href)));
    await cache.put(metaOf(root), new Response(JSON.stringify(now)));
    return now;
  }
  async function touch(root, known) {
    known.asked = Date.now();
    await (await caches.open(cacheName)).put(metaOf(root), new Response(JSON.stringify(known)));
    return known;
  }
  async function drop({ root }) {
    const known = await meta(root), cache = await caches.open(cacheName);
    if (known) await Promise.all([metaOf(root), ...[...known.pages, ...known.files].filter(u => !shared(u)).map(u => new URL(u, root).href)].map(u => cache.delete(u)));
    return null;
  }
  async function leave() {
    for (const { url } of await (await caches.open(cacheName)).keys()) {
      const root = url.replace(/kept\.json$/, '');
      if (root !== url && (await meta(root)).own) await drop({ root });
    }
  }
  async function refresh(root) {
    const known = await meta(root);
    if (!known || Date.now() - known.asked < rest) return;
    const now = await keep({ ...known, unless: true }).catch(() => known);
    if (now.version !== known.version) for (const page of await worker.clients.matchAll()) if (page.url.startsWith(root)) page.postMessage({ kind: 'reference-newer' });
  }

  const page = /^(.*\/(?:fr\/regles|en\/rules)\/[^/]+\/)/;
  return {
    fetch(event) {
      const { request } = event;
      if (request.method !== 'GET') return false;
      const url = plain(request.url), book = url.match(page), asset = /\/(public|assets)\/|\/said-[0-9a-f]+\.js$/.test(url);
      if (!book && !asset) return false;
      event.respondWith((asset ? caches.match(request.url) : caches.match(url, { cacheName })).then(async found => {
        if (found && book && request.mode === 'navigate') {
          const known = await meta(book[1]);
          if (known?.own) return late(fetch(request), found);
          event.waitUntil(refresh(book[1]));
        }
        return found || fetch(request).catch(async error => {
          const none = request.mode === 'navigate' && await caches.match('/offline', { cacheName: 'club', ignoreVary: true });
          if (none) return none;
          throw error;
        });
      }));
      return true;
    },
    leave,
    messages: { 'reference-keep': keep, 'reference-drop': drop, 'reference-kept': ({ root }) => meta(root) },
  };
})();

// The reader's own pages: asked of the site first, and shown as they were kept where there is no network. Only pages that
// the reader was shown, or that the site names as theirs, are kept, and none after they leave.
const club = (() => {
  const cacheName = 'club', most = 90;
  const foreign = /^\/(?:public|assets|api|embed|enter|join|sign-in|sw\.js)(?:\/|$)|^\/(?:fr\/regles|en\/rules)\/./; // of the rules only what leads to a book
  const keeps = answer => answer.ok && !answer.redirected && answer.type === 'basic' && !/no-store/.test(answer.headers.get('Cache-Control') || '') && /^text\/html/.test(answer.headers.get('Content-Type') || '');

  async function put(url, answer) {
    const cache = await caches.open(cacheName);
    await cache.delete(url, { ignoreVary: true });
    await cache.put(url, answer);
    const all = await cache.keys();
    for (const old of all.slice(0, Math.max(0, all.length - most))) await cache.delete(old, { ignoreVary: true });
  }
  // What was asked of a page makes another page of it, which none stands in for but where it is opened: a part that is
  // swapped in must be the right one. The calculators lie with the engine, for visitors too.
  async function kept(url, opening) {
    for (const name of [cacheName, 'engine']) {
      const page = await caches.match(url, { cacheName: name, ignoreVary: true });
      if (page) return page;
    }
    const { searchParams, pathname } = new URL(url);
    if (!opening) return undefined;
    if (searchParams.has('game')) {
      const page = await caches.match(`${pathname}?game=${searchParams.get('game')}`, { ignoreVary: true });
      if (page) return page;
    }
    return caches.match(url, { cacheName, ignoreVary: true, ignoreSearch: true });
  }

  async function answer(request, url) {
    const open = await caches.has(cacheName), opening = request.mode === 'navigate', old = await kept(url.href, opening);
    const fresh = fetch(request).then(async got => {
      if (open && !url.search && keeps(got)) await put(url.href, got.clone()).catch(() => {});
      return got;
    });
    if (!old) return fresh.catch(async error => { const page = open && opening && await kept(new URL('/offline', url).href); if (page) return page; throw error; });
    fresh.catch(() => {});
    return late(fresh, old);
  }

  async function keep({ pages, assets }) {
    const cache = await caches.open(cacheName);
    await Promise.all(assets.map(async a => { if (!await caches.match(a)) await cache.add(a).catch(() => {}); }));
    let n = 0;
    for (const page of pages) {
      const got = await fetch(page, { headers: { Accept: 'text/html', Purpose: 'prefetch' } });
      if (keeps(got)) { await put(new URL(page, worker.location.href).href, got); n++; }
      else if (got.ok && got.redirected && page.startsWith('/rules/')) await put(new URL(page, worker.location.href).href, Response.redirect(got.url));
    }
    return n;
  }

  return {
    fetch(event) {
      const { request } = event, url = new URL(request.url);
      const page = request.mode === 'navigate' || /^text\/html/.test(request.headers.get('Accept') || '');
      if (request.method !== 'GET' || url.origin !== worker.location.origin || !page || foreign.test(url.pathname)) return false;
      event.respondWith(answer(request, url));
      return true;
    },
    messages: { 'club-keep': keep, 'club-drop': () => Promise.all([caches.delete(cacheName), reference.leave()]) },
  };
})();

// Push notifications: each is shown, and a tap on one opens its page in a window of the site.
const notices = (() => {
  worker.addEventListener('push', event => {
    let told = {};
    try { told = event.data.json(); } catch { /* a push service that sends nothing of its own */ }
    event.waitUntil(worker.registration.showNotification(told.title || 'Oriflamme', { body: told.body || '', tag: told.tag, lang: told.lang, data: { path: told.path || '/' } }));
  });
  worker.addEventListener('notificationclick', event => {
    event.notification.close();
    const url = new URL(event.notification.data.path, worker.location.origin);
    if (url.origin !== worker.location.origin) return;
    event.waitUntil(worker.clients.matchAll({ type: 'window', includeUncontrolled: true }).then(async all => {
      const open = all.find(client => client.url === url.href) || all[0];
      if (!open) return worker.clients.openWindow(url.href);
      await open.focus();
      if (open.url !== url.href) await open.navigate(url.href).catch(() => worker.clients.openWindow(url.href));
    }));
  });
  return { fetch: () => false, messages: {} };
})();

const parts = [reference, club, notices];

worker.addEventListener('install', event => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', event => event.waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', event => { parts.some(part => part.fetch(event)); });
worker.addEventListener('message', event => {
  for (const part of parts) {
    const work = part.messages[event.data.kind];
    if (work) event.waitUntil(work(event.data).then(done => event.ports[0].postMessage({ done }), error => event.ports[0].postMessage({ error: String(error) })));
  }
});
