/** The loop of a worker: answers what is offered, takes a unit, runs its trials, stores them, until it is told to stop. */
import type { LabEvent } from '../contract/events.ts';
import { isFault } from '../contract/faults.ts';
import type { TestId } from '../contract/test-id.ts';
import type { Trial, TrialMachine } from '../contract/trial.ts';
import type { TrialRun } from '../engine/trial/run-trial.ts';
import { indexSuite, type SuiteIndex } from '../store/selection.ts';
import type { Queue } from './queue.ts';
import { trialsOf } from './unit.ts';
import {
  type ClaimedUnit,
  claimUnit,
  completeUnit,
  type EndedTrial,
  forgetClaim,
  returnUnit,
  stillOurs,
} from './units.ts';
import { answerWork, openWorks, type Work } from './work.ts';
import { BEAT_MS, beat, type NewWorker, registerWorker } from './workers.ts';

/** Whether a wake-up was missed. */
const LOOK_EVERY_MS = 500;
/** How long a unit may still run when the worker is told to stop: containers are killed ten seconds after they were. */
const FINISH_WITHIN_MS = 6_000;

/** A case whose trials this worker can run. */
export interface OpenedWork extends AsyncDisposable {
  readonly suite: readonly TestId[];
  readonly run: (trial: Trial, signal: AbortSignal) => Promise<TrialRun>;
  /** Why not any more, for example because the checkout was changed; null while it can. */
  readonly hindrance: () => Promise<string | null>;
}

export interface ServeOptions {
  readonly queue: Queue;
  readonly me: NewWorker;
  readonly machine: TrialMachine;
  /** A string says why this worker does not take it. */
  readonly open: (work: Work, signal: AbortSignal) => Promise<OpenedWork | string>;
  readonly emit: (event: LabEvent) => void;
  /** Finish or give back what runs, and end. */
  readonly signal: AbortSignal;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Ends when nothing is offered to it that it serves. */
  readonly untilIdle: boolean;
  /** Units after which it ends. */
  readonly maxUnits: number;
}

export interface Served {
  readonly units: number;
  readonly trials: number;
  readonly refused: readonly { readonly caseId: string; readonly why: string }[];
}

export async function serveWork(options: ServeOptions): Promise<Served> {
  const serving = new ServingWorker(options);
  try {
    return await serving.untilTheEnd();
  } finally {
    await serving.close();
  }
}

class ServingWorker {
  readonly #options: ServeOptions;
  readonly #answers = new Map<string, { readonly holder: string; readonly why: string | null }>();
  #opened: {
    readonly caseId: string;
    readonly holder: string;
    readonly suite: SuiteIndex;
    readonly work: OpenedWork;
  } | null = null;
  #units = 0;
  #trials = 0;
  #turn = 0;
  #current: { readonly claimed: ClaimedUnit; readonly cut: AbortController } | null = null;
  readonly #pulse: NodeJS.Timeout;
  #beating: Promise<void> = Promise.resolve();
  #isBeating = false;

  constructor(options: ServeOptions) {
    this.#options = options;
    this.#pulse = setInterval(() => {
      // While the database is away, one beat waits for it, not one for each two seconds.
      if (this.#isBeating) return;
      this.#isBeating = true;
      this.#beating = this.#beat().finally(() => {
        this.#isBeating = false;
      });
      // Awaited by the loop, which ends with the same error.
      this.#beating.catch(() => undefined);
    }, BEAT_MS);
  }

  async untilTheEnd(): Promise<Served> {
    const { queue, me, signal, untilIdle, maxUnits } = this.#options;
    await registerWorker(queue, me);
    this.#emit('ready', `worker ${me.id} on ${me.machine} waits for work`);
    while (!signal.aborted && this.#units < maxUnits) {
      await this.#beating;
      const works = await this.#answered();
      if (signal.aborted) break;
      if (await this.#oneUnit(works)) continue;
      if (untilIdle && works.length === 0) break;
      await queue.wake.wait(LOOK_EVERY_MS, signal);
    }
    const refused = [...this.#answers].flatMap(([caseId, { why }]) => (why === null ? [] : [{ caseId, why }]));
    return { units: this.#units, trials: this.#trials, refused };
  }

  async close(): Promise<void> {
    clearInterval(this.#pulse);
    await this.#beating.catch(() => undefined);
    await this.#opened?.work[Symbol.asyncDispose]();
  }

  /** Answers new work, forgets what is over, and returns what this worker serves. */
  async #answered(): Promise<readonly Work[]> {
    const works = await openWorks(this.#options.queue);
    const offered = new Set(works.map(({ caseId }) => caseId));
    for (const caseId of [...this.#answers.keys()]) if (!offered.has(caseId)) await this.#forget(caseId);
    for (const work of works) {
      const known = this.#answers.get(work.caseId);
      if (known?.holder === work.holder || this.#options.signal.aborted) continue;
      await this.#forget(work.caseId);
      await this.#answer(work, await this.#tryOpen(work));
    }
    return works.filter(({ caseId }) => this.#answers.get(caseId)?.why === null);
  }

  async #answer({ caseId, holder }: Pick<Work, 'caseId' | 'holder'>, why: string | null): Promise<void> {
    this.#answers.set(caseId, { holder, why });
    await answerWork(this.#options.queue, this.#options.me.id, { caseId, serves: why === null, why });
    this.#emit(why === null ? 'serves' : 'refuses', why === null ? caseId : `${caseId}: ${why}`);
  }

  /** Null, or why not. */
  async #tryOpen(work: Work): Promise<string | null> {
    const { open, signal } = this.#options;
    if (this.#opened?.caseId === work.caseId && this.#opened.holder === work.holder) return null;
    await this.#close();
    try {
      const opened = await open(work, signal);
      if (typeof opened === 'string') return opened;
      const { caseId, holder } = work;
      this.#opened = { caseId, holder, suite: indexSuite(opened.suite), work: opened };
      return null;
    } catch (error) {
      if (!isFault(error)) throw error;
      return error.message;
    }
  }

  async #close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = null;
    await opened?.work[Symbol.asyncDispose]();
  }

  async #forget(caseId: string): Promise<void> {
    this.#answers.delete(caseId);
    if (this.#opened?.caseId === caseId) await this.#close();
  }

  /** One of any case, each in its turn. */
  async #oneUnit(works: readonly Work[]): Promise<boolean> {
    const { queue, me } = this.#options;
    const start = works.findIndex(({ caseId }) => caseId === this.#opened?.caseId);
    // The opened case goes first for some units, since to open another costs seconds.
    this.#turn += 1;
    const first = this.#turn % MAX_UNITS_IN_A_ROW === 0 ? start + 1 : Math.max(0, start);
    for (let at = 0; at < works.length; at += 1) {
      const work = works[(first + at) % works.length]!;
      if (!(await queue.db.isHeld(work.holder, queue.db))) continue;
      const claimed = await claimUnit(queue, me, work.caseId);
      if (claimed === 'unknown') {
        await this.#again();
        return true;
      }
      if (claimed === null) continue;
      await this.#run(work, claimed);
      return true;
    }
    return false;
  }

  /** It was taken for dead, and is known again with its answers to be given anew. */
  async #again(): Promise<void> {
    const { queue, me } = this.#options;
    await registerWorker(queue, me);
    for (const [caseId, { why }] of this.#answers)
      await answerWork(queue, me.id, { caseId, serves: why === null, why });
  }

  async #run(work: Work, claimed: ClaimedUnit): Promise<void> {
    const { queue, me } = this.#options;
    const why = (await this.#tryOpen(work)) ?? (await this.#opened!.work.hindrance());
    if (why !== null) {
      await returnUnit(queue, me.id, claimed, why);
      await this.#answer(work, why);
      return;
    }
    const began = this.#options.now();
    const trials = trialsOf(claimed.unit, this.#opened!.suite);
    const names = trials.map(({ seq }) => `t-${seq}`).join(' ');
    this.#emit('runs', `${work.caseId} ${names}  ${trials[0]!.phase}: ${trials[0]!.doing}`);
    const ended = await this.#runTrials(work, claimed, trials);
    if (ended === null) return;
    const { suite } = this.#opened!;
    const ago = ended.map(({ atMs, trial }) => ({ trial, agoMs: this.#options.now() - atMs }));
    const isStored = await completeUnit(queue, me.id, claimed, { caseId: work.caseId, suite, ended: ago });
    if (!isStored) {
      await forgetClaim(queue, me.id);
      this.#emit('lost', `${work.caseId} ${names}: another has it by now, nothing was stored`);
      return;
    }
    this.#units += 1;
    this.#trials += trials.length;
    this.#emit('stored', `${work.caseId} ${names}`, this.#options.now() - began);
  }

  /** Null: the unit was given back, or is not ours any more. */
  async #runTrials(
    work: Work,
    claimed: ClaimedUnit,
    trials: ReturnType<typeof trialsOf>,
  ): Promise<readonly (Pick<EndedTrial, 'trial'> & { readonly atMs: number })[] | null> {
    const { queue, me, signal, now, machine } = this.#options;
    const cut = new AbortController();
    this.#current = { claimed, cut };
    let patience: NodeJS.Timeout | undefined;
    const stop = () => {
      patience = setTimeout(() => cut.abort(new Stopped()), FINISH_WITHIN_MS);
    };
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    try {
      const ended: (Pick<EndedTrial, 'trial'> & { readonly atMs: number })[] = [];
      for (const { seq, key, phase, doing, trial } of trials) {
        const run = await this.#opened!.work.run(trial, cut.signal);
        // Half a result must not be stored.
        cut.signal.throwIfAborted();
        const { command, output, ...seen } = run;
        const result = { ...seen, id: `t-${seq}` as const, atMs: 0, machine };
        ended.push({ trial: { seq, key, phase, doing, result, command, output }, atMs: now() });
      }
      return ended;
    } catch (error) {
      if (!cut.signal.aborted && !isFault(error)) throw error;
      const why = cut.signal.aborted ? 'the worker was stopped' : (error as Error).message;
      await returnUnit(queue, me.id, claimed, why);
      await forgetClaim(queue, me.id);
      this.#emit('returned', `${work.caseId}: ${why}`);
      if (!cut.signal.aborted) await this.#answer(work, why);
      return null;
    } finally {
      clearTimeout(patience);
      signal.removeEventListener('abort', stop);
      this.#current = null;
    }
  }

  /** Says that it lives; ends the trial of a unit that is not its own any more. */
  async #beat(): Promise<void> {
    const { queue, me } = this.#options;
    const current = this.#current;
    const isKnown = await beat(queue, me.id);
    if (!isKnown && current === null) await this.#again();
    if (current !== null && !(isKnown && (await stillOurs(queue, me.id, current.claimed))))
      current.cut.abort(new Stopped());
  }

  #emit(label: Extract<LabEvent, { type: 'worker' }>['label'], text: string, ms: number | null = null): void {
    this.#options.emit({ type: 'worker', label, text, ms });
  }
}

class Stopped extends Error {}

/** Units of the opened case before another is asked. */
const MAX_UNITS_IN_A_ROW = 20;
