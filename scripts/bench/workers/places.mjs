/** What the benchmark of workers needs: a PostgreSQL, suites, workers as processes, and a look into the queue. */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { until } from '../../../packages/testkit/dist/until.js';

const BIN = fileURLToPath(new URL('../../../packages/unflake/bin/unflake.js', import.meta.url));
const FILES = 3;

/** So many tests that wait in each of three files; `victim`: and one that fails after another of its file. Returns how many wait. */
export function waitingSuite(folder, waitMs, perFile, victim) {
  mkdirSync(folder, { recursive: true });
  for (let file = 1; file <= FILES; file += 1) {
    const tests = Array.from({ length: perFile }, (_, at) => `test('${file}.${at} waits', () => after(${waitMs}));`);
    const both = [
      `test('pollutes', () => { broken = true; });`,
      `test('is the victim', () => { if (broken) throw new Error('polluted'); });`,
    ];
    const text = [
      `import { test } from 'node:test';`,
      `import { setTimeout as after } from 'node:timers/promises';`,
      'let broken = false;',
      ...tests,
      ...(victim && file === 2 ? both : []),
      '',
    ];
    writeFileSync(join(folder, `part-${file}.test.mjs`), text.join('\n'));
  }
  return FILES * perFile;
}

/** One test that fails once in `oneIn` runs, after a wait. */
export function rareSuite(folder, oneIn, waitMs) {
  mkdirSync(folder, { recursive: true });
  const text = `import { test } from 'node:test';
import { setTimeout as after } from 'node:timers/promises';
test('fails rarely', async () => {
  await after(${waitMs});
  if (Math.random() < 1 / ${oneIn}) throw new Error('rare');
});
test('passes', () => {});
`;
  writeFileSync(join(folder, 'rare.test.mjs'), text);
}

export class Workplace {
  #env;
  #subject;
  constructor(folder, subject, address) {
    this.#subject = subject;
    this.#env = {
      ...process.env,
      UNFLAKE_STORE: address,
      XDG_STATE_HOME: join(folder, 'state'),
      UNFLAKE_TMP: folder,
    };
  }

  start(args) {
    const child = spawn(process.execPath, [BIN, ...args], {
      cwd: this.#subject,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const text = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (piece) => (text.stdout += piece));
    child.stderr.setEncoding('utf8').on('data', (piece) => (text.stderr += piece));
    const answer = new Promise((resolve) => child.on('close', (code) => resolve({ code, ...text })));
    return { child, answer, said: () => text.stderr };
  }

  async worker() {
    const one = this.start(['worker']);
    await until(() => one.said().includes('waits for work'), { within: 120_000, every: 50 });
    return { ...one, id: /worker (w-\w+) on/.exec(one.said())[1] };
  }

  /** The result of a command, with its wall time. */
  async run(args) {
    const began = performance.now();
    const { stdout, stderr } = await this.start([...args, '--json']).answer;
    const envelope = JSON.parse(stdout === '' ? '{}' : stdout);
    if (envelope.ok !== true) throw new Error(`${args.join(' ')}: ${stdout}${stderr}`);
    return { result: envelope.result, ms: performance.now() - began, stderr };
  }
}

export async function stop(workers) {
  for (const { child } of workers) child.kill('SIGTERM');
  return Promise.all(workers.map(({ answer }) => answer));
}

/** Asks the database; null while it is not there. */
export async function ask(address, sql, values = []) {
  const client = new pg.Client(address);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(sql, values)).rows;
  } catch (error) {
    // It restarts.
    if (/^57P|^08|ECONN|ENOENT/.test(error.code ?? '') || /terminated/.test(error.message)) return null;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
