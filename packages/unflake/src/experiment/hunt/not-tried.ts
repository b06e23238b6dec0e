/** What a hunt did not try, and why: knobs that do not work here, orders that the runner does not take, and what the budget cut. */
import type { NotTried } from '../../contract/diagnosis.ts';
import type { TestId } from '../../contract/test-id.ts';
import { plural } from '../../text/plural.ts';
import type { Hunt } from './hunt-rounds.ts';
import { isShard } from './shared-rounds.ts';

/** Knobs that an arm turns. */
const KNOBS = [
  ...[
    'copies',
    'cpu',
    'date',
    'dirOrder',
    'encoding',
    'environment',
    'hashSeed',
    'home',
    'locale',
    'network',
    'rngSeed',
  ],
  ...['tmp', 'tz', 'umask', 'workers'],
];

export function huntNotTried(hunt: Hunt, unrepeated: readonly TestId[]): readonly NotTried[] {
  const { options, arms, leftOut, status } = hunt;
  const { can, refused, suite } = options;
  const rows: NotTried[] = refused
    .filter(({ knob }) => KNOBS.includes(knob))
    .map(({ knob, why, enable }) => ({ what: knob, why: enable === null ? why : `${why}; \`${enable}\`` }));
  if (can.order === 'none') rows.push({ what: 'other orders', why: 'this runner keeps its own order' });
  if (can.order === 'file') rows.push({ what: 'orders within a file', why: 'this runner orders files only' });
  if (!can.repeat) rows.push({ what: 'a test twice in one process', why: 'this runner cannot repeat a test' });
  for (const { name, rounds, floor, isExhausted } of arms)
    if (options.shards === undefined && rounds < floor && !isExhausted)
      rows.push({ what: `${name}: ${floor - rounds} of ${plural(floor, 'round')}`, why: 'the budget was spent' });
  const open = unrepeated.filter((test) => !status.wasLookedInto(test));
  if (open.length > 0) {
    const why = isShard(options) ? 'merging the shards does it' : 'the budget was spent';
    rows.push({ what: `${plural(open.length, 'suspect')} not run again`, why });
  }
  for (const test of suite.filter((one) => leftOut.has(one)))
    rows.push({ what: `further rounds with ${test}`, why: 'it hung or ended the process of several rounds' });
  return rows;
}
