/** The patterns of a migration, on a quiet network: what it does, how it times out, repeats and rolls back. */
import { assertIdempotent, assertRollsBack, assertTimesOut } from '@unflake/testkit/patterns';
import { describe, expect, test } from 'vitest';
import { PHASE_TIMEOUT_MS } from '../src/source.ts';
import { World } from '../src/world.ts';

function worldWithOne() {
  const world = new World();
  world.add(world.west, 'fox');
  return world;
}

test('moves an entity to the neighbour in two round trips', async () => {
  const world = worldWithOne();
  const answer = await world.clock.drive(world.west.migrate('fox', 't-1'));
  expect(answer).toEqual({ outcome: 'migrated', repeat: false });
  expect(world.ownersOf('fox')).toEqual(['east']);
  expect(world.clock.currentTimeMillis()).toBe(1020);
  world.checkAtRest();
});

test('takes the entity out of service while it is leaving', async () => {
  const world = worldWithOne();
  const migrating = world.west.migrate('fox', 't-1');
  await world.clock.advanceAsync(7);
  expect(world.west.leaving).toEqual(['fox']);
  expect(world.west.move('fox', 60)).toBe(false);
  await world.clock.drive(migrating);
  expect(world.east.move('fox', 160)).toBe(true);
});

test('the same token twice migrates once, and the second answer says so', async () => {
  const world = worldWithOne();
  const answer = await assertIdempotent({
    run: () => world.clock.drive(world.west.migrate('fox', 't-1')),
    state: () => [world.west.owned, world.east.owned],
    isRepeat: ({ repeat }) => repeat,
    repeats: 3,
  });
  expect(answer.outcome).toBe('migrated');
});

test('the same token twice at once is one migration, too', async () => {
  const world = worldWithOne();
  const both = Promise.all([world.west.migrate('fox', 't-1'), world.west.migrate('fox', 't-1')]);
  expect(await world.clock.drive(both)).toEqual([
    { outcome: 'migrated', repeat: false },
    { outcome: 'migrated', repeat: true },
  ]);
});

test('another token for an entity that is already leaving is turned away', async () => {
  const world = worldWithOne();
  const both = Promise.all([world.west.migrate('fox', 't-1'), world.west.migrate('fox', 't-2')]);
  const [, second] = await world.clock.drive(both);
  expect(second).toEqual({ outcome: 'rolled-back', reason: 'not here, or already leaving', repeat: false });
  world.checkAtRest();
});

describe.each(['at prepare', 'at commit'] as const)('when the destination fails %s', (failing) => {
  test('the entity is back at the source, and nothing is left at the destination', async () => {
    const world = worldWithOne();
    await assertRollsBack({
      source: () => world.west.owned,
      destination: () => [world.east.owned, world.east.destination.reserved],
      breakDestination: () => {
        world.east.destination.failing = failing;
      },
      run: () => world.clock.drive(world.west.migrate('fox', 't-1')),
      isRolledBack: ({ outcome }) => outcome === 'rolled-back',
    });
    await world.clock.runUntilIdle();
    world.checkAtRest();
  });

  test('the entity can migrate later, with another token', async () => {
    const world = worldWithOne();
    world.east.destination.failing = failing;
    await world.clock.drive(world.west.migrate('fox', 't-1'));
    world.east.destination.failing = 'never';
    expect((await world.clock.drive(world.west.migrate('fox', 't-2'))).outcome).toBe('migrated');
    expect(await world.clock.drive(world.west.migrate('fox', 't-1'))).toMatchObject({
      outcome: 'rolled-back',
      repeat: true,
    });
  });
});

test('both phases end exactly at their time-out when nobody answers', async () => {
  for (const phase of ['prepare', 'commit'] as const) {
    const world = worldWithOne();
    const roundTrip = phase === 'prepare' ? 0 : 10;
    // Cut at once, or just after the vote has come back.
    const start = () => {
      if (phase === 'prepare') world.network.partition(['west'], ['east']);
      else world.clock.setTimeout(() => world.network.partition(['west'], ['east']), roundTrip);
      return world.west.migrate('fox', 't-1');
    };
    await assertTimesOut({
      clock: world.clock,
      phases: [{ name: phase, within: PHASE_TIMEOUT_MS + roundTrip, start }],
      isTimedOut: (answer) => 'reason' in answer && answer.reason === `${phase} timed out`,
    });
    expect(world.ownersOf('fox')).toEqual(phase === 'prepare' ? ['west'] : []);
    world.check();
  }
});
