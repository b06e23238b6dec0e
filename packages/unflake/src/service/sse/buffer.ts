/** The events of one call, within limits, so that a client that lost its connection can read them again. */
import { frame, type SseEvent } from './frame.ts';

export interface BufferLimits {
  /** Beyond either limit the oldest events are dropped; a client sees the gap in the ids. */
  readonly events: number;
  readonly bytes: number;
}

interface Kept {
  readonly seq: number;
  readonly text: string;
}

export class EventBuffer {
  readonly #call: string;
  readonly #limits: BufferLimits;
  #kept: Kept[] = [];
  #bytes = 0;
  #last = 0;
  #ended = false;
  #waiting: (() => void)[] = [];
  #news: Promise<void> | undefined;

  constructor(call: string, limits: BufferLimits) {
    this.#call = call;
    this.#limits = limits;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The number of the newest event. */
  get last(): number {
    return this.#last;
  }

  /** True after `done`: no event follows. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Nothing was dropped yet, so that a client who comes now misses nothing. */
  get isWhole(): boolean {
    return this.#kept[0]?.seq === 1;
  }

  add(event: SseEvent, data: string): void {
    this.#last += 1;
    const text = frame(event, { call: this.#call, seq: this.#last }, data);
    this.#kept.push({ seq: this.#last, text });
    this.#bytes += text.length;
    if (event === 'progress') this.#forget();
    if (event === 'done') this.#ended = true;
    const waiting = this.#waiting.splice(0);
    this.#news = undefined;
    for (const tell of waiting) tell();
  }

  /** Every stored event after `seq`, as text to send. */
  after(seq: number): string {
    return this.#kept
      .filter((kept) => kept.seq > seq)
      .map(({ text }) => text)
      .join('');
  }

  /** Resolves with the next event. */
  news(): Promise<void> {
    this.#news ??= new Promise((resolve) => this.#waiting.push(resolve));
    return this.#news;
  }

  #forget(): void {
    const { events, bytes } = this.#limits;
    if (this.#kept.length <= events && this.#bytes <= bytes) return;
    // Drops a quarter at once, so that a long call does not shift its buffer with every event. The newest always stays.
    const gone = this.#kept.splice(0, Math.min(this.#kept.length - 1, Math.ceil(events / 4)));
    for (const { text } of gone) this.#bytes -= text.length;
  }
}
