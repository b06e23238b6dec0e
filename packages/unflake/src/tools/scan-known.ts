/** The tests that are known to be flaky: those that were named, and those that the subject's cases are about. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Verdict } from '../contract/cause.ts';
import { UnflakeError } from '../contract/faults.ts';
import type { ConfirmFinding } from '../contract/findings.ts';
import type { KnownCase, KnownTest } from '../scan/report/report-input.ts';
import { defaultStorePath } from '../store/default-store-path.ts';
import type { Store } from '../store/port.ts';
import { closing } from './closing.ts';
import { openStore } from './open-store.ts';
import type { ToolContext } from './tool.ts';

/** A plain bug is not flaky, and what could not run is not known. */
const FLAKY: readonly Verdict[] = ['isolated', 'narrowed', 'not-reproduced'];

export interface KnownAsked {
  readonly known?: readonly string[] | undefined;
  readonly knownFile?: string | undefined;
  readonly store?: string | undefined;
}

export async function knownTests(root: string, asked: KnownAsked, context: ToolContext): Promise<readonly KnownTest[]> {
  const named = [...(asked.known ?? []), ...(asked.knownFile === undefined ? [] : listed(asked.knownFile, context))];
  const cases = await recordedCases(root, asked.store, context);
  const given = [...new Set(named)].map((id) => ({ id, from: 'given' as const, case: cases.get(id) ?? null }));
  const others = [...cases].filter(([id, { verdict }]) => FLAKY.includes(verdict) && !named.includes(id));
  return [...given, ...others.map(([id, found]) => ({ id, from: 'case' as const, case: found }))];
}

function listed(path: string, { cwd }: ToolContext): readonly string[] {
  try {
    const lines = readFileSync(resolve(cwd, path), 'utf8').split('\n');
    return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const problems = [{ field: 'knownFile', value: path, expected: 'a file that can be read' }];
    throw new UnflakeError('INVALID_INPUT', `cannot read ${path} (${code})`, { problems }, { cause: error });
  }
}

/** By test, the newest that is closed. Nothing is made where there is no store yet. */
async function recordedCases(
  root: string,
  store: string | undefined,
  context: ToolContext,
): Promise<ReadonlyMap<string, KnownCase>> {
  const place = resolve(context.cwd, store ?? context.env.UNFLAKE_STORE ?? defaultStorePath(root, context.env));
  if (!existsSync(place)) return new Map();
  const opened = openStore(root, store, context);
  await using _store = closing(opened);
  const found = new Map<string, KnownCase>();
  for (const { id, test } of opened.cases().toReversed()) {
    const known = knownCase(opened, id);
    if (known !== null) found.set(test, known);
  }
  return found;
}

function knownCase(store: Store, caseId: string): KnownCase | null {
  const { closing: closed } = store.findCase(caseId);
  if (closed === null) return null;
  const { verdict, cause, summary } = closed.diagnosis;
  const confirm = closed.findings.confirm as ConfirmFinding | null | undefined;
  return {
    caseId,
    verdict,
    cause,
    summary,
    failures: confirm?.all.failures ?? 0,
    runs: confirm?.all.runs ?? 0,
    message: confirm?.fingerprints[0]?.message ?? null,
  };
}
