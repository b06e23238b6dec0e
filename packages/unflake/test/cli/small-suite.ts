/** A place whose subject is a suite of small scripts that record when they run, and what the tests of `unflake env` ask of it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@unflake/testkit/until';
import { writeSmallSuite } from '../../../../scripts/bench/env/small-suite.mjs';
import type { EnvRunResult, EnvStatusResult } from '../../src/tools/lib/env/results.ts';
import { type Answer, Place } from './unflake.ts';

/** A busy machine starts programs slowly. */
export const PATIENCE = { within: 120_000 };

export class SmallSuite extends Place {
  readonly #hanging: ReturnType<Place['start']>[] = [];

  constructor() {
    super();
    writeSmallSuite(this.subject, { pause: 0 });
  }

  path(...parts: readonly string[]): string {
    return join(this.subject, ...parts);
  }

  state(environment: string, marker: string): string {
    return this.path('test', '.envs', environment, '.bats-state', marker);
  }

  env(...args: readonly string[]): Promise<Answer> {
    return this.run(['env', ...args, '--json', '--quiet']);
  }

  /** Runs steps, and fails where there is no result. */
  async result(...args: readonly string[]): Promise<EnvRunResult> {
    return resultOf<EnvRunResult>(await this.env('run', ...args));
  }

  async explained(name: string): Promise<EnvStatusResult['environments'][number]> {
    const { environments } = resultOf<EnvStatusResult>(await this.env('explain', name));
    return environments[0]!;
  }

  /** What ran since the last time it was asked, in order. */
  ran(): readonly string[] {
    const lines = readFileSync(this.path('log'), 'utf8').split('\n').slice(0, -1);
    writeFileSync(this.path('log'), '');
    return lines;
  }

  /** Starts a run of a step that does not end by itself, and resolves when it is in the middle of it. */
  async hang(step: string): Promise<ReturnType<Place['start']> & { readonly stray: string }> {
    const started = this.start(['env', 'run', step], { HANG: step });
    this.#hanging.push(started);
    const note = this.path('hanging');
    const stray = await until(() => existsSync(note) && readFileSync(note, 'utf8').trim(), PATIENCE);
    return { ...started, stray };
  }

  async end(): Promise<void> {
    for (const { child, answer } of this.#hanging.splice(0)) {
      child.kill('SIGTERM');
      await answer;
    }
    this.remove();
  }
}

export function resultOf<Result>({ stdout, stderr }: Answer): Result {
  const envelope = JSON.parse(stdout) as { readonly ok: boolean; readonly result: Result };
  if (!envelope.ok) throw new Error(`${stdout}\n${stderr}`);
  return envelope.result;
}
