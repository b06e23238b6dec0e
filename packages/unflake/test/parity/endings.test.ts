/**
 * A call with real processes that is refused, cancelled and timed out: the services answer with the same message. Every tool is in
 * every-ending.test.ts.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@unflake/testkit/until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Envelope } from '../../src/contract/envelope.ts';
import { expectAlike } from './alike.ts';
import { openTransports, type Transport, type Transports } from './transports.ts';

const PATIENCE = { within: 120_000 };
/** Says that it runs, and continues. */
const COMMAND = ['sh', '-c', ': > started; sleep 3600'];
const CONFIG = { runner: 'command', runners: { command: { command: COMMAND } } };
const LONG = { test: 'sleep' };

let transports: Transports;
beforeAll(async () => {
  transports = await openTransports('endings', {
    maxCalls: 1,
    files: { 'unflake.config.json': JSON.stringify(CONFIG) },
  });
});
afterAll(() => transports.close());

const isRefused = (answer: Envelope) => !answer.ok && answer.error.code === 'QUEUE_OVERLOADED';

/** Whether a case was opened before the timeout depends on the machine. */
function withoutCase(answer: Envelope): Envelope {
  if (answer.ok) return answer;
  const { caseId: _, ...details } = answer.error.details;
  return { ...answer, error: { ...answer.error, details } };
}

async function endings(transport: Transport): Promise<readonly unknown[]> {
  const caller = new AbortController();
  const held = expect(transport.call('diagnose', LONG, { signal: caller.signal })).rejects.toThrow(/abort/i);
  await until(() => existsSync(join(transport.repoPath, 'started')), { ...PATIENCE, what: 'a running trial' });
  const refused = await transport.call('list_tests', {});
  caller.abort();
  await held;
  // The next call is accepted when the processes have exited.
  const timedOut = await until(
    async () => {
      const answer = await transport.call('diagnose', LONG, { timeoutMs: 2_000 });
      return !isRefused(answer) && answer;
    },
    { ...PATIENCE, what: 'room' },
  );
  return [transport.normal(refused), transport.normal(withoutCase(timedOut))];
}

test('one call too many is refused, and one that takes too long is ended, with the same message', async () => {
  const answers = await Promise.all(transports.services.map(endings));
  expectAlike(answers);
  expect(answers[0]).toMatchObject([
    { ok: false, error: { code: 'QUEUE_OVERLOADED', details: { max: 1, size: 1 } } },
    { ok: false, error: { code: 'TOOL_TIMEOUT', message: 'diagnose was stopped after 2000 ms' } },
  ]);
});
