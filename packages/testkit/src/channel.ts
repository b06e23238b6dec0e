/** A network that loses, delays and reorders by the seed, so that a test over it does the same on every run. */
export type { Channel, Listener } from './channel/channel.ts';
export type { LinkOptions } from './channel/link.ts';
export { FakeNetwork, type FakeNetworkOptions } from './channel/network.ts';
export { Trace, type TraceEntry } from './channel/trace.ts';
