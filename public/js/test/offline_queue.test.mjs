import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const source = readFileSync(new URL('../offline_queue.js', import.meta.url), 'utf8');
const { inOrder, answerTo, sendAll } = await import('data:text/javascript,' + encodeURIComponent(source));

const form = (key, at, more) => ({ key, at, reader: 'yanis', state: 'waiting', ...more });
const keys = (forms) => forms.map((f) => f.key).join(' ');

test('forms are sent as they were filled in, each reader\'s own', () => {
  const stored = [form('a', 30), form('b', 10), form('c', 20, { reader: 'odile' }), form('d', 20)]; // a store lists them by key
  assert.equal(keys(inOrder(stored, 'yanis')), 'b d a');
  assert.equal(keys(inOrder(stored, 'odile')), 'c');
  assert.equal(keys(inOrder([], 'yanis')), '');
  assert.equal(keys(stored), 'a b c d');
});

test('an answer of the site decides what becomes of a form', () => {
  const at = (status, path = '/clubs/x') => ({ status, ok: status < 300, url: 'https://club.example' + path });
  for (const [answer, first, again] of [
    [at(200), 'sent', 'sent'],
    [at(403), 'token', 'refused'],
    [at(404), 'refused', 'refused'],
    [at(409), 'refused', 'refused'],
    [at(422), 'refused', 'refused'],
    [at(429), 'later', 'later'],
    [at(500), 'later', 'later'],
    [at(503), 'later', 'later'],
    [at(200, '/sign-in?return=%2F'), 'later', 'later'],
  ]) {
    assert.equal(answerTo(answer, false), first, `${answer.status} ${answer.url}`);
    assert.equal(answerTo(answer, true), again, `${answer.status} ${answer.url} again`);
  }
});

// run sends forms to a site whose answers are given by key: null, a reason, or an error.
async function run(forms, all, answers) {
  const log = [];
  const sent = await sendAll(forms, all, {
    send: async ({ key }) => {
      log.push(`send ${key}`);
      if (answers[key] instanceof Error) throw answers[key];
      return answers[key] ?? null;
    },
    drop: async ({ key }) => { log.push(`drop ${key}`); },
    refuse: async ({ key }, reason) => { log.push(`refuse ${key}: ${reason}`); },
  });
  return [sent, log.join(', ')];
}

test('each form is dropped before the next is sent', async () => {
  assert.deepEqual(await run([form('a', 1), form('b', 2)], false, {}), [2, 'send a, drop a, send b, drop b']);
});

test('a refused form keeps its reason and does not hold up the others', async () => {
  assert.deepEqual(await run([form('a', 1), form('b', 2)], false, { a: 'too late' }), [1, 'send a, refuse a: too late, send b, drop b']);
});

test('a refused form is sent again only when the reader asks', async () => {
  const forms = [form('a', 1, { state: 'refused' }), form('b', 2)];
  assert.deepEqual(await run(forms, false, {}), [1, 'send b, drop b']);
  assert.deepEqual(await run(forms, true, {}), [2, 'send a, drop a, send b, drop b']);
});

test('without a network the form and those after it wait, and what went before counts', async () => {
  assert.deepEqual(await run([form('a', 1), form('b', 2), form('c', 3)], false, { b: new Error('later') }), [1, 'send a, drop a, send b']);
});
