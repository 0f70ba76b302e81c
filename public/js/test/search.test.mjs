import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import vm from 'node:vm';

const self = {};
vm.runInNewContext(readFileSync(new URL('../search.js', import.meta.url), 'utf8'), { self });
const { fold, bare, slug, decodeWords, distance, excerpt } = self.oriflammeParts;
const plain = (value) => JSON.parse(JSON.stringify(value)); // values of another context have other prototypes

test('fold removes case, accents, ligatures and curly apostrophes', () => {
  for (const [text, want] of [['Élan', 'elan'], ['Cœur', 'coeur'], ['l’ÆTHER', "l'aether"], ['Ça et là', 'ca et la']]) assert.equal(fold(text), want);
});

test('bare and slug keep letters and digits', () => {
  assert.equal(bare('WC-ATK-3'), 'wcatk3');
  assert.equal(slug("À l'abri (2)"), 'a-l-abri-2');
});

test('distance counts letters added, removed, changed and swapped', () => {
  for (const [a, b, want] of [['charge', 'charge', 0], ['chrage', 'charge', 1], ['charg', 'charge', 1], ['chargez', 'charge', 1], ['chorge', 'charge', 1], ['crhage', 'charge', 2]]) {
    assert.equal(distance(a, b, 2), want, `${a} ${b}`);
    assert.equal(distance(b, a, 2), want, `${b} ${a}`);
  }
});

test('distance gives up beyond its limit', () => {
  assert.equal(distance('tir', 'charge', 2), 3);
  assert.equal(distance('attaque', 'retraite', 1), 2);
  assert.equal(distance('a'.repeat(32), 'a'.repeat(32), 2), 3);
});

test('decodeWords shares the beginning of the word before and keeps groups', () => {
  // A capital from A takes so many letters of the word before and begins a group, one from N stays in the group; (n) goes n groups back.
  const { words, groups, count } = decodeWords('AtirQerBar(1)Dd');
  assert.deepEqual(plain(words), ['tir', 'tirer', 'tar', 'tard']);
  assert.deepEqual(plain(groups), [0, 0, 1, 0]);
  assert.equal(count, 2);
});

test('excerpt keeps a short text whole', () => {
  assert.deepEqual(plain(excerpt([['A ', false], ['charge', true], ['.', false]])), [['A ', false], ['charge', true], ['.', false]]);
});

test('excerpt cuts a long text around its first mark', () => {
  const out = plain(excerpt([['word '.repeat(60), false], ['charge', true], [' word'.repeat(60), false]]));
  assert.deepEqual(out[0], ['…', false]);
  assert.deepEqual(out.at(-1), ['…', false]);
  assert.ok(out.some(([text, on]) => on && text === 'charge'));
  assert.ok(out.map(([text]) => text).join('').length <= 160);
});
