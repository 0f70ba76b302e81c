// @ts-check
// A member without a network: their pages are kept by the worker, and what they type is kept here until it can be sent.
// Each form carries an idempotency key, so that sending it several times does it once.
import { sendLater, siteReachable, keepForm } from './oriflamme.js';
import { inOrder, answerTo, sendAll } from './offline_queue.js';

const { dataset } = document.body;
const reader = dataset.reader;

// Queued forms, in IndexedDB, by key. The database is created with the first form: Chromium never opens again, until it is
// started anew, a database whose page was left while it was being created. One that does not answer counts as none.
const databaseName = 'oriflamme', databasePatience = 10000;
let opened = null;
const database = () => opened ??= new Promise((done, fail) => {
  const ask = indexedDB.open(databaseName, 1);
  ask.onupgradeneeded = () => ask.result.createObjectStore('queue', { keyPath: 'key' });
  ask.onsuccess = () => done(ask.result);
  ask.onerror = () => fail(ask.error);
  setTimeout(() => fail(new Error('the database does not answer')), databasePatience);
}).catch((error) => { opened = null; throw error; });
async function transact(mode, work) {
  const base = await database();
  return new Promise((done, fail) => {
    const deal = base.transaction('queue', mode), ask = work(deal.objectStore('queue'));
    deal.oncomplete = () => done(ask.result);
    deal.onerror = deal.onabort = () => fail(deal.error);
  });
}
const isCreated = async () => opened || !indexedDB.databases || (await indexedDB.databases()).some(({ name }) => name === databaseName);
const put = (item) => transact('readwrite', (s) => s.put(item));
const drop = (key) => transact('readwrite', (s) => s.delete(key));
const stored = async () => (await isCreated() ? transact('readonly', (s) => s.getAll()) : []);
let known = []; // what waited when the database last answered
const waiting = () => stored().then((all) => { known = inOrder(all, reader); }, () => {}).then(() => known);

// A stored page may be filled in more than once: each time is another act and needs another key.
function withKey(form) {
  if (form.dataset.keyed || !form.elements._key) return;
  form.elements._key.value = crypto.randomUUID();
  form.dataset.keyed = '1';
}

function queueForm(form, submitter) {
  // @ts-ignore: the checker does not know the second argument
  const data = new FormData(form, submitter);
  if (data.has('drop') || data.has('back') || submitter?.matches('[data-now]')) return false; // what was not sent needs no taking back
  form.inert = true;
  form.parentElement.querySelector('.judged')?.remove();
  tryOnEngine(form, data).then((told) => {
    if (told?.wrong) return refuse(form, told.wrong);
    data.set('_late', new Date().toISOString());
    const title = data.get('title') || document.querySelector('.where')?.firstChild?.textContent?.trim() || document.title;
    return put({ key: data.get('_key'), reader, url: form.action, kind: form.dataset.queue, title, page: location.href, at: Date.now(), body: [...data], said: showAsSent(form, submitter, data), state: 'waiting', told: told && { ...told } })
      .then(show, () => { form.inert = false; keepForm(form, submitter); });
  });
  return true;
}

// The answer to a pending command in short: the dice, or the text of the button.
const showAsSent = (form, submitter, data) => (form.dataset.queue !== 'step' || data.has('command') ? '' : data.get('faces') || data.get('face') || submitter?.innerText.trim() || '');

// If the engine is stored, it judges a step at once; a step that the rules forbid is not queued.
async function tryOnEngine(form, data) {
  const battle = form.closest('[data-kept]');
  if (form.dataset.queue !== 'step' || !battle || !data.has('command')) return null;
  return import('/public/js/engine_client.js').then(({ isEngineKept, tryCommand }) => (isEngineKept() ? tryCommand(battle.dataset.kept, data) : null)).catch(() => null);
}
function refuse(form, wrong) {
  form.inert = false;
  const note = document.createElement('p');
  note.className = 'notice bad judged';
  note.role = 'alert';
  note.textContent = `${wrong.text} ${wrong.rule}`.trim();
  form.before(note);
}
const showVerdict = ({ verdict: is, lines, reason }) => reason ?? dataset[is === 'done' ? 'judged' : 'lacks'].replace('#', () => lines.join(' '));

document.addEventListener('submit', async (event) => {
  const form = event.target;
  if (!form.matches('[data-queue]')) return;
  withKey(form);
  if (event.defaultPrevented || form.matches('[data-swap]') || form.dataset.reached) return;
  event.preventDefault();
  if (await siteReachable()) {
    form.dataset.reached = '1';
    form.requestSubmit(event.submitter);
  } else if (!queueForm(form, event.submitter)) keepForm(form, event.submitter);
}, true);

// The list of queued forms stands on top of every page.
function button(text, act) {
  const b = document.createElement('button');
  b.type = 'button';
  b.className = 'btn ghost small';
  b.textContent = text;
  b.addEventListener('click', act);
  return b;
}
let said = sessionStorage.getItem('said') ?? '';
sessionStorage.removeItem('said');
async function show() {
  const items = await waiting();
  let box = document.querySelector('.queue');
  if (!items.length && !said) return box?.remove();
  if (!box) {
    box = document.createElement('section');
    box.className = 'notice queue';
    box.setAttribute('role', 'status');
    document.getElementById('main').prepend(box);
  }
  const lines = items.map((item) => {
    const line = document.createElement('p'), what = document.createElement('b');
    what.textContent = `${dataset[item.kind]}, ${item.title}${item.said ? ` · ${item.said}` : ''}`;
    line.dataset.state = item.state;
    if (item.told && item.state !== 'refused') what.append(document.createElement('br'), showVerdict(item.told));
    line.append(what, ' ', item.state === 'refused' ? dataset.refused.replace('#', item.text) : dataset.waiting, ' ',
      button(dataset.send, () => sendQueue(true)), button(dataset.drop, async () => { await drop(item.key); show(); }));
    return line;
  });
  if (said) {
    const line = document.createElement('p');
    line.textContent = said;
    lines.push(line);
  }
  box.replaceChildren(...lines);
}

const tokenIn = (page) => page.querySelector('input[name=_csrf]')?.value;
const parsed = async (answer) => new DOMParser().parseFromString(await answer.text(), 'text/html');

// Sends an item. An expired CSRF token is fetched again once.
async function send(item, token, again) {
  const files = item.body.some(([, value]) => value instanceof Blob);
  const body = files ? new FormData() : new URLSearchParams();
  for (const [name, value] of item.body) body.append(name, value);
  body.set('_csrf', token);
  const answer = await fetch(item.url, { method: 'POST', body, headers: { Accept: 'text/html' } });
  const page = await parsed(answer);
  const means = answerTo(answer, again);
  if (means === 'token') return send(item, tokenIn(await parsed(await fetch('/', { cache: 'no-store' }))), true);
  if (means === 'later') throw new Error(means);
  return means === 'sent' ? null : (['.notice.bad', '.faults', '.wrong', 'main .panel p'].map((s) => page.querySelector(s)).find(Boolean)?.textContent.trim() || String(answer.status));
}

let busy = false;
async function sendQueue(all) {
  if (busy || !navigator.onLine) return;
  busy = true;
  let sent = 0;
  try {
    await navigator.locks.request('queue', { ifAvailable: true }, async (lock) => {
      if (!lock) return;
      sent = await sendAll(await waiting(), all, {
        send: (item) => send(item, tokenIn(document), false),
        drop: (item) => drop(item.key),
        refuse: (item, text) => put({ ...item, state: 'refused', text }),
      });
    });
  } catch { /* the queue cannot be read now: later */ }
  busy = false;
  if (sent) {
    said = dataset.sent;
    if (document.querySelector('form[inert]')) {
      sessionStorage.setItem('said', said); // the next page tells it
      return location.assign(location.href.replace(/#.*/, '').replace(/\/report$/, ''));
    }
  }
  await show();
}

// A member's pages are stored on the first visit and updated every ten minutes of use.
async function keep() {
  const worker = (await navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready)).active;
  const mark = 'kept ' + reader;
  if (Date.now() - Number(localStorage.getItem(mark) || 0) < 10 * 60e3) return;
  const { pages, assets, books } = await (await fetch('/offline.json')).json();
  const tell = (message) => new Promise((done, fail) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => (data.error ? fail(new Error(data.error)) : done(data.done));
    worker.postMessage(message, [port2]);
  });
  const kept = await tell({ kind: 'club-keep', pages, assets });
  if (!navigator.connection?.saveData) {
    for (const root of books) await tell({ kind: 'reference-keep', root: new URL(root, location.href).href, frame: root, assets: [], unless: true, own: true });
  }
  localStorage.setItem(mark, String(Date.now()));
  dataset.kept = kept;
}

sendLater.take = queueForm;
show().then(() => sendQueue());
addEventListener('online', () => sendQueue());
document.addEventListener('visibilitychange', () => { if (!document.hidden) sendQueue(); });
setInterval(async () => { if ((await waiting()).some((i) => i.state === 'waiting')) sendQueue(); }, 20000);

if ('serviceWorker' in navigator && isSecureContext) {
  addEventListener('load', () => { keep().catch(() => {}); });
  // Signing out removes the stored pages and the push subscription, because the next person may be another.
  for (const form of document.querySelectorAll('form[action="/sign-out"]')) {
    form.addEventListener('submit', () => {
      localStorage.removeItem('kept ' + reader);
      navigator.serviceWorker.controller?.postMessage({ kind: 'club-drop' }, [new MessageChannel().port2]);
      navigator.serviceWorker.ready.then((w) => w.pushManager?.getSubscription()).then((s) => s?.unsubscribe()).catch(() => {});
    });
  }
}
