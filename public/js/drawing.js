// @ts-check
// Drawings made from the templates of a page. The markup is the site's; scripts put figures into it.

// draw puts values into a part of a page and returns it. A text replaces its name in braces wherever that stands, and the
// attribute of its name where the part itself has one. An object is drawn into the first element that its name selects, and a
// list into as many copies of it; no other element that the name selects is left.
export function draw(part, values) {
  for (const [name, value] of Object.entries(values)) {
    if (value !== null && typeof value === 'object') {
      const [model, ...others] = part.querySelectorAll(name);
      for (const other of others) other.remove();
      model?.replaceWith(...[value].flat().map((one) => draw(model.cloneNode(true), one)));
    } else if (part.hasAttribute?.(name)) part.setAttribute(name, value);
  }
  for (const node of [part, ...part.querySelectorAll('*')]) {
    for (const attribute of node.attributes ?? []) attribute.value = fillIn(attribute.value, values);
    for (const child of node.childNodes) if (child.nodeType === 3) child.data = fillIn(child.data, values);
  }
  return part;
}

// fillIn replaces the names in braces that have a value.
export const fillIn = (text, values) => text.replace(/\{(\w+)\}/g, (name, key) => values[key] ?? name);

export const percentOf = (x) => `${x.toFixed(3)}%`;

// columns lays out a histogram of lines in its drawing of 346 by 168; labels are thinned so that they do not touch.
export function columns(lines) {
  const step = 330 / lines.length, every = Math.max(1, Math.floor((lines.length + 9) / 10)), width = Math.min(step * .8, 26);
  return lines.map((line, i) => {
    const at = 8 + step * (i + .5), height = line.width / 100 * 120;
    return { ...line, at, step, x: at - width / 2, y: 140 - height, width, height, labelled: i % every === 0 };
  });
}

// scaleBars lays out the shares of a whole side by side.
export function scaleBars(shares) {
  let at = 0;
  return shares.map((share) => ({ ...share, class: `k${share.style}`, x: percentOf(100 * at), width: percentOf(100 * share.of), at: at += share.of }));
}

// oddsValues are the values to draw for the exact odds of one measure.
export function oddsValues({ title, headline, percent, mean, bars, whole }) {
  const lines = whole ?? [], scale = scaleBars(bars), bins = columns(lines);
  return {
    title, headline, percent, mean,
    '.histogram rect:not(.hit)': bins.map(({ x, y, width, height }) => ({ x, y, width, height })),
    '.histogram text': bins.filter((b) => b.labelled).map(({ at, label }) => ({ x: at, label })),
    '.histogram .hit': bins.map(({ at, step, label, fraction, percent }) => ({ x: at - step / 2, width: step, label, fraction, percent })),
    '.scale rect': scale.map(({ class: style, x, width }) => ({ class: style, x, width })),
    '.scale .cut': scale.slice(1).map(({ x }) => ({ x1: x, x2: x })),
    '.scale-keys li': scale.map(({ class: style, name, exact }) => ({ name, exact, rect: { class: style } })),
    'tbody tr': lines.map(({ label, fraction, percent }) => ({ label, fraction, percent })),
    ...(mean || headline ? {} : { '.odds-summary > p > .num': [] }),
    ...(lines.length > bars.length ? {} : { '.odds-summary > details': [] }),
  };
}
