/** The result of `hunt` for a terminal: each flaky test with its counts and the command that shows it, then what was not found. */
import type { Count } from '../../contract/evidence.ts';
import type { ArmCount, FlakyTest, HuntBound, HuntCluster, HuntResult } from '../../contract/hunt.ts';
import { plural } from '../../text/plural.ts';
import { fraction, percent } from '../../text/rate.ts';
import { visible } from '../../text/shorten.ts';
import { paint, type TerminalStyle } from '../terminal-style.ts';
import { costText, wrap } from './diagnosis-text.ts';
import { firstOf } from './failure-lines.ts';

const LABEL = 11;
const WIDEST = 110;
/** Tests of one list; the JSON has all. */
const MAX_TESTS = 20;

export function huntText(hunt: HuntResult, style: TerminalStyle): string {
  const { bold, dim } = paint(style);
  const rows = (label: string, lines: readonly string[]) =>
    lines.map((line, index) => `${bold((index === 0 ? label : '').padEnd(LABEL))}${line}`);
  const prose = (label: string, text: string) =>
    rows(label, wrap(visible(text), Math.min(style.columns, WIDEST) - LABEL));
  const { clusters, notTried, next, huntId, seed, cost } = hunt;
  if (huntId === null) return `${prose('found', foundText(hunt)).join('\n')}\n`;
  return [
    ...prose('found', foundText(hunt)),
    ...hunt.flaky.flatMap((one) => [
      ...rows('flaky', [visible(one.test)]),
      ...prose('', countsText(one)),
      ...rows('', [one.reproduce.fails]),
    ]),
    ...clusters.filter(({ tests }) => tests.length > 1).flatMap((one) => prose('together', clusterText(one))),
    ...clusters.filter(({ caseId }) => caseId !== null).flatMap((one) => prose('case', caseText(one))),
    ...listed(hunt.broken.map(brokenText)).flatMap((text) => prose('broken', text)),
    ...failedText(hunt).flatMap(([label, text]) => prose(label, text)),
    ...prose('covered', coverageText(hunt)),
    ...(hunt.bounds.length === 0 ? [] : prose('missed', boundsText(hunt.bounds))),
    ...notTried.flatMap(({ what, why }) => prose('not tried', `${what}: ${why}`)),
    ...(next === null ? [] : rows('next', [next])),
    dim(`${'cost'.padEnd(LABEL)}${costText(cost)}${suiteRunsText(hunt)} · hunt ${huntId} · seed ${seed}`),
    '',
  ].join('\n');
}

const ENDINGS = { done: '', budget: '; the budget was spent', cancelled: '; it was interrupted' } as const;

export function foundText({ flaky, broken, unrepeated, tests, rounds, ended, shard, since }: HuntResult): string {
  if (tests === 0) return `no test is touched by what changed${since === null ? '' : ` since ${since.slice(0, 10)}`}`;
  if (shard !== null) {
    const whole = `${plural(rounds.length, 'round')} of ${plural(tests, 'test')}, shard ${shard.number} of ${shard.of}`;
    return `${plural(unrepeated.length, 'test')} failed in ${whole}${ENDINGS[ended]}; merging the shards tells which are flaky`;
  }
  const also = [
    ...(broken.length > 0 ? [`${broken.length} broken`] : []),
    ...(unrepeated.length > 0 ? [`${unrepeated.length} that failed and did not fail again`] : []),
  ];
  const found = [`${flaky.length === 0 ? 'no' : flaky.length} flaky`, ...also].join(', ');
  return `${found} of ${plural(tests, 'test')}, in ${plural(rounds.length, 'round')}${ENDINGS[ended]}`;
}

/** `victim: failed 2/2 after a.py::b, 0/4 alone; 14/63 in all runs` */
export function countsText({ kind, arm, arms }: FlakyTest): string {
  const own = arms.find((one) => one.arm === arm);
  const passing = arms.filter(({ failures }) => failures === 0).reduce<ArmCount | null>(most, null);
  const all = arms.reduce((sum, one) => ({ failures: sum.failures + one.failures, runs: sum.runs + one.runs }), {
    failures: 0,
    runs: 0,
  });
  const counts = [
    ...(own === undefined ? [] : [`failed ${fraction(own)} ${own.arm}`]),
    ...(passing === null ? [] : [`${fraction(passing)} ${passing.arm}`]),
  ];
  return `${kind ?? 'intermittent'}: ${counts.join(', ')}; ${fraction(all)} in all runs`;
}

const most = (best: ArmCount | null, one: ArmCount): ArmCount => (best === null || one.runs > best.runs ? one : best);

const clusterText = ({ tests, why }: HuntCluster): string =>
  `${plural(tests.length, 'test')} ${why}: ${tests.join(', ')}`;

function caseText({ caseId, verdict, representative, explains, tests }: HuntCluster): string {
  const others =
    tests.length > 1 && explains !== null ? `; explains ${explains.length} of ${plural(tests.length, 'test')}` : '';
  return `${caseId} ${verdict}: ${representative}${others}`;
}

function brokenText({ test, failures, runs, takesDown }: HuntResult['broken'][number]): string {
  const others = takesDown.length === 0 ? '' : `; with it fail ${takesDown.join(', ')}`;
  return `${test} ${timesText({ failures, runs })}, in the suite and alone${others}`;
}

/** Of a shard nothing was tried again. */
function failedText({ unrepeated, shard }: HuntResult): readonly (readonly [string, string])[] {
  if (shard === null) return listed(unrepeated.map(unrepeatedText)).map((text) => ['once', text]);
  const lines = unrepeated.map(({ test, arm, ...count }) => `${test} ${timesText(count)}, first in: ${arm}`);
  return listed(lines).map((text) => ['failed', text]);
}

export const timesText = (count: Count): string => `failed ${fraction(count)}`;

const unrepeatedText = ({ test, arm, failures, runs }: HuntResult['unrepeated'][number]): string =>
  `${test} ${timesText({ failures, runs })}, first in: ${arm}; it could not be made to fail again`;

export function coverageText({ coverage: { pairs, of } }: HuntResult): string {
  return `${pairs} of ${plural(of, 'ordered pair')} of tests ran directly after each other`;
}

/** Arms with the same bound share it; the lowest bound comes first. */
function boundsText(bounds: readonly HuntBound[]): string {
  const arms = new Map<number, string[]>();
  for (const { arm, rate } of bounds.toSorted((a, b) => a.rate - b.rate)) {
    const same = arms.get(rate);
    if (same === undefined) arms.set(rate, [arm]);
    else same.push(arm);
  }
  const lines = [...arms].map(([rate, names]) => `${percent(rate)} of runs in: ${names.join(', ')}`);
  return `tests that fail in fewer runs than this may not have been seen (95 % confidence): ${lines.join('; ')}`;
}

const suiteRunsText = ({ cost: { suiteRuns } }: HuntResult): string =>
  suiteRuns === null ? '' : `, as long as ${plural(Math.round(suiteRuns), 'run')} of the suite`;

function listed(lines: readonly string[]): readonly string[] {
  const { shown, rest } = firstOf(lines, MAX_TESTS);
  return [...shown, ...rest];
}
