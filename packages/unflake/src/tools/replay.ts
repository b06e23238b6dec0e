/** `unflake replay <case>`: reruns a recorded trial exactly and compares the outcome. */
import { resolve } from 'node:path';
import * as z from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { UnflakeError } from '../contract/faults.ts';
import { isFailure, type Outcome } from '../contract/outcome.ts';

import type { TestId } from '../contract/test-id.ts';
import type { TrialResult } from '../contract/trial.ts';
import { machineHere } from '../engine/machine.ts';
import { runTrialUnder } from '../engine/trial/run-trial-under.ts';
import { trialScript } from '../engine/trial/trial-script.ts';
import type { Store, StoredCase, StoredTrial } from '../store/port.ts';
import { machineOfCase } from './lib/case/case-machine.ts';
import { caseRequest } from './lib/case/case-request.ts';
import type { MachineSnapshot } from './lib/case/machine-snapshot.ts';
import { type CaseSubjectRequest, openCaseSubject, storedSubject } from './lib/case/open-case-subject.ts';
import { certifyRequest, storedCertificationSubject } from './lib/certify/certify-request.ts';
import { closing } from './lib/closing.ts';
import { huntRequest, storedHuntSubject } from './lib/hunt/hunt-request.ts';
import { openStore } from './lib/open-store.ts';
import { REPLAY } from './lib/outputs/cases.ts';
import { defineTool } from './lib/tool.ts';
import { PLACE } from './lib/tool-place.ts';
import type { ReplayResult } from './lib/tool-results.ts';

export const replayTool = defineTool({
  name: 'replay',
  command: 'replay',
  summary: 'run a recorded failing trial again, exactly',
  examples: [
    { line: 'replay latest', does: 'the failing trial of the newest case' },
    { line: 'replay c-7f3k2m --trial t-12 --times 5', does: 'one trial of a case, five times' },
    {
      line: 'replay h-3x9p4w --trial t-40 --test test_cart.py::test_total',
      does: 'one trial of a hunt, for one of its tests',
    },
  ],
  input: z.object({
    ...PLACE,
    case: z
      .string()
      .min(1)
      .default('latest')
      .describe('The id of the case, hunt or certification, a unique prefix of it, or `latest` for the newest case'),
    trial: z
      .string()
      .regex(/^t-\d+$/, 'a name like t-12')
      .optional()
      .describe('The trial; by default the first one in which the test failed'),
    test: z.string().min(1).optional().describe('For a hunt or certification: the id of the test whose outcome counts'),
    times: z.number().int().min(1).max(10_000).default(1).describe('How often'),
  }),
  output: REPLAY,
  positionals: ['case'],
  async run(given, context): Promise<ReplayResult> {
    const store = await openStore(resolve(context.cwd, given.root ?? '.'), given.store, context);
    await using _store = closing(store);
    const found = await replayable(store, given);
    const recorded = await choose(store, found, given.trial);
    await using opened = await openCaseSubject(found.subject, context);
    // Adapters read the suite that the trial was chosen from; that of a hunt may be only a part.
    const subject = found.isHunt ? opened.subject : { ...opened.subject, suite: found.suite };
    const machine = machineOfCase(machineHere(found.runner), found.machine);
    const seen: Outcome[] = [];
    let ms = 0;
    for (let time = 0; time < given.times && !context.signal.aborted; time += 1) {
      const run = await runTrialUnder(recorded.result.trial, subject, opened.workspace, machine, context.signal);
      seen.push(outcomeOf(run, found.test));
      ms += run.ms;
    }
    const before = outcomeOf(recorded.result, found.test);
    return {
      caseId: found.id,
      trial: recorded.result.id,
      command: trialScript(opened.within(recorded.command)),
      recorded: before,
      seen,
      agreeing: seen.filter((outcome) => isFailure(outcome) === isFailure(before)).length,
      ms,
    };
  },
  exitCode: ({ seen }) => (seen.some(isFailure) ? EXIT.found : EXIT.done),
});

/** A case, or a hunt or certification with one of its tests. */
interface Replayable extends Pick<StoredCase, 'id' | 'test' | 'runner' | 'suite'> {
  readonly subject: CaseSubjectRequest;
  readonly machine: MachineSnapshot | undefined;
  readonly isHunt: boolean;
}

interface GivenReplay extends Pick<CaseSubjectRequest, 'config' | 'store'> {
  readonly case: string;
  readonly test?: string | undefined;
}

async function replayable(store: Store, given: GivenReplay): Promise<Replayable> {
  const isHunt = given.case.startsWith('h-');
  if (!isHunt && !given.case.startsWith('cert-')) {
    if (given.test !== undefined)
      throw new UnflakeError('INVALID_INPUT', '`test` is for hunts and certifications; a case has one', {
        field: 'test',
      });
    const found = await store.findCase(given.case);
    const { machine } = caseRequest(found);
    return { ...found, subject: storedSubject(found, given), machine, isHunt: false };
  }
  if (given.test === undefined)
    throw new UnflakeError('INVALID_INPUT', 'a hunt or certification needs `test`', { field: 'test' });
  return isHunt ? ofHunt(store, given, given.test) : ofCertification(store, given, given.test);
}

async function ofHunt(store: Store, given: GivenReplay, name: string): Promise<Replayable> {
  const found = await store.findHunt(given.case);
  const { id, runner, suite } = found;
  const { machine } = huntRequest(found);
  return {
    id,
    runner,
    suite,
    test: testOf(found, name),
    subject: storedHuntSubject(found, given),
    machine,
    isHunt: true,
  };
}

async function ofCertification(store: Store, given: GivenReplay, name: string): Promise<Replayable> {
  const found = await store.findCertification(given.case);
  const { id, runner, suite } = found;
  const subject = storedCertificationSubject(found, given);
  return {
    id,
    runner,
    suite,
    test: testOf(found, name),
    subject,
    machine: certifyRequest(found).machine,
    isHunt: true,
  };
}

function testOf({ id, suite }: Pick<StoredCase, 'id' | 'suite'>, name: string): TestId {
  const test = suite.find((one) => one === name);
  if (test !== undefined) return test;
  throw new UnflakeError('UNKNOWN_TEST', `${id} has no test ${name}`, { test: name });
}

async function choose(store: Store, found: Replayable, name: string | undefined): Promise<StoredTrial> {
  const seq = name === undefined ? await firstFailure(store, found) : Number(name.slice(2));
  const recorded = seq === undefined ? undefined : await store.trial(found.id, seq);
  if (recorded !== undefined) return recorded;
  const what = name === undefined ? 'no trial in which the test failed' : `no trial ${name}`;
  throw new UnflakeError('UNKNOWN_CASE', `case ${found.id} has ${what}`, { caseId: found.id, trial: name ?? null });
}

async function firstFailure(store: Store, { id, test }: Replayable): Promise<number | undefined> {
  return (await store.trials(id)).find(({ result }) => isFailure(outcomeOf(result, test)))?.seq;
}

/** From the test's last execution in the trial. */
function outcomeOf({ observations }: Pick<TrialResult, 'observations'>, test: TestId): Outcome {
  return observations.findLast((observation) => observation.test === test)?.outcome ?? 'missing';
}
