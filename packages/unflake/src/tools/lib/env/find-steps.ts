/** The steps of a suite: from its file names, or as the config file lists them. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { UnflakeError } from '../../../contract/faults.ts';
import { loadParser } from '../../../scan/syntax/parser.ts';
import { declaredInputs } from '../../../testbed/inputs-hash.ts';
import { byName, environmentByName, kindByName, type StepKind, stepOfFile } from '../../../testbed/names.ts';
import type { StepWork, SuiteStep } from '../../../testbed/step.ts';
import type { Settings } from '../config-schema.ts';
import { quickDeclaration } from './quick-declaration.ts';
import { readBats } from './read-bats.ts';

/** For runners that accept a file by name. */
const TEST_FILES = new Set(['.py', '.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.jsx', '.tsx', '.rb']);
const EXECUTABLE = 0o111;

/** Files of a folder whose names are those of steps, in order. */
export function stepFiles(suite: string): readonly string[] {
  if (statSync(suite, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(suite)
    .filter((file) => stepOfFile(file) !== null && workOf(suite, file) !== null)
    .sort(byName);
}

export async function stepsByName(suite: string): Promise<readonly SuiteStep[]> {
  const files = stepFiles(suite);
  const order = files.map((file) => stepOfFile(file)!).filter((name) => kindByName(name) === 'sequential');
  return Promise.all(
    files.map((file) => {
      const name = stepOfFile(file)!;
      return fileStep(suite, file, { name, kind: kindByName(name)!, previous: previousOf(name, order) });
    }),
  );
}

export async function stepsByConfig(
  suite: string,
  listed: Settings['testbed']['steps'],
): Promise<readonly SuiteStep[]> {
  const kinds = listed.map(({ name, kind }) => ({ name, kind: kind ?? kindByName(name) }));
  const order = kinds.filter(({ kind }) => kind === 'sequential').map(({ name }) => name);
  return Promise.all(
    listed.map(async (entry, at): Promise<SuiteStep> => {
      const { name } = entry;
      const { kind } = kinds[at]!;
      if (kind === null) throw bad(name, 'its kind does not follow from its name; set `kind`');
      const previous = previousOf(name, order);
      const step =
        entry.file === undefined
          ? commandStep(name, kind, entry.run, previous)
          : await fileStep(suite, entry.file, { name, kind, previous }, entry.runner);
      return {
        ...step,
        environment: kind === 'independent' ? (entry.environment ?? step.environment) : step.environment,
        after: entry.after ?? step.after,
        inputs: [...step.inputs, ...(entry.inputs ?? [])],
      };
    }),
  );
}

interface Named {
  readonly name: string;
  readonly kind: StepKind;
  /** The sequential step before it. */
  readonly previous: readonly string[];
}

async function fileStep(
  suite: string,
  file: string,
  { name, kind, previous }: Named,
  runner?: string,
): Promise<SuiteStep> {
  const work = runner === undefined ? workOf(suite, file) : ({ kind: 'test-file', file, runner } as const);
  if (work === null) throw bad(name, `${file} does not exist or cannot be run`);
  const text = work.kind === 'bats' || kind === 'foundation' ? readFileSync(join(suite, file), 'utf8') : '';
  const plain: SuiteStep = {
    name,
    kind,
    environment: environmentByName(name, kind),
    after: kind === 'sequential' ? previous : [],
    inputs: kind === 'foundation' ? [file, ...declaredInputs(text)] : [],
    work,
  };
  return work.kind === 'bats' ? declared(plain, work, text) : plain;
}

async function declared(step: SuiteStep, work: Extract<StepWork, { kind: 'bats' }>, text: string): Promise<SuiteStep> {
  const quick = quickDeclaration(text);
  const declaration = quick === 'unsure' ? readBats(work.file, text, await loadParser(['bash'])) : quick;
  if (declaration === null) return { ...step, work: { ...work, marksItself: false } };
  const { call, words } = declaration;
  const independent = step.kind === 'independent';
  if (independent !== (call === 'setup_independent_test')) {
    throw bad(step.name, `it is ${step.kind} by its name, and calls \`${call}\``);
  }
  if (words[0] !== step.name) throw bad(step.name, `it calls itself \`${words[0] ?? ''}\` in \`${call}\``);
  const [environment = step.environment, ...after] = independent
    ? words.slice(1)
    : [step.environment, ...words.slice(1)];
  return { ...step, environment, after, work: { ...work, marksItself: true } };
}

function commandStep(
  name: string,
  kind: StepKind,
  run: readonly string[] | undefined,
  previous: readonly string[],
): SuiteStep {
  const [program, ...args] = run ?? [];
  if (program === undefined) throw bad(name, 'it has neither `file` nor `run`');
  return {
    name,
    kind,
    environment: environmentByName(name, kind),
    after: kind === 'sequential' ? previous : [],
    inputs: [],
    work: { kind: 'command', argv: [program, ...args], file: null },
  };
}

/** How a file is run; null for one that is not a step despite its name. */
function workOf(suite: string, file: string): StepWork | null {
  const stat = statSync(join(suite, file), { throwIfNoEntry: false });
  if (stat?.isFile() !== true) return null;
  const extension = extname(file);
  if (extension === '.bats') return { kind: 'bats', file, marksItself: true };
  if ((stat.mode & EXECUTABLE) !== 0) return { kind: 'command', argv: [join(suite, file)], file };
  return TEST_FILES.has(extension) ? { kind: 'test-file', file, runner: null } : null;
}

/** Each sequential step requires those before it, unless it declares its own prerequisites. */
function previousOf(name: string, order: readonly string[]): readonly string[] {
  const at = order.indexOf(name);
  return at > 0 ? [order[at - 1]!] : [];
}

function bad(step: string, why: string): UnflakeError {
  return new UnflakeError('ENV_BAD_STEP', `the step \`${step}\`: ${why}`, { step, why });
}
