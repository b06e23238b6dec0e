import { describe, expect, test } from 'vitest';
import { FakeNetwork } from '../../src/channel.ts';
import { TestClock } from '../../src/clock.ts';
import { link, receiveAll, sendMany } from './sent-numbers.ts';

describe('a perfect link', () => {
  test('delivers at once, in order, on receive', () => {
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
  test('is exact to the millisecond', () => {
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

  test('requires the size of a message', () => {
    expect(() => link({ bandwidth: 1000 })).toThrow('a bandwidth needs sizeOf on the network');
    expect(() => link().channel.configure({ bandwidth: 1 })).toThrow('a bandwidth needs sizeOf');
  });
});

describe('holding', () => {
  test('holds everything back until it is released, then delivers in order', () => {
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

  test('also holds messages back from receive', () => {
    const { channel } = link();
    channel.hold();
    channel.send(1);
    expect(channel.receive()).toBeNull();
    channel.release();
    expect(channel.receive()).toBe(1);
  });
});

describe('a listener', () => {
  test('that throws does not stop later messages', () => {
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

  test('that is added late gets the waiting messages', () => {
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

  test('gets a copy if the network copies', () => {
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

  test('an unknown option is refused by name, instead of being ignored', () => {
    const misspelled = { latncy: 100 } as object;
    expect(() => link(misspelled)).toThrow("a link has no option 'latncy'");
    expect(() => link().channel.configure(misspelled)).toThrow("a link has no option 'latncy'");
    expect(() => link().network.configure(misspelled)).toThrow("a link has no option 'latncy'");
    expect(() => new FakeNetwork(misspelled)).toThrow("FakeNetwork has no option 'latncy'");
    expect(() => new FakeNetwork({ latency: 100 } as object)).toThrow("FakeNetwork has no option 'latency'");
  });
});
