/** Calls that are timed out or refused: the services say so in the same words. One that is taken back is answered by none of them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@unflake/testkit/until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Doors, openDoors } from './doors.ts';

const CONFIG = { runner: 'command', runners: { command: { command: ['sleep', '3600'] } } };

let doors: Doors;
beforeAll(async () => {
  doors = await openDoors('endings', { maxCalls: 1 });
  writeFileSync(join(doors.repoPath, 'unflake.config.json'), JSON.stringify(CONFIG));
});
afterAll(() => doors.close());

test('one call too many is refused, and the long one is timed out, in the same words', async () => {
  const answers = await Promise.all(
    doors.services.map(async (door) => {
      const long = door.call('diagnose', { test: 'sleep' }, 8_000);
      const refused = await until(
        async () => {
          const answer = await door.call('status', {});
          return !answer.ok && answer;
        },
        { within: 7_000, what: 'a refusal' },
      );
      return [door.normal(refused), door.normal(await long)];
    }),
  );
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]).toMatchObject([
    { ok: false, error: { code: 'QUEUE_OVERLOADED', details: { max: 1, size: 1 } } },
    { ok: false, error: { code: 'TOOL_TIMEOUT', details: { timeoutMs: 8_000, caseId: '<CASE>' } } },
  ]);
});
