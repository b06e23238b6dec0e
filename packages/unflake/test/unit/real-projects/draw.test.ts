/** The draw of public projects, and its reported rate. */
import { describe, expect, test } from 'vitest';
import { draw, readEcosystems } from '../../../../../scripts/bench/real/projects/draw.mjs';
import { table } from '../../../../../scripts/bench/real/projects/table.mjs';

const LIST = '# a comment\n[one, two]\na/a b/b\nc/c\n[three]\nd/d e/e\n';
const ecosystems = readEcosystems(LIST);

describe('projects', () => {
  test('are listed below the heading of their ecosystem', () => {
    expect(ecosystems).toEqual([
      { ecosystem: 'one, two', names: ['a/a', 'b/b', 'c/c'] },
      { ecosystem: 'three', names: ['d/d', 'e/e'] },
    ]);
  });

  test('are drawn in the order that the seed gives, without those that were tried', () => {
    const all = draw(ecosystems, 7, () => false);
    expect(all).toEqual(draw(ecosystems, 7, () => false));
    expect([...all[0]!.order].sort()).toEqual(['a/a', 'b/b', 'c/c']);
    const orders = new Set(
      Array.from({ length: 20 }, (_, seed) => draw(ecosystems, seed, () => false)[0]!.order.join()),
    );
    expect(orders.size).toBeGreaterThan(3);
    expect(draw(ecosystems, 7, (name) => name === 'b/b')[0]!.order).toEqual(
      all[0]!.order.filter((name) => name !== 'b/b'),
    );
  });

  test('count in their draw by their first result, and in the table by their current one', () => {
    const row = (project: string, count: number) => ({
      project,
      seed: 7,
      installed: true,
      own: { runner: 'jest', count: 5 },
      list: { runner: 'jest', count, seconds: 1 },
      healthy: null,
      first: count === 5 ? null : 'list: wrong',
    });
    const text = table([row('a/a', 3), row('b/b', 5), row('a/a', 5), { project: 'c/c', seed: 7, installed: false }]);
    expect(text).toContain('2 of 2 list right now.');
    expect(text).toContain('draw 7: 1 of 2 list right at first, 1 without any trouble');
    expect(text).toContain('not installed here: c/c');
  });
});
