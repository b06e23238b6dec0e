import { describe, expect, test } from 'vitest';
import { type Channel, FakeNetwork, type FakeNetworkOptions, type LinkOptions } from '../../src/channel.ts';
import { TestClock } from '../../src/clock.ts';
import { random } from '../../src/random.ts';

function link(options: LinkOptions = {}, more: FakeNetworkOptions<number> = {}) {
  const clock = new TestClock(1000);
  const network = new FakeNetwork<number>({ clock, random: random(42), link: options, ...more });
  return { clock, network, channel: network.channel('a', 'b') };
}

function receiveAll<M>(channel: Channel<M>): M[] {
  const received: M[] = [];
  for (let next = channel.receive(); next !== null; next = channel.receive()) received.push(next);
  return received;
}

function sendMany(channel: Channel<number>, count: number): void {
  for (let at = 1; at <= count; at += 1) channel.send(at);
}

describe('a perfect link', () => {
  test('delivers at once, in order, to who asks', () => {
    const { channel } = link();
    sendMany(channel, 3);
    expect(channel.pending).toBe(3);
    expect(receiveAll(channel)).toEqual([1, 2, 3]);
    expect(channel.receive()).toBeNull();
    expect(channel.pending).toBe(0);
  });

  test('hands messages to listeners as the clock moves, and leaves nothing to receive', () => {
    const { clock, channel } = link();
    const heard: unknown[] = [];
    const stop = channel.onMessage((message, from) => heard.push([message, from]));
    channel.send(1);
    expect(heard).toEqual([]);
    clock.advance(0);
    expect(heard).toEqual([[1, 'a']]);
    expect(channel.receive()).toBeNull();
    stop();
    channel.send(2);
    clock.advance(10);
    expect(channel.receive()).toBe(2);
  });
});

describe('latency', () => {
  test('is kept to the millisecond', () => {
    const { clock, channel } = link({ latency: 100 });
    channel.send(7);
    clock.advance(50);
    expect(channel.receive()).toBeNull();
    clock.advance(49);
    expect(channel.receive()).toBeNull();
    clock.advance(1);
    expect(channel.receive()).toBe(7);
  });

  test('fires listeners at the moment of arrival', () => {
    const { clock, network } = link({ latency: 30 });
    const heard: number[] = [];
    network.onMessage('b', () => heard.push(clock.currentTimeMillis()));
    network.send('a', 'b', 1);
    clock.advance(10);
    network.send('c', 'b', 2);
    clock.advance(100);
    expect(heard).toEqual([1030, 1040]);
  });

  test('with jitter stays within its bounds and keeps the order', () => {
    const { clock, channel } = link({ latency: 10, jitter: 50 });
    const arrivals: number[] = [];
    const order: number[] = [];
    channel.onMessage((message) => {
      arrivals.push(clock.currentTimeMillis() - 1000);
      order.push(message);
    });
    sendMany(channel, 200);
    clock.advance(100);
    expect(order).toEqual(Array.from({ length: 200 }, (_, at) => at + 1));
    expect(Math.min(...arrivals)).toBeGreaterThanOrEqual(10);
    expect(Math.max(...arrivals)).toBeLessThanOrEqual(60);
    expect(new Set(arrivals).size).toBeGreaterThan(3);
  });
});

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

  test('doubles messages', () => {
    const { clock, channel } = link({ duplication: 0.5, latency: 5 });
    sendMany(channel, 1000);
    clock.advance(100);
    const received = receiveAll(channel);
    expect(new Set(received).size).toBe(1000);
    expect(received.length / 1000).toBeCloseTo(1.5, 1);
  });

  test('reorders, without losing or doubling', () => {
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

  test('turned on for one thing does not change what it decides about another', () => {
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

  test('on one link does not depend on the traffic of another', () => {
    const alone = link({ loss: 0.5 });
    const busy = link({ loss: 0.5 });
    sendMany(busy.network.channel('x', 'y'), 37);
    sendMany(alone.channel, 100);
    sendMany(busy.channel, 100);
    expect(receiveAll(busy.channel)).toEqual(receiveAll(alone.channel));
  });

  test('comes from the seed', () => {
    const other = new FakeNetwork<number>({ clock: new TestClock(), random: random(43), link: { loss: 0.5 } });
    const { channel } = link({ loss: 0.5 });
    sendMany(channel, 100);
    sendMany(other.channel('a', 'b'), 100);
    expect(receiveAll(other.channel('a', 'b'))).not.toEqual(receiveAll(channel));
  });
});

describe('bandwidth', () => {
  test('makes messages wait for one another', () => {
    const { clock, channel } = link({ bandwidth: 1000, latency: 10 }, { sizeOf: (bytes) => bytes });
    const arrivals: number[] = [];
    channel.onMessage(() => arrivals.push(clock.currentTimeMillis() - 1000));
    channel.send(100);
    channel.send(100);
    clock.advance(150);
    channel.send(50);
    clock.advance(1000);
    channel.send(100);
    clock.advance(1000);
    expect(arrivals).toEqual([110, 210, 260, 1260]);
  });

  test('needs to know how large a message is', () => {
    expect(() => link({ bandwidth: 1000 })).toThrow('a link with a bandwidth needs sizeOf on its network');
    expect(() => link().channel.configure({ bandwidth: 1 })).toThrow('a link with a bandwidth needs sizeOf');
  });
});

describe('holding', () => {
  test('keeps everything back until it is released, then delivers in order', () => {
    const { clock, channel } = link({ latency: 10 });
    const heard: number[] = [];
    channel.onMessage((message) => heard.push(message));
    channel.send(1);
    channel.hold();
    channel.send(2);
    clock.advance(100);
    expect(heard).toEqual([]);
    expect(channel.pending).toBe(2);
    channel.release();
    clock.advance(0);
    expect(heard).toEqual([1, 2]);
  });

  test('also keeps them from who asks', () => {
    const { channel } = link();
    channel.hold();
    channel.send(1);
    expect(channel.receive()).toBeNull();
    channel.release();
    expect(channel.receive()).toBe(1);
  });
});

describe('a listener', () => {
  test('that throws does not keep the rest from arriving', () => {
    const { clock, channel } = link();
    const heard: number[] = [];
    channel.onMessage((message) => {
      if (message === 1) throw new Error('boom');
      heard.push(message);
    });
    sendMany(channel, 3);
    expect(() => clock.advance(0)).toThrow('boom');
    clock.advance(0);
    expect(heard).toEqual([2, 3]);
  });

  test('that comes late hears what has been waiting', () => {
    const { clock, network, channel } = link();
    channel.send(5);
    clock.advance(50);
    const heard: number[] = [];
    const stop = network.onMessage('b', (message) => heard.push(message));
    clock.advance(0);
    expect(heard).toEqual([5]);
    stop();
    channel.send(6);
    clock.advance(10);
    expect(heard).toEqual([5]);
  });

  test('gets a copy when the network makes copies', () => {
    const clock = new TestClock();
    const network = new FakeNetwork<{ seen: boolean }>({ clock, copy: structuredClone, link: { duplication: 1 } });
    const sent = { seen: false };
    network.onMessage('b', (message) => {
      expect(message.seen).toBe(false);
      message.seen = true;
    });
    network.send('a', 'b', sent);
    clock.advance(10);
    expect(sent.seen).toBe(false);
    expect(network.pending).toBe(0);
  });
});

describe('bad input', () => {
  test.each([
    [{ loss: 1.5 }, 'loss must be between 0 and 1, got 1.5'],
    [{ duplication: -0.1 }, 'duplication must be between 0 and 1, got -0.1'],
    [{ reordering: Number.NaN }, 'reordering must be between 0 and 1, got NaN'],
    [{ latency: -1 }, 'latency must be a finite number of at least 0, got -1'],
    [{ jitter: Number.POSITIVE_INFINITY }, 'jitter must be a finite number of at least 0, got Infinity'],
    [{ reorderWindow: -1 }, 'reorderWindow must be a finite number of at least 0, got -1'],
    [{ bandwidth: 0 }, 'bandwidth must be more than 0 bytes a second, got 0'],
  ])('%o is refused, and changes nothing', (options, message) => {
    expect(() => link(options)).toThrow(message);
    const { channel } = link();
    expect(() => channel.configure(options)).toThrow(message);
    sendMany(channel, 3);
    expect(receiveAll(channel)).toEqual([1, 2, 3]);
  });

  test.each(['', 'a b', 'a>b', 7])('%j is not a name of a node', (name) => {
    expect(() => link().network.channel(name as string, 'b')).toThrow("a node's name is a text without spaces and '>'");
  });

  test('a trace limit must be a number', () => {
    expect(() => link({}, { traceLimit: -1 })).toThrow('traceLimit must be a finite number of at least 0, got -1');
  });
});
