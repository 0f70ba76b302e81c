// @ts-check
// The clocks of a battle that is played without the engine: one a side, on this phone alone, with or without a network. The
// one that is touched runs and the others stop; touched again, it stops.

const box = document.querySelector('details[data-clocks]');
const mark = `clocks ${box.dataset.clocks}`;
const faces = [...box.querySelectorAll('[data-side]')];
const minutes = box.querySelector('input[name=minutes]');

// The stored state: the milliseconds each had left when a clock was started, which one runs, and since when.
const newState = () => ({ left: faces.map(() => Number(minutes.value) * 60e3), runs: -1, at: 0 });
function readState() {
  try {
    const state = JSON.parse(localStorage.getItem(mark));
    return state?.left?.length === faces.length ? state : newState();
  } catch { return newState(); }
}
let state = readState();
const left = (i) => state.left[i] - (state.runs === i ? Date.now() - state.at : 0);

function show() {
  faces.forEach((face, i) => {
    const seconds = Math.floor(left(i) / 1000), n = Math.abs(seconds), clock = face.querySelector('.num');
    clock.textContent = `${seconds < 0 ? '−' : ''}${Math.floor(n / 60)}:${String(n % 60).padStart(2, '0')}`;
    face.setAttribute('aria-pressed', String(state.runs === i));
    face.classList.toggle('over', seconds < 0);
  });
}
function writeState(next) {
  state = next;
  localStorage.setItem(mark, JSON.stringify(state));
  show();
}
faces.forEach((face, i) => face.addEventListener('click', () => {
  writeState({ left: faces.map((_, k) => left(k)), runs: state.runs === i ? -1 : i, at: Date.now() });
}));
box.querySelector('[data-reset]').addEventListener('click', () => { if (minutes.reportValidity()) writeState(newState()); });

box.hidden = false;
box.open = state.runs >= 0;
show();
setInterval(() => { if (state.runs >= 0) show(); }, 500);
addEventListener('storage', (event) => { if (event.key === mark) { state = readState(); show(); } });
