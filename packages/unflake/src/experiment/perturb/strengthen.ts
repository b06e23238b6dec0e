/**
 * A load that causes the failure only sometimes is hard to prove, and a command that shows it one time in five helps nobody. A stronger
 * setting of the knob is tried, and used if it causes the failure often.
 */
import type { Count } from '../../contract/evidence.ts';
import type { Plan } from '../plan.ts';
import { TrialsSpent } from '../screen/screen-log.ts';
import { addTrial, NO_TALLY } from '../tally.ts';
import { type KnobSetting, logOf, type PerturbContext } from './turning.ts';

/** From this rate on there is nothing to gain. It is high because few failures select a setting, which overestimates its rate. */
const OFTEN = 0.75;
const MAX_TRIALS = 8;
const MIN_FAILURES = 4;
/** Consecutive failures that suffice. */
const AT_ONCE = 2;

/** The strongest setting, or the given one if that is frequent enough. */
export function* strengthen(turning: PerturbContext, turned: KnobSetting, fails: Count): Plan<KnobSetting> {
  const { choice, setting } = turned;
  const { knob, settings, shape } = choice;
  const strongest = settings.at(-1)!;
  if (shape !== 'growing' || strongest === setting || fails.failures >= OFTEN * fails.runs) return turned;
  const log = logOf(turning, MAX_TRIALS);
  let tally = NO_TALLY;
  try {
    while (!hasEnoughFailures(tally) && tally.runs - tally.failures <= MAX_TRIALS - MIN_FAILURES) {
      const [answer] = yield* log.put([{ [knob]: strongest }], {
        doing: `${knob} ${strongest}`,
        why: `${knob} ${setting} causes the failure only sometimes`,
      });
      tally = addTrial(tally, answer!);
    }
  } catch (error) {
    if (!(error instanceof TrialsSpent)) throw error;
  }
  const isBetter = hasEnoughFailures(tally) && tally.failures * fails.runs > fails.failures * tally.runs;
  return isBetter ? { choice, setting: strongest } : turned;
}

const hasEnoughFailures = ({ failures, runs }: Count): boolean =>
  failures >= MIN_FAILURES || (failures >= AT_ONCE && failures === runs);
