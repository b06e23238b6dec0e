/** Takes from the test what many tests need: network, open files, memory. Tells a leak of the tests before it from a need of its own. */
import { logOf } from '../perturb/turning.ts';
import type { Plan } from '../plan.ts';
import { type DiagnosisContext, testsBefore } from './diagnosis-context.ts';
import { isScarcityKnob, isSetting, type SettingsEnd, turnChoices, turningOf } from './turn-knobs.ts';

const ALONE_RUNS = 6;

/** Each by itself, from plenty downwards. */
export function* turnScarcity(context: DiagnosisContext): Plan<SettingsEnd> {
  const { options } = context;
  const choices = options.knobs.filter((choice) => isSetting(choice) && isScarcityKnob(choice));
  const upTo = options.can.select === 'test' ? [...testsBefore(options), options.target] : options.suite;
  for (const choice of choices) {
    // What is gone at once is gone for the test alone as well; what is used up needs those that use it.
    const tests = choice.cause.family === 'resource-leak' ? upTo : undefined;
    const turning = turningOf(context, 'scarcity', tests);
    if ((yield* turnChoices(context, [choice], { from: 0, to: 0, alone: true }, turning)) !== 'proved') continue;
    if (!(yield* isNeed(context))) return 'proved';
    takeAsNeed(context);
  }
  return 'nothing';
}

/** Under the limit that fails with the tests before it, does it fail alone as well? Then it needs that much, and nothing leaks. */
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
      why: 'a leak needs other tests before it; a need does not',
    });
    if (answer!.failed !== false) return true;
  }
  return false;
}

/** What it needs is no finding about its failures; it is kept apart, and the search goes on. */
function takeAsNeed({ findings }: DiagnosisContext): void {
  const { proof, needs, screens, ...rest } = findings.perturb!;
  findings.perturb = {
    ...rest,
    proof: null,
    screens: screens.slice(0, -1),
    needs: [...needs, ...(proof?.factors ?? [])],
  };
}
