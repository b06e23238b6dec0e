/** Two nodes and the network between them, and what must hold of the two together at every moment. */
import { FakeNetwork, type LinkOptions } from '@unflake/testkit/channel';
import { TestClock } from '@unflake/testkit/clock';
import { random } from '@unflake/testkit/random';
import { labelOf, type Message } from './messages.ts';
import { Node } from './node.ts';

export interface WorldOptions {
  readonly seed?: number | string;
  readonly link?: LinkOptions;
  /** The text of a trace to replay. */
  readonly replay?: string;
}

export class World {
  readonly clock = new TestClock(1000);
  readonly network: FakeNetwork<Message>;
  readonly west: Node;
  readonly east: Node;
  readonly #ids: string[] = [];

  constructor({ seed = 1, link = { latency: 5 }, replay }: WorldOptions = {}) {
    this.network = new FakeNetwork<Message>({
      clock: this.clock,
      random: random(seed),
      link,
      copy: structuredClone,
      label: labelOf,
      ...(replay !== undefined && { replay }),
    });
    const shared = { clock: this.clock, network: this.network, border: 100, borderWidth: 10 };
    this.west = new Node({ ...shared, name: 'west', neighbour: 'east' });
    this.east = new Node({ ...shared, name: 'east', neighbour: 'west' });
    // Heard last, so that the nodes have acted on the message when the invariant is checked.
    for (const node of this.nodes) this.network.onMessage(node.name, () => this.check());
  }

  get nodes(): readonly Node[] {
    return [this.west, this.east];
  }

  add(node: Node, id: string, x = 50): void {
    node.add({ id, x, version: 1 });
    this.#ids.push(id);
  }

  ownersOf(id: string): string[] {
    return this.nodes.filter((node) => node.owned.includes(id)).map((node) => node.name);
  }

  /** At every moment: no entity in service twice, none lost, and none both local and a ghost. */
  check(): void {
    for (const id of this.#ids) {
      const owners = this.ownersOf(id);
      if (owners.length > 1) throw new Error(`${id} is in service twice`);
      const waits = this.nodes.some(
        (node) => node.leaving.includes(id) || node.source.inDoubt.some((entity) => entity.id === id),
      );
      if (owners.length === 0 && !waits) throw new Error(`${id} is lost`);
      for (const node of this.nodes) {
        if (node.owned.includes(id) && node.ghosts.isGhost(id))
          throw new Error(`${id} is local and a ghost in ${node.name}`);
      }
    }
  }

  /** When everything has calmed down: every entity in service on exactly one node, and nothing reserved. */
  checkAtRest(): void {
    this.check();
    for (const id of this.#ids) if (this.ownersOf(id).length !== 1) throw new Error(`${id} is not in service`);
    for (const node of this.nodes) {
      if (node.destination.reserved.length > 0)
        throw new Error(`${node.name} holds a reservation that nobody will commit`);
    }
  }
}
