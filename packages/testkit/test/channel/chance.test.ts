import { describe, expect, test } from 'vitest';
import { FakeNetwork } from '../../src/channel.ts';
import { TestClock } from '../../src/clock.ts';
import { random } from '../../src/random.ts';
import { link, receiveAll, sendMany } from './sent-numbers.ts';

describe('chance', () => {
  test('loses about the given share, and exactly the same messages every time', () => {
    const runs = [1, 2].map(() => {
      const { channel } = link({ loss: 0.3 });
      sendMany(channel, 2000);
      return receiveAll(channel);
    });
    expect(runs[0]).toEqual(runs[1]);
    expect(1 - runs[0]!.length / 2000).toBeCloseTo(0.3, 1);
  });

  test('loses nothing at 0 and everything at 1', () => {
    const { channel } = link();
    sendMany(channel, 100);
    expect(receiveAll(channel)).toHaveLength(100);
    channel.configure({ loss: 1 });
    sendMany(channel, 100);
    expect(receiveAll(channel)).toHaveLength(0);
  });

  test('duplicates messages', () => {
    const { clock, channel } = link({ duplication: 0.5, latency: 5 });
    sendMany(channel, 1000);
    clock.advance(100);
    const received = receiveAll(channel);
    expect(new Set(received).size).toBe(1000);
    expect(received.length / 1000).toBeCloseTo(1.5, 1);
  });

  test('reorders, without losing or duplicating', () => {
    const { clock, channel } = link({ latency: 10, reordering: 0.2 });
    const received: number[] = [];
    channel.onMessage((message) => received.push(message));
    for (let at = 1; at <= 500; at += 1) {
      channel.send(at);
      clock.advance(1);
    }
    clock.advance(1000);
    const sorted = [...received].sort((a, b) => a - b);
    expect(sorted).toEqual(Array.from({ length: 500 }, (_, at) => at + 1));
    expect(received).not.toEqual(sorted);
  });

  test('an option for one thing does not change the decisions about another', () => {
    const lossOnly = link({ loss: 0.3 });
    const lossAndMore = link({ loss: 0.3, duplication: 0.4, jitter: 20, reordering: 0.3 });
    for (const { channel, clock } of [lossOnly, lossAndMore]) {
      sendMany(channel, 500);
      clock.advance(1000);
    }
    const kept = receiveAll(lossOnly.channel);
    const keptWithMore = [...new Set(receiveAll(lossAndMore.channel))].sort((a, b) => a - b);
    expect(keptWithMore).toEqual(kept);
  });

  test('decisions on one link do not depend on the traffic of another', () => {
    const alone = link({ loss: 0.5 });
    const busy = link({ loss: 0.5 });
    sendMany(busy.network.channel('x', 'y'), 37);
    sendMany(alone.channel, 100);
    sendMany(busy.channel, 100);
    expect(receiveAll(busy.channel)).toEqual(receiveAll(alone.channel));
  });

  test('decisions come from the seed', () => {
    const other = new FakeNetwork<number>({ clock: new TestClock(), random: random(43), link: { loss: 0.5 } });
    const { channel } = link({ loss: 0.5 });
    sendMany(channel, 100);
    sendMany(other.channel('a', 'b'), 100);
    expect(receiveAll(other.channel('a', 'b'))).not.toEqual(receiveAll(channel));
  });
});
