// @ts-check
// The search of the rules reference: the index of a book as content/reference/search/index_file.go writes it, and the box that asks it.
// Pages load it when somebody is about to ask. It is a plain script, so that it works by file:// as well.
(() => {
'use strict';

const tiers = [1, 3, 9], few = 10;
const straight = s => s.toLowerCase().replace(/[’ʼ]/g, "'");
const fold = s => straight(s).replace(/œ/g, 'oe').replace(/æ/g, 'ae').normalize('NFD').replace(/\p{Mn}/gu, '');
const bare = s => fold(s).replace(/[^a-z0-9]/g, '');
const slug = s => fold(s).split(/[^a-z0-9]+/).filter(Boolean).join('-');
const setOf = s => new Set(s.split(' '));

// The words of all books of a language with their groups: capitals tell how much of the word before stands again.
function decodeWords(text) {
  const words = [], groups = [];
  let word = '', group = -1, newest = -1;
  for (const [, back, capital, rest] of text.matchAll(/(?:\((\d+)\))?([A-Z])([^A-Z(]*)/g)) {
    const shared = capital.charCodeAt(0) - 65;
    word = word.slice(0, shared % 13) + rest;
    if (back) group = newest - back;
    else if (shared < 13) group = ++newest;
    words.push(word);
    groups.push(group);
  }
  return { words, groups, count: newest + 1 };
}

const bytesOf = text => Uint8Array.from(atob(text), c => c.charCodeAt(0));

// Numbers of few bits.
function bitReader(text) {
  const data = bytesOf(text);
  let at = 0;
  const bits = n => { let v = 0; for (; n > 0; n--, at++) v = v << 1 | data[at >> 3] >> (7 - (at & 7)) & 1; return v; };
  const gamma = () => { let n = 0; while (!bits(1)) n++; return 1 << n | bits(n); };
  const below = size => { const n = 31 - Math.clz32(size), spare = (1 << n + 1) - size, v = bits(n); return v < spare ? v : (v << 1 | bits(1)) - spare; };
  const between = (count, lo, hi, out, from) => {
    if (!count) return;
    if (count === hi - lo + 1) { for (let i = 0; i < count; i++) out[from + i] = lo + i; return; }
    const m = count >> 1, v = out[from + m] = lo + m + below(hi - lo - count + 2);
    between(m, lo, v - 1, out, from);
    between(count - m - 1, v + 1, hi, out, from + m + 1);
  };
  return { bits, gamma, between };
}

// The documents, out of one column for each property.
function documents(names) {
  const column = name => names[name].split('\n'), pages = column('pages'), rows = [];
  const anchors = column('anchors'), rules = column('rules'), titles = column('titles'), aliases = column('aliases'), foreign = column('foreign'), openings = column('openings');
  let title = '', rule = '', i = 0;
  names.counts.split(' ').forEach((count, p) => {
    const page = { u: pages[p] };
    for (let n = +count; n > 0; n--, i++) {
      title = titles[i] || title;
      page.t ??= title;
      const ids = rules[i] ? rules[i].split(' ').map(r => {
        const cut = rule.lastIndexOf('-') + 1;
        return rule = r === '+' ? rule.slice(0, cut) + (+rule.slice(cut) + 1) : r[0] === '-' ? names.letters + r : rule.slice(0, cut) + r;
      }) : [];
      let last = title.toLowerCase();
      const others = [...aliases[i].matchAll(/([A-Z])([^A-Z]*)/g)].map(([, n, rest]) => last = [...last].slice(0, n.charCodeAt(0) - 65).join('') + rest);
      let anchor = anchors[i];
      if (anchor === '=') anchor = ids[0];
      else if (anchor.endsWith('~')) anchor = anchor.slice(0, -1) + slug(names.lang !== 'en' && foreign[i] || title);
      const kind = +names.kinds[i], [standing, byName] = [[1, 1], [0.6, 0.7], [0.3, 0.05], [0.5, 1]][kind >> 1];
      rows.push({ page, url: page.u, anchor, rules: ids, title, own: kind & 1, aliases: others, foreign: foreign[i], opening: openings[i], standing, byName, names: [] });
    }
  });
  return rows;
}

// The least number of letters to add, remove, change or swap with the next to turn a into b; limit + 1 when it is more than limit.
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

// A book: its names, and with the words its whole index. What all books of the language have in common (said) comes first.
function open(said, names, ix) {
  const stops = setOf(said.stops), strange = setOf(said.strange), amounts = setOf(said.amounts), docs = documents(names);
  let words = [], groups = [];
  const posts = [], sizes = [], voices = []; // documents that say the same, the rule itself last
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

  if (ix) {
    const all = said.spelled ??= decodeWords(said.words), from = bitReader(ix.bits), here = [];
    let alike = [];
    docs.forEach((_, d) => {
      const size = from.gamma() - 2;
      alike.push(d);
      if (size < 0) return;
      for (const like of alike) sizes[like] = size;
      voices.push(alike);
      alike = [];
    });
    for (let g = 0; g < all.count; g++) {
      if (!from.bits(1)) continue;
      const list = new Array(from.gamma() - 1);
      from.between(list.length, 0, voices.length - 1, list, 0);
      here[g] = posts.length;
      posts.push(new Map(list.flatMap(v => { const tier = tiers[from.bits(1) ? 1 + from.bits(1) : 0]; return voices[v].map(d => [d, tier]); })));
    }
    all.words.forEach((w, i) => { if (here[all.groups[i]] !== undefined) { words.push(w); groups.push(here[all.groups[i]]); } });
    enterNames();
  }
  const says = readSayings();
  for (const d of docs) {
    const put = (text, worth) => { const name = squash(text); if (name) d.names.push({ text: name, whole: bare(text), worth, words: asWords(text).map(groupsOf) }); };
    if (d.own) put(d.title, d.anchor ? 1000 : 1050);
    if (d.own && d.anchor && d.title.includes('(')) put(d.title.split('(')[0], 900);
    for (const a of d.aliases) put(a, 900);
    put(d.foreign, 800);
    put(d.opening, 700);
  }

  // The words of names, of which those in the other language may be new.
  function enterNames() {
    const fresh = new Map();
    const add = (g, d, weight) => posts[g].set(d, (posts[g].get(d) || 0) + weight);
    docs.forEach((doc, d) => {
      const enter = (text, weight) => { for (const w of asWords(text)) for (const g of groupsOf(w)) add(g, d, weight); };
      enter(doc.title, doc.own ? 6 : 1);
      if (doc.anchor) enter(doc.page.t, 1);
      for (const a of doc.aliases) enter(a, 6);
      enter(doc.opening, 5);
      for (const w of asWords(doc.foreign)) {
        if (strange.has(w)) continue;
        let known = groupsOf(w);
        if (!known.length) {
          if (!fresh.has(w)) fresh.set(w, posts.push(new Map()) - 1);
          known = [fresh.get(w)];
        }
        for (const g of known) add(g, d, 2);
      }
    });
    const both = words.map((w, i) => [w, groups[i]]).concat([...fresh]).sort((a, b) => a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0);
    words = both.map(e => e[0]);
    groups = both.map(e => e[1]);
  }

  // What players say and what books say instead, as far as the book has it.
  function readSayings() {
    const ghosts = [], number = new Map(), byWord = new Map();
    const keys = w => {
      const known = groupsOf(w);
      if (known.length) return known;
      if (!number.has(w)) number.set(w, -ghosts.push(w));
      return [number.get(w)];
    };
    for (const said1 of ix ? said.says.split('\n') : []) {
      const [asked, means] = said1.split(':'), line = { alike: means === undefined, meant: [] };
      for (const text of (means ?? asked).split(',')) {
        const groups = text.split(' ').map(groupsOf);
        if (groups.every(gs => gs.length)) line.meant.push({ text, whole: text.replaceAll(' ', ''), parts: groups });
      }
      if (!line.meant.length) continue;
      for (const text of asked.split(',')) {
        const spoken = { text, keys: text.split(' ').map(keys), line };
        for (const k of spoken.keys[0]) byWord.set(k, [...byWord.get(k) || [], spoken]);
      }
    }
    return { ghosts, byWord };
  }
  const alike = (a, b) => { let n = 0; while (n < a.length && n < b.length && a[n] === b[n]) n++; return n; };
  const ghostsOf = w => says.ghosts.flatMap((g, i) => { const n = alike(w, g); return n === w.length && n === g.length || n >= 4 && n >= w.length - 3 && n >= g.length - 3 ? [-1 - i] : []; });
  function spellingVariants(keys) {
    const heard = [];
    keys.forEach((first, from) => { for (const k of first) for (const s of says.byWord.get(k) || []) {
      if (from + s.keys.length <= keys.length && s.keys.every((ks, i) => !i || ks.some(k => keys[from + i].includes(k)))) heard.push({ from, to: from + s.keys.length, name: s.text, line: s.line });
    } });
    return heard;
  }

  // The words of the book that a word of a query is a form of.
  function find(w, isLast) {
    const found = new Map(), put = (i, weight) => found.set(groups[i], Math.max(found.get(groups[i]) || 0, weight)), keys = [];
    for (let i = lower(w); i < words.length; i++) {
      if (words[i] === w) { put(i, 1); keys.push(groups[i]); }
      else if (isLast && w.length > 1 && words[i].startsWith(w)) put(i, 0.6);
      else break;
    }
    if (keys.length) return { found, keys, exact: true };
    for (let c = w; !found.size && c.length > 4 && w.length - c.length < 4;) {
      c = c.slice(0, -1);
      for (let i = lower(c); i < words.length && words[i].startsWith(c); i++) if (words[i].length - c.length <= 4 + Math.floor(c.length / 7)) put(i, 0.4);
    }
    return { found, keys: [...found.keys(), ...ghostsOf(w)], exact: false };
  }
  // Its groups with what they are worth, those of words one or two slips away included.
  function expand(w, { found, exact }, known) {
    if (exact || known || w.length < 4) return found;
    let slips = w.length > 7 ? 2 : 1, worth = 0.5;
    if (found.size) { slips = 1; worth = 0.35; }
    words.forEach((word, i) => { const d = distance(w, word, slips); if (d <= slips) found.set(groups[i], Math.max(found.get(groups[i]) || 0, worth / Math.max(d, 1))); });
    return found;
  }

  // For each word of a query the word itself in its forms, then what books say instead of it or of a phrase it stands in.
  function meanings(asked) {
    const found = asked.map((w, i) => find(w, i === asked.length - 1)), heard = spellingVariants(found.map(f => f.keys));
    const list = asked.map((w, i) => [[expand(w, found[i], heard.some(h => h.from <= i && i < h.to))]]);
    const put = (from, to, worth, ...parts) => { for (let i = from; i < to; i++) list[i].push(parts.map(gs => new Map(gs.map(g => [g, worth])))); };
    for (const h of heard) {
      const worth = h.line.alike && asked.slice(h.from, h.to).every(w => groupsOf(w).length) ? 0.25 : 0.5;
      for (const p of h.line.meant) {
        const whole = groupsOf(p.whole);
        if (p.text !== h.name) put(h.from, h.to, worth, ...p.parts);
        else if (p.parts.length > 1 && whole.length) put(h.from, h.to, 1, whole);
      }
    }
    asked.forEach((_, from) => { for (let to = from + 2; to <= Math.min(from + 3, asked.length); to++) {
      const whole = groupsOf(asked.slice(from, to).join(''));
      if (whole.length) put(from, to, 1, whole);
    } });
    return list;
  }

  // Documents get the worth of a meaning; the answer is how rare it is.
  function add(meaning, weight, value, marks) {
    let rare = 0, /** @type {Float64Array} */ sum = null;
    meaning.forEach((part, i) => {
      const here = meaning.length > 1 ? new Float64Array(docs.length) : value;
      for (const [g, worth] of part) {
        marks.add(g);
        const df = posts[g].size, idf = weight * Math.log(1 + (docs.length - df + 0.5) / (df + 0.5));
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
    const n = bare(query), numbered = /[0-9-]/.test(query) && n.length > 1;
    if (numbered) for (const id of doc.rules) {
      const whole = bare(id);
      if (whole === n || whole.slice(2) === n) b = 4000;
      else if (whole.startsWith(n) || (n.length > 2 && whole.slice(2).startsWith(n))) b = Math.max(b, 500);
    }
    for (const { text, whole, worth } of doc.names) if (text === asked) b = Math.max(b, worth + (whole === n ? 20 : 0) + (numbered ? 4000 : 0));
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
          if (n.words.length === said.length) worth = Math.max(worth, n.worth * 0.4);
          else if (share >= 0.6) worth = Math.max(worth, n.worth * 0.1 * share * share);
        }
      }
    }
    return worth;
  }

  return {
    names, docs,
    search(query, n) {
      const asked = asWords(query), count = docs.length;
      const score = new Float64Array(count), worth = new Float64Array(count), weight = new Float64Array(count), marks = new Set(), said = [], rares = [];
      let all = 0;
      meanings(asked).forEach((meant, i) => {
        const value = new Float64Array(count), of = /^[0-9]+$/.test(asked[i]) ? 0.3 : 1;
        let rare = 0;
        for (const m of meant) rare = Math.max(rare, add(m, of, value, marks));
        said.push(meant[0][0]);
        all += rare;
        rares.push(rare);
        value.forEach((v, d) => { if (v > 0) { score[d] += v; weight[d] += rare; } });
      });
      if (parts(query).some(w => amounts.has(w))) for (const g of groupsOf('0most').slice(0, 1)) for (const d of posts[g].keys()) score[d] *= 1.8;
      const heavy = weight.reduce((a, b) => Math.max(a, b), 0), name = squash(query), hits = [];
      docs.forEach((doc, d) => {
        let b = bonus(doc, query, name), s = 0;
        if (score[d] > 0 && weight[d] >= heavy * 0.25) {
          s = score[d] * (weight[d] / all) * doc.standing;
          b = Math.max(b, named(doc, said, rares, all) * doc.byName);
        }
        worth[d] = Math.round((s + b) * 1e4) / 1e4;
      });
      for (const same of voices) {
        const best = same.reduceRight((a, d) => worth[d] > worth[a] ? d : a, same[same.length - 1]);
        if (worth[best] > 0) hits.push({ doc: docs[best], n: best, score: worth[best] });
      }
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
    // The words of the book that are marked.
    forms: marks => words.filter((w, i) => marks.has(groups[i])),
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

if (typeof document === 'undefined') { // tests run under node
  Object.assign(self, { oriflammeOpen: open, oriflammeRanked: ranked, oriflammeParts: { fold, bare, slug, decodeWords, distance, excerpt } });
  return;
}

// The names of the book come first, its words when somebody is about to ask, other books when it has few answers.
const data = /** @type {Record<string, any>} */ (self.oriflammeSearch = self.oriflammeSearch || {}), scripts = new Map();
const script = src => scripts.get(src) || scripts.set(src, new Promise((done, fail) => {
  const s = document.createElement('script');
  s.src = src;
  s.onload = done;
  s.onerror = () => { scripts.delete(src); fail(new Error(src)); };
  document.head.append(s);
})).get(src);
const nothing = { stops: '', strange: '', amounts: '', says: '' };
// A book of the shelf, by its game, the hash of its index and where it lies.
function loadIndex(box) {
  return box.dataset.books.split(' ').map(entry => {
    const [game, hash] = entry.split(':'), root = box.dataset.root + game + '/';
    const part = name => data[game + '.' + name] ? Promise.resolve() : script(`${root}${name}-${hash}.js`);
    const said = () => data.said ? Promise.resolve() : script(box.dataset.root + box.dataset.said);
    let names, whole, texts;
    return {
      root,
      get texts() { return data[game + '.texts']; },
      get ready() { return whole || names; },
      names: () => part('names').then(() => names = names || open(data.said || nothing, data[game + '.names'])),
      load: () => Promise.all([said(), part('names'), part('words')]).then(() => whole = whole || open(data.said, data[game + '.names'], data[game + '.words'])),
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
// Where an answer leads, the words asked for are marked, up to the next heading.
const tidyResults = at => at.href.replace(/index\.html(?=#|$)/, '');
function markHits() {
  let to, words;
  try { [to, words] = JSON.parse(sessionStorage.marked || '[]'); } catch { return; }
  if (to !== tidyResults(location)) return;
  delete sessionStorage.marked;
  const { CSS, Highlight } = /** @type {any} */ (self);
  if (!CSS.highlights) return;
  const wanted = new Set(words), found = new Highlight(), start = document.getElementById(decodeURIComponent(location.hash.slice(1))) || document.querySelector('.chapter');
  const level = +(start?.tagName.match(/^H(\d)$/) || [])[1];
  for (let part = start; part; part = level ? /** @type {HTMLElement} */ (part.nextElementSibling) : null) {
    if (part !== start && +(part.tagName.match(/^H(\d)$/) || [])[1] <= level) break;
    const texts = document.createTreeWalker(part.closest('.cite')?.closest('li, tr, .rule') || part, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) for (const m of texts.currentNode.textContent.matchAll(/[\p{L}\p{Nd}]+/gu)) if (wanted.has(fold(m[0]))) {
      const range = new Range();
      range.setStart(texts.currentNode, m.index);
      range.setEnd(texts.currentNode, m.index + m[0].length);
      found.add(range);
    }
  }
  CSS.highlights.set('asked', found);
}
markHits();

let turn = 0;
function row(hit, shelf) {
  const { doc, n, book, marks } = hit, a = document.createElement('a');
  a.className = 'result';
  a.href = shelf.root + doc.url + (location.protocol === 'file:' ? 'index.html' : '') + (doc.anchor ? '#' + doc.anchor : '');
  const path = a.appendChild(document.createElement('span'));
  path.className = 'path';
  put(path, 'span', [[book.names.game + ' › ' + doc.page.t, false]]);
  put(path, 'span', [[doc.rules.join(' '), false]]).className = 'cite';
  put(a, 'b', book.mark(doc.title, marks));
  if (shelf.texts) put(a, 'span', excerpt(book.mark(shelf.texts[n], marks)));
  a.addEventListener('click', () => {
    try { sessionStorage.marked = JSON.stringify([tidyResults(a), book.forms(marks)]); } catch { /* no storage: no marks */ }
    setTimeout(markHits);
  });
  return a;
}
async function ask(box, shelves, query) {
  const mine = ++turn, list = box.querySelector('.results'), status = box.querySelector('[role=status]');
  if (!query.trim()) { list.replaceChildren(); status.textContent = ''; return; }
  const draw = hits => {
    if (mine !== turn) return;
    const rows = document.createDocumentFragment();
    for (const hit of hits) rows.append(row(hit, hit.shelf));
    list.replaceChildren(rows);
    status.textContent = hits.length === 1 ? box.dataset.one : hits.length ? box.dataset.many.replace('#', hits.length) : box.dataset.none;
  };
  const own = shelves[0], answer = open => ranked(open.map(s => s.whole), query, 20).map(hit => ({ ...hit, shelf: open.find(s => s.whole === hit.book) }));
  if (!own.whole && own.ready && /[\p{L}\p{Nd}]{4}/u.test(query)) { // shorter ones may say nothing
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
  const input = box.querySelector('input'), shelves = loadIndex(box);
  const asking = text => {
    if (history.state?.open === box.id) history.replaceState({ open: box.id, asked: text }, '');
    return ask(box, shelves, text).catch(() => {});
  };
  const about = () => shelves[0].load().then(() => shelves[0].loadTexts()).catch(() => {});
  if (document.activeElement === input) about();
  input.addEventListener('focus', about, { once: true });
  input.addEventListener('input', () => asking(input.value));
  shelves[0].names().then(() => { if (input.value) asking(input.value); }).catch(() => {});
  const already = box.id === 'found' && new URLSearchParams(location.search).get('q');
  if (already) { input.value = already; asking(already); }
  box.querySelector('form').addEventListener('submit', e => {
    if (box.id === 'found') { e.preventDefault(); asking(input.value); return; }
    const first = box.querySelector('.result');
    if (first) { e.preventDefault(); first.click(); }
  });
  const links = () => [...box.querySelectorAll('.result')];
  box.addEventListener('keydown', e => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (!step) return;
    const all = [input, ...links()], next = all[all.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + step];
    if (next) { e.preventDefault(); next.focus(); }
  });
  if (box.id === 'search') box.querySelector('.results').addEventListener('click', e => { if (e.target.closest('a')) box.hidePopover(); });
}
})();
