/** Every tool through every door: the same call, the same envelope. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Envelope } from '../../src/contract/envelope.ts';
import { SERVICE_TOOLS } from '../../src/tools/registry.ts';
import { type Doors, type Input, openDoors } from './doors.ts';

let doors: Doors;
beforeAll(async () => {
  doors = await openDoors('every tool');
});
afterAll(() => doors.close());

/** One call through each door, one after the other: doors share this process, and a door may be busy with one call alone. */
async function throughEach(tool: string, input: Input, which = doors.all) {
  const answers = [];
  for (const door of which) answers.push(door.normal(await door.call(tool, input)));
  return answers;
}

function expectEqual(answers: readonly unknown[]): void {
  for (const answer of answers) expect(answer).toEqual(answers[0]);
}

/** What a tool answers is what its schema says. */
async function expectOutput(name: string, envelope: Envelope): Promise<void> {
  const tool = await SERVICE_TOOLS.find((entry) => entry.name === name)!.load();
  if (envelope.ok) expect(tool.output.safeParse(envelope.result).error?.issues ?? []).toEqual([]);
}

/** What a tool cannot do without. */
const NEEDED: Readonly<Record<string, Input>> = { search: { query: 'alpha' }, diagnose: { test: 'alpha' } };
const inputOf = (tool: string): Input => NEEDED[tool] ?? {};

// The order in which tools run is drawn: none may depend on what another left behind, so each is asked for its faults as well.
test.each(SERVICE_TOOLS.map(({ name }) => name))('%s answers the same', async (tool) => {
  const plain = await throughEach(tool, inputOf(tool));
  expectEqual(plain);
  await expectOutput(tool, await doors.services[0]!.call(tool, inputOf(tool)));
  const missing = await throughEach(tool, { ...inputOf(tool), root: 'nowhere' }, doors.services);
  expectEqual(missing);
  if (tool !== 'env_helpers') {
    expectEqual([...missing, ...(await throughEach(tool, { ...inputOf(tool), root: 'nowhere' }))]);
    expect(missing[0]).toMatchObject({ ok: false, error: { code: 'ROOT_NOT_FOUND' } });
  }
  const unknown = await throughEach(tool, { ...inputOf(tool), sugar: 'two' }, doors.services);
  expectEqual(unknown);
  expect(unknown[0]).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
});

test.each([
  ['search', { query: 'alpha', most: 0 }],
  ['search', { query: 'alpha', in: ['teapots'] }],
  ['scan', { failOn: 'sometimes' }],
  ['diagnose', { test: 'alpha', trials: 1.5 }],
])('a wrong value for %s is told in the same words', async (tool, input) => {
  const answers = await throughEach(tool, input);
  expectEqual(answers);
  expect(answers[0]).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
});

test('the services tell of an unknown tool, a forbidden folder and a command in the same words', async () => {
  for (const [tool, input, code] of [
    ['serch', {}, 'UNKNOWN_TOOL'],
    ['status', { root: '/' }, 'FORBIDDEN_ROOT'],
    ['list_tests', { rest: ['true'] }, 'COMMAND_NOT_ALLOWED'],
    ['report', { out: 'report.html' }, 'INVALID_INPUT'],
  ] as const) {
    const answers = await throughEach(tool, input, doors.services);
    expectEqual(answers);
    expect(answers[0]).toMatchObject({ ok: false, error: { code } });
  }
});
