// @ts-check
// Oriflamme: what makes pages quicker. Every page works without it.

const root = document.documentElement;

// The rules reference uses the site's fonts only when the browser has them already. Other pages load them.
if (document.querySelector('link[as=font]')) addEventListener('load', () => { try { localStorage.fonts = new URL('/public/fonts.css', location.href).href; } catch { /* no storage */ } });

// Light and dark: switch at once. The form behind the button still tells the server, which stores the choice in a cookie.
for (const button of document.querySelectorAll('button[data-theme-switch]')) {
  button.form.addEventListener('submit', (event) => {
    event.preventDefault();
    const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    const theme = dark ? 'light' : 'dark';
    root.dataset.theme = theme;
    const data = formText(button.form);
    data.set('theme', theme);
    fetch(button.form.action, { method: 'POST', body: data, redirect: 'manual' }).catch(() => {});
  });
}

// The values of a form that has no files, as they are sent; with those of the button that sends it.
export function formText(form, submitter) {
  // @ts-ignore: the checker knows neither the second argument nor that a form may be given
  return new URLSearchParams(new FormData(form, submitter));
}

// Print buttons are hidden until they can work.
for (const button of document.querySelectorAll('[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => print());
}

// Copy the address beside the button.
for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = button.dataset.done;
  });
}

// The map: another moment or region replaces the one on the page.
async function showMoment(url) {
  const answer = await loadParts(url);
  history.pushState(null, '', answer.url);
  addressChanged();
  if (!document.querySelector('[data-part="region"]')) location.assign(answer.url);
}
document.addEventListener('change', (event) => {
  if (event.target.matches('[data-at]')) showMoment(`${event.target.form.action}?at=${event.target.value}`);
});
document.addEventListener('click', (event) => {
  const link = event.target.closest('a.region, .time a');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const href = link.getAttribute('href');
  showMoment(href).then(() => document.querySelector(`.map a[href="${href}"]`)?.focus({ preventScroll: true }));
});
// Following a link within the page fires popstate too; there is nothing to redraw then.
let drawn = location.pathname + location.search;
export function addressChanged() {
  const now = location.pathname + location.search;
  const other = now !== drawn;
  drawn = now;
  return other;
}
if (document.querySelector('[data-part="map"]')) addEventListener('popstate', () => { if (addressChanged()) location.reload(); });

// Without a network a form stays filled in, with a message and a button that sends it again.
export class Offline extends Error {}
export function keepForm(form, submitter, reason) {
  offerRetry(form, reason || document.body.dataset.offline, () => form.requestSubmit(submitter?.isConnected ? submitter : null));
}
// A message at the end of a part of the page, with a button that tries again.
export function offerRetry(part, text, retry) {
  part.querySelector('.offline')?.remove();
  const note = document.createElement('div');
  note.className = 'notice bad offline';
  note.role = 'alert';
  const again = document.createElement('button');
  again.type = 'button';
  again.className = 'btn small';
  again.textContent = document.body.dataset.retry;
  again.addEventListener('click', () => { note.remove(); retry(); });
  note.append(text, again);
  part.append(note);
  note.scrollIntoView({ block: 'nearest' });
}
// Browsers often do not notice that the network is gone, so code that must know asks the site.
export async function siteReachable() {
  if (!navigator.onLine) return false;
  return fetch('/sw.js', { method: 'HEAD', cache: 'no-store', signal: /** @type {any} */ (AbortSignal).timeout(4000) }).then((a) => a.ok, () => false);
}
// Another module may take a form that cannot be sent, to send it later; without one it stays.
export const sendLater = { take: null };
document.addEventListener('submit', (event) => {
  if (navigator.onLine || event.defaultPrevented || event.target.matches('[data-swap], [data-go]')) return;
  event.preventDefault();
  keepForm(event.target, event.submitter);
});

// Painted waits until the reader has seen what was done so far; more work may follow then.
const afterPaint = () => document.hidden || new Promise((done) => {
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, 250); // a window that is not drawn at all
});

// Patch makes an element like a fresh one and leaves alone what is the same in both. Forms that differ are drawn anew, since
// people type in them; what the reader folded stays folded, but for what is wrong. Elements with data-last, the heaviest, are
// put off: their turn comes when the rest has been seen. Those with data-own are a script's to change.
function patch(old, fresh, last) {
  for (const { name } of [...old.attributes]) if (name !== 'open' && !fresh.hasAttribute(name)) old.removeAttribute(name);
  const wrong = fresh.localName !== 'details' || fresh.querySelector('[aria-invalid=true], [role=alert]');
  for (const { name, value } of fresh.attributes) if ((name !== 'open' || wrong) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  const before = [...old.childNodes], after = [...fresh.childNodes];
  let next = null;
  while (before.length && after.length && before.at(-1).isEqualNode(after.at(-1))) { next = before.pop(); after.pop(); }
  while (before.length && after.length && before[0].isEqualNode(after[0])) { before.shift(); after.shift(); }
  after.forEach((one, i) => {
    const was = before[i];
    if (!was) old.insertBefore(one, next);
    else if (was.isEqualNode(one) || one.dataset?.own !== undefined && was.dataset?.own !== undefined) return;
    else if (was.nodeName !== one.nodeName || was.localName === 'form' || was.id !== one.id) was.replaceWith(one);
    else if (was.nodeType === Node.TEXT_NODE) was.data = one.data;
    else if (one.dataset?.last !== undefined) last.push(() => was.replaceWith(one));
    else patch(was, one, last);
  });
  for (const was of before.slice(after.length)) was.remove();
}

// Part swaps the elements named by data-part from a fetched page into this one, keeping focus and scroll: what was pressed is
// shown first, then the page is read, then drawn. Of two pages that were asked for, one that came too late is not drawn; what
// the site answers to something that was sent always is.
let asked = 0;
let lastLoad = Promise.resolve(); // what is being asked for and drawn
let lastDraw = Promise.resolve();
export function loadParts(url, options) {
  const mine = ask(url, options);
  lastLoad = Promise.allSettled([lastLoad, mine]).then(() => {});
  return mine;
}
// What is new on this page. A page that refused a form stands at an address that cannot be asked for: it stays as it is.
export const refreshPage = () => loadParts(location.href, { stay: true }).catch(() => {});
async function ask(url, options) {
  const turn = options?.method ? 0 : ++asked;
  const coming = fetch(url, { ...options, headers: { Accept: 'text/html', ...options?.headers } }).then(async (answer) => ({ answer, text: await answer.text() }));
  const [{ answer, text }] = await Promise.all([coming, afterPaint()]).catch((cause) => { throw new Offline('no network', { cause }); });
  if (turn && turn !== asked || options?.stay && !answer.ok) return answer;
  const page = new DOMParser().parseFromString(text, 'text/html');
  lastDraw = lastDraw.then(() => draw(page, answer.url), () => draw(page, answer.url));
  await lastDraw;
  return answer;
}
async function draw(page, url) {
  const focus = document.activeElement?.id, last = [];
  let found = false;
  for (const fresh of page.querySelectorAll('[data-part]')) {
    const old = document.querySelector(`[data-part="${CSS.escape(fresh.dataset.part)}"]`);
    if (!old) continue;
    // A battle that has reached its next stage has another page, with other scripts.
    if (old.dataset.stage && fresh.dataset.stage && old.dataset.stage !== fresh.dataset.stage) return location.replace(new URL(url).pathname);
    if ('patch' in fresh.dataset && 'patch' in old.dataset) patch(old, fresh, last);
    else old.replaceWith(fresh);
    found = true;
  }
  if (!found) location.assign(url);
  for (const work of last) {
    await afterPaint();
    work();
  }
  if (focus && document.activeElement?.id !== focus) document.getElementById(focus)?.focus({ preventScroll: true });
  document.dispatchEvent(new Event('drawn'));
}

// What was pressed looks so until its answer is there. On a board, which would be drawn anew as a whole for that, a mark is
// laid over it. A button may have been pressed by something else that is seen in its place.
export const markedInstead = new WeakMap();
export async function whilePressed(it, work) {
  const mark = drawPressMark(markedInstead.get(it) ?? it);
  if (!mark) it.dataset.pressed = '';
  try {
    return await work();
  } finally {
    delete it.dataset.pressed;
    mark?.remove();
  }
}
function drawPressMark(it) {
  const frame = it.ownerSVGElement && it.closest('[data-board]');
  if (!frame) return null;
  const at = it.getBoundingClientRect(), from = frame.getBoundingClientRect(), size = Math.min(at.width, at.height);
  const mark = document.createElement('i');
  mark.className = 'b-press';
  Object.assign(mark.style, {
    left: `${at.left - from.left + frame.scrollLeft + (at.width - size) / 2}px`, top: `${at.top - from.top + frame.scrollTop + (at.height - size) / 2}px`,
    width: `${size}px`, height: `${size}px`,
  });
  return frame.appendChild(mark);
}

// Forms marked data-swap are sent without leaving the page.
document.addEventListener('submit', async (event) => {
  const form = event.target;
  if (!form.matches('[data-swap]') || event.defaultPrevented) return;
  event.preventDefault();
  if (form.querySelector('[data-pressed]')) return;
  const data = formText(form, event.submitter);
  try {
    const answer = await whilePressed(event.submitter ?? form, () => loadParts(form.action, { method: 'POST', body: data }));
    if (answer.redirected) {
      history.replaceState(null, '', answer.url);
      addressChanged();
    }
  } catch (error) {
    if (error instanceof Offline) return (form.matches('[data-queue]') && sendLater.take?.(form, event.submitter)) || keepForm(form, event.submitter);
    form.removeAttribute('data-swap');
    form.requestSubmit(event.submitter);
  }
});

// A page with data-events follows a battle: the server tells each new step; where that fails the page asks now and then. What
// the reader's own press has drawn already is not asked for again.
const live = document.querySelector('[data-events]');
if (live) {
  let step = live.dataset.step ?? '';
  let timer = 0;
  const poll = () => { timer ||= setInterval(refreshPage, 5000); };
  const source = new EventSource(live.dataset.events);
  source.addEventListener('step', async (event) => {
    clearInterval(timer);
    timer = 0;
    step = event.data;
    for (let now = null; now !== lastLoad;) await (now = lastLoad);
    if (event.data === step && document.querySelector('[data-events]')?.dataset.step !== step) await refreshPage();
    if (!document.querySelector('[data-events]')) source.close(); // the battle is settled
  });
  source.addEventListener('error', () => { if (source.readyState === EventSource.CLOSED) poll(); });
}

// A map file as a picture: drawn three times as large as it is.
for (const button of document.querySelectorAll('[data-png]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const picture = new Image();
    picture.src = button.dataset.png;
    await picture.decode();
    const canvas = document.createElement('canvas');
    canvas.width = picture.naturalWidth * 3;
    canvas.height = picture.naturalHeight * 3;
    canvas.getContext('2d').drawImage(picture, 0, 0, canvas.width, canvas.height);
    const link = document.createElement('a');
    link.download = `${document.title.split(',')[0]}.png`;
    link.href = canvas.toDataURL('image/png');
    link.click();
  });
}

// An image needs its words, which are asked for before it is sent.
document.addEventListener('change', ({ target }) => {
  const words = target.matches('input[type=file]') && target.form?.elements.alt;
  if (words) words.required = target.files.length > 0;
});

// A photograph is made small before it goes over the network; what cannot be drawn goes as it is.
document.addEventListener('change', async (event) => {
  const field = event.target, file = field.files?.[0];
  if (!field.matches('input[data-shrink]') || !file || file.size < 1e6) return;
  try {
    const drawn = await createImageBitmap(file), scale = Math.min(1, Number(field.dataset.shrink) / Math.max(drawn.width, drawn.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(drawn.width * scale);
    canvas.height = Math.round(drawn.height * scale);
    canvas.getContext('2d').drawImage(drawn, 0, 0, canvas.width, canvas.height);
    const small = await new Promise((done) => { canvas.toBlob(done, file.type === 'image/png' ? file.type : 'image/jpeg', .9); });
    if (!small || small.size >= file.size || field.files[0] !== file) return;
    const list = new DataTransfer();
    list.items.add(new File([small], file.name, { type: small.type }));
    field.files = list.files;
  } catch { /* the site says what is wrong with it */ }
});

// The campaign from its beginning, a moment after the other, until somebody stops it.
let playing = 0;
const still = () => { clearTimeout(playing); playing = 0; label(); };
function label() {
  const button = document.querySelector('[data-replay]');
  if (!button) return;
  button.dataset.play ??= button.textContent;
  button.hidden = false;
  button.textContent = playing ? button.dataset.stop : button.dataset.play;
}
async function replay(at) {
  const form = document.querySelector('form.time');
  if (!form) return still();
  await loadParts(`${form.action}?at=${at}`);
  label();
  playing = at < Number(document.querySelector('input[data-at]').max) && playing ? setTimeout(() => replay(at + 1).catch(still), 700) : 0;
  if (!playing) label();
}
document.addEventListener('click', (event) => {
  if (!event.target.closest('[data-replay]')) return;
  if (playing) return still();
  playing = 1;
  replay(0).catch(still);
});
label();
