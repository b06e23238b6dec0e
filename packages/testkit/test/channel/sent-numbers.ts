/** A link that carries numbers, for the tests of channels: make one, send many, receive all. */
import { type Channel, FakeNetwork, type FakeNetworkOptions, type LinkOptions } from '../../src/channel.ts';
import { TestClock } from '../../src/clock.ts';
import { random } from '../../src/random.ts';

export function link(options: LinkOptions = {}, more: FakeNetworkOptions<number> = {}) {
  const clock = new TestClock(1000);
  const network = new FakeNetwork<number>({ clock, random: random(42), link: options, ...more });
  return { clock, network, channel: network.channel('a', 'b') };
}

export function receiveAll<M>(channel: Channel<M>): M[] {
  const received: M[] = [];
  for (let next = channel.receive(); next !== null; next = channel.receive()) received.push(next);
  return received;
}

export function sendMany(channel: Channel<number>, count: number): void {
  for (let at = 1; at <= count; at += 1) channel.send(at);
}
