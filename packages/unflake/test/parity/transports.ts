/** The same call through every transport: the command line, MCP on stdio, MCP over HTTP, and HTTP. Each has a copy of the fixture and a state of its own. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createDeterministicRepo, type DeterministicRepo } from '@unflake/testkit/fixture-repo';
import { kebab } from '../../src/cli/flags.ts';
import { main } from '../../src/cli/main.ts';
import type { Envelope } from '../../src/contract/envelope.ts';
import { SERVICE_TOOLS } from '../../src/tools/registry.ts';
import { fakeOutside } from '../unit/cli/fake-host.ts';
import { normal } from './normal.ts';
import {
  type Call,
  type CallSite,
  httpMcpTransport,
  httpTransport,
  type Input,
  type Opened,
  stdioTransport,
} from './service-transports.ts';

export interface Transport {
  readonly name: string;
  /** Its copy of the fixture. */
  readonly repoPath: string;
  readonly call: Call;
  /** What it answered, comparable with every other transport and machine. */
  readonly normal: (envelope: Envelope) => unknown;
  readonly close: () => Promise<void>;
}

export interface Transports {
  readonly all: readonly Transport[];
  /** All but the command line. */
  readonly services: readonly Transport[];
  readonly close: () => Promise<void>;
}

export interface TransportsOptions {
  readonly maxCalls?: number;
  /** Written into each copy, beside what the fixture has. */
  readonly files?: Readonly<Record<string, string>>;
}

export async function openTransports(
  testId: string,
  { maxCalls = 4, files = {} }: TransportsOptions = {},
): Promise<Transports> {
  const transports = await Promise.all(
    [cliTransport, stdioTransport, httpMcpTransport, httpTransport].map(async (open): Promise<Transport> => {
      const repo = await repoFor(`${testId} ${open.name}`);
      for (const [name, text] of Object.entries(files)) {
        await mkdir(dirname(join(repo.repoPath, name)), { recursive: true });
        await writeFile(join(repo.repoPath, name), text);
      }
      const state = join(repo.cacheRoot, 'state');
      const environment = { ...repo.environment, XDG_STATE_HOME: state };
      const { call, close } = await open({ repoPath: repo.repoPath, environment, maxCalls, tools: SERVICE_TOOLS });
      return {
        name: open.name,
        repoPath: repo.repoPath,
        call,
        normal: (envelope) => normal(envelope, { repoPath: repo.repoPath, state }),
        async close() {
          await close();
          await repo.cleanup();
        },
      };
    }),
  );
  return {
    all: transports,
    services: transports.filter(({ name }) => name !== cliTransport.name),
    close: async () => void (await Promise.all(transports.map((transport) => transport.close()))),
  };
}

/** One call through each transport, one after the other: transports share this process, and a transport may be busy with one call alone. */
export async function throughEach(
  transports: readonly Transport[],
  tool: string,
  input: Input,
): Promise<readonly unknown[]> {
  const answers = [];
  for (const transport of transports) answers.push(transport.normal(await transport.call(tool, input)));
  return answers;
}

export function repoFor(testId: string): Promise<DeterministicRepo> {
  return createDeterministicRepo({
    from: import.meta.url,
    fixtureName: 'small-project',
    fixtures: 'fixtures',
    work: 'packages/unflake/test/.cache',
    testId,
    git: true,
  });
}

async function cliTransport({ repoPath, environment }: CallSite): Promise<Opened> {
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
