// @ts-check
// Battle and odds: taps fill dice in at once and are sent together; choices and steppers act without a new page.
import { Offline, addressChanged, formText, loadParts, refreshPage, whilePressed, siteReachable, markedInstead, keepForm, offerRetry } from './oriflamme.js';

// A tapped die goes into the next slot; the last one sends them all. The program's button says how many it throws then.
let typing = null; // dice that were tapped and not sent: whose they are, for which roll, after how many
const diceForm = () => document.querySelector('form[data-dice]');
document.addEventListener('click', (event) => {
  const button = event.target.closest('button.die-btn');
  if (!button || !button.form?.dataset.dice) return;
  if (button.form.dataset.sent) return event.preventDefault();
  if (tap(button)) event.preventDefault();
});
function tap(button) {
  const form = button.form;
  const field = form.elements.faces;
  const slot = form.querySelector('.slot.next');
  if (!slot) return false;
  field.value = (field.value + ' ' + button.value).trim();
  const die = button.querySelector('svg').cloneNode(true);
  slot.querySelector('svg').replaceWith(die);
  const word = slot.querySelector('span, b');
  if (word && button.dataset.class) word.textContent = button.dataset.class;
  slot.classList.remove('next');
  const faces = field.value.split(' ');
  typing = { of: form.dataset.of, roll: form.dataset.roll, at: Number(form.dataset.at), faces };
  const left = Number(form.dataset.dice) - faces.length;
  if (left <= 0) {
    form.requestSubmit();
    form.dataset.sent = '1';
    return true;
  }
  const rest = form.querySelector('[data-rest]');
  const said = rest?.dataset.rest.split('|')[left - 1];
  if (said) rest.querySelector('span').textContent = said;
  let next = slot.nextElementSibling;
  while (next && !next.matches('.slot:not(.hit, .miss, .crit)')) next = next.nextElementSibling;
  next?.classList.add('next');
  return true;
}
document.addEventListener('submit', (event) => { if (event.target.matches('form[data-dice]')) typing = null; }, true);
document.addEventListener('click', (event) => {
  if (!event.target.closest('form[data-dice] button[name=back]') || !typing?.faces.length) return;
  event.preventDefault();
  typing.faces.pop();
  refreshPage();
});

// Dice that were tapped stay when the page is drawn anew, but for those that somebody else gave meanwhile.
document.addEventListener('drawn', () => {
  const form = diceForm();
  if (!typing || !form || form.elements.faces.value || form.dataset.of !== typing.of || form.dataset.roll !== typing.roll) return;
  form.querySelector('details.handed')?.setAttribute('open', '');
  const kept = typing.faces.slice(Math.max(0, Number(form.dataset.at) - typing.at), Number(form.dataset.dice));
  for (const face of kept) {
    const button = form.querySelector(`.die-btn[value="${CSS.escape(face)}"]`);
    if (!button || form.dataset.sent || !tap(button)) break;
  }
});

// A lit hexagon answers the question like its button.
document.addEventListener('click', (event) => {
  const lit = event.target.closest('a[data-choice]');
  const button = lit && [...document.querySelectorAll('.ask button[name="choice"], .ask button[name="command"]')].find((b) => b.value === lit.dataset.value);
  if (!button) return;
  event.preventDefault();
  markedInstead.set(button, lit);
  button.form.requestSubmit(button);
});

// A touch of the board says where something is put.
document.addEventListener('click', (event) => {
  const form = document.querySelector('form[data-placing]');
  const field = form && !event.target.closest('a') && event.target.closest('svg')?.querySelector('.b-field');
  if (!(field instanceof SVGRectElement)) return;
  const touched = new DOMPoint(event.clientX, event.clientY).matrixTransform(field.getScreenCTM()?.inverse());
  form.elements.px.value = touched.x.toFixed(2);
  form.elements.py.value = (field.height.baseVal.value - touched.y).toFixed(2);
  form.requestSubmit();
});

// A choice swaps the question in and is remembered in the address.
document.addEventListener('click', async (event) => {
  const link = event.target.closest('a[data-go]');
  if (!link || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
  event.preventDefault();
  const { href } = /** @type {{ href: any }} */ (link);
  const to = href.baseVal ?? href;
  await whilePressed(link, () => go(new URL(to, location.href)));
});

document.addEventListener('submit', async (event) => {
  const form = event.target;
  if (!form.matches('form[data-go]') || event.defaultPrevented) return;
  event.preventDefault();
  const to = new URL(form.action, location.href);
  to.search = formText(form, event.submitter).toString();
  await whilePressed(event.submitter ?? form, () => go(to, form, event.submitter));
});

async function go(to, form, submitter) {
  try {
    await loadParts(to.href);
    history.pushState(null, '', to.href);
    addressChanged();
    document.getElementById('ask')?.scrollIntoView({ block: 'nearest' });
  } catch (error) {
    let reason = '';
    if (error instanceof Offline && await calculateOffline(to).catch((refused) => { reason = refused.reason; })) return;
    if (form && error instanceof Offline) return keepForm(form, submitter, reason);
    // Without a network a choice that needs another page cannot be opened: the question says so and offers to try again.
    const ask = error instanceof Offline && document.querySelector('[data-unreached] .ask');
    if (ask) return offerRetry(ask, ask.closest('[data-unreached]').dataset.unreached, () => go(to));
    location.assign(to);
  }
}

// Without a network a calculator computes its answer with the stored engine, if there is one.
const engineClient = () => import('/public/js/engine_client.js');
async function calculateOffline(to) {
  if (!document.querySelector('form[data-odds]') || to.pathname !== '/odds') return false;
  const done = await engineClient().then(({ calculate }) => calculate(to));
  if (done) {
    history.pushState(null, '', to.href);
    addressChanged();
  }
  return done;
}
// A page of odds that was kept may stand in for another of its game.
const calc = document.querySelector('.calc');
if (calc && location.search && `?${calc.dataset.query}` !== location.search && !navigator.onLine) {
  calculateOffline(new URL(location.href)).catch(({ reason }) => reason && keepForm(document.querySelector('form[data-odds]'), null, reason));
}
if (document.querySelector('[data-engine]')) engineClient().then(({ offerEngine, refreshKeptEngine }) => { offerEngine(); refreshKeptEngine(); });

// The state of a battle is stored for the engine whenever the battle is redrawn.
let kept = '';
async function keepBattleState() {
  const battle = document.querySelector('[data-kept]');
  if (!battle || kept === battle.dataset.step || !navigator.onLine) return;
  kept = battle.dataset.step;
  await engineClient().then((p) => p.keepBattleState(battle.dataset.kept)).catch(() => { kept = ''; });
}
if (document.querySelector('[data-kept]')) {
  keepBattleState();
  document.addEventListener('drawn', keepBattleState);
  document.addEventListener('drawn', () => engineClient().then(({ offerEngine }) => offerEngine()));
}

// Simulations run on the phone when the site cannot be reached; the data they need is stored with the engine.
const simulationForm = document.querySelector('form[data-simulation]');
if (simulationForm) {
  const own = () => import('/public/js/simulation.js');
  own().then(({ keepSimulationKit }) => keepSimulationKit(simulationForm)).catch(() => {});
  simulationForm.addEventListener('submit', async (event) => {
    if (simulationForm.dataset.reached) return;
    event.preventDefault();
    if (await siteReachable()) {
      simulationForm.dataset.reached = '1';
      return simulationForm.requestSubmit(event.submitter);
    }
    own().then(({ runSimulation }) => runSimulation(simulationForm)).catch(({ reason }) => keepForm(simulationForm, event.submitter, reason));
  });
}

// The odds follow changed facts after a moment.
let soon = 0;
document.addEventListener('change', (event) => {
  const form = event.target.closest?.('form[data-again]');
  if (!form) return;
  clearTimeout(soon);
  soon = setTimeout(() => {
    if (!form.isConnected) return;
    const to = new URL(form.action, location.href);
    to.search = `${formText(form)}&again=1`;
    loadParts(to.href).then(() => { history.replaceState(null, '', to.href); addressChanged(); }).catch(() => {});
  }, 400);
});

addEventListener('popstate', () => { if (addressChanged()) loadParts(location.href).catch(() => location.reload()); });

// A tap on a column shows its exact chance under the chart.
document.addEventListener('click', (event) => {
  const column = event.target.closest('.histogram [data-readout]');
  const caption = column?.closest('svg').parentElement.querySelector('.histogram-caption small');
  if (caption) caption.textContent = column.dataset.readout;
});

// A result that is still being computed is requested again while the page is visible.
setInterval(() => {
  if (document.querySelector('[data-poll]') && !document.hidden) refreshPage();
}, 1500);

// A choice in the list builder updates the page at once.
document.addEventListener('change', (event) => {
  const form = event.target.matches?.('[data-show]') && event.target.form;
  if (form) form.requestSubmit(form.querySelector('button[name=show]'));
});

// Steppers.
document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-by]');
  if (!button) return;
  const field = button.parentElement.querySelector('input');
  const by = Number(button.dataset.by);
  let value = Number((field.value || '0').replace(',', '.')) + by;
  if (field.dataset.min !== undefined) value = Math.max(value, Number(field.dataset.min));
  if (field.dataset.max !== undefined) value = Math.min(value, Number(field.dataset.max));
  field.value = String(Math.round(value * 1000) / 1000);
  field.dispatchEvent(new Event('change', { bubbles: true }));
});

// A large board keeps its place and size when a new page is drawn, and begins where something can be done.
let boardAt = null;
const boardFrame = () => document.querySelector('[data-board]');
document.addEventListener('scroll', (event) => {
  if (event.target.matches?.('[data-board]')) boardAt = [event.target.scrollLeft, event.target.scrollTop];
}, true);
let boardOther = false;
document.addEventListener('change', (event) => {
  if (!event.target.matches('[data-board-zoom]')) return;
  boardOther = event.target.checked;
  zoomTo(boardFrame());
});
function zoomTo(frame) {
  const thing = frame.querySelector('.b-unit.acting') ?? frame.querySelector('a .b-spot') ?? frame.querySelector('.b-unit.free') ?? frame.querySelector('.b-unit');
  if (!thing) return;
  const seen = frame.getBoundingClientRect();
  const it = thing.getBoundingClientRect();
  if (it.left >= seen.left && it.right <= seen.right && it.top >= seen.top && it.bottom <= seen.bottom) return;
  frame.scrollBy(it.left - seen.left - (seen.width - it.width) / 2, it.top - seen.top - (seen.height - it.height) / 2);
}
function showBoard() {
  const frame = boardFrame();
  if (!frame) return;
  const other = document.querySelector('input[data-board-zoom]');
  if (other) other.checked = boardOther;
  if (boardAt) frame.scrollTo(...boardAt);
  zoomTo(frame);
}
if (boardFrame()) {
  showBoard();
  document.addEventListener('drawn', showBoard);
}

// Clocks run on between two updates of the page, from the time left at the last one.
let drawnAt = performance.now();
document.addEventListener('drawn', () => { drawnAt = performance.now(); });
function updateClocks() {
  for (const face of document.querySelectorAll('[data-left][data-runs]')) {
    const left = Number(face.dataset.left) - Math.floor((performance.now() - drawnAt) / 1000);
    const n = Math.abs(left);
    face.textContent = `${left < 0 ? '−' : ''}${Math.floor(n / 60)}:${String(n % 60).padStart(2, '0')}`;
    face.closest('.clock-face').classList.toggle('over', left < 0);
  }
}
setInterval(updateClocks, 1000);
