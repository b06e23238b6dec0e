/** The tests that are known to be flaky: those that the user named, and those of the subject's cases. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Verdict } from '../../contract/cause.ts';
import { UnflakeError } from '../../contract/faults.ts';
import type { KnownCase, KnownTest } from '../../scan/report/report-input.ts';
import type { Store, StoredCase } from '../../store/port.ts';
import { caseRuns, failureMessage } from './case-runs.ts';
import { closing } from './closing.ts';
import { openStoreAt, storeAddress, storeExists } from './open-store.ts';
import type { ToolContext } from './tool.ts';

/** Verdicts that show that a test is flaky. A failure that could not be reproduced does not. */
const FLAKY: readonly Verdict[] = ['isolated', 'narrowed'];

export interface KnownAsked {
  readonly known?: readonly string[] | undefined;
  readonly knownFile?: string | undefined;
  readonly store?: string | undefined;
}

/** `isTest`: true if the code has a test of that name. */
export async function knownTests(
  root: string,
  asked: KnownAsked,
  context: ToolContext,
  isTest: (id: string) => boolean,
): Promise<readonly KnownTest[]> {
  const cases = await recordedCases(root, asked.store, context);
  const fromFile = asked.knownFile === undefined ? [] : listed(asked.knownFile, context);
  const named = [...(asked.known ?? []), ...fromFile.map((line) => idIn(line, (id) => cases.has(id) || isTest(id)))];
  const given = [...new Set(named)].map((id) => ({ id, from: 'given' as const, ...(cases.get(id) ?? UNRECORDED) }));
  const others = [...cases].filter(([id, { isFlaky }]) => isFlaky && !named.includes(id));
  return [...given, ...others.map(([id, found]) => ({ id, from: 'case' as const, ...found }))].map(
    ({ id, from, case: newest, runs }) => ({ id, from, case: newest, runs }),
  );
}

/**
 * The id at the start of a line: people append notes, and ids contain spaces. So it is the longest prefix that is a test; if there is none,
 * the whole line.
 */
function idIn(line: string, isTest: (id: string) => boolean): string {
  const text = line.replace(/^[-*] +/, '');
  const quoted = /^`([^`]+)`/.exec(text)?.[1];
  if (quoted !== undefined) return quoted;
  const words = text.split(/\s+/);
  for (let length = words.length; length > 0; length -= 1) {
    const id = words.slice(0, length).join(' ');
    const found = [id, id.replace(/[:,;]$/, '')].find(isTest);
    if (found !== undefined) return found;
  }
  return text;
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

interface Recorded extends Pick<KnownTest, 'case' | 'runs'> {
  readonly isFlaky: boolean;
}

const UNRECORDED: Recorded = { case: null, runs: [], isFlaky: false };

/** By test. Does not create a store. */
async function recordedCases(
  root: string,
  store: string | undefined,
  context: ToolContext,
): Promise<ReadonlyMap<string, Recorded>> {
  const address = await storeAddress(root, store, context);
  if (!storeExists(address)) return new Map();
  const opened = await openStoreAt(address);
  await using _store = closing(opened);
  const found = new Map<string, Recorded>();
  for (const { id, test } of (await opened.cases()).toReversed()) {
    const before = found.get(test) ?? UNRECORDED;
    const stored = await opened.findCase(id);
    const known = await knownCase(opened, stored);
    found.set(test, {
      case: known ?? before.case,
      runs: [...before.runs, await caseRuns(opened, stored)],
      // An ordinary bug is not flaky, and a blocked case is unknown.
      isFlaky:
        known === null
          ? before.isFlaky
          : known.verdict !== 'broken' && (before.isFlaky || FLAKY.includes(known.verdict)),
    });
  }
  return found;
}

async function knownCase(store: Store, stored: StoredCase): Promise<KnownCase | null> {
  if (stored.closing === null) return null;
  const { verdict, cause, summary } = stored.closing.diagnosis;
  return { caseId: stored.id, verdict, cause, summary, message: await failureMessage(store, stored) };
}
