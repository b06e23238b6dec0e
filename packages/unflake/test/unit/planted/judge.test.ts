/** The judge of the planted defects: an isolated cause that names anything but what was planted is the worst answer. */
import { expect, test } from 'vitest';
import { judge } from '../../../../../scripts/bench/planted/judge.mjs';

const victim = { causes: ['ordering/victim'], ids: { victim: 'v', polluter: 'p', cleaner: 'c' } };
const zone = { causes: ['external/time-zone'], knobs: ['tz'], ids: { victim: 'v' } };

function answer(verdict: string, cause: string | null, more: object = {}) {
  const [family, kind] = (cause ?? '/').split('/');
  const nothing = { polluters: [], setters: [], factor: null, hypotheses: [] };
  return { ok: true, result: { verdict, cause: cause === null ? null : { family, kind }, ...nothing, ...more } };
}

test('the planted polluter alone is right', () => {
  const judged = judge(answer('isolated', 'ordering/victim', { polluters: [['p']] }), victim);
  expect(judged).toMatchObject({ right: true, wrongIsolated: false, trueFirst: true });
});

test.each([
  ['an innocent test', answer('isolated', 'ordering/victim', { polluters: [['c']] }), victim],
  ['an innocent test beside the polluter', answer('isolated', 'ordering/victim', { polluters: [['p', 'c']] }), victim],
  ['no polluter', answer('isolated', 'ordering/victim'), victim],
  ['another cause', answer('isolated', 'timing/short-wait'), victim],
  ['another knob', answer('isolated', 'external/time-zone', { factor: { knob: 'locale' } }), zone],
])('an isolated cause with %s is wrong', (_what, said, plant) => {
  expect(judge(said, plant)).toMatchObject({ right: false, wrongIsolated: true, trueFirst: false });
});

test('the first hypothesis that is not rejected counts where nothing was isolated', () => {
  const hypotheses = [
    { family: 'timing', kind: 'short-wait', posterior: 0.9, status: 'rejected' },
    { family: 'external', kind: 'locale', posterior: 0.2, status: 'open' },
    { family: 'external', kind: 'time-zone', posterior: 0.5, status: 'open' },
  ];
  const judged = judge(answer('narrowed', null, { hypotheses }), zone);
  expect(judged).toEqual({ verdict: 'narrowed', right: false, wrongIsolated: false, trueFirst: true });
});

test('no answer is neither right nor a wrong accusation', () => {
  expect(judge(null, zone)).toEqual({ verdict: 'none', right: false, wrongIsolated: false, trueFirst: false });
});
