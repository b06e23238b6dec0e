/** The same call through every door: the command line, MCP on stdio, MCP over HTTP, and HTTP. They share a copy of the fixture; each keeps its own state. */
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { systemClock } from '@unflake/testkit/clock';
import { createDeterministicRepo, type DeterministicRepo } from '@unflake/testkit/fixture-repo';
import { normaliseEnvelopeForParity, paths, replacing } from '@unflake/testkit/normalise';
import { kebab } from '../../src/cli/flags.ts';
import { main } from '../../src/cli/main.ts';
import type { Envelope } from '../../src/contract/envelope.ts';
import { startHttp } from '../../src/service/http/start-http.ts';
import { SERVICE_TOOLS } from '../../src/tools/registry.ts';
import { BIN } from '../services/mcp-server.ts';
import { fakeOutside } from '../unit/cli/fake-outside.ts';

export type Input = Readonly<Record<string, unknown>>;

export interface Door {
  readonly name: string;
  readonly call: (tool: string, input: Input, timeoutMs?: number) => Promise<Envelope>;
  /** What it answered, comparable with every other door and machine. */
  readonly normal: (envelope: Envelope) => unknown;
  readonly close: () => Promise<void>;
}

export interface Doors {
  /** One copy for all doors: messages name its path. */
  readonly repoPath: string;
  readonly all: readonly Door[];
  /** All but the command line. */
  readonly services: readonly Door[];
  readonly close: () => Promise<void>;
}

export interface DoorsOptions {
  readonly maxCalls?: number;
}

export async function openDoors(testId: string, { maxCalls = 4 }: DoorsOptions = {}): Promise<Doors> {
  const repo = await repoFor(testId);
  const doors = await Promise.all(
    [cliDoor, stdioDoor, httpMcpDoor, httpDoor].map(async (open): Promise<Door> => {
      const state = join(repo.cacheRoot, open.name);
      const environment = { ...repo.environment, XDG_STATE_HOME: state };
      const { call, close } = await open({ repoPath: repo.repoPath, environment }, maxCalls);
      const normalOf = (envelope: Envelope) => normal(envelope, { repoPath: repo.repoPath, state });
      return { name: open.name, call, close, normal: normalOf };
    }),
  );
  return {
    repoPath: repo.repoPath,
    all: doors,
    services: doors.filter(({ name }) => name !== cliDoor.name),
    async close() {
      await Promise.all(doors.map((door) => door.close()));
      await repo.cleanup();
    },
  };
}

export function repoFor(testId: string): Promise<DeterministicRepo> {
  return createDeterministicRepo({
    from: import.meta.url,
    fixtureName: 'phase12-min-repo',
    fixtures: 'fixtures',
    work: 'packages/unflake/test/.cache',
    testId,
    git: true,
  });
}

/** Beside the rules for every envelope: the state folder, whose name carries a hash of the root; ids of requests; moments. */
export function normal(envelope: Envelope, { repoPath, state }: { repoPath: string; state: string }): unknown {
  const { requestId: _, ...meta } = envelope._meta;
  const also = [
    paths({ '<STATE>': state }),
    replacing(/\bc-[\da-z]{6}\b/g, '<CASE>'),
    replacing(/\brepo-[\da-f]{12}\b/g, 'repo-<HASH>'),
    replacing(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<TIME>'),
  ];
  return normaliseEnvelopeForParity({ ...envelope, _meta: meta }, { repoPath, also });
}

type Opened = Pick<Door, 'call' | 'close'>;
type Ground = Pick<DeterministicRepo, 'repoPath' | 'environment'>;

async function cliDoor({ repoPath, environment }: Ground): Promise<Opened> {
  return {
    async call(name, input) {
      const outside = {
        ...fakeOutside({ tools: SERVICE_TOOLS, env: { ...process.env, ...environment } as never }),
        cwd: repoPath,
      };
      const command = SERVICE_TOOLS.find((tool) => tool.name === name)?.command ?? name;
      await main([...command.split(' '), ...argvOf(input), '--json', '--quiet'], outside);
      return JSON.parse(outside.written.out);
    },
    close: async () => undefined,
  };
}

function argvOf(input: Input): readonly string[] {
  return Object.entries(input).flatMap(([field, value]) => {
    if (value === true) return [`--${kebab(field)}`];
    return (Array.isArray(value) ? value : [value]).map((one) => `--${kebab(field)}=${String(one)}`);
  });
}

async function stdioDoor({ repoPath, environment }: Ground, maxCalls: number): Promise<Opened> {
  const args = [BIN, 'mcp', '--quiet', '--max-calls', String(maxCalls)];
  const env = { ...process.env, ...environment } as Record<string, string>;
  return mcpDoor(new StdioClientTransport({ command: process.execPath, args, cwd: repoPath, env }));
}

async function httpMcpDoor(repo: Ground, maxCalls: number): Promise<Opened> {
  const service = await httpService(repo, maxCalls);
  const { call, close } = await mcpDoor(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`)));
  return {
    call,
    async close() {
      await close();
      await service.close();
    },
  };
}

async function mcpDoor(transport: Parameters<Client['connect']>[0]): Promise<Opened> {
  const client = new Client({ name: 'parity', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(transport);
  return {
    async call(name, input, timeoutMs) {
      const meta = timeoutMs === undefined ? {} : { _meta: { 'unflake/timeoutMs': timeoutMs } };
      try {
        const { structuredContent } = await client.callTool({ name, arguments: { ...input }, ...meta });
        return structuredContent as unknown as Envelope;
      } catch (error) {
        // A tool that is not there is an error of the protocol; it carries the envelope.
        const { data } = error as { data?: { envelope?: Envelope } };
        if (data?.envelope === undefined) throw error;
        return data.envelope;
      }
    },
    close: () => client.close(),
  };
}

async function httpDoor(repo: Ground, maxCalls: number): Promise<Opened> {
  const { url, close } = await httpService(repo, maxCalls);
  return {
    async call(name, input, timeoutMs) {
      const limit = timeoutMs === undefined ? {} : { 'unflake-timeout-ms': String(timeoutMs) };
      const headers = { 'content-type': 'application/json', ...limit };
      const response = await fetch(`${url}/tools/${name}`, { method: 'POST', body: JSON.stringify(input), headers });
      return (await response.json()) as Envelope;
    },
    close,
  };
}

function httpService({ repoPath, environment }: Ground, maxCalls: number) {
  return startHttp({
    host: '127.0.0.1',
    port: 0,
    tools: SERVICE_TOOLS,
    roots: [repoPath],
    maxCalls,
    timeoutMs: 60_000,
    token: null,
    names: [],
    origins: [],
    context: { clock: systemClock, env: { ...process.env, ...environment }, entropy: () => 7 },
    log: () => undefined,
  });
}
