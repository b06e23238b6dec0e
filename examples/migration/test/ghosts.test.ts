/** The ghost layer at the border, on a clock that the test controls. */
import { TestClock } from '@unflake/testkit/clock';
import { describe, expect, test } from 'vitest';
import { GhostLayer } from '../src/ghost-layer.ts';
import { GHOST_LIFETIME_MS } from '../src/node.ts';
import { World } from '../src/world.ts';

describe('the layer', () => {
  test('measures how long an entity was a ghost', () => {
    const clock = new TestClock(1000);
    const layer = new GhostLayer(clock, GHOST_LIFETIME_MS);
    layer.see({ id: 'fox', x: 99, version: 1 });
    clock.advance(30);
    layer.see({ id: 'fox', x: 98, version: 2 });
    expect(layer.durationOf('fox')).toBeUndefined();
    clock.advance(20);
    layer.end('fox');
    expect(layer.durationOf('fox')).toBe(50);
  });

  test('forgets what it has not seen for its lifetime, and not a millisecond earlier', () => {
    const clock = new TestClock();
    const layer = new GhostLayer(clock, GHOST_LIFETIME_MS);
    layer.see({ id: 'fox', x: 99, version: 1 });
    clock.advance(GHOST_LIFETIME_MS - 1);
    layer.expire();
    expect(layer.ids).toEqual(['fox']);
    clock.advance(1);
    layer.expire();
    expect(layer.ids).toEqual([]);
  });
});

describe('at the border', () => {
  test('an entity that comes near is a ghost next door after the latency, and none when it goes', async () => {
    const world = new World();
    world.add(world.west, 'fox', 50);
    world.west.move('fox', 95);
    await world.clock.advanceAsync(4);
    expect(world.east.ghosts.isGhost('fox')).toBe(false);
    await world.clock.advanceAsync(1);
    expect(world.east.ghosts.isGhost('fox')).toBe(true);
    world.west.move('fox', 50);
    await world.clock.advanceAsync(5);
    expect(world.east.ghosts.isGhost('fox')).toBe(false);
    expect(world.east.ghosts.durationOf('fox')).toBe(5);
  });

  test('a ghost becomes local by migration, and the entity a ghost where it came from', async () => {
    const world = new World();
    world.add(world.west, 'fox', 50);
    world.west.move('fox', 99);
    await world.clock.advanceAsync(5);
    expect(world.east.ghosts.ids).toEqual(['fox']);
    await world.clock.drive(world.west.migrate('fox', 't-1'));
    expect(world.east.ghosts.ids).toEqual([]);
    expect(world.east.owned).toEqual(['fox']);
    world.east.tick();
    await world.clock.advanceAsync(5);
    expect(world.west.ghosts.ids).toEqual(['fox']);
  });

  test('an old picture that arrives late does not bring a ghost back', async () => {
    const world = new World();
    world.add(world.west, 'fox', 50);
    const channel = world.network.channel('west', 'east');
    channel.configure({ latency: 100 });
    world.west.move('fox', 95);
    channel.configure({ latency: 0 });
    // The link keeps order; a second line does not.
    channel.configure({ reordering: 1, reorderWindow: 1 });
    world.west.move('fox', 50);
    await world.clock.advanceAsync(200);
    expect(world.east.ghosts.ids).toEqual([]);
  });

  test('a ghost whose end was lost vanishes by itself', async () => {
    const world = new World();
    world.add(world.west, 'fox', 50);
    world.west.move('fox', 95);
    await world.clock.advanceAsync(5);
    world.network.partition(['west'], ['east']);
    world.west.move('fox', 50);
    await world.clock.advanceAsync(GHOST_LIFETIME_MS);
    world.east.tick();
    expect(world.east.ghosts.ids).toEqual([]);
  });
});
