import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

// The module listens to the page as soon as it is loaded.
globalThis.document = { querySelector: () => null, addEventListener() {} };
const source = readFileSync(new URL('../map_picture.js', import.meta.url), 'utf8');
const { movePlacement } = await import('data:text/javascript,' + encodeURIComponent(source));

const near = (got, want) => { for (const [name, value] of Object.entries(want)) assert.ok(Math.abs(got[name] - value) < 1e-9, `${name} is ${got[name]}, not ${value}`); };
const placed = (more) => ({ x: 10, y: 20, width: 100, turn: 0, left: 0, top: 0, ...more });

test('one finger drags the picture', () => {
  const p = placed();
  movePlacement(p, [{ x: 1, y: 2 }], [{ x: 4, y: 0 }]);
  near(p, { x: 13, y: 18, width: 100, turn: 0 });
});

test('two fingers that part scale the picture about their middle', () => {
  const p = placed();
  movePlacement(p, [{ x: -1, y: 0 }, { x: 1, y: 0 }], [{ x: -2, y: 0 }, { x: 2, y: 0 }]);
  near(p, { x: 20, y: 40, width: 200, turn: 0 });
});

test('two fingers that turn rotate the picture about their middle', () => {
  const p = placed();
  movePlacement(p, [{ x: -1, y: 0 }, { x: 1, y: 0 }], [{ x: 0, y: -1 }, { x: 0, y: 1 }]);
  near(p, { x: -20, y: 10, width: 100, turn: 90 });
});

test('the origin of the sheet does not change what the fingers hold', () => {
  const p = placed({ left: 7, top: -3 });
  movePlacement(p, [{ x: 16, y: 17 }, { x: 18, y: 17 }], [{ x: 15, y: 17 }, { x: 19, y: 17 }]);
  near(p, { x: 10, y: 20, width: 200 }); // the middle of the fingers is the middle of the picture
});

test('two fingers in one place do not scale', () => {
  const p = placed();
  movePlacement(p, [{ x: 1, y: 1 }, { x: 1, y: 1 }], [{ x: 1, y: 1 }, { x: 1, y: 1 }]);
  near(p, { x: 10, y: 20, width: 100, turn: 0 });
});
