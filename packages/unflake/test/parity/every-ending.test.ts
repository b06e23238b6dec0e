/**
 * Every tool ended early through every service: timed out and refused with the same message, and cancelled silently where the protocol
 * requires it.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@unflake/testkit/until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Envelope } from '../../src/contract/envelope.ts';
import { SERVICE_TOOLS } from '../../src/tools/registry.ts';
import { expectAlike } from './alike.ts';
import { GOOD_CALLS } from './good-calls.ts';
import { type HeldTransports, openHeldTransports } from './held-transports.ts';
import { normal } from './normal.ts';

const PATIENCE = { within: 120_000 };

let place: string;
let free: HeldTransports;
let full: HeldTransports;
let holding: readonly Promise<unknown>[];
beforeAll(async () => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'unflake-endings-')));
  [free, full] = await Promise.all([openHeldTransports(place, 4), openHeldTransports(place, 1)]);
  holding = full.all.map((transport) => transport.call('list_tests', {}).catch(() => 'the service has gone'));
  for (const transport of full.all)
    await until(() => transport.working() === 1, { ...PATIENCE, what: 'a call that holds' });
});
afterAll(async () => {
  await Promise.all([free.close(), full.close()]);
  await Promise.all(holding);
  rmSync(place, { recursive: true });
});

const shown = (envelope: Envelope) => normal(envelope, { repoPath: place, state: place });

function expectAll(answers: readonly Envelope[], error: object): void {
  expectAlike(answers.map(shown));
  expect(answers[0]).toMatchObject({ ok: false, error });
}

describe.each(SERVICE_TOOLS.map(({ name, reads }) => [name, reads] as const))('%s', (tool, reads) => {
  const input = GOOD_CALLS[tool] ?? {};

  test('that takes too long is reported in the same way', async () => {
    const answers = await Promise.all(free.all.map((transport) => transport.call(tool, input, { timeoutMs: 20 })));
    const message = `${tool} was stopped after 20 ms`;
    expectAll(answers, { code: 'TOOL_TIMEOUT', message, details: { timeoutMs: 20 } });
  });

  test('that is one too many is refused in the same way, unless it is read-only', async () => {
    const answers = await Promise.all(full.all.map((transport) => transport.call(tool, input, { timeoutMs: 20 })));
    expectAll(answers, reads ? { code: 'TOOL_TIMEOUT' } : { code: 'QUEUE_OVERLOADED', details: { max: 1, size: 1 } });
  });

  test('that is cancelled stops at every transport, and none answers', async () => {
    for (const transport of free.all) {
      const caller = new AbortController();
      const answer = transport.call(tool, input, { signal: caller.signal });
      const refused = expect(answer).rejects.toThrow(/abort/i);
      await until(() => transport.working() === 1, { ...PATIENCE, what: `work at ${transport.name}` });
      caller.abort();
      await refused;
      await until(() => transport.working() === 0, { ...PATIENCE, what: `the end of the work at ${transport.name}` });
    }
  });

  test('that is cancelled informs those who follow its events', async () => {
    const headers = { 'content-type': 'application/json' };
    const at = `${free.url}/tools/${tool}/stream`;
    const stream = await fetch(at, { method: 'POST', body: JSON.stringify(input), headers });
    const text = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    let heard = '';
    while (!heard.includes('id: ')) heard += (await text.read()).value ?? '';
    const call = /id: (\S+)\.1\n/.exec(heard)![1];
    await fetch(`${at}?call=${call}`, { method: 'DELETE' });
    for (let piece = await text.read(); !piece.done; piece = await text.read()) heard += piece.value;
    const error = JSON.parse(/event: error\n.*\ndata: (.*)\n/.exec(heard)![1]!) as Envelope;
    expectAll([error], { code: 'CANCELLED', message: `${tool} was cancelled`, details: {} });
  });
});
