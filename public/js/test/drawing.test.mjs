import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const source = readFileSync(new URL('../drawing.js', import.meta.url));
const { fillIn, columns, scaleBars, oddsValues } = await import(`data:text/javascript;base64,${source.toString('base64')}`);

test('fillIn replaces the names that have a value and no others', () => {
  assert.equal(fillIn('{what} : {n}, {other} {n}', { what: '{n}', n: 0 }), '{n} : 0, {other} 0');
});

test('columns lays a histogram out as the site does', () => {
  for (const { widths, columns: want } of JSON.parse(readFileSync(new URL('histograms.json', import.meta.url)))) {
    const got = columns(widths.map((width) => ({ width })));
    assert.equal(got.length, want.length);
    got.forEach((c, i) => {
      [c.x, c.y, c.width, c.height, c.at, c.step].forEach((x, k) => assert.ok(Math.abs(x - want[i][k]) < 1e-3, `${widths}: column ${i}, ${k}: ${x}, want ${want[i][k]}`));
      assert.equal(c.labelled, want[i][6]);
    });
  }
});

test('scaleBars begins each share where the one before ends', () => {
  const bars = scaleBars([{ of: .25, style: 0 }, { of: .625, style: 1 }, { of: .125, style: 4 }]);
  assert.deepEqual(bars.map((b) => [b.class, b.x, b.width]), [['k0', '0.000%', '25.000%'], ['k1', '25.000%', '62.500%'], ['k4', '87.500%', '12.500%']]);
});

test('oddsValues shows the mean and all values only where there are any to show', () => {
  const bar = { of: .5, style: 0, name: '1', exact: '1/2' }, line = { label: '1', fraction: '1/2', percent: '50 %', width: 100 };
  const removed = (odds) => Object.entries(oddsValues(odds)).filter(([name, value]) => name.startsWith('.odds-summary') && value.length === 0).map(([name]) => name);
  assert.deepEqual(removed({ headline: '', mean: '1,5', bars: [bar, bar], whole: [line, line, line] }), []);
  assert.deepEqual(removed({ headline: '', mean: '', bars: [bar, bar], whole: [line, line] }), ['.odds-summary > p > .num', '.odds-summary > details']);
  assert.deepEqual(removed({ headline: '1 chance', mean: '', bars: [bar, bar], whole: null }), ['.odds-summary > details']);
});
