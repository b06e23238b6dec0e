/**
 * The promises of the testkit, as tests for any runner. It is copied into a project that has the built package, and run there by vitest,
 * jest, mocha and node:test; `four-runners.test.ts` has the expected results.
 */
import assert from 'node:assert/strict';
import { access } from 'node:fs/promises';
import { FakeNetwork } from '@unflake/testkit/channel';
import { installGlobals, SharedClock, systemClock, TestClock } from '@unflake/testkit/clock';
import { holdsDuring, interleave, together, withinDeadline } from '@unflake/testkit/concurrency';
import { createDeterministicRepo } from '@unflake/testkit/fixture-repo';
import { assertManifest } from '@unflake/testkit/manifest';
import { claimPort, uniqueName } from '@unflake/testkit/names';
import { normaliseText, times } from '@unflake/testkit/normalise';
import { assertIdempotent } from '@unflake/testkit/patterns';
import { disabledIfEnvironmentVariable, quarantine } from '@unflake/testkit/quarantine';
import { random, seeded } from '@unflake/testkit/random';
import { never, settled, until } from '@unflake/testkit/until';

const facts = { issue: '#1', owner: 'us', reason: 'flaky on purpose', until: '2099-12-31' };
const boom = () => {
  throw new Error('boom');
};

/** Declares the tests. `callbacks`: which argument of a body is the callback, if any; `skips`: a body that skips itself. */
export function contract(test, { callbacks, skips }) {
  test('a clock moves when told to', async () => {
    const clock = new TestClock(1000);
    assert.equal(await clock.drive(clock.sleep(50).then(() => 'awake')), 'awake');
    assert.equal(clock.currentTimeMillis(), 1050);
    assert.equal(new SharedClock(clock.currentTimeMillis()).nanoTime(), 1_050_000_000n);
  });

  test('the globals follow a clock and come back', async () => {
    const clock = new TestClock(Date.UTC(2030, 0, 1));
    const globals = installGlobals(clock);
    try {
      let rang = false;
      setTimeout(() => {
        rang = true;
      }, 1000);
      await clock.advanceAsync(1000);
      assert.equal(rang, true);
      assert.equal(new Date().toISOString(), '2030-01-01T00:00:01.000Z');
    } finally {
      globals.uninstall();
    }
    assert.notEqual(new Date().getUTCFullYear(), 2030);
    await systemClock.sleep(1);
  });

  test('a seed gives the published values', () => {
    const rng = random(42);
    assert.deepEqual([rng.int(1, 6), rng.int(1, 6), rng.int(1, 6), rng.int(1, 6)], [2, 2, 6, 3]);
  });

  test(
    'a seeded body gets its dice',
    seeded((rng) => assert.equal(rng.int(1, 6), 2), { seed: 42 }),
  );

  test('a failing seeded body shows its seed', seeded(boom, { seed: 77 }));

  test('a network loses by the seed', () => {
    const clock = new TestClock();
    const network = new FakeNetwork({ clock, random: random(42), link: { latency: 10, loss: 0.3 } });
    const heard = [];
    network.onMessage('b', (message) => heard.push(message));
    for (let at = 0; at < 10; at += 1) network.send('a', 'b', at);
    clock.advance(10);
    assert.deepEqual(heard, [0, 1, 2, 3, 4, 5, 8, 9]);
  });

  test('waiting ends when the condition holds, and says what it saw when it does not', async () => {
    const clock = new TestClock();
    await clock.drive(until(() => clock.currentTimeMillis() >= 30, { clock }));
    await clock.drive(never(() => false, { clock }));
    assert.equal(await clock.drive(settled(() => 5, { clock })), 5);
    await assert.rejects(clock.drive(until(() => 0, { clock, within: 20 })), /last value: 0/);
    let ready = false;
    setTimeout(() => {
      ready = true;
    }, 5);
    await until(() => ready, { within: 10_000 });
  });

  test('names and ports are not given twice', async () => {
    assert.notEqual(uniqueName('db'), uniqueName('db'));
    const [one, other] = await Promise.all([claimPort(), claimPort()]);
    assert.notEqual(one.port, other.port);
    await Promise.all([one.release(), other.release()]);
  });

  test('schedules find a race', async () => {
    const racy = async (schedule) => {
      let count = 0;
      const increment = async (step) => {
        const read = count;
        await step('has read');
        count = read + 1;
      };
      schedule.task('a', increment);
      schedule.task('b', increment);
      await schedule.run();
      assert.equal(count, 2);
    };
    await assert.rejects(interleave(racy, { seed: 1 }), { code: 'SCHEDULE_FAILED', schedule: '0.1' });
    assert.deepEqual(await together(2, (index) => index), [0, 1]);
    assert.deepEqual(await withinDeadline({ a: async () => 1 }), { a: 1 });
    assert.equal(
      await holdsDuring(
        () => true,
        async () => 3,
      ),
      3,
    );
  });

  test('patterns, normalisers and manifests hold', async () => {
    const done = new Set();
    await assertIdempotent({
      run: () => ({ repeat: done.size === done.add('token').size }),
      state: () => done,
      isRepeat: (answer) => answer.repeat,
    });
    assert.equal(normaliseText('at 10:00:00', times()), 'at <TIME>');
    await assertManifest(new URL('tests/fixtures/min-repo', import.meta.url).pathname, ['README.md', 'src/alpha.js']);
  });

  test('a repository is made from a fixture', async () => {
    const testId = `contract ${uniqueName()}`;
    const repo = await createDeterministicRepo({ from: import.meta.url, fixtureName: 'min-repo', testId });
    await assert.doesNotReject(access(`${repo.repoPath}/README.md`));
    await repo.cleanup();
  });

  const inCi = { named: 'CI', matches: 'true', disabledReason: 'only at a desk' };
  disabledIfEnvironmentVariable(inCi)(test)('disabled in CI', () => {});

  quarantine(facts)(test)('quarantined and passing', () => {});
  quarantine(facts)(test)('quarantined and failing', boom);
  quarantine(facts)(test)('quarantined and rejecting', async () => boom());
  quarantine({ ...facts, until: '2020-01-01' })(test)('quarantined for too long', () => {});
  if (skips) quarantine(facts)(test)('quarantined and skipping itself', skips);
  if (callbacks) {
    const asCallback =
      callbacks === 'second' ? (body) => (_context, done) => body(done) : (body) => (done) => body(done);
    quarantine(facts)(test)(
      'quarantined with a callback',
      asCallback((done) => setImmediate(done)),
    );
    quarantine(facts)(test)(
      'quarantined with a failing callback',
      asCallback((done) => setImmediate(() => done(new Error('late')))),
    );
  }
}
