/** The part of the contract of runners that looks at the command a person would type, where the adapter has one. */
import { expect, test } from 'vitest';
import type { RawRun } from '../../src/contract/command.ts';
import type { RunRequest } from '../../src/contract/runner.ts';
import { testId } from '../../src/contract/test-id.ts';
import { runCommand } from './run-command.ts';
import { inSuiteOrder, type OpenArm, type RunnerArm, requestFor } from './runner-arm.ts';

export function plainCommandContract({ adapter, age }: RunnerArm, opened: () => OpenArm): void {
  const typed = async (ids: readonly string[]): Promise<{ raw: RawRun; request: RunRequest } | null> => {
    const open = opened();
    const place = await open.context();
    const request = requestFor(open.fixture, inSuiteOrder(open, ids));
    const command = adapter.plain(request, place);
    return command && { raw: await runCommand(command, place), request };
  };

  test('its plain command, where there is one, tells passed, failed and missing apart', async () => {
    const { passes, fails } = opened().fixture;
    const alone = { passed: passes, failed: fails, missing: `${passes} that nobody wrote` };
    for (const [expected, id] of Object.entries(alone)) {
      // Of an old version it is enough to know that its words for nothing are understood; the rest is reported by the run of both.
      if (age === 'older' && expected !== 'missing') continue;
      const run = await typed([id]);
      if (run) expect(adapter.parsePlain(run.raw, run.request)).toBe(expected);
    }
  });

  test('its plain command, where there is one, is judged by the outcome of the target and not by that of another test', async () => {
    const { passes, fails } = opened().fixture;
    const run = await typed([passes, fails]);
    if (run === null) return;
    const { raw, request } = run;
    const judged = [passes, fails].map((id) => adapter.parsePlain(raw, { ...request, target: testId(id) }));
    expect(judged).toEqual(['passed', 'failed']);
  });
}
