import { expect, test } from 'vitest';
import { FakeNetwork } from '../../src/channel.ts';
import { TestClock } from '../../src/clock.ts';

function threeNodes() {
  const clock = new TestClock();
  const network = new FakeNetwork<string>({ clock, link: { latency: 10 } });
  const heard: string[] = [];
  for (const node of ['a', 'b', 'c'])
    network.onMessage(node, (message, from) => heard.push(`${from}>${node} ${message}`));
  return { clock, network, heard };
}

test('a partition loses what is sent across it, both ways, and nothing else', () => {
  const { clock, network, heard } = threeNodes();
  network.partition(['a'], ['b', 'c']);
  network.send('a', 'b', 'lost');
  network.send('c', 'a', 'lost');
  network.send('b', 'c', 'kept');
  clock.advance(10);
  expect(heard).toEqual(['b>c kept']);
  expect(network.pending).toBe(0);
});

test('a partition loses messages in flight, but not those that have arrived', () => {
  const clock = new TestClock();
  const network = new FakeNetwork<string>({ clock, link: { latency: 10 } });
  const channel = network.channel('a', 'b');
  channel.send('arrived');
  clock.advance(5);
  channel.send('under way');
  clock.advance(5);
  network.partition(['a'], ['b']);
  expect(channel.pending).toBe(1);
  expect(channel.receive()).toBe('arrived');
  clock.advance(100);
  expect(channel.receive()).toBeNull();
});

test('healing lets new messages through, and does not restore lost ones', () => {
  const { clock, network, heard } = threeNodes();
  network.partition(['a'], ['b']);
  network.partition(['a'], ['c']);
  network.send('a', 'b', 'lost');
  network.heal(['a'], ['b']);
  network.send('a', 'b', 'first');
  network.send('a', 'c', 'still lost');
  network.heal();
  network.send('a', 'c', 'second');
  clock.advance(10);
  expect(heard).toEqual(['a>b first', 'a>c second']);
});
