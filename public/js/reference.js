// The rules reference: words of the glossary in place, search while one types, the other language at the same rule.
// Every page works without it. It is loaded by the app as a module and from a plain folder, also by file://, as a script.
(() => {
'use strict';

// The index of a book, as content/reference/index.go packs it: the names at once, the words when somebody searches.
const tiers = [1, 3, 6, 10], few = 10;
const straight = s => s.toLowerCase().replace(/[’ʼ]/g, "'");
const fold = s => straight(s).replace(/œ/g, 'oe').replace(/æ/g, 'ae').normalize('NFD').replace(/\p{Mn}/gu, '');
const bare = s => fold(s).replace(/[^a-z0-9]/g, '');
const bytes = s => Uint8Array.from(atob(s), c => c.charCodeAt(0));

function open(names, ix) {
  const words = ix ? ix.words.split(' ') : [], groups = [], posts = [], stops = new Set(names.stops.split(' ')), amounts = new Set(names.amounts.split(' '));
  const sizes = ix && bytes(ix.sizes), data = ix ? bytes(ix.posts) : [], same = {};
  let last = 0, at = 0;
  for (const step of ix ? ix.groups : []) groups.push(last += step);
  for (const line of ix ? ix.same.split('\n') : []) {
    const [said, by, means] = line.split(/([:|])/), meant = means.split(',');
    for (const a of [...said.split(','), ...(by === '|' ? meant : [])]) for (const m of meant) if (a && a !== m && !(same[a] = same[a] || []).some(s => s[0] === m)) same[a].push([m, by === '|']);
  }
  const number = () => { let v = 0, shift = 0, b; do { b = data[at++]; v |= (b & 127) << shift; shift += 7; } while (b > 127); return v; };
  while (at < data.length) {
    const list = [];
    let doc = 0;
    for (let n = number(); n > 0; n--) { const x = number(); doc += x >> 2; list.push([doc, tiers[x & 3]]); }
    posts.push(list);
  }
  const parts = s => {
    const out = [];
    for (let w of straight(s).split(/[^\p{L}\p{Nd}']+/u)) {
      w = w.replace(/^'+|'+$/g, '');
      w = names.lang === 'fr' ? w.slice(w.lastIndexOf("'") + 1) : w.split("'")[0];
      if (w) out.push(w);
    }
    return out;
  };
  const squash = s => parts(fold(s)).join(' ');
  const asWords = s => parts(s).filter(w => !stops.has(w)).flatMap(w => fold(w).split(/[^a-z0-9]+/)).filter(Boolean);
  const lower = w => { let a = 0, b = words.length; while (a < b) { const m = (a + b) >> 1; if (words[m] < w) a = m + 1; else b = m; } return a; };
  const groupsOf = w => { const out = []; for (let i = lower(w); words[i] === w; i++) out.push(groups[i]); return out; };
  const docs = names.docs.map(([page, anchor, rules, own, title = '', aliases = '', foreign = '', opening = '']) => {
    const p = names.pages[page], d = { page: p, url: p.u, anchor, rules: rules ? rules.split(' ') : [], title: title || p.t, names: [] };
    const put = (text, worth) => { const name = squash(text); if (name) d.names.push({ text: name, whole: bare(text), worth, words: asWords(text).map(groupsOf) }); };
    if (own & 1) put(d.title, anchor ? 1000 : 1050);
    for (const a of aliases.split('|')) put(a, 900);
    put(foreign, 800);
    put(opening, 700);
    [d.standing, d.byName] = [[1, 1], [0.6, 0.7], [0.3, 0.05], [0.5, 1]][own >> 1];
    return d;
  });

  // The letters to add, drop, change or swap to turn a into b.
  function distance(a, b, limit) {
    if (Math.abs(a.length - b.length) > limit || a.length > 31 || b.length > 31) return limit + 1;
    let before = null, row = Array.from({ length: b.length + 1 }, (_, j) => j);
    for (let i = 1; i <= a.length; i++) {
      const next = [i];
      let least = i;
      for (let j = 1; j <= b.length; j++) {
        let v = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) v = Math.min(v, before[j - 2] + 1);
        next.push(v);
        least = Math.min(least, v);
      }
      if (least > limit) return limit + 1;
      before = row;
      row = next;
    }
    return row[b.length];
  }

  // The groups of a word, with what they are worth.
  function expand(w, isLast, known) {
    const found = new Map(), put = (i, weight) => found.set(groups[i], Math.max(found.get(groups[i]) || 0, weight));
    let exact = false;
    for (let i = lower(w); i < words.length; i++) {
      if (words[i] === w) { put(i, 1); exact = true; }
      else if (isLast && w.length > 1 && words[i].startsWith(w)) put(i, 0.6);
      else break;
    }
    for (let c = w; !found.size && c.length > 4 && w.length - c.length < 4;) {
      c = c.slice(0, -1);
      for (let i = lower(c); i < words.length && words[i].startsWith(c); i++) if (words[i].length - c.length <= 4) put(i, 0.4);
    }
    if (exact || known || w.length < 4) return found;
    let slips = w.length > 7 ? 2 : 1, worth = 0.5;
    if (found.size) { slips = 1; worth = 0.35; }
    words.forEach((word, i) => { const d = distance(w, word, slips); if (d <= slips) put(i, worth / Math.max(d, 1)); });
    return found;
  }

  // The word itself in its forms, and what books say instead of it.
  const insteadOf = w => same[w] || (w.endsWith('s') && same[w.slice(0, -1)]) || [];
  function meanings(asked, at) {
    const w = asked[at], same = insteadOf(w), list = [[expand(w, at === asked.length - 1 && same.every(s => s[1]), same.length > 0)]];
    const put = (name, worth) => list.push(name.split(' ').map(part => new Map(groupsOf(part).map(g => [g, worth]))));
    const add = (same, of) => { for (const [name, alike] of same) put(name, alike && of.every(w => groupsOf(w).length) ? 0.25 : 0.5); };
    add(same, [w]);
    for (let from = Math.max(at - 2, 0); from <= at; from++) for (let to = Math.max(at, from + 1) + 1; to <= Math.min(from + 3, asked.length); to++) {
      const phrase = asked.slice(from, to);
      add(insteadOf(phrase.join(' ')), phrase);
      put(phrase.join(''), 1);
    }
    return list;
  }

  // Documents get the worth of a meaning; the answer is how rare it is.
  function add(meaning, weight, value, marks) {
    let rare = 0, sum = null;
    meaning.forEach((part, i) => {
      const here = meaning.length > 1 ? new Float64Array(docs.length) : value;
      for (const [g, worth] of part) {
        marks.add(g);
        const df = posts[g].length, idf = weight * Math.log(1 + (docs.length - df + 0.5) / (df + 0.5));
        rare = Math.max(rare, idf * worth);
        for (const [d, tf] of posts[g]) here[d] = Math.max(here[d], worth * idf * tf * 2.2 / (tf + 1.2 * (0.5 + 0.5 * sizes[d] / ix.mean)));
      }
      if (meaning.length > 1) { if (i) sum.forEach((v, d) => { sum[d] = v > 0 && here[d] > 0 ? Math.max(v, here[d]) : 0; }); else sum = here; }
    });
    if (sum) sum.forEach((v, d) => { value[d] = Math.max(value[d], v); });
    return rare;
  }

  function bonus(doc, query, asked) {
    let b = 0;
    const n = bare(query);
    if (/[0-9-]/.test(query) && n.length > 1) for (const id of doc.rules) {
      const whole = bare(id);
      if (whole === n || whole.slice(2) === n) b = 4000;
      else if (whole.startsWith(n) || (n.length > 2 && whole.slice(2).startsWith(n))) b = Math.max(b, 500);
    }
    for (const { text, whole, worth } of doc.names) if (text === asked) b = Math.max(b, worth + (whole === n ? 20 : 0));
    return b;
  }

  // A name that stands in the query, word for word in some form, and is most of it.
  function named(doc, said, rares, all) {
    let worth = 0;
    for (const n of doc.names) {
      if (!n.words.length || n.words.length * 5 < said.length * 3) continue;
      for (let from = 0; from + n.words.length <= said.length; from++) {
        if (n.words.every((gs, i) => gs.some(g => said[from + i].has(g)))) {
          const share = rares.slice(from, from + n.words.length).reduce((a, b) => a + b, 0) / all;
          if (share >= 0.6) worth = Math.max(worth, n.worth * 0.1 * share * share);
        }
      }
    }
    return worth;
  }

  return {
    names, docs,
    search(query, n) {
      const asked = asWords(query), count = docs.length;
      const score = new Float64Array(count), weight = new Float64Array(count), matched = new Uint16Array(count), marks = new Set(), said = [], rares = [];
      let best = 0, all = 0;
      asked.forEach((w, i) => {
        const value = new Float64Array(count), of = /^[0-9]+$/.test(w) ? 0.3 : 1;
        let rare = 0;
        meanings(asked, i).forEach((m, j) => { rare = Math.max(rare, add(m, of, value, marks)); if (!j) said.push(m[0]); });
        all += rare;
        rares.push(rare);
        value.forEach((v, d) => { if (v > 0) { score[d] += v; weight[d] += rare; best = Math.max(best, ++matched[d]); } });
      });
      if (parts(query).some(w => amounts.has(w))) for (const g of groupsOf('0most')) for (const [d] of posts[g]) score[d] *= 1.8;
      const enough = best > 0 && best * 2 >= asked.length, heavy = weight.reduce((a, b) => Math.max(a, b), 0), name = squash(query), hits = [];
      docs.forEach((doc, d) => {
        let b = bonus(doc, query, name), s = 0;
        if (enough && matched[d] && weight[d] >= heavy / 2) {
          const share = weight[d] / all;
          s = score[d] * share * share * doc.standing;
          b = Math.max(b, named(doc, said, rares, all) * doc.byName);
        }
        if (s + b > 0) hits.push({ doc, n: d, score: Math.round((s + b) * 1e4) / 1e4 });
      });
      hits.sort((a, b) => b.score - a.score || a.n - b.n);
      return { hits: hits.slice(0, n), marks };
    },
    // What the names alone tell, before the words have come.
    byName(query, n) {
      const name = squash(query), asked = name.split(' '), hits = [];
      if (asWords(query).length) docs.forEach((doc, d) => {
        let s = bonus(doc, query, name);
        for (const { text, worth } of doc.names) {
          const own = text.split(' ');
          if (asked.every(w => own.some(o => o.startsWith(w)))) s = Math.max(s, worth / 10 - text.length);
        }
        if (s > 0) hits.push({ doc, n: d, score: s });
      });
      hits.sort((a, b) => b.score - a.score || a.n - b.n);
      return { hits: hits.slice(0, n), marks: new Set() };
    },
    // The text in stretches, marked where a word of the query stands.
    mark(text, marks) {
      return text.split(/([\p{L}\p{Nd}]+)/u).filter(Boolean).map(s => [s, !stops.has(straight(s)) && groupsOf(fold(s)).some(g => marks.has(g))]);
    },
  };
}

// The answers of the own book, and when they are few those of the others behind them.
function ranked(books, query, n) {
  const hits = [];
  books.forEach((book, i) => {
    const most = i ? Math.min(n, few) - hits.length : n;
    if (most > 0) {
      const found = book.search(query, most);
      for (const hit of found.hits) hits.push({ ...hit, book, marks: found.marks });
    }
  });
  return hits;
}

// At most 160 characters around the first mark.
function excerpt(spans) {
  let start = 0, first = -1, text = '';
  for (const [s, on] of spans) { if (on && first < 0) first = text.length; text += s; }
  if (first > 60 && text.length > 160) start = text.indexOf(' ', first - 60) + 1;
  let end = Math.min(text.length, start + 158);
  if (end < text.length) end = Math.max(text.lastIndexOf(' ', end), start + 80);
  const out = [];
  let at = 0;
  if (start) out.push(['…', false]);
  for (const [s, on] of spans) {
    const a = Math.max(start, at), b = Math.min(end, at + s.length);
    if (a < b) out.push([s.slice(a - at, b - at), on]);
    at += s.length;
  }
  if (end < text.length) out.push(['…', false]);
  return out;
}

if (typeof document === 'undefined') { self.oriflammeOpen = open; self.oriflammeRanked = ranked; return; }

// One tidy address for a page however it was reached.
if (location.protocol !== 'file:' && location.pathname.endsWith('/index.html')) {
  history.replaceState(history.state, '', location.pathname.slice(0, -10) + location.search + location.hash);
}

// Words of the glossary open in place.
for (const a of document.querySelectorAll('a.term[data-gloss]')) {
  const box = document.getElementById(a.dataset.gloss);
  if (!box || !box.showPopover) continue;
  a.setAttribute('aria-haspopup', 'dialog');
  a.addEventListener('click', e => {
    if (e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    try { box.showPopover({ source: a }); } catch { box.showPopover(); }
    box.querySelector('button').focus({ preventScroll: true });
  });
  box.addEventListener('toggle', e => { if (e.newState === 'closed' && box.contains(document.activeElement)) a.focus({ preventScroll: true }); });
}

// The other language at the same rule: the one in the address, or else the first that is in view, and as far below the top.
const there = document.querySelector('.book a.lang[hreflang]');
for (const a of document.querySelectorAll('a[hreflang]')) {
  if (there && !a.closest('.book') && document.querySelector('[data-kept]')) a.href = there.href;
  a.addEventListener('click', () => {
    const seen = [...document.querySelectorAll('.chapter [id]')].find(e => e.getBoundingClientRect().bottom > 80);
    if (location.hash) a.hash = location.hash;
    else if (seen && scrollY > 200) a.hash = seen.id;
    const at = a.hash && document.getElementById(decodeURIComponent(a.hash.slice(1)));
    try { if (at) sessionStorage.scroll = JSON.stringify([a.hash, at.getBoundingClientRect().top]); } catch { /* no storage: the rule's top will do */ }
  });
}
try {
  const [hash, top] = JSON.parse(sessionStorage.scroll || '[]'), at = hash && hash === location.hash && document.getElementById(decodeURIComponent(hash.slice(1)));
  delete sessionStorage.scroll;
  if (at) addEventListener('load', () => scrollBy({ top: at.getBoundingClientRect().top - top, behavior: 'instant' }));
} catch { /* no storage */ }

// A book without a network. The worker keeps it; this shows what is kept and since when.
const day = at => new Date(at).toLocaleDateString(document.documentElement.lang, { day: 'numeric', month: 'long', year: 'numeric' });
function tell(worker, message) {
  return new Promise((done, fail) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = e => e.data.error ? fail(new Error(e.data.error)) : done(e.data.done);
    worker.postMessage(message, [port2]);
  });
}
const keeper = document.querySelector('.offline[data-pack]');
if (keeper && 'serviceWorker' in navigator && isSecureContext && location.protocol !== 'file:') {
  const status = keeper.querySelector('[role=status]'), keep = keeper.querySelector('[data-keep]'), drop = keeper.querySelector('[data-drop]');
  const root = new URL('.', location.href).href, say = keeper.dataset;
  const worker = navigator.serviceWorker.register(new URL(say.worker, location.href)).then(() => navigator.serviceWorker.ready).then(r => r.active);
  const show = kept => {
    status.textContent = kept ? say.kept.replace('#', day(kept.at)) : say.notKept;
    drop.hidden = !kept;
    keeper.dataset.state = kept ? 'kept' : 'not';
    keeper.hidden = false;
  };
  const go = async kind => {
    keep.disabled = drop.disabled = true;
    status.textContent = say.keeping;
    const assets = [...document.querySelectorAll('link[rel=stylesheet], link[rel=icon], script[src]')].map(e => e.href || e.src).filter(u => /\/(public|assets)\//.test(u));
    try { show(await tell(await worker, { kind, root, frame: location.pathname, assets })); } catch { status.textContent = say.keepFailed; }
    keep.disabled = drop.disabled = false;
  };
  keep.addEventListener('click', () => go('reference-keep'));
  drop.addEventListener('click', () => go('reference-drop'));
  worker.then(w => tell(w, { kind: 'reference-kept', root })).then(show).catch(() => {});
}
const copy = document.querySelector('main[data-kept]'), aged = document.querySelector('.book[data-age]');
if (copy && aged) {
  const p = document.createElement('p');
  p.className = 'tag kept';
  p.textContent = aged.dataset.age.replace('#', day(+copy.dataset.kept));
  aged.querySelector('.head').append(p);
}

// A tap on the number of a rule copies its address; the button below copies what it says.
const book = document.querySelector('.book[data-copied]');
if (book) {
  const toast = document.body.appendChild(document.createElement('p'));
  toast.className = 'toast';
  toast.setAttribute('role', 'status');
  let over;
  const copied = async (text, say) => {
    try { await navigator.clipboard.writeText(text); } catch {
      const area = document.body.appendChild(document.createElement('textarea'));
      area.className = 'toast';
      area.value = text;
      area.select();
      document.execCommand('copy');
      area.remove();
    }
    toast.textContent = say;
    clearTimeout(over);
    over = setTimeout(() => { toast.textContent = ''; }, 2500);
  };
  const address = id => location.href.split('#')[0] + '#' + id;
  book.addEventListener('click', e => {
    const number = e.target.closest('.rule > .cite, .rule > .cites > .cite'), button = e.target.closest('.of button');
    if (number) copied(address(number.hash.slice(1)), book.dataset.copied);
    if (!button) return;
    const rule = button.closest('.rule'), said = rule.querySelector(':scope > div').cloneNode(true);
    said.querySelector('.of')?.remove();
    const numbers = [...rule.querySelectorAll(':scope > .cite, :scope > .cites > .cite')].map(a => a.textContent).join(' ');
    copied(`${numbers} · ${said.textContent.trim().replace(/[ \t\n]+/g, ' ')}\n${book.dataset.edition}\n${address(rule.id)}`, book.dataset.ruleCopied);
  });
  for (const foot of book.querySelectorAll('.rule[id] .of')) {
    const button = foot.appendChild(document.createElement('button'));
    button.type = 'button';
    button.textContent = book.dataset.copy;
  }
  // What an example asks goes to the calculator of the app; a folder has none.
  if (!document.body.classList.contains('folder')) for (const example of book.querySelectorAll('.example[data-try]')) {
    const go = example.querySelector('.mute:last-child').appendChild(document.createElement('a'));
    go.className = 'try';
    go.href = '/odds?' + example.dataset.try;
    go.textContent = book.dataset.try;
  }
}

// Search. The names of the book come with the page, its words when somebody is about to ask, other books when it has few answers.
const data = self.oriflammeSearch = self.oriflammeSearch || {}, scripts = new Map();
const script = src => scripts.get(src) || scripts.set(src, new Promise((done, fail) => {
  const s = document.createElement('script');
  s.src = src;
  s.onload = done;
  s.onerror = () => { scripts.delete(src); fail(new Error(src)); };
  document.head.append(s);
})).get(src);
// A book of the shelf, by its game, the hash of its index and where it lies.
function shelved(box) {
  return box.dataset.books.split(' ').map(entry => {
    const [game, hash] = entry.split(':'), root = box.dataset.root + game + '/';
    const part = name => data[game + '.' + name] ? Promise.resolve() : script(`${root}${name}-${hash}.js`);
    let names, whole, texts;
    return {
      root,
      get texts() { return data[game + '.texts']; },
      get ready() { return whole || names; },
      names: () => part('names').then(() => names = names || open(data[game + '.names'])),
      load: () => Promise.all([part('names'), part('words')]).then(() => whole = whole || open(data[game + '.names'], data[game + '.words'])),
      loadTexts: () => texts = texts || part('texts').catch(() => { texts = null; }),
      get whole() { return whole; },
    };
  });
}
function put(parent, tag, spans) {
  const el = parent.appendChild(document.createElement(tag));
  for (const [s, on] of spans) {
    if (on) el.appendChild(document.createElement('mark')).textContent = s;
    else el.append(s);
  }
  return el;
}
let turn = 0;
function row(hit, shelf, foreign) {
  const { doc, n, book, marks } = hit, a = document.createElement('a');
  a.className = 'result';
  a.href = shelf.root + doc.url + 'index.html' + (doc.anchor ? '#' + doc.anchor : '');
  const path = a.appendChild(document.createElement('span'));
  path.className = 'path';
  put(path, 'span', [[(foreign ? book.names.game + ' › ' : '') + doc.page.t, false]]);
  put(path, 'span', [[doc.rules.join(' '), false]]).className = 'cite';
  put(a, 'b', book.mark(doc.title, marks));
  if (shelf.texts) put(a, 'span', excerpt(book.mark(shelf.texts[n], marks)));
  return a;
}
async function ask(box, shelves, query) {
  const mine = ++turn, list = box.querySelector('.results'), status = box.querySelector('[role=status]');
  if (!query.trim()) { list.replaceChildren(); status.textContent = ''; return; }
  const draw = hits => {
    if (mine !== turn) return;
    const rows = document.createDocumentFragment();
    for (const hit of hits) rows.append(row(hit, hit.shelf, hit.shelf !== shelves[0]));
    list.replaceChildren(rows);
    status.textContent = hits.length === 1 ? box.dataset.one : hits.length ? box.dataset.many.replace('#', hits.length) : box.dataset.none;
  };
  const own = shelves[0], answer = open => ranked(open.map(s => s.whole), query, 20).map(hit => ({ ...hit, shelf: open.find(s => s.whole === hit.book) }));
  if (!own.whole && own.ready) {
    const quick = own.ready.byName(query, 20);
    if (quick.hits.length) draw(quick.hits.map(hit => ({ ...hit, book: own.ready, marks: quick.marks, shelf: own })));
  }
  await own.load();
  let hits = answer([own]);
  draw(hits);
  const more = [own.loadTexts()];
  if (hits.length < few) more.push(...shelves.slice(1).map(s => s.load().then(() => s.loadTexts()).catch(() => {})));
  await Promise.all(more);
  hits = answer([own, ...(hits.length < few ? shelves.slice(1).filter(s => s.whole) : [])]);
  draw(hits);
}
for (const box of document.querySelectorAll('#search, #found')) {
  const input = box.querySelector('input'), shelves = shelved(box);
  const asking = text => ask(box, shelves, text).catch(() => {});
  input.addEventListener('focus', () => shelves[0].load().then(() => shelves[0].loadTexts()).catch(() => {}), { once: true });
  input.addEventListener('input', () => asking(input.value));
  const idle = self.requestIdleCallback || (f => setTimeout(f, 200));
  addEventListener('load', () => idle(() => shelves[0].names().catch(() => {})));
  const already = box.id === 'found' && new URLSearchParams(location.search).get('q');
  if (already) { input.value = already; asking(already); }
  box.querySelector('form').addEventListener('submit', e => {
    if (box.id === 'found') { e.preventDefault(); asking(input.value); return; }
    const first = box.querySelector('.result');
    if (first) { e.preventDefault(); first.click(); }
  });
  const links = () => [...box.querySelectorAll('.result')];
  box.addEventListener('keydown', e => {
    if (e.key === 'Escape' && box.id === 'search') { e.preventDefault(); box.hidePopover(); return; } // also with something typed
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (!step) return;
    const all = [input, ...links()], next = all[all.indexOf(document.activeElement) + step];
    if (next) { e.preventDefault(); next.focus(); }
  });
  if (box.id === 'search') box.querySelector('.results').addEventListener('click', e => { if (e.target.closest('a')) box.hidePopover(); });
}
const search = document.getElementById('search');
function show(e) {
  if (!search || !search.showPopover) return;
  e.preventDefault();
  search.showPopover();
  search.querySelector('input').select();
}
for (const a of document.querySelectorAll('a[data-search], a[href="/rules/search"]')) a.addEventListener('click', show);
addEventListener('keydown', e => { if (e.key === '/' && !/INPUT|TEXTAREA|SELECT/.test(e.target.tagName)) show(e); });
})();
