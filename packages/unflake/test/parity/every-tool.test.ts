/** Every tool through every transport: the same call, the same envelope, whether it is good or not. How calls end early is in every-ending.test.ts. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Envelope } from '../../src/contract/envelope.ts';
import { SERVICE_TOOLS } from '../../src/tools/registry.ts';
import { expectAlike } from './alike.ts';
import { DIAGNOSE, GOOD_CALLS, HUNT, SUBJECT } from './good-calls.ts';
import type { Input } from './service-transports.ts';
import { openTransports, type Transports, throughEach } from './transports.ts';

const NAMES = SERVICE_TOOLS.map(({ name }) => name);

let transports: Transports;
let diagnosed: readonly Envelope[];
beforeAll(async () => {
  transports = await openTransports('every tool', { files: SUBJECT });
  diagnosed = await Promise.all(transports.all.map((transport) => transport.call('diagnose', DIAGNOSE)));
  await Promise.all(transports.all.map((transport) => transport.call('hunt', HUNT)));
});
afterAll(() => transports.close());

/** What a tool answers is what its schema says. */
async function expectOutput(name: string, envelope: Envelope): Promise<void> {
  const tool = await SERVICE_TOOLS.find((entry) => entry.name === name)!.load();
  if (!envelope.ok) throw new Error(`${name}: ${envelope.error.message}`);
  expect(tool.output.safeParse(envelope.result).error?.issues ?? []).toEqual([]);
}

test('every tool has a good call here', () => {
  expect(Object.keys(GOOD_CALLS).toSorted()).toEqual(NAMES.toSorted());
});

test('a diagnosis has the same result at every transport', async () => {
  expectAlike(diagnosed.map((envelope, at) => transports.all[at]!.normal(envelope)));
  await expectOutput('diagnose', diagnosed[0]!);
});

// Tools run in a random order: the transports have the same history at every moment.
describe.each(NAMES)('%s', (tool) => {
  const good = GOOD_CALLS[tool] ?? {};
  const at = (which: readonly Transports['all'][number][], input: Input) =>
    throughEach(which, tool, { ...good, ...input });

  test('answers a good call the same', async () => {
    const envelopes = [];
    for (const transport of transports.all) envelopes.push(await transport.call(tool, good));
    for (const envelope of envelopes) await expectOutput(tool, envelope);
    expectAlike(envelopes.map((envelope, which) => transports.all[which]!.normal(envelope)));
  });

  test('reports an unknown field the same', async () => {
    const answers = await at(transports.services, { sugar: 'two' });
    expectAlike(answers);
    expect(answers[0]).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
    // The command line names flags instead.
    expect(await at(transports.all.slice(0, 1), { sugar: 'two' })).toMatchObject([
      { error: { code: 'INVALID_INPUT' } },
    ]);
  });

  // It needs no project.
  if (tool === 'env_helpers') return;

  test('reports a folder that does not exist the same', async () => {
    const answers = await at(transports.all, { root: 'nowhere' });
    expectAlike(answers);
    expect(answers[0]).toMatchObject({ ok: false, error: { code: 'ROOT_NOT_FOUND' } });
  });

  test('reports a wrong value the same', async () => {
    const answers = await at(transports.all, { root: '' });
    expectAlike(answers);
    expect(answers[0]).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
  });
});

test.each([
  ['search', { query: 'alpha', most: 0 }],
  ['search', { query: 'alpha', in: ['teapots'] }],
  ['scan', { failOn: 'sometimes' }],
  ['diagnose', { test: 'alpha', trials: 1.5 }],
])('a wrong value for %s is reported in the same words', async (tool, input) => {
  const answers = await throughEach(transports.all, tool, input);
  expectAlike(answers);
  expect(answers[0]).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
});

test.each([
  ['an unknown tool', 'serch', {}, 'UNKNOWN_TOOL'],
  ['a forbidden folder', 'status', { root: '/' }, 'FORBIDDEN_ROOT'],
  ['a command', 'list_tests', { rest: ['true'] }, 'COMMAND_NOT_ALLOWED'],
  ['what only a terminal has', 'report', { out: 'report.html' }, 'INVALID_INPUT'],
])('the services report %s in the same words', async (_what, tool, input, code) => {
  const answers = await throughEach(transports.services, tool, input);
  expectAlike(answers);
  expect(answers[0]).toMatchObject({ ok: false, error: { code } });
});
