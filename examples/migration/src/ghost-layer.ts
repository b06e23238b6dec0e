/**
 * What a node knows of its neighbour's entities near the border. A ghost is only a picture: it has no owner here, grows
 * old, and vanishes when it is not seen for a while.
 */
import type { Clock } from '@unflake/testkit/clock';
import type { Entity } from './messages.ts';

interface Ghost {
  readonly entity: Entity;
  readonly since: number;
  readonly seen: number;
}

export class GhostLayer {
  readonly #clock: Clock;
  readonly #lifetimeMs: number;
  readonly #ghosts = new Map<string, Ghost>();
  readonly #durations = new Map<string, number>();

  constructor(clock: Clock, lifetimeMs: number) {
    this.#clock = clock;
    this.#lifetimeMs = lifetimeMs;
  }

  get ids(): string[] {
    return [...this.#ghosts.keys()].sort();
  }

  isGhost(id: string): boolean {
    return this.#ghosts.has(id);
  }

  /** A picture has come; it stays a ghost since it was first seen. */
  see(entity: Entity): void {
    const now = this.#clock.currentTimeMillis();
    this.#ghosts.set(entity.id, { entity, since: this.#ghosts.get(entity.id)?.since ?? now, seen: now });
  }

  /** It has left the border, or has become local. */
  end(id: string): void {
    const ghost = this.#ghosts.get(id);
    if (ghost === undefined) return;
    this.#durations.set(id, this.#clock.currentTimeMillis() - ghost.since);
    this.#ghosts.delete(id);
  }

  /** Forgets what has not been seen within the lifetime: the message that it is gone may have been lost. */
  expire(): void {
    const oldest = this.#clock.currentTimeMillis() - this.#lifetimeMs;
    for (const [id, { seen }] of this.#ghosts) if (seen <= oldest) this.end(id);
  }

  /** How long an entity was a ghost, the last time it was one; undefined when it still is, or never was. */
  durationOf(id: string): number | undefined {
    return this.isGhost(id) ? undefined : this.#durations.get(id);
  }
}
