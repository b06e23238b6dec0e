import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FakeNetwork, type FakeNetworkOptions, type LinkOptions, Trace } from '../../src/channel.ts';
import { TestClock } from '../../src/clock.ts';
import { random } from '../../src/random.ts';
import { liveHeapBytes } from '../live-heap.ts';
import { holds } from '../properties.ts';

const ROUGH: LinkOptions = { latency: 20, jitter: 30, loss: 0.2, duplication: 0.1, reordering: 0.2 };

/** The same conversation every time: pings are answered, and the network is partitioned for a while. */
function converse(options: FakeNetworkOptions<string>): { trace: string; heard: string[] } {
  const clock = new TestClock(1000);
  const network = new FakeNetwork<string>({ clock, link: ROUGH, ...options });
  const heard: string[] = [];
  network.onMessage('b', (message) => {
    heard.push(message);
    network.send('b', 'a', `re ${message}`);
  });
  network.onMessage('a', (message) => heard.push(message));
  for (let at = 0; at < 40; at += 1) {
    if (at === 15) network.partition(['a'], ['b']);
    if (at === 20) network.heal();
    if (at === 30) network.channel('a', 'b').hold();
    if (at === 33) network.channel('a', 'b').release();
    network.send('a', 'b', `ping ${at}`);
    clock.advance(7);
  }
  clock.advance(500);
  return { trace: String(network.trace), heard };
}

test('the same seed gives the same trace, byte for byte, and the same messages', () => {
  holds(
    fc.property(fc.integer(), (seed) => {
      expect(converse({ random: random(seed) })).toEqual(converse({ random: random(seed) }));
    }),
    { numRuns: 30 },
  );
});

test('a trace replays the same decisions under any seed', () => {
  holds(
    fc.property(fc.integer(), fc.integer(), (seed, other) => {
      const first = converse({ random: random(seed) });
      expect(converse({ random: random(other), replay: first.trace })).toEqual(first);
    }),
    { numRuns: 30 },
  );
});

test('a trace has this format', () => {
  const clock = new TestClock(1000);
  const network = new FakeNetwork<string>({ clock, random: random(42), link: ROUGH, label: (message) => message });
  const channel = network.channel('a', 'b');
  for (let at = 1; at <= 8; at += 1) channel.send(`message ${at}\n`);
  clock.advance(50);
  while (channel.receive() !== null);
  channel.hold();
  network.partition(['a'], ['b', 'c']);
  channel.send('nothing');
  network.heal(['a'], ['b', 'c']);
  network.heal();
  channel.release();
  expect(String(network.trace)).toMatchInlineSnapshot(`
    "1000 a>b #1 arrives 1032 · message 1\\n
    1000 a>b #2 arrives 1048 · message 2\\n
    1000 a>b #3 arrives 1048 · message 3\\n
    1000 a>b #4 arrives 1048 · message 4\\n
    1000 a>b #5 arrives 1072 aside · message 5\\n
    1000 a>b #6 arrives 1048 · message 6\\n
    1000 a>b #7 lost · message 7\\n
    1000 a>b #8 arrives 1058 and 1058 aside · message 8\\n
    1050 a>b #1 received
    1050 a>b #2 received
    1050 a>b #3 received
    1050 a>b #4 received
    1050 a>b #6 received
    1050 a>b hold
    1050 partition a | b c
    1050 a>b #8 cut under way
    1050 a>b #8 cut under way
    1050 a>b #5 cut under way
    1050 a>b #9 cut · nothing
    1050 heal a | b c
    1050 heal
    1050 a>b release
    "
  `);
});

test('a replay with a message that the trace does not have is refused', () => {
  const { trace } = converse({ random: random(1) });
  const network = new FakeNetwork<string>({ clock: new TestClock(), replay: trace });
  expect(() => network.send('x', 'y', 'new')).toThrow('the trace to replay says nothing about x>y #1');
});

test('a trace keeps its last lines when it is limited, says so, and refuses to be replayed', () => {
  const whole = converse({ random: random(1) })
    .trace.trimEnd()
    .split('\n');
  const limited = converse({ random: random(1), traceLimit: 10 }).trace;
  expect(limited.trimEnd().split('\n')).toEqual([
    `… ${whole.length - 10} earlier lines were not kept`,
    ...whole.slice(-10),
  ]);
  expect(() => Trace.parse(limited)).toThrow('this trace is not whole, so it cannot be replayed; raise traceLimit');
  expect(converse({ random: random(1), traceLimit: 0 }).trace).toBe('');
});

test('memory stays flat over many messages when no trace is kept', () => {
  const clock = new TestClock();
  const network = new FakeNetwork<{ at: number }>({ clock, link: ROUGH, traceLimit: 100 });
  let heard = 0;
  network.onMessage('b', () => {
    heard += 1;
  });
  const send = (count: number) => {
    for (let at = 0; at < count; at += 1) {
      network.send('a', 'b', { at });
      clock.advance(1);
    }
  };
  send(20_000);
  const before = liveHeapBytes();
  send(100_000);
  expect(liveHeapBytes() - before).toBeLessThan(500_000);
  expect(heard).toBeGreaterThan(90_000);
});
