/** Runs the steps of `action.yml` as GitHub does: inputs and outputs by files and variables, scripts by bash. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { PackedInstall, Said } from './packed-install.ts';

interface Step {
  readonly name: string;
  readonly run: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly 'working-directory'?: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

export const ACTION: Action = parse(
  readFileSync(fileURLToPath(new URL('../../../../action.yml', import.meta.url)), 'utf8'),
);

export interface ActionRun extends Said {
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
}

/** Ends at the first step that fails, as a job does. `name` tells the runs of one test file apart. */
export async function runAction(
  packed: PackedInstall,
  name: string,
  inputs: Readonly<Record<string, string>>,
): Promise<ActionRun> {
  const temporary = join(packed.place, `action-${name}`);
  mkdirSync(temporary);
  const file = (variable: string) => join(temporary, variable);
  for (const variable of ['GITHUB_PATH', 'GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY']) writeFileSync(file(variable), '');
  const lines = (variable: string) => readFileSync(file(variable), 'utf8').split('\n').filter(Boolean);
  let last: Said = { code: 0, stdout: '', stderr: '' };
  for (const step of ACTION.runs.steps) {
    const given = Object.entries(step.env ?? {}).map(([key, value]) => [key, withInputs(value, inputs)]);
    last = await packed.run('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
      cwd: join(packed.project, withInputs(step['working-directory'] ?? '.', inputs)),
      env: {
        ...packed.offline,
        PATH: [...lines('GITHUB_PATH'), process.env.PATH].join(':'),
        RUNNER_TEMP: temporary,
        GITHUB_PATH: file('GITHUB_PATH'),
        GITHUB_OUTPUT: file('GITHUB_OUTPUT'),
        GITHUB_STEP_SUMMARY: file('GITHUB_STEP_SUMMARY'),
        ...Object.fromEntries(given),
      },
    });
    if (last.code !== 0) break;
  }
  const outputs = Object.fromEntries(lines('GITHUB_OUTPUT').map((line) => line.split(/=(.*)/s, 2)));
  return { ...last, outputs, summary: readFileSync(file('GITHUB_STEP_SUMMARY'), 'utf8') };
}

function withInputs(text: string, inputs: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => {
    const input = ACTION.inputs[name];
    if (input === undefined) throw new Error(`action.yml has no input ${name}`);
    return inputs[name] ?? input.default ?? '';
  });
}
