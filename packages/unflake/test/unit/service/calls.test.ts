import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestClock } from '@unflake/testkit/clock';
import { until } from '@unflake/testkit/until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { LabEvent } from '../../../src/contract/events.ts';
import { type Calls, type CallsOptions, openCalls } from '../../../src/service/calls.ts';
import { defineTool } from '../../../src/tools/lib/tool.ts';
import { PLACE } from '../../../src/tools/lib/tool-place.ts';
import { sampleTool } from '../tools/sample-tool.ts';

/** Ends when its signal aborts, or when the test lets it. */
const waits: (() => void)[] = [];
const steepTool = defineTool({
  name: 'steep',
  command: 'steep',
  summary: 'Wait for the tea',
  examples: [],
  input: z.object({ ...PLACE, deaf: z.boolean().default(false).describe('Whether it hears its signal') }),
  output: z.strictObject({ cut: z.boolean() }),
  positionals: [],
  async run({ deaf }, { emit, signal }) {
    emit({ type: 'case-opened', caseId: 'c-tea', test: 't', runner: 'r', seed: 1, tests: 1, recorded: 0 });
    await new Promise<void>((resolve) => {
      waits.push(resolve);
      if (!deaf) signal.addEventListener('abort', () => resolve());
    });
    emit({ type: 'said', phase: 'confirm', text: 'drawn', ms: 1 });
    return { cut: signal.aborted };
  },
  exitCode: () => 0,
});

let place: string;
let clock: TestClock;
let events: LabEvent[];
let logged: string[];
let calls: Calls;
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'unflake-calls-')));
  clock = new TestClock(0);
  events = [];
  logged = [];
  waits.length = 0;
  calls = open({});
});
afterEach(() => rmSync(place, { recursive: true }));

function open(changes: Partial<CallsOptions>): Calls {
  const entry = (tool: typeof sampleTool | typeof steepTool) => ({
    name: tool.name,
    command: tool.command,
    summary: tool.summary,
    load: async () => tool as never,
  });
  const context = { clock, env: {}, cwd: place, entropy: () => 7 };
  const tools = [
    entry(sampleTool),
    entry(steepTool),
    { ...entry(sampleTool), name: 'smell_tea', reads: true as const },
  ];
  return openCalls({
    tools,
    max: 2,
    timeoutMs: 60_000,
    roots: [place],
    context,
    log: (text) => logged.push(text),
    ...changes,
  });
}

const call = (name: string, input: unknown, how: { signal?: AbortSignal; timeoutMs?: number } = {}) =>
  calls.call(name, input, { signal: new AbortController().signal, emit: (event) => events.push(event), ...how });
const faultOf = async (answer: ReturnType<typeof call>) => {
  const envelope = await answer;
  return envelope.ok ? envelope : envelope.error;
};

test("a valid call is answered with the tool's result, and its events arrive", async () => {
  expect(await call('brew_tea', { leaf: 'assam' })).toMatchObject({
    ok: true,
    result: { input: { leaf: 'assam', minutes: 3 } },
  });
  expect(events.map(({ type }) => type)).toEqual(['said']);
  expect(calls.size).toBe(0);
});

test('an unknown tool is reported with the nearest names', async () => {
  expect(await faultOf(call('brew_te', {}))).toMatchObject({
    code: 'UNKNOWN_TOOL',
    details: { tool: 'brew_te', near: ['brew_tea'] },
  });
});

test('a wrong input is reported field by field, as at every transport', async () => {
  expect(await faultOf(call('brew_tea', { leaf: 7, sugar: 2 }))).toMatchObject({
    code: 'INVALID_INPUT',
    message: '`leaf` is 7; expected a string; `sugar` is not a field here',
  });
  expect(await faultOf(call('brew_tea', ['assam']))).toMatchObject({ code: 'INVALID_INPUT' });
  expect(await faultOf(call('brew_tea', { leaf: 'a' }, { timeoutMs: Number.NaN }))).toMatchObject({
    code: 'INVALID_INPUT',
  });
});

test('a command is never accepted from a request', async () => {
  expect(await faultOf(call('brew_tea', { leaf: 'assam', rest: ['sh'] }))).toMatchObject({
    code: 'COMMAND_NOT_ALLOWED',
  });
});

test('one call above the limit is refused, and the next is accepted afterwards', async () => {
  const both = [call('steep', {}), call('steep', {})];
  await until(() => expect(waits).toHaveLength(2));
  expect(await faultOf(call('steep', {}))).toMatchObject({ code: 'QUEUE_OVERLOADED', details: { max: 2, size: 2 } });
  // Read-only calls have a limit of their own.
  expect(await call('smell_tea', { leaf: 'assam' })).toMatchObject({ ok: true });
  expect(calls.size).toBe(2);
  for (const resolve of waits) resolve();
  expect((await Promise.all(both)).map(({ ok }) => ok)).toEqual([true, true]);
  expect(await call('brew_tea', { leaf: 'assam' })).toMatchObject({ ok: true });
});

test('a call that takes too long is cancelled, and sends nothing more', async () => {
  const answer = faultOf(call('steep', {}, { timeoutMs: 500 }));
  await until(() => expect(waits).toHaveLength(1));
  clock.advance(500);
  expect(await answer).toMatchObject({ code: 'TOOL_TIMEOUT', details: { timeoutMs: 500, caseId: 'c-tea' } });
  expect(events.map(({ type }) => type)).toEqual(['case-opened']);
  expect(calls.size).toBe(0);
});

test('a request cannot ask for more time than the service allows', async () => {
  const answer = faultOf(call('steep', {}, { timeoutMs: 3_600_000 }));
  await until(() => expect(waits).toHaveLength(1));
  clock.advance(60_000);
  expect(await answer).toMatchObject({ code: 'TOOL_TIMEOUT', details: { timeoutMs: 60_000 } });
});

test('a call whose caller cancels is cancelled, also if it never started', async () => {
  const caller = new AbortController();
  const answer = faultOf(call('steep', {}, { signal: caller.signal }));
  await until(() => expect(waits).toHaveLength(1));
  caller.abort();
  expect(await answer).toMatchObject({ code: 'CANCELLED', details: { caseId: 'c-tea' } });
  expect(await faultOf(call('steep', {}, { signal: caller.signal }))).toMatchObject({ code: 'CANCELLED', details: {} });
  expect(waits).toHaveLength(1);
});

test('work that ignores its signal is answered after a while, and counts until it ends', async () => {
  const answer = faultOf(call('steep', { deaf: true }, { timeoutMs: 500 }));
  await until(() => expect(waits).toHaveLength(1));
  clock.advance(500);
  clock.advance(10_000);
  expect(await answer).toMatchObject({ code: 'TOOL_TIMEOUT' });
  expect(calls.size).toBe(1);
  waits[0]!();
  await until(() => expect(calls.size).toBe(0));
});

test('closing cancels running calls and all later ones', async () => {
  const answer = faultOf(call('steep', {}));
  await until(() => expect(waits).toHaveLength(1));
  await calls.close();
  expect(await answer).toMatchObject({ code: 'CANCELLED' });
  expect(await faultOf(call('steep', {}))).toMatchObject({ code: 'CANCELLED' });
});

test('a bug is answered without its stack, which goes to the log', async () => {
  const fault = await faultOf(call('brew_tea', { leaf: 'bug' }));
  expect(fault).toMatchObject({ code: 'INTERNAL', details: {} });
  expect(JSON.stringify(fault)).not.toContain('TypeError');
  expect(logged.join()).toMatch(/^r-0000007 brew_tea: TypeError: a bug\n\s+at /);
});

test('paths stay inside the allowed folders, after links are resolved', async () => {
  const inner = join(place, 'inner');
  const outer = join(place, 'outer');
  for (const folder of [inner, outer]) mkdirSync(folder);
  writeFileSync(join(outer, 'cases.db'), '');
  symlinkSync(outer, join(inner, 'way-out'));
  symlinkSync(join(outer, 'not-yet.db'), join(inner, 'dangling.db'));
  symlinkSync(join(inner, 'round'), join(inner, 'round'));
  calls = open({ roots: [inner] });
  const codeFor = async (input: object) => {
    const answer = await call('brew_tea', { leaf: 'assam', root: inner, ...input });
    return answer.ok ? 'ok' : answer.error.code;
  };
  expect(await codeFor({})).toBe('ok');
  expect(await codeFor({ store: join(inner, 'new', 'cases.db') })).toBe('ok');
  expect(await codeFor({ root: outer })).toBe('FORBIDDEN_ROOT');
  expect(await codeFor({ root: `${inner}-beside` })).toBe('FORBIDDEN_ROOT');
  expect(await codeFor({ store: join(inner, '..', 'outer', 'cases.db') })).toBe('FORBIDDEN_ROOT');
  expect(await codeFor({ store: join(inner, 'way-out', 'cases.db') })).toBe('FORBIDDEN_ROOT');
  expect(await codeFor({ store: join(inner, 'dangling.db') })).toBe('FORBIDDEN_ROOT');
  expect(await codeFor({ store: 'postgres://me@db.example/unflake' })).toBe('FORBIDDEN_ROOT');
  expect(await codeFor({ config: join(inner, 'round') })).toBe('INVALID_INPUT');
  expect(await codeFor({ config: 'a\0b' })).toBe('INVALID_INPUT');
  expect(await codeFor({ config: 'x'.repeat(5_000) })).toBe('INVALID_INPUT');
  // The current folder is the root when none is named, and it is outside here.
  const answer = await call('brew_tea', { leaf: 'assam' });
  expect(answer).toMatchObject({
    ok: false,
    error: { code: 'FORBIDDEN_ROOT', details: { field: 'root', root: place } },
  });
});
