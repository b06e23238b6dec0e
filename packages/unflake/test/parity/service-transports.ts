/** Calls through the transports of a service, by clients that are not ours: MCP on stdio, MCP over HTTP, and HTTP. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { systemClock } from '@unflake/testkit/clock';
import type { Envelope } from '../../src/contract/envelope.ts';
import { startHttp } from '../../src/service/http/start-http.ts';
import type { ToolEntry } from '../../src/tools/registry.ts';
import { BUILT_BIN } from '../program.ts';

export type Input = Readonly<Record<string, unknown>>;

export type Call = (
  tool: string,
  input: Input,
  how?: { readonly timeoutMs?: number; readonly signal?: AbortSignal },
) => Promise<Envelope>;

export interface Opened {
  readonly call: Call;
  readonly close: () => Promise<void>;
}

/** For a call, at both of its ends; a busy machine is no reason to give up. */
const MAX_MS = 600_000;

/** What a transport stands on. */
export interface CallSite {
  readonly repoPath: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly maxCalls: number;
  readonly tools: readonly ToolEntry[];
}

export async function stdioTransport({ repoPath, environment, maxCalls }: CallSite): Promise<Opened> {
  const args = [BUILT_BIN, 'mcp', '--quiet', '--max-calls', String(maxCalls)];
  const env = { ...process.env, ...environment } as Record<string, string>;
  return mcpTransport(new StdioClientTransport({ command: process.execPath, args, cwd: repoPath, env }));
}

export async function httpMcpTransport(site: CallSite): Promise<Opened> {
  const service = await httpService(site);
  const { call, close } = await mcpTransport(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`)));
  return {
    call,
    async close() {
      await close();
      await service.close();
    },
  };
}

/** Through the official client. */
export async function mcpTransport(transport: Parameters<Client['connect']>[0]): Promise<Opened> {
  const client = new Client({ name: 'parity', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(transport);
  return {
    async call(name, input, { timeoutMs, signal } = {}) {
      const meta = timeoutMs === undefined ? {} : { _meta: { 'unflake/timeoutMs': timeoutMs } };
      const options = { timeout: MAX_MS, ...(signal === undefined ? {} : { signal }) };
      try {
        const { structuredContent } = await client.callTool({ name, arguments: { ...input }, ...meta }, options);
        return structuredContent as unknown as Envelope;
      } catch (error) {
        // A tool that does not exist is an error of the protocol; it carries the envelope.
        const { data } = error as { data?: { envelope?: Envelope } };
        if (data?.envelope === undefined) throw error;
        return data.envelope;
      }
    },
    close: () => client.close(),
  };
}

export async function httpTransport(site: CallSite): Promise<Opened> {
  const { url, close } = await httpService(site);
  return {
    async call(name, input, { timeoutMs, signal } = {}) {
      const limit = timeoutMs === undefined ? {} : { 'unflake-timeout-ms': String(timeoutMs) };
      const headers = { 'content-type': 'application/json', ...limit };
      const response = await fetch(`${url}/tools/${name}`, {
        method: 'POST',
        body: JSON.stringify(input),
        headers,
        signal: signal ?? null,
      });
      return (await response.json()) as Envelope;
    },
    close,
  };
}

export function httpService({ repoPath, environment, maxCalls, tools }: CallSite) {
  return startHttp({
    host: '127.0.0.1',
    port: 0,
    tools,
    roots: [repoPath],
    maxCalls,
    timeoutMs: MAX_MS,
    token: null,
    names: [],
    origins: [],
    dashboard: null,
    context: { clock: systemClock, env: { ...process.env, ...environment }, entropy: () => 7 },
    log: () => undefined,
  });
}
