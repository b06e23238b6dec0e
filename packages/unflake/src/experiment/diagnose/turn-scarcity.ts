/** Withholds a resource: network, open files, memory. Distinguishes a leak of earlier tests from a need of the test itself. */
import type { PerturbFinding } from '../../contract/perturb-finding.ts';
import { logOf } from '../perturb/turning.ts';
import { type Plan, reportFindings } from '../plan.ts';
import { type DiagnosisContext, testsBefore } from './diagnosis-context.ts';
import { isScarcityKnob, isSetting, type SettingsEnd, turnChoices, turningOf } from './turn-knobs.ts';

const ALONE_RUNS = 6;

/** One resource at a time, from the most generous limit down. */
export function* turnScarcity(context: DiagnosisContext): Plan<SettingsEnd> {
  const { options, findings } = context;
  const choices = options.knobs.filter((choice) => isSetting(choice) && isScarcityKnob(choice));
  const upTo = options.can.select === 'test' ? [...testsBefore(options), options.target] : options.suite;
  for (const choice of choices) {
    // A missing resource is missing for the test alone as well; an exhausted one needs the tests that exhaust it.
    const tests = choice.cause.family === 'resource-leak' ? upTo : undefined;
    const turning = turningOf(context, 'scarcity', tests);
    if ((yield* turnChoices(context, [choice], { from: 0, to: 0, alone: true }, turning)) !== 'proved') continue;
    if (!(yield* isNeed(context))) return 'proved';
    yield* reportFindings({ perturb: withNeed(findings.perturb!) });
  }
  return 'nothing';
}

/** Does the test also fail alone under the limit that fails after other tests? Then it needs that much, and nothing leaks. */
function* isNeed(context: DiagnosisContext): Plan<boolean> {
  const { options, findings } = context;
  const { cause, failing } = findings.perturb!.proof!;
  if (cause.family !== 'resource-leak') return false;
  if (options.can.select !== 'test' || testsBefore(options).length === 0) return true;
  const alone = turningOf(context, 'need', [options.target]);
  const log = logOf(alone, ALONE_RUNS);
  for (let asked = 0; asked < ALONE_RUNS; asked += 1) {
    const [answer] = yield* log.put([failing], {
      doing: 'alone under the same limit',
      why: 'a leak needs other tests before it; a test that needs more does not',
    });
    if (answer!.failed !== false) return true;
  }
  return false;
}

/** A need is not a cause; it is stored separately, and the search continues. */
function withNeed({ proof, needs, screens, ...rest }: PerturbFinding): PerturbFinding {
  return { ...rest, proof: null, screens: screens.slice(0, -1), needs: [...needs, ...(proof?.factors ?? [])] };
}
