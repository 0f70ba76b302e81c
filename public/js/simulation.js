// @ts-check
// Whole battles between two sides, fought by the engine on the reader's phone where there is no network: with the same seed
// the same battles as on the site.
import { formText } from './oriflamme.js';
import { isEngineKept, fetchOrCached, callEngine } from './engine_client.js';
import { draw, percentOf } from './drawing.js';

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
  const data = formText(form), sides = [data.get('first'), data.get('second')];
  const setup = { ...kit.setup, rosters: sides.map((id) => kit.rosters[id]), field: kit.fields[kit.at[sides.join(' ')]] };
  if (!setup.field || setup.rosters.includes(undefined)) throw new Error('not kept');
  const asked = { setup, bots: [data.get('bot_first'), data.get('bot_second')], seed: data.get('seed').trim() || crypto.randomUUID().slice(0, 8), all: Number(data.get('battles')) };
  const mine = ++latest, trial = { tally: undefined, stop: false };
  for (let more = 1; ;) {
    const began = performance.now();
    const { tally, told } = await callEngine('fight', setup.game, { ...asked, tally: trial.tally, more: trial.stop ? 0 : more, stop: trial.stop });
    if (mine !== latest) return;
    const ended = trial.stop || tally.battles >= asked.all;
    drawResult(told, tally.battles, asked.all, ended ? null : trial);
    if (ended) return;
    trial.tally = tally;
    more = Math.max(1, Math.round(more * pause / Math.max(1, performance.now() - began)));
  }
}

// Draws what the site shows, with a button that stops the trial unless it has ended.
function drawResult(told, done, all, trial) {
  const drawing = document.importNode(document.querySelector('template[data-drawing="simulation"]').content, true);
  const [section, button] = /** @type {HTMLCollectionOf<HTMLButtonElement>} */ (drawing.children);
  draw(section, {
    title: told.title, line: told.line, progress: { max: all, value: done },
    figure: told.parts.map(({ name, percent, line, of, low, high }) => ({ name, percent, line, '.k5': { width: percentOf(of) }, '.range': { x: percentOf(low), width: percentOf(high - low) } })),
  });
  section.dataset.phone = '1';
  if (trial) {
    button.addEventListener('click', () => { trial.stop = button.disabled = true; });
    section.append(button);
  }
  document.querySelector('[data-part="run"]').replaceChildren(section);
}
