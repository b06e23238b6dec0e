/**
 * What is tried before runs are counted: each screen is an arm of a hunt over the tests in question, or over their surroundings. The cheap
 * ones that show most come first, because a confirmed failure ends the work on a test.
 */
import { fileOf } from '../../contract/file-of.ts';
import type { TestId } from '../../contract/test-id.ts';
import { type ArmsContext, type HuntArm, type RoundTrial, SUITE_ARM } from '../hunt/hunt-arm.ts';
import { huntArms } from '../hunt/hunt-arms.ts';
import { byFile } from '../hunt/orders.ts';
import type { ResolvedCertifyOptions } from './certify-options.ts';

export interface Screen extends Pick<HuntArm, 'name' | 'why'> {
  readonly rounds: number;
  /** Runs tests among those of their file or of the suite. */
  readonly among: boolean;
  /** Runs the whole suite. */
  readonly whole: boolean;
  readonly trials: (tests: readonly TestId[]) => readonly RoundTrial[] | null;
}

export const COPIES_SCREEN = '3 copies';
const ALONE_SCREEN = 'each test alone';
/** A load makes a test fail only sometimes. */
const LOAD_ROUNDS = 3;
const ALONE_PROCESSES = 1;

export function screens(options: ResolvedCertifyOptions, context: ArmsContext): readonly Screen[] {
  const arms = huntArms(context);
  const { suite } = options;
  const own = (name: string, rounds?: number): readonly Screen[] =>
    arms
      .filter((arm) => arm.name === name)
      .map(({ why, floor, next }) => ({
        name,
        why,
        rounds: rounds ?? floor,
        among: false,
        whole: false,
        trials: next,
      }));
  const whole = (name: string, rounds: number): readonly Screen[] =>
    arms
      .filter((arm) => arm.name === name)
      .map(({ why, next }) => ({
        name: inSuite(name),
        why,
        rounds,
        among: true,
        whole: true,
        trials: () => next(suite),
      }));
  // A very slow machine costs more than a certificate may take.
  const loads = arms.filter(({ name }) => /^(?:cpu|quota) 0\.25$|workers$|copies$/.test(name)).map(({ name }) => name);
  return [
    ...(options.can.fork ? own('each test twice, alone') : [aloneInProcesses, ...own('twice in one process')]),
    inFiles(options, arms),
    ...plausibleSettings(options),
    ...whole(SUITE_ARM, 1),
    ...own('other settings'),
    ...loads.flatMap((name) => own(name, LOAD_ROUNDS)),
    ...strongestSettings(options),
    ...whole('reversed', 1),
    ...whole('shuffled', 2),
  ];
}

const inSuite = (name: string): string => (name === SUITE_ARM ? 'in the suite' : `in the suite, ${name}`);

const aloneInProcesses: Screen = {
  name: ALONE_SCREEN,
  why: 'a test may need what others set up',
  rounds: ALONE_PROCESSES,
  among: false,
  whole: false,
  trials: (tests) => tests.map((test) => ({ tests: [test], how: {} })),
};

/** All tests of their files: neighbours may break them or set up what they need. */
function inFiles({ suite, can }: ResolvedCertifyOptions, arms: readonly HuntArm[]): Screen {
  const forked = can.fork ? arms.find(({ name }) => name === 'each file alone') : undefined;
  return {
    name: 'each file alone',
    why: 'tests of one file share what they set up and leave behind',
    rounds: 1,
    among: true,
    whole: false,
    trials: (tests) => {
      const files = new Set(tests.map(fileOf));
      const all = suite.filter((test) => files.has(fileOf(test)));
      return forked?.next(all) ?? byFile(all).map((file) => ({ tests: file, how: {} }));
    },
  };
}

const PLAUSIBLE: Pick<Screen, 'rounds' | 'among' | 'whole'> = { rounds: 1, among: false, whole: false };

/** Each setting of a knob that the code of a test names, alone. */
function plausibleSettings({ knobs, plausible }: ResolvedCertifyOptions): readonly Screen[] {
  if (plausible.size === 0) return [];
  return [
    {
      ...PLAUSIBLE,
      name: 'settings that the code names',
      why: 'its code reads a clock, a zone, a locale, random numbers or a hash order',
      trials: (tests) =>
        knobs
          .filter(({ shape }) => shape !== 'growing')
          .flatMap(({ knob, settings }) =>
            settings.flatMap((setting) => underSetting(knob, setting, tests, plausible)),
          ),
    },
  ];
}

/**
 * Of a knob whose settings grow, the strongest shows what the others show. A tenth of the CPU time makes a start take ten times as long, so
 * it comes after the loads that every test is put under.
 */
function strongestSettings({ knobs, plausible }: ResolvedCertifyOptions): readonly Screen[] {
  if (plausible.size === 0) return [];
  return [
    {
      ...PLAUSIBLE,
      name: 'strongest settings that the code names',
      why: 'its code waits, has a limit of time, or shares something with other runs',
      trials: (tests) =>
        knobs
          .filter(({ shape }) => shape === 'growing')
          .flatMap(({ knob, settings }) => underSetting(knob, settings.at(-1)!, tests, plausible)),
    },
  ];
}

function underSetting(
  knob: string,
  setting: string,
  tests: readonly TestId[],
  plausible: ResolvedCertifyOptions['plausible'],
): readonly RoundTrial[] {
  const concerned = tests.filter((test) => plausible.get(test)?.includes(knob));
  return concerned.length === 0 ? [] : [{ tests: concerned, how: { conditions: { [knob]: setting } } }];
}
