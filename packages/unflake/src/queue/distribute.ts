/** The side of the command: offers a case to workers, puts the trials of each step into the queue, and waits until they are stored. */
import { randomUUID } from 'node:crypto';
import type { Emit } from '../contract/events.ts';
import type { TestId } from '../contract/test-id.ts';
import { ASIDE } from '../contract/trial.ts';
import type { DistributeRequest, DriveOptions, PendingTrial } from '../engine/drive/drive.ts';
import { indexSuite, type SuiteIndex } from '../store/selection.ts';
import { openQueue, type Queue } from './queue.ts';
import { type Serving, serving } from './serving.ts';
import { unitsOf } from './unit.ts';
import { givenUp, putUnits, type QueuedUnit, withdrawUnits } from './units.ts';
import { closeWork, keepToMachine, openWork, type Wanted } from './work.ts';
import { buryWorkers } from './workers.ts';

/** A worker lists the tests of the project before it answers. */
const ANSWER_WITHIN_MS = 120_000;
/** Until a call of a worker that was missed is noticed. */
const LOOK_EVERY_MS = 500;
const BURY_EVERY_MS = 1_000;

export interface DistributionOptions {
  /** Of the database. */
  readonly address: string;
  readonly caseId: string;
  readonly suite: readonly TestId[];
  readonly wanted: Wanted;
  /** The machine of the command, as its workers would name it. */
  readonly here: string;
  readonly emit: Emit;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

export interface Distribution extends AsyncDisposable {
  readonly distribute: NonNullable<DriveOptions['distribute']>;
}

export async function openDistribution(options: DistributionOptions): Promise<Distribution> {
  const queue = await openQueue(options.address);
  try {
    await openWork(queue, options.caseId, options.wanted);
  } catch (error) {
    await queue.close();
    throw error;
  }
  const one = new OfCase(queue, options);
  return {
    distribute: (pending, request) => one.distribute(pending, request),
    async [Symbol.asyncDispose]() {
      try {
        await closeWork(queue, options.caseId);
      } finally {
        await queue.close();
      }
    },
  };
}

class OfCase {
  readonly #queue: Queue;
  readonly #options: DistributionOptions;
  readonly #suite: SuiteIndex;
  #said = '';
  #buriedAt = Number.NEGATIVE_INFINITY;
  /** The machine on which a trial has left something outside its folders. The rest of the case stays there. */
  #leftOn: string | null = null;
  #machine: string | null = null;

  constructor(queue: Queue, options: DistributionOptions) {
    this.#queue = queue;
    this.#options = options;
    this.#suite = indexSuite(options.suite);
  }

  async distribute(pending: readonly PendingTrial[], request: DistributeRequest): Promise<void> {
    const { signal, leftBehindBy } = request;
    if (leftBehindBy !== undefined) this.#leftOn ??= leftBehindBy.machine?.name ?? this.#options.here;
    const at = await this.#serving(signal);
    if (at.workers.length === 0 || this.#isLeftToCommand(at) || signal.aborted) return;
    const units = await this.#units(pending, at, request);
    await putUnits(this.#queue, this.#options.caseId, units);
    const left = new Map(pending.map((one) => [one.seq, one]));
    try {
      await this.#wait(left, units, request);
    } finally {
      if (left.size > 0) {
        await withdrawUnits(this.#queue, this.#options.caseId, units);
        // From now on nothing more is stored; what was stored just before counts.
        if (!signal.aborted) await this.#collect(left, request);
      }
    }
  }

  async #wait(
    left: Map<number, PendingTrial>,
    units: readonly QueuedUnit[],
    request: DistributeRequest,
  ): Promise<void> {
    const { signal } = request;
    while (left.size > 0 && !signal.aborted) {
      await this.#queue.wake.wait(LOOK_EVERY_MS, signal);
      await this.#collect(left, request);
      if (left.size === 0 || signal.aborted || !(await this.#bury())) continue;
      const at = await serving(this.#queue, this.#options.caseId);
      this.#say(at);
      if (this.#isLost(at)) return;
      if ((await givenUp(this.#queue, this.#options.caseId, units)).length > 0) {
        this.#emit('lost', 'too many workers ended while they ran the same unit; it runs here');
        return;
      }
    }
  }

  /** What the command itself has left is on its machine, where no worker is. */
  #isLeftToCommand({ workers }: Serving): boolean {
    const { here } = this.#options;
    return this.#leftOn === here && !workers.some(({ machine }) => machine === here);
  }

  /** Nobody is there, or nobody on the machine that the units wait for. */
  #isLost({ workers, undecided }: Serving): boolean {
    if (workers.length === 0) return undecided === 0;
    return this.#machine !== null && !workers.some(({ machine }) => machine === this.#machine);
  }

  async #collect(left: Map<number, PendingTrial>, { stored }: DistributeRequest): Promise<void> {
    const [first] = left.keys();
    if (first === undefined) return;
    const rows = await this.#queue.db.all(
      'SELECT seq FROM trials WHERE case_id = ? AND seq >= ? ORDER BY seq',
      this.#options.caseId,
      first,
    );
    for (const seq of rows.map((row) => Number(row.seq)).filter((one) => left.has(one))) {
      const { ending, machine } = await stored(seq);
      left.delete(seq);
      if (ending.left !== undefined) this.#leftOn ??= machine?.name ?? this.#options.here;
    }
  }

  /** Looks for dead workers; false between two looks. */
  async #bury(): Promise<boolean> {
    const now = this.#options.now();
    if (now - this.#buriedAt < BURY_EVERY_MS) return false;
    this.#buriedAt = now;
    for (const id of await buryWorkers(this.#queue))
      this.#emit('lost', `worker ${id} has ended; another runs what it had`);
    return true;
  }

  async #units(
    pending: readonly PendingTrial[],
    { workers }: Serving,
    { activeMs, expectedMs }: DistributeRequest,
  ): Promise<readonly QueuedUnit[]> {
    const needsOne = ({ trial }: PendingTrial) => this.#leftOn !== null || (trial.exclusive && !isScreening(trial));
    if (pending.some(needsOne)) await this.#chooseMachine(workers);
    else this.#machine = null;
    const how = { activeMs, expectedMs, workers: workers.length };
    const any = unitsOf(
      pending.filter((one) => !needsOne(one)),
      this.#suite,
      how,
    );
    const bound = unitsOf(pending.filter(needsOne), this.#suite, { ...how, workers: 1 });
    const shared = [
      ...any.map((unit) => ({ share: 'any' as const, unit })),
      ...bound.map((unit) => ({ share: 'one-machine' as const, unit })),
    ];
    // unflake-allow unseeded-random: commands share one queue, and no result depends on the id of a job
    return shared.map((one) => ({ ...one, id: randomUUID() }));
  }

  /** Where something was left, or the one that has it already, if it still serves; else that with most workers. */
  async #chooseMachine(workers: Serving['workers']): Promise<void> {
    const machines = workers.map(({ machine }) => machine);
    if (this.#leftOn !== null && machines.includes(this.#leftOn)) this.#machine = this.#leftOn;
    if (this.#machine === null || !machines.includes(this.#machine)) {
      const count = (name: string) => machines.filter((machine) => machine === name).length;
      this.#machine = machines.toSorted((a, b) => count(b) - count(a) || (a < b ? -1 : 1))[0]!;
    }
    await keepToMachine(this.#queue, this.#options.caseId, this.#machine);
  }

  /** Waits for the first workers to answer. */
  async #serving(signal: AbortSignal): Promise<Serving> {
    const until = this.#options.now() + ANSWER_WITHIN_MS;
    for (;;) {
      await this.#bury();
      const at = await serving(this.#queue, this.#options.caseId);
      this.#say(at);
      const isDecided = (at.workers.length > 0 && !this.#isLeftToCommand(at)) || at.undecided === 0;
      if (isDecided || signal.aborted || this.#options.now() > until) return at;
      await this.#queue.wake.wait(LOOK_EVERY_MS, signal);
    }
  }

  /** Who serves, and why others do not; once for each change. */
  #say({ workers, undecided, refusals }: Serving): void {
    const machines = new Set(workers.map(({ machine }) => machine)).size;
    const many = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;
    const text =
      workers.length > 0
        ? `the trials run on ${many(workers.length, 'worker')} on ${many(machines, 'machine')}`
        : undecided > 0
          ? `${many(undecided, 'worker')} look at the work`
          : refusals.length > 0
            ? 'no worker takes the work; the trials run here'
            : 'no worker is running; the trials run here (`unflake worker` starts one)';
    const said = [text, ...refusals.map(({ worker, why }) => `worker ${worker} does not take it: ${why}`)];
    if (said.join('\n') === this.#said) return;
    const before = new Set(this.#said.split('\n'));
    this.#said = said.join('\n');
    for (const [at, line] of said.entries()) if (!before.has(line)) this.#emit(at === 0 ? 'workers' : 'refuses', line);
  }

  #emit(label: 'workers' | 'refuses' | 'lost', text: string): void {
    this.#options.emit({ type: 'worker', label, text, ms: null });
  }
}

/**
 * A round over all tests only raises suspicions, and trials of their own settle those. So an exclusive round has its worker for itself, as
 * every unit has, and not the whole machine.
 */
const isScreening = ({ watch, conditions }: PendingTrial['trial']): boolean =>
  watch === 'all' && !(ASIDE in conditions);
