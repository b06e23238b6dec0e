/** Workers as people start them: real processes on a checkout, with a PostgreSQL of the file of tests. */
import type { ChildProcess } from 'node:child_process';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@unflake/testkit/until';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { startPostgres } from '../../../../scripts/toolchains/postgres.mjs';
import type { HuntResult } from '../../src/contract/hunt.ts';
import type { WorkersResult } from '../../src/tools/lib/workers/results.ts';
import { callIn } from '../cli/in-process.ts';
import { type Answer, Place } from '../cli/unflake.ts';

export interface WorkerProcess {
  readonly child: ChildProcess;
  readonly answer: Promise<Answer>;
  readonly said: () => string;
}

/** The machine may be busy. */
export const SOON = { within: 300_000 };

/** For a file of tests: registers its own hooks. Each test has a new place with `victim-one` of node:test. */
export class WorkerPlace {
  place!: Place;
  server!: Awaited<ReturnType<typeof startPostgres>>;
  readonly started: WorkerProcess[] = [];
  #folder = '';

  constructor() {
    beforeAll(async () => {
      this.#folder = mkdtempSync(join(tmpdir(), 'pg-'));
      this.server = await startPostgres(this.#folder);
    });
    afterAll(async () => {
      await this.server.stop();
      await rm(this.#folder, { recursive: true });
    });
    beforeEach(() => {
      this.place = new Place().fixture('victim-one', 'node-test');
    });
    afterEach(async () => {
      for (const { child, answer } of this.started.splice(0)) {
        child.kill('SIGKILL');
        await answer;
      }
      this.place.remove();
    });
  }

  get env(): { readonly UNFLAKE_STORE: string } {
    return { UNFLAKE_STORE: this.server.address };
  }

  run(...args: readonly string[]): Promise<Answer> {
    return this.place.run(args, this.env);
  }

  /** Interrupts the command as soon as it has said these words: what it does afterwards is tested elsewhere. */
  async saidBy(words: string, ...args: readonly string[]): Promise<string> {
    const { child, answer } = this.place.start(args, this.env);
    let said = '';
    child.stderr!.on('data', (piece: string) => {
      said += piece;
    });
    await until(() => said.includes(words) || child.exitCode !== null, { ...SOON, every: 5 });
    child.kill('SIGINT');
    return (await answer).stderr;
  }

  worker(...args: readonly string[]): Promise<WorkerProcess> {
    return this.workerIn(this.place, ...args);
  }

  async workerIn(place: Place, ...args: readonly string[]): Promise<WorkerProcess> {
    const { child, answer } = place.start(['worker', ...args], this.env);
    let text = '';
    child.stderr!.on('data', (piece: string) => (text += piece));
    const one = { child, answer, said: () => text };
    this.started.push(one);
    await until(() => text.includes('waits for work'), SOON);
    return one;
  }

  git(...args: readonly string[]): string {
    return execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], {
      cwd: this.place.subject,
      encoding: 'utf8',
    }).trim();
  }

  /** Makes the subject a repository. */
  commit(): string {
    this.git('init', '--quiet');
    this.git('add', '-A');
    this.git('commit', '--quiet', '--message', 'one');
    return this.git('rev-parse', 'HEAD');
  }

  /** A victim beside tests that wait, so that rounds take long enough for something to happen in them. */
  slow(): void {
    for (const name of ['shop.js', 'shop.test.js']) rmSync(join(this.place.subject, name));
    const text = `import { test } from 'node:test';
import { setTimeout as after } from 'node:timers/promises';
let broken = false;
test('waits', () => after(200));
test('pollutes', () => { broken = true; });
test('waits again', () => after(200));
test('is the victim', () => { if (broken) throw new Error('polluted'); });
`;
    writeFileSync(join(this.place.subject, 'slow.test.mjs'), text);
  }

  async listed(): Promise<WorkersResult> {
    return JSON.parse((await callIn(this.place, ['workers', '--json'], this.env)).stdout).result;
  }
}

export const HUNT = ['hunt', '--workers', '--rounds', '8', '--seed', '5', '--minutes', '60', '--json'];

export const resultOf = ({ stdout, stderr }: Answer): HuntResult => {
  const envelope = JSON.parse(stdout === '' ? '{"ok":false}' : stdout);
  if (!envelope.ok) throw new Error(`no result: ${stdout}\n${stderr}`);
  return envelope.result;
};
