import { describe, expect, test } from 'vitest';
import { TestClock } from '../../src/clock.ts';
import { assertIdempotent, assertRollsBack, assertTimesOut, PatternError } from '../../src/patterns.ts';

describe('assertIdempotent', () => {
  /** An account that withdraws ten per token, with bugs that can be switched on. */
  function account(mistakes: { forgetsToken?: boolean; hidesRepeat?: boolean; alwaysRepeat?: boolean } = {}) {
    const state = { balance: 100, tokens: new Set<string>() };
    const run = async () => {
      const known = state.tokens.has('t-1');
      if (!known || mistakes.forgetsToken) state.balance -= 10;
      state.tokens.add('t-1');
      return { repeat: mistakes.alwaysRepeat || (known && !mistakes.hidesRepeat) };
    };
    return { run, state: () => state, isRepeat: (answer: { repeat: boolean }) => answer.repeat };
  }

  test('passes and returns the first result if the repeat changes nothing and says so', async () => {
    expect(await assertIdempotent({ ...account(), repeats: 3 })).toEqual({ repeat: false });
  });

  test('fails when the repeat changes the state, and shows both states', async () => {
    await expect(assertIdempotent(account({ forgetsToken: true }))).rejects.toThrow(
      'repeat 1 changed the state\n  before: {balance: 90, tokens: Set {"t-1"}}\n  after:  {balance: 80, tokens: Set {"t-1"}}',
    );
  });

  test('fails when the repeat does not say that it is one', async () => {
    await expect(assertIdempotent(account({ hidesRepeat: true }))).rejects.toThrow(
      'repeat 1 does not say that it is one: {repeat: false}',
    );
  });

  test('fails when the first answer claims to be a repeat', async () => {
    const broken = assertIdempotent(account({ alwaysRepeat: true }));
    await expect(broken).rejects.toThrow('the first answer claims to be a repeat: {repeat: true}');
    await expect(broken).rejects.toBeInstanceOf(PatternError);
    await expect(broken).rejects.toMatchObject({ code: 'PATTERN_BROKEN' });
  });

  test('refuses to repeat less than once', async () => {
    await expect(assertIdempotent({ ...account(), repeats: 0 })).rejects.toThrow(
      'repeats must be a whole number of at least 1, got 0',
    );
  });
});

describe('assertRollsBack', () => {
  type Mistake = 'none' | 'keeps-going' | 'forgets-source' | 'leaves-ghost' | 'throws' | 'throws-text';

  function migration(mistake: Mistake) {
    const source = new Set(['entity']);
    const destination = new Set<string>();
    let broken = false;
    return {
      source: () => source,
      destination: () => destination,
      breakDestination: async () => {
        broken = true;
      },
      run: async () => {
        source.delete('entity');
        if (mistake === 'leaves-ghost') destination.add('entity');
        if (mistake !== 'forgets-source') source.add('entity');
        if (mistake === 'throws') throw new Error('destination refused');
        if (mistake === 'throws-text') throw 'destination refused';
        return mistake === 'keeps-going' || !broken ? 'moved' : 'rolled back';
      },
      isRolledBack: (answer: string) => answer === 'rolled back',
    };
  }

  test('passes when the operation says that it was undone, by its answer or by throwing', async () => {
    expect(await assertRollsBack(migration('none'))).toBe('rolled back');
    expect(await assertRollsBack(migration('throws'))).toEqual(new Error('destination refused'));
    expect(await assertRollsBack(migration('throws-text'))).toMatchObject({ cause: 'destination refused' });
  });

  test.each([
    ['keeps-going', 'the operation does not say that it was undone: "moved"'],
    ['forgets-source', 'the source was not restored\n  before: Set {"entity"}\n  after:  Set {}'],
    ['leaves-ghost', 'something is left at the destination\n  before: Set {}\n  after:  Set {"entity"}'],
  ] as const)('fails when the operation %s', async (mistake, message) => {
    await expect(assertRollsBack(migration(mistake))).rejects.toThrow(message);
  });
});

describe('assertTimesOut', () => {
  function stuck(options: { after?: number; answer?: unknown; touches?: boolean; fails?: boolean } = {}) {
    const clock = new TestClock();
    const state = { owner: 'source' };
    const start = async () => {
      await clock.sleep(options.after ?? 100);
      if (options.touches) state.owner = 'nobody';
      if (options.fails) throw options.answer;
      return options.answer ?? 'timed out';
    };
    return {
      clock,
      phases: [{ name: 'prepare', within: 100, start }],
      isTimedOut: (answer: unknown) => String(answer).includes('timed out'),
      state: () => state,
    };
  }

  test('passes when every phase ends exactly at its time-out', async () => {
    const one = stuck();
    const twice = [...one.phases, { name: 'commit', within: 100, start: one.phases[0]!.start }];
    await assertTimesOut({ ...one, phases: twice });
    expect(one.clock.currentTimeMillis()).toBe(200);
  });

  test('passes when the operation times out by throwing', async () => {
    await assertTimesOut(stuck({ fails: true, answer: new Error('timed out') }));
    await assertTimesOut(stuck({ fails: true, answer: 'timed out' }));
  });

  test.each([
    [{ after: 99 }, 'prepare ended before its time-out of 100 ms: "timed out"'],
    [{ after: 101 }, 'prepare had not ended at its time-out of 100 ms'],
    [{ answer: 'moved' }, 'prepare does not say that it timed out: "moved"'],
    [{ touches: true }, 'the time-out of prepare changed the state\n  before: {owner: "source"}'],
  ])('fails for an operation with %o', async (options, message) => {
    await expect(assertTimesOut(stuck(options))).rejects.toThrow(message);
  });

  test('refuses a time-out of nothing', async () => {
    const one = stuck();
    const phases = [{ ...one.phases[0]!, within: 0 }];
    await expect(assertTimesOut({ ...one, phases })).rejects.toThrow('the time-out of prepare must be a finite number');
  });
});
