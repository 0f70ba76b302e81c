// Whole battles between two sides, fought by the engine on the reader's phone where there is no network: with the same seed
// the same battles as on the site.
import { isEngineKept, element, fetchOrCached, callEngine } from './engine_client.js';

// keepSimulationKit stores what any simulation of the campaign needs with the engine.
export async function keepSimulationKit(form) {
  if (!isEngineKept() || !navigator.onLine) return;
  const answer = await fetch(form.dataset.simulation);
  if (answer.ok) await (await caches.open('club')).put(form.dataset.simulation, answer);
}

const pause = 500; // milliseconds of battles between two drawings
let latest = 0;

// runSimulation fights the battles the form asks for, a few at a time, and draws the state. It rejects when it cannot begin.
export async function runSimulation(form) {
  const kit = await (await fetchOrCached(form.dataset.simulation)).json();
  const data = new FormData(form), sides = [data.get('first'), data.get('second')];
  const setup = { ...kit.setup, rosters: sides.map((id) => kit.rosters[id]), field: kit.fields[kit.at[sides.join(' ')]] };
  if (!setup.field || setup.rosters.includes(undefined)) throw new Error('not kept');
  const asked = { setup, bots: [data.get('bot_first'), data.get('bot_second')], seed: data.get('seed').trim() || crypto.randomUUID().slice(0, 8), all: Number(data.get('battles')) };
  const mine = ++latest, trial = { tally: undefined, stop: false };
  for (let more = 1; ;) {
    const began = performance.now();
    const { tally, told } = await callEngine('fight', setup.game, { ...asked, tally: trial.tally, more: trial.stop ? 0 : more, stop: trial.stop });
    if (mine !== latest) return;
    const ended = trial.stop || tally.battles >= asked.all;
    drawResult(told, tally.battles, asked.all, ended ? null : addStopButton(form, trial));
    if (ended) return;
    trial.tally = tally;
    more = Math.max(1, Math.round(more * pause / Math.max(1, performance.now() - began)));
  }
}

function addStopButton(form, trial) {
  const button = element('button', { type: 'button', class: 'btn ghost small' }, form.dataset.stop);
  button.addEventListener('click', () => { trial.stop = true; button.disabled = true; });
  return button;
}

// Draws the same as the page of the site.
function drawResult(told, done, all, stop) {
  const part = (p) => element('figure', { class: 'sum' },
    element('p', { class: 'who' }, element('span', {}, p.name), ' ', element('b', { class: 'num' }, p.percent)),
    element('svg', { class: 'scale', width: '100%', height: 24, 'aria-hidden': 'true' },
      element('rect', { class: 'k5', width: `${p.of}%`, height: '100%' }), element('rect', { class: 'range', x: `${p.low}%`, y: '35%', width: `${p.high - p.low}%`, height: '30%' })),
    element('p', { class: 'mute' }, element('small', { class: 'num' }, p.line)));
  const section = element('section', { class: 'part', 'aria-labelledby': 'run' },
    element('h2', { id: 'run', 'aria-live': 'polite' }, told.title),
    element('progress', { class: 'trial', max: all, value: done, 'aria-labelledby': 'run' }),
    ...told.parts.map(part),
    element('p', { class: 'mute' }, element('small', {}, told.line)));
  if (stop) section.append(stop);
  section.dataset.phone = '1';
  document.querySelector('[data-part="run"]').replaceChildren(section);
}
