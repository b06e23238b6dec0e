/** Migrations over a network that loses and duplicates messages and has partitions: deterministic, so that they can run in CI. */
import { holdsDuring, together, withinDeadline } from '@unflake/testkit/concurrency';
import { never, settled, until } from '@unflake/testkit/until';
import { expect, test } from 'vitest';
import { World } from '../src/world.ts';

test('30 % loss: the migration succeeds by retrying, with this seed in this many messages', async () => {
  const world = new World({ seed: 5, link: { latency: 5, loss: 0.3 } });
  world.add(world.west, 'fox');
  const answer = await world.clock.drive(world.west.migrate('fox', 't-1'));
  expect(answer.outcome).toBe('migrated');
  await world.clock.runUntilIdle();
  world.checkAtRest();
  expect(String(world.network.trace)).toMatchInlineSnapshot(`
    "1000 west>east #1 lost · prepare t-1
    1015 west>east #2 lost · prepare t-1
    1030 west>east #3 arrives 1035 · prepare t-1
    1035 west>east #3 received
    1035 east>west #1 arrives 1040 · prepared t-1
    1040 east>west #1 received
    1040 west>east #4 arrives 1045 · commit t-1
    1045 west>east #4 received
    1045 east>west #2 arrives 1050 · committed t-1
    1050 east>west #2 received
    "
  `);
});

test('a partition in mid-commit leaves the entity in doubt, not lost, and healing settles it', async () => {
  const world = new World();
  world.add(world.west, 'fox');
  const migrating = world.west.migrate('fox', 't-1');
  // The vote has come back, the commit is under way.
  await world.clock.advanceAsync(12);
  world.network.partition(['west'], ['east']);
  expect(await world.clock.drive(migrating)).toEqual({
    outcome: 'in-doubt',
    reason: 'commit timed out',
    repeat: false,
  });
  expect(world.ownersOf('fox')).toEqual([]);
  await world.clock.drive(never(() => world.ownersOf('fox').length > 0, { during: 5000, clock: world.clock }));
  world.check();

  world.network.heal();
  await world.clock.drive(until(() => world.ownersOf('fox').length > 0, { clock: world.clock, what: 'an owner' }));
  expect(world.ownersOf('fox')).toEqual(['east']);
  await world.clock.drive(settled(() => world.network.pending, { quiet: 50, clock: world.clock }));
  world.checkAtRest();
  expect(await world.west.migrate('fox', 't-1')).toEqual({ outcome: 'migrated', repeat: true });
});

test('a partition just after the destination has committed: the answer is lost, the entity is not', async () => {
  const world = new World();
  world.add(world.west, 'fox');
  const migrating = world.west.migrate('fox', 't-1');
  await world.clock.advanceAsync(16);
  expect(world.ownersOf('fox')).toEqual(['east']);
  world.network.partition(['west'], ['east']);
  expect((await world.clock.drive(migrating)).outcome).toBe('in-doubt');
  world.network.heal();
  await world.clock.runUntilIdle();
  world.checkAtRest();
  expect(await world.west.migrate('fox', 't-1')).toMatchObject({ outcome: 'migrated' });
});

test('a late prepare finds its token aborted, and reserves nothing', async () => {
  const world = new World();
  world.add(world.west, 'fox');
  const channel = world.network.channel('west', 'east');
  channel.hold();
  expect((await world.clock.drive(world.west.migrate('fox', 't-1'))).reason).toBe('prepare timed out');
  channel.release();
  await world.clock.runUntilIdle();
  world.checkAtRest();
  expect(world.ownersOf('fox')).toEqual(['west']);
});

test('ten migrations at once, both ways, over a bad line: all end in time, and the invariant holds throughout', async () => {
  const world = new World({ seed: 9, link: { latency: 5, jitter: 10, loss: 0.2, duplication: 0.1, reordering: 0.2 } });
  const { clock } = world;
  for (let at = 0; at < 10; at += 1) world.add(at % 2 ? world.east : world.west, `e${at}`);
  const migrateAll = () => together(10, (at) => (at % 2 ? world.east : world.west).migrate(`e${at}`, `t-${at}`));
  const work = () =>
    withinDeadline({ all: (waitFor) => waitFor('every answer', migrateAll()) }, { within: 500, clock });
  await clock.drive(holdsDuring(() => world.check(), work, { every: 1, clock, what: 'one owner each' }));
  await clock.runUntilIdle();
  world.checkAtRest();
});
