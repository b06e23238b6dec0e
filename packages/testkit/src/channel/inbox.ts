/** Messages under way on one channel, by arrival and then by the order of sending. */

export interface InFlight<M> {
  readonly arrival: number;
  readonly number: number;
  readonly message: M;
}

// Large enough that moving the rest down is rare, small enough that what was delivered is soon let go.
const COMPACT_AFTER = 1024;

export class Inbox<M> {
  #messages: InFlight<M>[] = [];
  #head = 0;

  get size(): number {
    return this.#messages.length - this.#head;
  }

  get first(): InFlight<M> | undefined {
    return this.#messages[this.#head];
  }

  /** Most messages arrive last; only one that is overtaken has to be put further up. */
  add(entry: InFlight<M>): void {
    const messages = this.#messages;
    let at = messages.length;
    while (at > this.#head && messages[at - 1]!.arrival > entry.arrival) at -= 1;
    if (at === messages.length) messages.push(entry);
    else messages.splice(at, 0, entry);
  }

  take(): InFlight<M> {
    const first = this.#messages[this.#head]!;
    this.#head += 1;
    if (this.#head === this.#messages.length) {
      this.#messages = [];
      this.#head = 0;
    } else if (this.#head >= COMPACT_AFTER && this.#head * 2 > this.#messages.length) {
      this.#messages = this.#messages.slice(this.#head);
      this.#head = 0;
    }
    return first;
  }

  /** Takes out everything that arrives later than that. */
  removeAfter(time: number): InFlight<M>[] {
    const late = this.#messages.slice(this.#head).filter(({ arrival }) => arrival > time);
    // In order of arrival, so what is late is at the end.
    this.#messages.length -= late.length;
    return late;
  }
}
