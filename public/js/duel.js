// Whole battles between two sides, fought by the engine on the reader's phone where there is no network: with the same seed
// the same battles as on the site.
import { carried, el, found, say } from './phone.js';

// keepDuels lays what any duel of the campaign needs beside the engine.
export async function keepDuels(form) {
  if (!carried() || !navigator.onLine) return;
  const answer = await fetch(form.dataset.duel);
  if (answer.ok) await (await caches.open('club')).put(form.dataset.duel, answer);
}

const pause = 500; // milliseconds of battles between two drawings
let latest = 0;

// fight fights what the form asks for, a few battles at a time, and draws how it stands. It fails where it cannot begin.
export async function fight(form) {
  const kit = await (await found(form.dataset.duel)).json();
  const data = new FormData(form), sides = [data.get('first'), data.get('second')];
  const setup = { ...kit.setup, rosters: sides.map((id) => kit.rosters[id]), field: kit.fields[kit.at[sides.join(' ')]] };
  if (!setup.field || setup.rosters.includes(undefined)) throw new Error('not kept');
  const asked = { setup, bots: [data.get('bot_first'), data.get('bot_second')], seed: data.get('seed').trim() || crypto.randomUUID().slice(0, 8), all: Number(data.get('battles')) };
  const mine = ++latest, trial = { tally: undefined, stop: false };
  for (let more = 1; ;) {
    const began = performance.now();
    const { tally, told } = await say('fight', setup.game, { ...asked, tally: trial.tally, more: trial.stop ? 0 : more, stop: trial.stop });
    if (mine !== latest) return;
    const ended = trial.stop || tally.battles >= asked.all;
    draw(told, tally.battles, asked.all, ended ? null : stopper(form, trial));
    if (ended) return;
    trial.tally = tally;
    more = Math.max(1, Math.round(more * pause / Math.max(1, performance.now() - began)));
  }
}

function stopper(form, trial) {
  const button = el('button', { type: 'button', class: 'btn ghost small' }, form.dataset.stop);
  button.addEventListener('click', () => { trial.stop = true; button.disabled = true; });
  return button;
}

// draw shows what the page of the site shows.
function draw(told, done, all, stop) {
  const part = (p) => el('figure', { class: 'sum' },
    el('p', { class: 'who' }, el('span', {}, p.name), ' ', el('b', { class: 'num' }, p.percent)),
    el('svg', { class: 'scale', width: '100%', height: 24, 'aria-hidden': 'true' },
      el('rect', { class: 'k5', width: `${p.of}%`, height: '100%' }), el('rect', { class: 'range', x: `${p.low}%`, y: '35%', width: `${p.high - p.low}%`, height: '30%' })),
    el('p', { class: 'mute' }, el('small', { class: 'num' }, p.line)));
  const section = el('section', { class: 'part', 'aria-labelledby': 'run' },
    el('h2', { id: 'run', 'aria-live': 'polite' }, told.title),
    el('progress', { class: 'trial', max: all, value: done, 'aria-labelledby': 'run' }),
    ...told.parts.map(part),
    el('p', { class: 'mute' }, el('small', {}, told.line)));
  if (stop) section.append(stop);
  section.dataset.phone = '1';
  document.querySelector('[data-part="run"]').replaceChildren(section);
}
