// @ts-check
// The engine on the reader's own phone: kept when they ask for it, and asked when there is no network. It is loaded, in a
// worker, by the first question.
import { draw, oddsValues } from './drawing.js';

import { formText } from './oriflamme.js';

const cacheName = 'engine';
const lang = document.documentElement.lang;

// Stored files are found without a network; otherwise the site is asked.
export async function fetchOrCached(url) {
  const answer = await fetch(url).catch(() => null);
  if (answer?.ok) return answer;
  const kept = await caches.match(url, { ignoreVary: true });
  if (!kept) throw new Error(`not kept: ${url}`);
  return kept;
}

let worker = null;
let asked = 0;
const pendingCalls = new Map();
function startWorker() {
  worker = new Worker('/public/js/engine_worker.js', { type: 'module' });
  worker.onmessage = ({ data }) => {
    const { done, fail } = pendingCalls.get(data.id);
    pendingCalls.delete(data.id);
    if ('answer' in data) done(JSON.parse(data.answer));
    else fail(new Error(data.error));
  };
  worker.onerror = () => {
    for (const { fail } of pendingCalls.values()) fail(new Error('the engine is not here'));
    pendingCalls.clear();
    worker = null;
  };
}

// askEngine sends a request of package engineapi to the engine.
export function askEngine(operation, question) {
  if (!worker) startWorker();
  return new Promise((done, fail) => {
    pendingCalls.set(++asked, { done, fail });
    worker.postMessage({ id: asked, operation, question });
  });
}

const phrasesLoaded = new Map();
// loadPhrases gives the engine the phrases of a game once.
function loadPhrases(game) {
  if (!phrasesLoaded.has(game)) {
    phrasesLoaded.set(game, fetchOrCached(`/pocket/${lang}/${game}`).then((a) => a.text()).then((words) => askEngine('bind', words)));
    phrasesLoaded.get(game).catch(() => phrasesLoaded.delete(game));
  }
  return phrasesLoaded.get(game);
}
// An engine of other rules of a game than the site's, which the page names, is not asked; pages loaded later store another.
class OtherRules extends Error {
  constructor(reason) {
    super('the engine is of other rules');
    this.reason = reason; // for the reader
  }
}
let engineRules = null; // digests of the rules by which the engine answers, by game
async function checkRules(game) {
  const box = document.querySelector('[data-engine]'), { engine, otherRules } = box.dataset;
  engineRules ??= askEngine('rules', '').catch((error) => { engineRules = null; throw error; });
  if ((await engineRules)[game] === JSON.parse(engine)[game]) return;
  localStorage.removeItem('engine at');
  box.querySelector('small').textContent = ''; // which says that this phone computes
  throw new OtherRules(otherRules);
}
// callEngine asks the engine about a game. It fails with a reason for the reader when the engine is of other rules.
export async function callEngine(operation, game, question) {
  await checkRules(game);
  await loadPhrases(game);
  const answer = await askEngine(operation, JSON.stringify({ lang, game, ...question }));
  if (answer.error) throw new Error(answer.error);
  return answer;
}

// The engine, its phrases and the calculators are stored when the reader asks for it, and updated from then on.
export const isEngineKept = () => localStorage.getItem('engine') === lang;
export async function keepEngine() {
  await navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready);
  const { assets, words, pages } = await (await fetch('/pocket', { cache: 'no-store' })).json();
  const cache = await caches.open(cacheName);
  const page = { headers: { Accept: 'text/html', Purpose: 'prefetch' } };
  for (const url of assets) if (!await cache.match(url)) await cache.add(url);
  for (const url of words) await cache.put(url, await fetch(url));
  for (const url of pages) await cache.put(url, await fetch(url, page));
  const wanted = new Set([...assets, ...words, ...pages].map((url) => new URL(url, location.href).href));
  for (const old of await cache.keys()) if (!wanted.has(old.url)) await cache.delete(old, { ignoreVary: true });
  localStorage.setItem('engine', lang);
  localStorage.setItem('engine at', String(Date.now()));
}
async function dropEngine() {
  localStorage.removeItem('engine');
  await caches.delete(cacheName);
}
export function refreshKeptEngine() {
  if (isEngineKept() && Date.now() - Number(localStorage.getItem('engine at')) > 6 * 3600e3) keepEngine().catch(() => {});
}

// The button that stores the engine, and removes it.
export function offerEngine() {
  const box = document.querySelector('[data-engine]');
  if (!box || !isSecureContext || !('serviceWorker' in navigator) || !self.WebAssembly) return;
  const button = box.querySelector('button');
  const note = box.querySelector('small');
  const show = () => {
    button.textContent = isEngineKept() ? box.dataset.leave : box.dataset.take;
    note.textContent = isEngineKept() ? note.dataset.taken : '';
    box.dataset.state = isEngineKept() ? 'taken' : 'left';
  };
  box.hidden = false;
  show();
  button.onclick = async () => {
    button.disabled = true;
    note.textContent = box.dataset.taking;
    try {
      await (isEngineKept() ? dropEngine() : keepEngine());
      show();
    } catch {
      note.textContent = box.dataset.failed;
    }
    button.disabled = false;
  };
}

// keepBattleState stores the battle on the page with the engine, so that commands can be tried on it.
export async function keepBattleState(url) {
  if (!isEngineKept()) return;
  const answer = await fetch(url);
  if (answer.ok) await (await caches.open('club')).put(url, answer);
}

// tryCommand asks the engine about a step that cannot be sent now; null when the engine cannot say, or a reason for the reader.
export async function tryCommand(url, data) {
  try {
    const kept = await (await fetchOrCached(url)).json();
    if (kept.step !== Number(data.get('step')) || data.has('roll')) return null;
    return await callEngine('try', kept.game, { seat: kept.seat, state: kept.state, form: new URLSearchParams(data).toString() });
  } catch ({ reason }) {
    return reason ? { reason } : null;
  }
}

// Draws an answer with the templates of the page that has all forms of the game, as the site draws its own.
function drawAnswer(page, { main, more, tooWide, faults }) {
  const drawing = (name) => document.importNode(page.querySelector(`template[data-drawing="${name}"]`).content, true);
  const plate = document.querySelector('.calc .answer');
  if (main) {
    const { outlook, ...heading } = main;
    plate.replaceChildren(draw(drawing(outlook.whole?.length > 1 ? 'histogram' : 'scale'), { ...oddsValues(outlook), ...heading, summary: outlook.title }));
  } else plate.replaceChildren(drawing(tooWide ? 'too-wide' : 'ask'));
  plate.append(draw(drawing('faults'), { '.notice': faults }));
  plate.dataset.phone = '1';
  for (const old of document.querySelectorAll('.calc section[aria-labelledby=ifs], .calc section[aria-labelledby=more]')) old.remove();
  if (!more.length) return;
  const section = drawing('more');
  const [headline, spread] = section.querySelectorAll('.odds-summary');
  spread.remove();
  headline.replaceWith(...more.map((odds) => draw((odds.headline ? headline : spread).cloneNode(true), oddsValues(odds))));
  plate.after(section);
}

// Puts the values of an address into the form.
function fill(form, query) {
  for (const field of form.elements) {
    if (!field.name || field.type === 'hidden' || !query.has(field.name)) continue;
    const values = query.getAll(field.name);
    if (field.type === 'checkbox' || field.type === 'radio') field.checked = values.includes(field.value);
    else field.value = values[0];
  }
}

// The values of a form; before it is filled in, the first of each choice.
function formValues(form, asked) {
  const all = formText(form);
  for (const field of form.elements) if (!asked && field.type === 'radio' && !all.has(field.name)) all.set(field.name, field.value);
  return all.toString();
}

// Makes a list of the form shorter, or longer by a copy of its last item; false when it has no item to copy.
function resizeList(form, query) {
  if (query.has('drop')) {
    form.querySelector(`button[name=drop][value="${CSS.escape(query.get('drop'))}"]`)?.closest('.list-item')?.remove();
    return true;
  }
  const name = query.get('add');
  const items = [...form.querySelectorAll('button[name=drop]')].filter((b) => b.value.startsWith(`${name}[`));
  const last = items.at(-1);
  if (!last) return false;
  const next = last.value.slice(0, last.value.lastIndexOf('[')) + `[${Number(last.value.match(/\[(\d+)\]$/)[1]) + 1}]`;
  const item = last.closest('.list-item');
  const copy = item.cloneNode(true);
  for (const node of copy.querySelectorAll('*')) {
    for (const key of ['name', 'id', 'for', 'value']) {
      const value = node.getAttribute(key);
      if (value?.startsWith(last.value)) node.setAttribute(key, next + value.slice(last.value.length));
    }
  }
  item.after(copy);
  return true;
}

// The page that has the forms of all rulings of a game, and the templates of answers.
async function formsPage(game) {
  const url = new URL(`/odds/forms?game=${game}`, location.href).href;
  return new DOMParser().parseFromString(await (await fetchOrCached(url)).text(), 'text/html');
}

// Shows the form of another ruling.
function choose(page, ruling) {
  const one = page.querySelector(`template[data-ruling="${CSS.escape(ruling)}"]`);
  if (!one) throw new Error('no such form');
  document.querySelector('form[data-odds]').replaceWith(document.importNode(one.content, true).querySelector('form'));
  document.querySelector('.calc h1').textContent = one.dataset.title;
  return document.querySelector('form[data-odds]');
}

// calculate answers the address of a calculator on this phone, on the page of its game.
export async function calculate(to) {
  const query = new URL(to).searchParams;
  let form = document.querySelector('form[data-odds]');
  if (!form || form.elements.game.value !== query.get('game') || query.has('from')) return false;
  const page = await formsPage(query.get('game'));
  if (query.get('ruling') !== form.elements.ruling.value) form = choose(page, query.get('ruling'));
  if (query.has('asked')) fill(form, query);
  if ((query.has('add') || query.has('drop')) && !resizeList(form, query)) return false;
  drawAnswer(page, await callEngine('reckon', query.get('game'), { query: formValues(form, query.has('asked')) }));
  return true;
}
