import fc from 'fast-check';
import { expect, test } from 'vitest';
import { environmentByName, kindByName } from '../../../src/testbed/names.ts';
import { planChain } from '../../../src/testbed/plan-chain.ts';
import { stepGraph } from '../../../src/testbed/prerequisites.ts';
import type { SuiteStep } from '../../../src/testbed/step.ts';

function step(name: string, after: readonly string[] = [], environment?: string): SuiteStep {
  const kind = kindByName(name)!;
  const work = { kind: 'command', argv: ['true'], file: null } as const;
  return { name, kind, environment: environment ?? environmentByName(name, kind), after, inputs: [], work };
}

const names = (steps: readonly SuiteStep[]) => steps.map(({ name }) => name);
const fault = (code: string, message: string) =>
  expect.objectContaining({ code, message: expect.stringContaining(message) });

test('steps stand in the order in which they run, whatever order they were found in', () => {
  const graph = stepGraph(['test-b', '10-x', '02-c', 'foundation', 'test-a', '00-a'].map((name) => step(name)));
  expect(names(graph.steps)).toEqual(['foundation', '00-a', '02-c', '10-x', 'test-a', 'test-b']);
});

test('prerequisites are transitive, each once, in order', () => {
  const graph = stepGraph([
    step('foundation'),
    step('00-a', ['foundation']),
    step('01-b', ['00-a']),
    step('02-c', ['00-a']),
    step('03-d', ['02-c', '01-b']),
    step('test-x', ['foundation', '03-d']),
  ]);
  expect(names(graph.before('03-d'))).toEqual(['00-a', '01-b', '02-c']);
  expect(names(graph.before('test-x'))).toEqual(['00-a', '01-b', '02-c', '03-d']);
  expect(names(graph.before('00-a'))).toEqual([]);
});

test('a cycle is refused and shown completely, and only the cycle', () => {
  const steps = [step('00-a', ['02-c']), step('01-b', ['00-a']), step('02-c', ['01-b']), step('03-d', ['02-c'])];
  expect(() => stepGraph(steps)).toThrow(fault('ENV_CYCLE', '00-a → 02-c → 01-b → 00-a'));
  expect(() => stepGraph([step('00-a', ['00-a'])])).toThrow(fault('ENV_CYCLE', '00-a → 00-a'));
});

test('what cannot be a prerequisite is refused by name', () => {
  expect(() => stepGraph([step('01-b', ['00-a'])])).toThrow(fault('ENV_BAD_STEP', 'there is no such step'));
  expect(() => stepGraph([step('00-a', ['01-b']), step('01-b')])).toThrow(fault('ENV_BAD_STEP', 'which runs after it'));
  expect(() => stepGraph([step('00-a', ['test-x']), step('test-x')])).toThrow(fault('ENV_BAD_STEP', 'is independent'));
  expect(() => stepGraph([step('00-a'), step('00-a')])).toThrow(fault('ENV_BAD_STEP', 'two steps'));
});

test('independent steps share no environment', () => {
  expect(() => stepGraph([step('test-a', [], 'x'), step('test-b', [], 'x')])).toThrow(fault('ENV_BAD_STEP', 'test-a'));
  for (const shared of ['foundation', 'sequential', 'after-00-a']) {
    expect(() => stepGraph([step('test-a', [], shared)])).toThrow(fault('ENV_BAD_STEP', shared));
  }
});

test('an environment belongs to numbered steps only if it names one', () => {
  const listed: SuiteStep = { ...step('00-a'), name: 'build' };
  const own = stepGraph([step('00-a'), step('test-after-sale'), step('test-after-00-a'), step('test-sequential')]);
  expect(own.steps.slice(1).map(({ environment }) => environment)).toEqual([
    'test-after-00-a',
    'after-sale',
    'test-sequential',
  ]);
  expect(() => stepGraph([listed, step('test-after-build')])).toThrow(fault('ENV_BAD_STEP', 'after-build'));
});

const completion = { atSeconds: 1, ms: 1 };
const complete = (...done: readonly string[]) => ({
  started: done,
  complete: new Map(done.map((name) => [name, completion])),
  running: new Map<string, number>(),
});
const chain = stepGraph([step('00-a'), step('01-b', ['00-a']), step('02-c', ['01-b']), step('03-d', ['00-a', '02-c'])]);

test('a clean environment runs only what is missing; any other is rebuilt completely', () => {
  expect(planChain(chain, '03-d', { state: 'clean' }, complete('00-a', '01-b'))).toEqual({
    rebuild: null,
    run: [chain.find('02-c')],
  });
  const { rebuild, run } = planChain(chain, '03-d', { state: 'absent' }, complete());
  expect([rebuild, names(run)]).toEqual([{ state: 'absent' }, ['00-a', '01-b', '02-c']]);
});

test('a missing prerequisite after which a step has run rebuilds the environment', () => {
  const { rebuild, run } = planChain(chain, '03-d', { state: 'clean' }, complete('00-a', '02-c'));
  expect(rebuild).toMatchObject({ state: 'dirty', step: '02-c', because: 'later' });
  expect(names(run)).toEqual(['00-a', '01-b', '02-c']);
});

test('whatever has run, every prerequisite is complete before the step, and each runs at most once, in order', () => {
  fc.assert(
    fc.property(
      fc.subarray(['00-a', '01-b', '02-c', '03-d']),
      fc.constantFrom('00-a', '01-b', '02-c', '03-d'),
      (done, name) => {
        const { rebuild, run } = planChain(chain, name, { state: 'clean' }, complete(...done));
        const ready = new Set([...(rebuild === null ? done : []), ...names(run)]);
        expect(names(chain.before(name)).filter((needed) => !ready.has(needed))).toEqual([]);
        expect(names(run)).toEqual([...new Set(names(run))].sort());
      },
    ),
    { seed: 6 },
  );
});
