/**
 * Every call of a service, on any transport: found by name, limited in number and time, kept inside the allowed folders, and always
 * answered with an envelope. The tool does the work; the transport handles bytes.
 */
import type { Envelope, Meta } from '../contract/envelope.ts';
import type { Emit } from '../contract/events.ts';
import { isFault, UnflakeError } from '../contract/faults.ts';
import { answerOf, faultEnvelope, runTool, startMeta } from '../tools/lib/envelope.ts';
import { nearMatches } from '../tools/lib/near-match.ts';
import { checkServiceInput } from '../tools/lib/service-input.ts';
import type { AnyTool, ToolContext } from '../tools/lib/tool.ts';
import type { ToolEntry } from '../tools/registry.ts';
import { checkPaths } from './allowed-paths.ts';
import { type CancelSignal, type ServiceEnd, type Watch, watchCall } from './calls-watch.ts';

export const CALLS_AT_ONCE = 4;
/** Read-only calls are separate and short; without their own limit a client could still pile them up. */
const MAX_READS = 64;
export const CALL_TIMEOUT_MS = 30 * 60_000;

export interface CallsOptions {
  readonly tools: readonly ToolEntry[];
  /** Concurrent calls, not counting read-only ones; one more is refused. */
  readonly max: number;
  /** For one call; a request may set less. */
  readonly timeoutMs: number;
  /** Folders that requests may name; real paths. */
  readonly roots: readonly string[];
  readonly context: Pick<ToolContext, 'clock' | 'env' | 'cwd' | 'entropy'>;
  /** Receives the stack of a bug, which no client sees. */
  readonly log?: (text: string) => void;
}

export interface CallHow {
  /** Aborted when the caller cancels the call. */
  readonly signal: CancelSignal;
  readonly emit: Emit;
  readonly timeoutMs?: number;
  /** Set by a transport that started counting earlier; its log then has the id of the response. */
  readonly meta?: () => Meta;
}

export interface Calls {
  /** Never throws. Resolves only when the processes of the call have exited. */
  call(name: string, input: unknown, how: CallHow): Promise<Envelope>;
  /** Calls that are running, without those that only read. */
  readonly size: number;
  /** Cancels running calls and waits for their end; later calls are cancelled at once. */
  close(): Promise<void>;
}

export function openCalls(options: CallsOptions): Calls {
  const { tools, max, roots, context, log } = options;
  const closing: ServiceEnd = { closed: false, calls: new Set() };
  const byName = new Map(tools.map((entry) => [entry.name, entry]));
  const loaded = new Map<ToolEntry, AnyTool>();
  const answers = new Set<Promise<unknown>>();
  // Also counts work that ignored its signal and continues after its answer.
  const running = { work: 0, reads: 0 };
  const kindOf = ({ reads }: ToolEntry) => (reads ? 'reads' : 'work');

  async function run(entry: ToolEntry, input: unknown, how: CallHow, meta: () => Meta): Promise<Envelope> {
    let work: Promise<unknown> | undefined;
    const kind = kindOf(entry);
    running[kind] += 1;
    const gone = () => {
      running[kind] -= 1;
    };
    try {
      const timeoutMs = timeLimit(how, options);
      const tool = loaded.get(entry) ?? (await load(entry));
      const checked = checkServiceInput(tool, input);
      checkPaths(checked, tool.input.shape, { roots, cwd: context.cwd });
      const watched = { signal: how.signal, emit: how.emit, timeoutMs, closing, clock: context.clock };
      return await watchCall(entry.name, watched, (watch) => {
        const called = answerOf(meta, () => runTool(tool, checked, new CallContext(context, watch)));
        work = called;
        return called;
      });
    } finally {
      if (work === undefined) gone();
      else work.then(gone, gone);
    }
  }

  async function load(entry: ToolEntry): Promise<AnyTool> {
    const tool = await entry.load();
    loaded.set(entry, tool);
    return tool;
  }

  async function answer(name: string, input: unknown, how: CallHow): Promise<Envelope> {
    const meta = how.meta ?? startMeta(context);
    try {
      const entry = byName.get(name);
      if (entry === undefined) throw unknownTool(name, tools);
      const size = running[kindOf(entry)];
      const limit = entry.reads ? MAX_READS : max;
      if (size >= limit) throw overloaded(limit, size);
      return await run(entry, input, how, meta);
    } catch (error) {
      const now = meta();
      return faultEnvelope(isFault(error) ? error : internal(error, `${now.requestId} ${name}`, log), now);
    }
  }

  return {
    call(name, input, how) {
      const answered = answer(name, input, how);
      answers.add(answered);
      void answered.then(() => answers.delete(answered));
      return answered;
    },
    get size() {
      return running.work;
    },
    async close() {
      closing.closed = true;
      for (const cancel of [...closing.calls]) cancel();
      await Promise.all([...answers]);
    },
  };
}

/** The signal is created lazily: most read-only tools never use it, and creating one costs as much as their envelope. */
class CallContext implements ToolContext {
  readonly clock: ToolContext['clock'];
  readonly env: ToolContext['env'];
  readonly cwd: string;
  readonly entropy: ToolContext['entropy'];
  readonly emit: Emit;
  readonly #watch: Watch;

  constructor({ clock, env, cwd, entropy }: CallsOptions['context'], watch: Watch) {
    this.clock = clock;
    this.env = env;
    this.cwd = cwd;
    this.entropy = entropy;
    this.emit = watch.emit;
    this.#watch = watch;
  }

  get signal(): AbortSignal {
    return this.#watch.signal;
  }
}

function timeLimit({ timeoutMs }: CallHow, { timeoutMs: most }: CallsOptions): number {
  if (timeoutMs === undefined) return most;
  if (Number.isFinite(timeoutMs) && timeoutMs >= 1) return Math.min(timeoutMs, most);
  const problems = [{ field: 'timeoutMs', value: String(timeoutMs), expected: 'a number of at least 1' }];
  throw new UnflakeError('INVALID_INPUT', `\`timeoutMs\` is ${timeoutMs}; expected a number of at least 1`, {
    problems,
  });
}

function unknownTool(name: string, tools: readonly ToolEntry[]): UnflakeError {
  const near = nearMatches(
    name,
    tools.map((tool) => tool.name),
  );
  const meant = near.length === 0 ? '' : `; did you mean ${near.map((one) => `\`${one}\``).join(' or ')}?`;
  return new UnflakeError('UNKNOWN_TOOL', `there is no tool \`${name}\`${meant}`, { tool: name, near });
}

function overloaded(max: number, size: number): UnflakeError {
  const message = `${size} calls are running, and no more than ${max} may run at once`;
  return new UnflakeError('QUEUE_OVERLOADED', message, { max, size });
}

function internal(error: unknown, where: string, log: CallsOptions['log']): UnflakeError {
  log?.(`${where}: ${error instanceof Error ? error.stack : String(error)}`);
  const [requestId] = where.split(' ', 1);
  const message = `an unexpected error; the log of the service has it under ${requestId}`;
  return new UnflakeError('INTERNAL', message, {}, { cause: error });
}
