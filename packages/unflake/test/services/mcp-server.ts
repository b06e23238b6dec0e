/** `unflake mcp` as a child process of a test: line by line, with every output line kept and its descendants counted. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { until } from '@unflake/testkit/until';
import type { Envelope } from '../../src/contract/envelope.ts';
import { BIN } from '../program.ts';

const PATIENCE = { within: 120_000 };

/** A protocol message, with the fields that tests read. */
export interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly progressToken: string; readonly progress: number; readonly message: string };
  readonly result?: {
    readonly isError?: boolean;
    readonly content: readonly { readonly text: string }[];
    readonly structuredContent: Envelope;
    readonly [key: string]: unknown;
  };
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data: Readonly<Record<string, unknown>>;
  };
}

export interface Place {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  /** Living processes that were started from here, except the server itself. */
  readonly descendants: (server: number) => readonly number[];
  readonly remove: () => void;
}

/** A project in a temporary folder, with a state folder and a tag of its own. */
export function place(files: Readonly<Record<string, string>>): Place {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'unflake-mcp-')));
  const root = join(top, 'subject');
  mkdirSync(root);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const env = { ...definedEnv(), XDG_STATE_HOME: join(top, 'state') };
  return {
    root,
    env,
    descendants: (server) => workingIn(top).filter((pid) => pid !== server && pid !== process.pid),
    remove: () => rmSync(top, { recursive: true, force: true }),
  };
}

/** One test that waits forever, so that a call is surely running while something happens to it. */
export const ENDLESS = {
  'package.json': '{"type":"module","scripts":{"test":"node --test"}}',
  'endless.test.js':
    "import test from 'node:test';\ntest('waits', () => new Promise((r) => setTimeout(r, 3_600_000)));\n",
};

export interface McpProcess {
  readonly child: ChildProcess;
  /** Every line of stdout, as text. */
  readonly lines: readonly string[];
  readonly stderr: () => string;
  /** A line as it is. */
  readonly write: (line: string) => void;
  /** Sends a request and waits for its answer. */
  readonly ask: (method: string, params?: object) => Promise<Message>;
  /** Sends a request and returns its id at once. */
  readonly send: (method: string, params?: object) => number;
  readonly answerTo: (id: number | string) => Promise<Message>;
  readonly messages: () => readonly Message[];
  /** Closes its stdin and waits for its end. */
  readonly end: () => Promise<number | null>;
}

export async function startMcp({ root, env }: Place, ...flags: readonly string[]): Promise<McpProcess> {
  const child = spawn(process.execPath, [BIN, 'mcp', ...flags], { cwd: root, env, stdio: 'pipe' });
  const lines: string[] = [];
  let stderr = '';
  let ids = 0;
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += String(chunk);
  });
  const gone = new Promise<number | null>((resolve) => child.on('close', resolve));
  const messages = () => lines.map((line) => JSON.parse(line) as Message);
  const write = (line: string) => void child.stdin.write(`${line}\n`);
  const send = (method: string, params: object = {}) => {
    ids += 1;
    write(JSON.stringify({ jsonrpc: '2.0', id: ids, method, params }));
    return ids;
  };
  const answerTo = (id: number | string) =>
    until(() => messages().find((one) => one.id === id) ?? fail(id, stderr), PATIENCE);
  const mcp: McpProcess = {
    child,
    lines,
    stderr: () => stderr,
    write,
    send,
    answerTo,
    ask: (method, params) => answerTo(send(method, params)),
    messages,
    async end() {
      child.stdin.end();
      return gone;
    },
  };
  await mcp.ask('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  });
  write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
  return mcp;
}

function fail(id: number | string, stderr: string): never {
  throw new Error(`no answer to ${id} yet; stderr: ${stderr}`);
}

function definedEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** By their working folder: a trial is given few variables of ours, but it runs in the project. */
function workingIn(top: string): readonly number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .filter((entry) => {
      try {
        return readlinkSync(`/proc/${entry}/cwd`).startsWith(top);
      } catch (error) {
        // It is gone, or is a zombie.
        if (['ENOENT', 'ESRCH', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
        throw error;
      }
    })
    .map(Number);
}
