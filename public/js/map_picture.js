// @ts-check
// Places the picture beneath the map by touch: one finger drags it, two turn and scale it. The result goes into the fields
// that place it by numbers, and is sent as one stroke of the map editor.

let holding = false; // whether touches move the picture; outlives a redraw of the editor
let placement;       // centre, width and turn while fingers are on it
const fingers = new Map();

const editor = () => document.querySelector('.map-editor');
const field = (name) => /** @type {HTMLInputElement} */ (editor().querySelector(`[name="picture.${name}"]`));
const places = ['x', 'y', 'width', 'turn'];

function showPlacement() {
  const button = editor()?.querySelector('[data-hold]');
  if (!button) return;
  button.hidden = false;
  button.setAttribute('aria-pressed', String(holding));
  button.classList.toggle('ghost', !holding);
  editor().querySelector('[data-hold-hint]').hidden = !holding;
  editor().querySelector('svg.map').classList.toggle('held', holding);
}
showPlacement();
document.addEventListener('drawn', showPlacement);

// While the picture is held, nothing else in the drawing reacts to touches.
const drawing = (event) => holding && event.target.closest?.('.map-editor svg.map');
function point(svg, event) {
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
}

document.addEventListener('click', (event) => {
  if (event.target.closest('[data-hold]')) {
    holding = !holding;
    showPlacement();
  } else if (drawing(event)) {
    event.preventDefault();
    event.stopPropagation();
  }
}, true);

document.addEventListener('pointerdown', (event) => {
  const svg = drawing(event), picture = svg?.querySelector('.beneath');
  if (!picture || event.button !== 0) return;
  event.preventDefault();
  svg.setPointerCapture(event.pointerId);
  if (fingers.size === 0) {
    placement = Object.fromEntries(places.map((name) => [name, Number(field(name).value)]));
    const box = ['x', 'y', 'width', 'height'].map((name) => Number(picture.getAttribute(name)));
    // The origin of the sheet is not that of the fields.
    Object.assign(placement, { left: box[0] + box[2] / 2 - placement.x, top: box[1] + box[3] / 2 - placement.y, shape: box[3] / box[2], moved: false });
  }
  fingers.set(event.pointerId, point(svg, event));
}, true);

// Moves a placement as fingers move from one list of points to another. One finger drags the picture; two turn and scale it
// so that what lay between them lies between them again. left and top are where the sheet begins in the numbers of x and y.
/** @type {(placement: any, was: DOMPointInit[], now: DOMPointInit[]) => void} */
export function movePlacement(placement, [a, b], [c, d]) {
  if (!b) {
    placement.x += c.x - a.x;
    placement.y += c.y - a.y;
    return;
  }
  const [from, to] = [{ p: a, q: b }, { p: c, q: d }].map(({ p, q }) => ({ x: (p.x + q.x) / 2 - placement.left, y: (p.y + q.y) / 2 - placement.top, apart: Math.hypot(q.x - p.x, q.y - p.y), way: Math.atan2(q.y - p.y, q.x - p.x) }));
  const grown = from.apart > 0 ? to.apart / from.apart : 1, turned = to.way - from.way;
  const x = placement.x - from.x, y = placement.y - from.y, sin = Math.sin(turned) * grown, cos = Math.cos(turned) * grown;
  placement.x = to.x + x * cos - y * sin;
  placement.y = to.y + x * sin + y * cos;
  placement.width *= grown;
  placement.turn += turned * 180 / Math.PI;
}

document.addEventListener('pointermove', (event) => {
  const svg = fingers.has(event.pointerId) && drawing(event);
  if (!svg) return;
  const was = [...fingers.values()];
  fingers.set(event.pointerId, point(svg, event));
  movePlacement(placement, was, [...fingers.values()]);
  placement.moved = true;
  const picture = svg.querySelector('.beneath'), x = placement.x + placement.left, y = placement.y + placement.top, height = placement.width * placement.shape;
  for (const [name, value] of Object.entries({ x: x - placement.width / 2, y: y - height / 2, width: placement.width, height, transform: `rotate(${placement.turn} ${x} ${y})` })) picture.setAttribute(name, value);
}, true);

for (const kind of /** @type {const} */ (['pointerup', 'pointercancel'])) {
  document.addEventListener(kind, (event) => {
    if (!fingers.delete(event.pointerId) || fingers.size > 0 || !placement.moved) return;
    for (const name of places) field(name).value = String(Math.round(placement[name]));
    editor().querySelector('[name="picture"][value="place"]').click();
  }, true);
}
