// The rules reference: words of the glossary in place, search while one types, the other language at the same rule.
// Every page works without it. It is loaded by the app as a module and from a plain folder, also by file://, as a script.
(() => {
'use strict';

// The index of a book, as content/reference/index.go packs it.
const tiers = [1, 3, 6, 10];
const fold = s => s.toLowerCase().replace(/œ/g, 'oe').replace(/æ/g, 'ae').replace(/[’ʼ]/g, "'").normalize('NFD').replace(/\p{Mn}/gu, '');
const bare = s => fold(s).replace(/[^a-z0-9]/g, '');
const bytes = s => Uint8Array.from(atob(s), c => c.charCodeAt(0));

function open(ix) {
  const words = ix.words.split(' '), groups = [], posts = [], sizes = bytes(ix.sizes), data = bytes(ix.posts), stops = new Set(ix.stops.split(' '));
  let last = 0, at = 0;
  for (const step of ix.groups) groups.push(last += step);
  const number = () => { let v = 0, shift = 0, b; do { b = data[at++]; v |= (b & 127) << shift; shift += 7; } while (b > 127); return v; };
  while (at < data.length) {
    const list = [];
    let doc = 0;
    for (let n = number(); n > 0; n--) { const x = number(); doc += x >> 2; list.push([doc, tiers[x & 3]]); }
    posts.push(list);
  }
  const parts = s => {
    const out = [];
    for (let w of s.split(/[^\p{L}\p{Nd}']+/u)) {
      w = w.replace(/^'+|'+$/g, '');
      w = ix.lang === 'fr' ? w.slice(w.lastIndexOf("'") + 1) : w.split("'")[0];
      if (w) out.push(w);
    }
    return out;
  };
  const squash = s => parts(fold(s)).join(' ');
  const asWords = s => fold(s).split(/[^a-z0-9']+/).flatMap(parts).filter(w => !stops.has(w));
  const lower = w => { let a = 0, b = words.length; while (a < b) { const m = (a + b) >> 1; if (words[m] < w) a = m + 1; else b = m; } return a; };
  const groupsOf = w => { const out = []; for (let i = lower(w); words[i] === w; i++) out.push(groups[i]); return out; };
  const docs = ix.docs.map(([page, anchor, rules, own, title, aliases, foreign]) => {
    const p = ix.pages[page], d = { page: p, url: p.u, anchor, rules: rules ? rules.split(' ') : [], title: title || p.t, names: [] };
    const put = (text, worth) => { const name = squash(text); if (name) d.names.push({ text: name, whole: bare(text), worth, words: asWords(text).map(groupsOf) }); };
    if (own) put(d.title, anchor ? 1000 : 1050);
    for (const a of aliases.split('|')) put(a, 900);
    put(foreign, 800);
    return d;
  });

  // The letters to add, drop, change or swap to turn a into b.
  function distance(a, b, limit) {
    if (Math.abs(a.length - b.length) > limit) return limit + 1;
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

  function expand(w, isLast) {
    const found = new Map(), put = (i, weight) => found.set(groups[i], Math.max(found.get(groups[i]) || 0, weight));
    for (let i = lower(w); i < words.length; i++) {
      if (words[i] === w) put(i, 1);
      else if (isLast && w.length > 1 && words[i].startsWith(w)) put(i, 0.6);
      else break;
    }
    for (let c = w; !found.size && c.length > 5 && w.length - c.length < 3;) {
      c = c.slice(0, -1);
      for (let i = lower(c); i < words.length && words[i].startsWith(c); i++) if (words[i].length - c.length <= 4) put(i, 0.4);
    }
    if (found.size || w.length < 4) return found;
    const slips = w.length > 7 ? 2 : 1;
    words.forEach((word, i) => { const d = distance(w, word, slips); if (d <= slips) put(i, 0.5 / Math.max(d, 1)); });
    return found;
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

  return {
    ix, docs,
    search(query, n) {
      const asked = asWords(query);
      const score = new Float64Array(docs.length), matched = new Uint16Array(docs.length), marks = new Set();
      let best = 0;
      asked.forEach((w, i) => {
        const value = new Float64Array(docs.length);
        for (const [g, weight] of expand(w, i === asked.length - 1)) {
          marks.add(g);
          const df = posts[g].length, idf = weight * Math.log(1 + (docs.length - df + 0.5) / (df + 0.5));
          for (const [d, tf] of posts[g]) value[d] = Math.max(value[d], idf * tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * sizes[d] / ix.mean)));
        }
        value.forEach((v, d) => { if (v > 0) { score[d] += v; best = Math.max(best, ++matched[d]); } });
      });
      const enough = best > 0 && best * 2 >= asked.length, name = squash(query), hits = [];
      docs.forEach((doc, d) => {
        let b = bonus(doc, query, name);
        if (best === asked.length && matched[d] === best) for (const n of doc.names) {
          if (n.words.length && n.words.every(gs => gs.some(g => marks.has(g)))) b = Math.max(b, n.worth * 0.1);
        }
        const s = (enough && matched[d] === best ? score[d] : 0) + b;
        if (s > 0) hits.push({ doc, n: d, score: Math.round(s * 1e4) / 1e4 });
      });
      hits.sort((a, b) => b.score - a.score || a.n - b.n);
      return { total: hits.length, hits: hits.slice(0, n), marks };
    },
    // The text in stretches, marked where a word of the query stands.
    mark(text, marks) {
      return text.split(/([\p{L}\p{Nd}]+)/u).filter(Boolean).map(s => {
        return [s, groupsOf(fold(s)).some(g => marks.has(g))];
      });
    },
  };
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

if (typeof document === 'undefined') { self.oriflammeOpen = open; return; }

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

// The other language at the same rule.
for (const a of document.querySelectorAll('a[hreflang]')) a.addEventListener('click', () => { a.hash = location.hash; });

// Search. The index is fetched once, when somebody is about to ask.
let book;
const script = src => new Promise((done, fail) => {
  const s = document.createElement('script');
  s.src = src;
  s.onload = done;
  s.onerror = fail;
  document.head.append(s);
});
function load(box) {
  const data = self.oriflammeSearch = self.oriflammeSearch || {};
  book = book || script(box.dataset.root + box.dataset.index).then(() => open(data.index));
  data.loading = data.loading || script(box.dataset.root + box.dataset.texts).catch(() => { data.loading = null; });
  return book;
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
async function ask(box, query) {
  const mine = ++turn, list = box.querySelector('.results'), status = box.querySelector('[role=status]');
  if (!query.trim()) { list.replaceChildren(); status.textContent = ''; return; }
  const b = await load(box), { total, hits, marks } = b.search(query, 20);
  if (mine !== turn) return;
  const draw = () => {
    const texts = self.oriflammeSearch.texts, rows = document.createDocumentFragment();
    for (const { doc, n } of hits) {
      const a = document.createElement('a');
      a.className = 'result';
      a.href = box.dataset.root + doc.url + 'index.html' + (doc.anchor ? '#' + doc.anchor : '');
      const path = a.appendChild(document.createElement('span'));
      path.className = 'path';
      put(path, 'span', [[doc.page.t, false]]);
      put(path, 'span', [[doc.rules.join(' '), false]]).className = 'cite';
      put(a, 'b', b.mark(doc.title, marks));
      if (texts) put(a, 'span', excerpt(b.mark(texts[n], marks)));
      rows.append(a);
    }
    list.replaceChildren(rows);
  };
  draw();
  status.textContent = (total === 1 ? box.dataset.one : total ? box.dataset.many.replace('#', total) : box.dataset.none);
  if (!self.oriflammeSearch.texts && self.oriflammeSearch.loading) self.oriflammeSearch.loading.then(() => { if (mine === turn) draw(); });
}
for (const box of document.querySelectorAll('#search, #found')) {
  const input = box.querySelector('input');
  input.addEventListener('focus', () => load(box), { once: true });
  input.addEventListener('input', () => ask(box, input.value));
  box.querySelector('form').addEventListener('submit', e => {
    if (box.id === 'found') { e.preventDefault(); ask(box, input.value); return; }
    const first = box.querySelector('.result');
    if (first) { e.preventDefault(); first.click(); }
  });
  const links = () => [...box.querySelectorAll('.result')];
  box.addEventListener('keydown', e => {
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
const found = document.getElementById('found'), asked = new URLSearchParams(location.search).get('q');
if (found && asked) { found.querySelector('input').value = asked; ask(found, asked); }
})();
