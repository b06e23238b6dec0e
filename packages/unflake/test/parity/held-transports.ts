/**
 * The services, in this process, over tools that accept the same input as the real ones and run until they are stopped, so that every tool
 * can be ended early.
 */

import { createInterface } from 'node:readline';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/client';
import { systemClock } from '@unflake/testkit/clock';
import { openCalls } from '../../src/service/calls.ts';
import { serveMcpStdio } from '../../src/service/mcp/mcp-stdio.ts';
import type { AnyTool, ToolContext } from '../../src/tools/lib/tool.ts';
import { SERVICE_TOOLS, type ToolEntry } from '../../src/tools/registry.ts';
import {
  type CallSite,
  httpMcpTransport,
  httpService,
  httpTransport,
  mcpTransport,
  type Opened,
} from './service-transports.ts';

/** A call that is held lasts as long as its tests, which is minutes on a busy machine. */
const A_WHOLE_RUN_MS = 3_600_000;

export interface HeldTransport extends Opened {
  readonly name: string;
  /** Tools that are running behind it. */
  readonly working: () => number;
}

export interface HeldTransports {
  readonly all: readonly HeldTransport[];
  /** Another service, for its events. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

export async function openHeldTransports(repoPath: string, maxCalls: number): Promise<HeldTransports> {
  const transports = await Promise.all(
    [pipedTransport, httpMcpTransport, httpTransport].map(async (open): Promise<HeldTransport> => {
      const { tools, working } = heldTools();
      return { name: open.name, working, ...(await open({ repoPath, environment: {}, maxCalls, tools })) };
    }),
  );
  const events = await httpService({ repoPath, environment: {}, maxCalls, tools: heldTools().tools });
  return {
    all: transports,
    url: events.url,
    close: async () => void (await Promise.all([events, ...transports].map(({ close }) => close()))),
  };
}

function heldTools(): { readonly tools: readonly ToolEntry[]; readonly working: () => number } {
  let count = 0;
  const run = async (_input: unknown, { signal }: ToolContext): Promise<null> => {
    count += 1;
    await new Promise<void>((resolve) =>
      signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve()),
    );
    count -= 1;
    return null;
  };
  const held = async ({ load }: ToolEntry): Promise<AnyTool> => ({ ...(await load()), run });
  return {
    tools: SERVICE_TOOLS.map((entry) => ({ ...entry, load: () => held(entry) })),
    working: () => count,
  };
}

/** MCP as on stdio, with pipes of this process for its two ends. */
async function pipedTransport({ repoPath, maxCalls, tools }: CallSite): Promise<Opened> {
  const [stdin, stdout, stop] = [new PassThrough(), new PassThrough(), new AbortController()];
  const context = { clock: systemClock, env: {}, cwd: repoPath, entropy: () => 7 };
  const calls = openCalls({ tools, max: maxCalls, timeoutMs: A_WHOLE_RUN_MS, roots: [repoPath], context });
  const over = serveMcpStdio({ stdin, stdout, signal: stop.signal, calls, tools, log: () => undefined });
  const { call, close } = await mcpTransport(lines(stdout, stdin));
  return {
    call,
    async close() {
      await close();
      stop.abort();
      await over;
    },
  };
}

function lines(from: Readable, to: Writable): Transport {
  const transport: Transport = {
    async start() {
      createInterface({ input: from }).on('line', (line) => transport.onmessage?.(JSON.parse(line)));
    },
    async send(message) {
      to.write(`${JSON.stringify(message)}\n`);
    },
    async close() {
      to.end();
      transport.onclose?.();
    },
  };
  return transport;
}
