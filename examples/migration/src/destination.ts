/**
 * The receiving side of a migration. It answers every message, however often and in whatever order it comes, from what
 * it has decided about the token before; so duplicate and late messages do no harm.
 */
import type { Entity, Message, Reply } from './messages.ts';

interface Arrival {
  state: 'prepared' | 'committed' | 'aborted';
  readonly entity: Entity | undefined;
}

export class Destination {
  /** Makes the node refuse whatever arrives: at once, or only when it is to be committed. */
  failing: 'never' | 'at prepare' | 'at commit' = 'never';
  readonly #arrivals = new Map<string, Arrival>();
  readonly #add: (entity: Entity) => void;

  constructor(add: (entity: Entity) => void) {
    this.#add = add;
  }

  /** Entities that are reserved but not here yet. */
  get reserved(): Entity[] {
    return [...this.#arrivals.values()].flatMap(({ state, entity }) =>
      state === 'prepared' && entity ? [entity] : [],
    );
  }

  receive(message: Extract<Message, { kind: 'prepare' | 'commit' | 'abort' }>): Reply {
    const { kind, token } = message;
    switch (kind) {
      case 'prepare':
        return this.#prepare(token, message.entity);
      case 'commit':
        return this.#commit(token);
      case 'abort':
        return this.#abort(token);
      default:
        return kind satisfies never;
    }
  }

  #prepare(token: string, entity: Entity): Reply {
    const known = this.#arrivals.get(token);
    if (known?.state === 'aborted') return { kind: 'refused', token };
    if (known !== undefined) return { kind: 'prepared', token };
    const state = this.failing === 'at prepare' ? 'aborted' : 'prepared';
    this.#arrivals.set(token, { state, entity });
    return { kind: state === 'prepared' ? 'prepared' : 'refused', token };
  }

  #commit(token: string): Reply {
    const arrival = this.#arrivals.get(token);
    if (arrival?.state === 'committed') return { kind: 'committed', token };
    if (arrival?.state !== 'prepared' || this.failing === 'at commit') {
      // A refusal is final: the source is about to take the entity back.
      this.#arrivals.set(token, { state: 'aborted', entity: undefined });
      return { kind: 'refused', token };
    }
    arrival.state = 'committed';
    this.#add(arrival.entity!);
    return { kind: 'committed', token };
  }

  #abort(token: string): Reply {
    // Also when nothing is known of it: the prepare may still be under way, and must find the token taken.
    if (this.#arrivals.get(token)?.state !== 'committed') {
      this.#arrivals.set(token, { state: 'aborted', entity: undefined });
    }
    return { kind: 'aborted', token };
  }
}
