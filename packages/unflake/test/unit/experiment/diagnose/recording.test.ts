import { expect, test } from 'vitest';
import type { TrialResult } from '../../../../src/contract/trial.ts';
import { nothingYet } from '../../../../src/experiment/diagnose/findings-so-far.ts';
import { recording } from '../../../../src/experiment/diagnose/recording.ts';
import { ask, type Plan, PlanStopped, reportFindings, say } from '../../../../src/experiment/plan.ts';

test('what a stage has learned is kept when its plan is stopped right after, and the engine sees none of it', () => {
  const record = { seen: [] as TrialResult[], findings: nothingYet() };
  function* stage(): Plan<void> {
    yield* reportFindings({ searched: 'victim' });
    yield* say('bisect', record.findings.searched ?? 'nothing');
    try {
      yield* ask({ phase: 'bisect', doing: 'more', why: '', trials: [] });
    } finally {
      yield* reportFindings({ under: { cpu: '0.5' } });
    }
  }
  const plan = recording(stage(), record);
  expect(plan.next().value).toMatchObject({ said: ['victim'] });
  expect(plan.next([]).value).toMatchObject({ doing: 'more' });
  expect(() => plan.next({ stop: 'budget' })).toThrow(PlanStopped);
  expect(record.findings).toEqual({ ...nothingYet(), searched: 'victim', under: { cpu: '0.5' } });
});
