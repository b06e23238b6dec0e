/** Starts the built program as people do, in a place of its own: its own state folder, its own subject, nothing of the caller's. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Diagnosis } from '../../src/contract/diagnosis.ts';
import { BIN } from '../program.ts';
import { shareNativeCode } from './native-code.ts';

const FIXTURES = fileURLToPath(new URL('../../../../fixtures', import.meta.url));

export interface Answer {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export class Place {
  readonly folder = mkdtempSync(join(tmpdir(), 'unflake-place-'));
  readonly subject = join(this.folder, 'subject');

  private readonly node: string;
  readonly variables = {
    ...process.env,
    XDG_STATE_HOME: join(this.folder, 'state'),
    XDG_CACHE_HOME: join(this.folder, 'cache'),
  };

  /** `node` runs the program. */
  constructor(node = process.execPath) {
    this.node = node;
    mkdirSync(this.subject);
    shareNativeCode(this.variables.XDG_CACHE_HOME);
  }

  /** Copies a fixture in as the subject. */
  fixture(cause: string, runner: string): this {
    cpSync(join(FIXTURES, cause, runner), this.subject, { recursive: true });
    return this;
  }

  start(
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): { child: ChildProcess; answer: Promise<Answer> } {
    const child = spawn(this.node, [BIN, ...args], {
      cwd: this.subject,
      env: { ...this.variables, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const text = { stdout: '', stderr: '' };
    child.stdout!.setEncoding('utf8').on('data', (piece: string) => (text.stdout += piece));
    child.stderr!.setEncoding('utf8').on('data', (piece: string) => (text.stderr += piece));
    const answer = new Promise<Answer>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code, signal) => resolve({ code, signal, ...text }));
    });
    return { child, answer };
  }

  run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.start(args, env).answer;
  }

  /** Every file of the subject with its text, to see that nothing was changed. */
  tree(): readonly (readonly [string, string])[] {
    return readdirSync(this.subject, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path, readFileSync(path, 'utf8')] as const);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function diagnosisOf({ stdout }: Answer): Diagnosis {
  const envelope = JSON.parse(stdout) as { ok: boolean; result: Diagnosis; error?: unknown };
  if (!envelope.ok) throw new Error(`not a diagnosis: ${JSON.stringify(envelope.error)}`);
  return envelope.result;
}
