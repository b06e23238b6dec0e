/** Index, search and status through every transport, ten times over: equal to each other, and each time the same. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAlike } from './alike.ts';
import type { Input } from './service-transports.ts';
import { openTransports, type Transports } from './transports.ts';

let transports: Transports;
beforeAll(async () => {
  transports = await openTransports('search');
  // Each transport makes the index of its own copy, once.
  const built = await Promise.all(
    transports.all.map(async (transport) => transport.normal(await transport.call('build_index', {}))),
  );
  expectAlike(built);
  expect(built[0]).toMatchObject({ ok: true, result: { files: 2, read: 2, complete: true } });
});
afterAll(() => transports.close());

const QUERIES: readonly (readonly [string, Input, object])[] = [
  [
    'a token of the README',
    { query: 'PHASE12_FIXTURE_TOKEN' },
    { found: 1, hits: [{ what: 'text', file: 'README.md' }] },
  ],
  [
    'a function',
    { query: 'alphaOne', in: ['symbols'] },
    { hits: [{ what: 'function', file: 'src/alpha.js', line: 1 }] },
  ],
  [
    'a class',
    { query: 'AlphaTwo', in: ['symbols'] },
    {
      found: 2,
      hits: [
        { what: 'class', line: 5 },
        { what: 'method', line: 6 },
      ],
    },
  ],
  ['a word of prose', { query: 'quillwort', asIs: true }, { found: 1, hits: [{ file: 'docs/notes.md', line: 1 }] }],
  ['what is not there', { query: 'nothing-of-the-kind' }, { found: 0, hits: [] }],
];

test.each(QUERIES)('%s is found alike at every transport, ten times', async (_what, input, expected) => {
  const answers: unknown[] = [];
  for (let time = 0; time < 10; time += 1) {
    for (const transport of transports.all) answers.push(transport.normal(await transport.call('search', input)));
  }
  expectAlike(answers);
  expect(answers[0]).toMatchObject({ ok: true, result: { root: '<REPO>', ...expected } });
});

test('the status is the same at every transport, ten times', async () => {
  const answers: unknown[] = [];
  for (let time = 0; time < 10; time += 1) {
    for (const transport of transports.all) answers.push(transport.normal(await transport.call('status', {})));
  }
  expectAlike(answers);
  expect(answers[0]).toMatchObject({ ok: true, result: { root: '<REPO>', index: { exists: true } } });
});
