/** One node of the world: its entities, both sides of a migration, and the ghosts at its border. */
import type { FakeNetwork } from '@unflake/testkit/channel';
import type { Clock } from '@unflake/testkit/clock';
import { Destination } from './destination.ts';
import { GhostLayer } from './ghost-layer.ts';
import type { Entity, Message } from './messages.ts';
import { type Answer, Source } from './source.ts';

export interface NodeOptions {
  readonly name: string;
  readonly neighbour: string;
  readonly clock: Clock;
  readonly network: FakeNetwork<Message>;
  /** Where the neighbour's region begins; entities within `borderWidth` of it are shown to the neighbour. */
  readonly border: number;
  readonly borderWidth: number;
}

export const GHOST_LIFETIME_MS = 200;

export class Node {
  readonly name: string;
  readonly destination: Destination;
  readonly source: Source;
  readonly ghosts: GhostLayer;
  readonly #options: NodeOptions;
  readonly #entities = new Map<string, { entity: Entity; leaving: boolean }>();
  // The newest version of each entity that this node has heard of, to tell old pictures from new ones.
  readonly #newest = new Map<string, number>();

  constructor(options: NodeOptions) {
    this.#options = options;
    this.name = options.name;
    this.ghosts = new GhostLayer(options.clock, GHOST_LIFETIME_MS);
    this.destination = new Destination((entity) => this.#hold({ ...entity, version: entity.version + 1 }));
    this.source = new Source(options.clock, {
      lock: (id) => this.#lock(id),
      restore: (entity) => this.#hold(entity),
      release: (id) => void this.#entities.delete(id),
      send: (to, message) => options.network.send(this.name, to, message),
    });
    options.network.onMessage(this.name, (message, from) => this.#receive(message, from));
  }

  /** Entities in service here. */
  get owned(): string[] {
    return [...this.#entities].flatMap(([id, { leaving }]) => (leaving ? [] : [id])).sort();
  }

  /** Entities that are here, but out of service while they may be leaving. */
  get leaving(): string[] {
    return [...this.#entities].flatMap(([id, { leaving }]) => (leaving ? [id] : [])).sort();
  }

  add(entity: Entity): void {
    this.#hold(entity);
  }

  migrate(id: string, token: string): Promise<Answer> {
    return this.source.migrate(id, this.#options.neighbour, token);
  }

  /** Moves an entity in service; false when it is not here to be moved. */
  move(id: string, x: number): boolean {
    const held = this.#entities.get(id);
    if (held === undefined || held.leaving) return false;
    const wasNear = this.#isNearBorder(held.entity);
    this.#hold({ ...held.entity, x, version: held.entity.version + 1 });
    const { entity } = this.#entities.get(id)!;
    if (this.#isNearBorder(entity)) this.#send({ kind: 'ghost', entity });
    else if (wasNear) this.#send({ kind: 'ghost-gone', id, version: entity.version });
    return true;
  }

  /** What happens regularly: shows the border to the neighbour again, and lets old ghosts go. */
  tick(): void {
    for (const { entity } of this.#entities.values())
      if (this.#isNearBorder(entity)) this.#send({ kind: 'ghost', entity });
    this.ghosts.expire();
  }

  #receive(message: Message, from: string): void {
    switch (message.kind) {
      case 'prepare':
      case 'commit':
      case 'abort':
        this.#options.network.send(this.name, from, this.destination.receive(message));
        return;
      case 'prepared':
      case 'committed':
      case 'aborted':
      case 'refused':
        this.source.receive(message);
        return;
      case 'ghost':
        if (this.#isNews(message.entity.id, message.entity.version)) this.ghosts.see(message.entity);
        return;
      case 'ghost-gone':
        if (this.#isNews(message.id, message.version)) this.ghosts.end(message.id);
        return;
      default:
        message satisfies never;
    }
  }

  #hold(entity: Entity): void {
    this.#entities.set(entity.id, { entity, leaving: false });
    this.#newest.set(entity.id, Math.max(entity.version, this.#newest.get(entity.id) ?? 0));
    this.ghosts.end(entity.id);
  }

  #lock(id: string): Entity | undefined {
    const held = this.#entities.get(id);
    if (held === undefined || held.leaving) return undefined;
    held.leaving = true;
    return held.entity;
  }

  #isNews(id: string, version: number): boolean {
    if (this.#entities.has(id) || version < (this.#newest.get(id) ?? 0)) return false;
    this.#newest.set(id, version);
    return true;
  }

  #isNearBorder({ x }: Entity): boolean {
    return Math.abs(x - this.#options.border) <= this.#options.borderWidth;
  }

  #send(message: Message): void {
    this.#options.network.send(this.name, this.#options.neighbour, message);
  }
}
