/**
 * The sending side of a migration: two-phase commit with time-outs. Until it has decided to commit it may take the
 * entity back by itself; after that only the destination's answer decides, however long it takes.
 */
import type { Clock } from '@unflake/testkit/clock';
import type { Entity, Message, Reply } from './messages.ts';

export interface Answer {
  /** `in-doubt`: the commit was not confirmed in time; the source keeps asking. */
  readonly outcome: 'migrated' | 'rolled-back' | 'in-doubt';
  readonly reason?: string;
  /** The same token was used before; nothing was done now. */
  readonly repeat: boolean;
}

/** What the source needs of its node. */
export interface Holder {
  /** Takes the entity out of service; undefined when it is not here or already leaving. */
  lock(id: string): Entity | undefined;
  /** Puts it back into service. */
  restore(entity: Entity): void;
  /** Gives it up. */
  release(id: string): void;
  send(to: string, message: Message): void;
}

export const PHASE_TIMEOUT_MS = 100;
export const RETRY_MS = 15;

interface Transaction {
  /** The answer to a repeat; changes once, from in-doubt to the final result. */
  answer: Promise<Omit<Answer, 'repeat'>> | undefined;
  expects: readonly Reply['kind'][];
  resolve: (reply: Reply) => void;
}

export class Source {
  readonly #clock: Clock;
  readonly #holder: Holder;
  readonly #transactions = new Map<string, Transaction>();
  readonly #inDoubt = new Map<string, Entity>();

  constructor(clock: Clock, holder: Holder) {
    this.#clock = clock;
    this.#holder = holder;
  }

  /** Entities whose commit has been decided here and not been answered yet. */
  get inDoubt(): Entity[] {
    return [...this.#inDoubt.values()];
  }

  async migrate(id: string, to: string, token: string): Promise<Answer> {
    const known = this.#transactions.get(token);
    if (known !== undefined) return { ...(await known.answer!), repeat: true };
    const transaction: Transaction = { answer: undefined, expects: [], resolve: () => {} };
    this.#transactions.set(token, transaction);
    transaction.answer = this.#run(transaction, id, to, token);
    return { ...(await transaction.answer), repeat: false };
  }

  receive(reply: Reply): void {
    const transaction = this.#transactions.get(reply.token);
    // A late answer to an earlier phase says nothing about this one.
    if (transaction?.expects.includes(reply.kind)) transaction.resolve(reply);
  }

  async #run(transaction: Transaction, id: string, to: string, token: string): Promise<Omit<Answer, 'repeat'>> {
    const entity = this.#holder.lock(id);
    if (entity === undefined) return { outcome: 'rolled-back', reason: 'not here, or already leaving' };

    const vote = await this.#ask(transaction, to, { kind: 'prepare', token, entity }, ['prepared', 'refused']);
    if (vote.reply?.kind !== 'prepared') {
      vote.stop();
      this.#holder.restore(entity);
      // Until the destination confirms, it may hold a reservation that nobody will ever commit.
      void this.#ask(transaction, to, { kind: 'abort', token }, ['aborted']);
      return { outcome: 'rolled-back', reason: vote.reply ? 'refused' : 'prepare timed out' };
    }

    this.#holder.release(id);
    this.#inDoubt.set(token, entity);
    const end = await this.#ask(transaction, to, { kind: 'commit', token }, ['committed', 'refused']);
    const settle = (reply: Reply): Omit<Answer, 'repeat'> => {
      this.#inDoubt.delete(token);
      if (reply.kind === 'committed') return { outcome: 'migrated' };
      this.#holder.restore(entity);
      return { outcome: 'rolled-back', reason: 'refused' };
    };
    if (end.reply) return settle(end.reply);
    void end.later.then((reply) => {
      transaction.answer = Promise.resolve(settle(reply));
    });
    return { outcome: 'in-doubt', reason: 'commit timed out' };
  }

  /** Sends until it is answered or stopped. `reply` is the answer, if it came within the phase's time-out. */
  async #ask(transaction: Transaction, to: string, message: Message, expects: readonly Reply['kind'][]) {
    transaction.expects = expects;
    const send = () => this.#holder.send(to, message);
    const retry = this.#clock.setInterval(send, RETRY_MS);
    const stop = () => this.#clock.clearInterval(retry);
    const later = new Promise<Reply>((resolve) => {
      transaction.resolve = (reply) => {
        transaction.expects = [];
        stop();
        resolve(reply);
      };
    });
    send();
    const over = new AbortController();
    const timeout = this.#clock.sleep(PHASE_TIMEOUT_MS, { signal: over.signal }).catch(() => undefined);
    const reply = await Promise.race([later, timeout.then(() => undefined)]);
    over.abort();
    return { reply, later, stop };
  }
}
