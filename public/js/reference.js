// @ts-check
// The rules reference: words of the glossary in place, the other language at the same rule, a book without a network.
// The search is a script of its own, which comes with the first touch.
// Every page works without it. It is loaded by the app as a module and from a plain folder, also by file://, as a script.
(() => {
'use strict';

// Where the search and the fonts are: beside this script in a folder, at addresses of their own in the app.
const beside = (near, own) => new URL(document.currentScript ? near : own, document.currentScript ? /** @type {HTMLScriptElement} */ (document.currentScript).src : location.href).href;
const searching = beside('search.js', '/public/js/search.js'), fonts = beside('../fonts.css', '/public/fonts.css');

// The first page is shown in fonts of the phone. The site's fonts are fetched when the reader goes on to another page.
const style = () => document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: fonts }));
try {
  if (localStorage.fonts === fonts) style();
  else if (location.protocol !== 'file:') addEventListener('pointerdown', () => fetch(fonts).then(sheet => sheet.text()).then(text => {
    const wanted = text.match(/[^(]+latin-(wght|[47]00)-normal[^)]+/g).map(url => fetch(new URL(url, fonts)));
    return Promise.all(wanted).then(() => { localStorage.fonts = fonts; });
  }).catch(() => {}), { once: true, passive: true });
} catch { /* no storage: the letters of the phone will do */ }

// One tidy address for a page however it was reached.
if (location.protocol !== 'file:' && location.pathname.endsWith('/index.html')) {
  history.replaceState(history.state, '', location.pathname.slice(0, -10) + location.search + location.hash);
}

// Words of the glossary open in place, and so do those in what they mean.
const glossary = document.getElementById('gloss');
const glossaryEntries = a => a && glossary?.showPopover && document.getElementById('g-' + a.hash.slice(1));
let asked;
for (const a of document.querySelectorAll('a.term')) if (glossaryEntries(a)) a.setAttribute('aria-haspopup', 'dialog');
document.addEventListener('click', e => {
  const a = e.target.closest?.('a.term'), word = glossaryEntries(a);
  if (!word || e.ctrlKey || e.metaKey || e.shiftKey) return;
  e.preventDefault();
  const [title, button, text, entry] = /** @type {HTMLCollectionOf<HTMLElement>} */ (glossary.children);
  title.textContent = word.textContent;
  text.replaceChildren(...word.nextElementSibling.cloneNode(true).childNodes);
  /** @type {HTMLAnchorElement} */ (entry.firstChild).hash = a.hash;
  if (!glossary.contains(a)) {
    asked = a;
    try { glossary.showPopover({ source: a }); } catch { glossary.showPopover(); }
  }
  setTimeout(() => button.focus({ preventScroll: true })); // not before the key that opened it is up, which would close it
});
glossary?.addEventListener('toggle', e => { if (e.newState === 'closed' && document.activeElement.matches('body, main, #gloss *')) asked?.focus({ preventScroll: true }); });

// What goes sideways does so by keys as well.
addEventListener('load', () => { for (const box of document.querySelectorAll('.scroll')) if (box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight) box.tabIndex = 0; });

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
  if (at) addEventListener('load', () => scrollBy({ top: at.getBoundingClientRect().top - top, behavior: /** @type {ScrollBehavior} */ ('instant') }));
} catch { /* no storage */ }

// A book without a network. The worker keeps it; this shows what is kept and since when.
const day = at => new Date(at).toLocaleDateString(document.documentElement.lang, { day: 'numeric', month: 'long', year: 'numeric' });
function postToWorker(worker, message) {
  return new Promise((done, fail) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = e => e.data.error ? fail(new Error(e.data.error)) : done(e.data.done);
    worker.postMessage(message, [port2]);
  });
}
const offlineBook = document.querySelector('.offline[data-pack]');
if (offlineBook && 'serviceWorker' in navigator && isSecureContext && location.protocol !== 'file:') {
  const status = offlineBook.querySelector('[role=status]'), keep = offlineBook.querySelector('button[data-keep]'), drop = offlineBook.querySelector('button[data-drop]');
  const root = new URL('.', location.href).href, say = offlineBook.dataset, wanted = keep.textContent;
  const worker = navigator.serviceWorker.register(new URL(say.worker, location.href)).then(() => navigator.serviceWorker.ready).then(r => r.active);
  const show = kept => {
    status.textContent = kept ? say.kept.replace('#', day(kept.at)) : say.notKept;
    keep.textContent = kept ? say.update : wanted;
    drop.hidden = !kept;
    offlineBook.dataset.state = kept ? 'kept' : 'not';
    offlineBook.hidden = false;
  };
  const go = async kind => {
    keep.disabled = drop.disabled = true;
    status.textContent = say.keeping;
    const assets = [...document.querySelectorAll('link[rel=stylesheet], script[src]')].map(e => 'href' in e ? e.href : e.src).concat(searching).filter(u => /\/(public|assets)\//.test(u));
    try { show(await postToWorker(await worker, { kind, root, frame: location.pathname, assets })); } catch { status.textContent = say.keepFailed; }
    keep.disabled = drop.disabled = false;
  };
  keep.addEventListener('click', () => go('reference-keep'));
  drop.addEventListener('click', () => go('reference-drop'));
  worker.then(w => postToWorker(w, { kind: 'reference-kept', root })).then(show).catch(() => {});
}
navigator.serviceWorker?.addEventListener('message', e => {
  const age = document.querySelector('.kept');
  if (e.data?.kind !== 'reference-newer' || !age || age.querySelector('a')) return;
  const again = document.createElement('a');
  again.href = '';
  again.textContent = document.querySelector('.book').dataset.newer;
  age.append(' ', again);
});
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
    const number = e.target.closest('.rule > a.cite, .rule > .cites > a.cite'), button = e.target.closest('.of button');
    if (number) copied(address(number.hash.slice(1)), book.dataset.copied);
    if (!button) return;
    const rule = button.closest('.rule'), said = /** @type {HTMLElement} */ (rule.querySelector(':scope > div').cloneNode(true));
    for (const foot of said.querySelectorAll('.of, .but')) foot.remove();
    const numbers = [...rule.querySelectorAll(':scope > .cite, :scope > .cites > .cite')].map(a => a.textContent).join(' ');
    copied(`${numbers} · ${said.textContent.trim().replace(/[ \t\n]+/g, ' ')}\n${book.dataset.edition}\n${address(rule.id)}`, book.dataset.ruleCopied);
  });
  for (const foot of book.querySelectorAll('.rule[id] .of')) {
    const button = foot.appendChild(document.createElement('button'));
    button.type = 'button';
    button.textContent = book.dataset.copyRule;
  }
  // What an example asks goes to the calculator of the app; a folder has none.
  if (!document.body.classList.contains('folder')) for (const example of book.querySelectorAll('.example[data-try]')) {
    const go = example.querySelector('.mute:last-child').appendChild(document.createElement('a'));
    go.className = 'try';
    go.href = '/odds?' + example.dataset.try;
    go.textContent = book.dataset.try;
  }
}

// Search. Its script comes when somebody touches the page, asks, or opens the page of answers.
const search = document.getElementById('search');
let coming = false;
function fetchSearch() {
  if (coming || !document.querySelector('#search, #found')) return;
  coming = true;
  const s = document.createElement('script');
  s.src = searching;
  s.onerror = () => { coming = false; };
  document.head.append(s);
}
for (const kind of ['pointerdown', 'touchstart', 'wheel', 'keydown']) addEventListener(kind, fetchSearch, { passive: true });
try { if (document.getElementById('found') || sessionStorage.marked) fetchSearch(); } catch { /* no storage */ }
function show(e) {
  const box = search?.showPopover ? search : document.getElementById('found');
  if (!box) return;
  e.preventDefault();
  fetchSearch();
  if (box === search) search.showPopover();
  const input = box.querySelector('input');
  input.focus();
  input.select();
}
search?.addEventListener('keydown', e => { if (e.key === 'Escape' && search.matches(':popover-open')) { e.preventDefault(); search.hidePopover(); } }); // also with something typed
for (const a of document.querySelectorAll('a[data-search], a[href="/rules/search"]')) a.addEventListener('click', show);
// A field that was just hidden has the focus until the next frame: nobody types into it.
const isTyping = e => /INPUT|TEXTAREA|SELECT/.test(e.target.tagName) && e.target.checkVisibility();
addEventListener('keydown', e => { if (e.key === '/' && !isTyping(e)) show(e); });

// The contents of the chapter open from below where there is no room for them beside it.
const contents = document.querySelector('.toc ol');
document.querySelector('a[data-index]')?.addEventListener('click', e => {
  if (!contents?.showPopover || contents.checkVisibility()) return;
  e.preventDefault();
  contents.popover = 'auto';
  contents.showPopover();
  contents.querySelector('a').focus({ preventScroll: true });
});
contents?.addEventListener('click', e => { if (contents.popover && /** @type {Element} */ (e.target).closest('a')) contents.hidePopover(); });

// What has opened over the page is closed by going back, as phones do it; coming back to the answers of a search opens them again.
const opened = () => document.querySelector('#gloss:popover-open, #search:popover-open');
let going = null, leaving = false; // back, and who has the focus meanwhile; by a link
function enter(box) { // the way back leads to where the page is then
  history.scrollRestoration = 'manual';
  history.pushState({ open: box.id }, '');
  history.scrollRestoration = 'auto';
}
document.addEventListener('click', e => { leaving = !e.defaultPrevented && !!e.target.closest?.(':is(#gloss, #search) a'); });
for (const box of document.querySelectorAll('#gloss, #search')) box.addEventListener('toggle', e => {
  if (e.newState === 'open') {
    leaving = false;
    if (going) return;
    if (history.state?.open) history.replaceState({ ...history.state, open: box.id }, '');
    else enter(box);
  } else setTimeout(() => {
    if (leaving || going || history.state?.open !== box.id || opened()) return;
    going = document.activeElement;
    history.back();
  });
});
function reopen(wanted) {
  if (!wanted || opened()?.id === wanted) return;
  if (wanted !== 'search' || !search?.showPopover) { history.back(); return; }
  fetchSearch();
  search.querySelector('input').value ||= history.state.asked || '';
  search.showPopover();
}
addEventListener('popstate', () => {
  history.scrollRestoration = 'auto';
  if (going) {
    const at = going;
    going = null;
    if (opened()) enter(opened());
    else requestAnimationFrame(() => setTimeout(() => { // the rule of the address takes it when it is drawn
      if (!opened()) at.focus({ preventScroll: true }); // what was opened meanwhile keeps it
    }));
    return;
  }
  const wanted = history.state?.open;
  if (opened() && opened().id !== wanted) opened().hidePopover();
  if (wanted === 'search') reopen(wanted);
});
addEventListener('pageshow', () => reopen(history.state?.open));
})();
