/** An HTTP transport over a few small tools whose work the test controls. */
import { systemClock } from '@unflake/testkit/clock';
import { z } from 'zod';
import { tokenCheck } from '../../src/service/auth.ts';
import { type Calls, openCalls } from '../../src/service/calls.ts';
import { type Http, type HttpOptions, openHttp } from '../../src/service/http/open-http.ts';
import { defineTool, type ToolContext } from '../../src/tools/lib/tool.ts';
import type { ToolEntry } from '../../src/tools/registry.ts';

const query = z.string().min(1).describe('What to look for');
const most = z.number().int().min(1).max(9).default(3).describe('How many');

function entry(
  name: string,
  input: z.ZodObject,
  run: (input: Record<string, unknown>, context: ToolContext) => Promise<unknown>,
): ToolEntry {
  const summary = `${name} something`;
  const tool = defineTool({
    name,
    command: name,
    summary,
    examples: [],
    input,
    output: z.unknown(),
    positionals: [],
    run: (given, context) => run(given, context),
    exitCode: () => 0,
  });
  return { name, command: name, summary, load: async () => tool };
}

/** Resolves when the call is cancelled, like a tool whose processes have exited. */
const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve())));

export const ENTRIES: readonly ToolEntry[] = [
  entry(
    'search',
    z.object({ query, most, in: z.array(z.string()).optional(), exact: z.boolean().optional() }),
    async (given) => given,
  ),
  entry('status', z.object({}), async () => ({ status: 'fine' })),
  entry('case', z.object({ case: z.string(), root: z.string().optional() }), async (given) => ({
    recorded: given.case,
  })),
  entry('bug', z.object({}), async () => {
    throw new TypeError('the inside of a bug');
  }),
  entry('work', z.object({ steps: z.number().int().default(1) }), async ({ steps }, { emit, signal }) => {
    emit({ type: 'case-opened', caseId: 'c-held', test: 't', runner: 'r', seed: 1, tests: 1, recorded: 0 });
    for (let at = 0; at < Number(steps); at += 1) emit({ type: 'said', phase: 'confirm', text: `step ${at}`, ms: 1 });
    await untilAborted(signal);
    return 'best so far';
  }),
];

export interface DoorOptions extends Partial<Omit<HttpOptions, 'calls' | 'authorize'>> {
  readonly token?: string;
  readonly timeoutMs?: number;
  readonly roots?: readonly string[];
}

export interface OpenDoor {
  readonly http: Http;
  readonly calls: Calls;
  readonly log: readonly string[];
  /** As a client on this machine would ask. */
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>;
  readonly post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Response>;
}

export function openDoor(options: DoorOptions = {}): OpenDoor {
  const log: string[] = [];
  // unflake-allow home-or-cwd: a folder that exists, which these transports do not write into
  const { tools = ENTRIES, max = 4, clock = systemClock, roots = [process.cwd()] } = options;
  let drawn = 0;
  const entropy = () => drawn++;
  const context = { clock, env: {}, cwd: roots[0]!, entropy };
  const calls = openCalls({
    tools,
    max,
    timeoutMs: options.timeoutMs ?? 60_000,
    roots,
    context,
    log: (line) => log.push(line),
  });
  const http = openHttp({
    tools,
    calls,
    max,
    clock,
    entropy,
    hosts: { listening: 'loopback', names: [], origins: ['http://localhost:6274'] },
    log: (line) => log.push(line),
    logAnswer: (line) => log.push(line),
    ...options,
    authorize: tokenCheck(options.token ?? null),
  });
  const ask = async (path: string, { headers, ...init }: RequestInit = {}) =>
    http.fetch(new Request(`http://localhost${path}`, { ...init, headers: { host: 'localhost:7878', ...headers } }));
  return {
    http,
    calls,
    log,
    ask,
    post: (path, body, headers) =>
      ask(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
  };
}
