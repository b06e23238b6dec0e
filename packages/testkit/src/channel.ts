/** A network that loses, delays and reorders messages by its seed, so that a test over it behaves the same on every run. */
export type { Channel, Listener } from './channel/channel.ts';
export type { LinkOptions } from './channel/link.ts';
export { FakeNetwork, type FakeNetworkOptions } from './channel/network.ts';
export { Trace, type TraceEntry } from './channel/trace.ts';
