/** A thousand scenarios from a thousand seeds, and a thousand schedules: no entity is lost, none exists twice. */
import { interleave, type Schedule } from '@unflake/testkit/concurrency';
import { expect, test } from 'vitest';
import { World } from '../src/world.ts';
import { tell } from './story.ts';

const SEEDS = 1000;

test(`${SEEDS} seeds: every invariant holds in every story`, async () => {
  const failed: string[] = [];
  const ends = new Set<string>();
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    try {
      ends.add((await tell(seed)).end);
    } catch (error) {
      failed.push(`seed ${seed}: ${String(error)}`);
    }
  }
  expect(failed).toEqual([]);
  // The stories do differ: with five entities on two nodes there are 32 ends.
  expect(ends.size).toBe(32);
});

test('any seed gives the same trace again, byte for byte, and so does a replay of its trace', async () => {
  for (let seed = 20; seed <= SEEDS; seed += 20) {
    const first = await tell(seed);
    expect(first.trace.length).toBeGreaterThan(200);
    expect(await tell(seed)).toEqual(first);
    expect(await tell(seed, first.trace)).toEqual(first);
  }
});

test('1,000 schedules of two rivals for one entity: one of them gets it, and it exists once', async () => {
  const rivals = async (schedule: Schedule) => {
    const world = new World({ link: { latency: 5 } });
    world.add(world.west, 'fox', 95);
    schedule.useClock(world.clock);
    const outcomes: string[] = [];
    for (const token of ['t-1', 't-2']) {
      schedule.task(token, async (step) => {
        await step('asks');
        const { outcome } = await world.west.migrate('fox', token);
        await step('is told');
        outcomes.push(outcome);
        world.check();
      });
    }
    schedule.task('mover', async (step) => {
      for (const x of [99, 101, 97]) {
        for (const node of world.nodes) node.move('fox', x);
        await step(`has moved to ${x}`);
        world.check();
      }
    });
    await schedule.run();
    await world.clock.runUntilIdle();
    world.checkAtRest();
    expect(outcomes.sort()).toEqual(['migrated', 'rolled-back']);
    expect(world.ownersOf('fox')).toEqual(['east']);
  };
  const { schedules, distinct } = await interleave(rivals, { schedules: 1000, seed: 1 });
  expect(schedules).toBe(1000);
  expect(distinct).toBeGreaterThan(100);
});
