/** The quarantine file of a project: its schema, reading it, and writing it with one entry a line, sorted, so that merges stay readable. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { UnflakeError } from '../../../contract/faults.ts';
import { isExpired, type QuarantineEntry } from '../../../experiment/quarantine/quarantine-entry.ts';
import { inputProblems, problemText } from '../envelope-problems.ts';

export const QUARANTINE_FILE = 'unflake.quarantine.json';

const day = z.iso.date();
const words = z.string().regex(/\S/, 'a text');

const ENTRY = z
  .strictObject({
    test: words.describe('The test, as `unflake history` or its runner names it'),
    reason: words.describe('What is wrong with it'),
    owner: words.describe('Who works on it'),
    ticket: words.describe('Where the work is tracked').optional(),
    since: day.describe('First day of the quarantine, in UTC'),
    until: day.describe('Last day of the quarantine, in UTC; from the next day on the gate fails'),
    case: words.describe('Id of the case that diagnosed it').optional(),
  })
  .describe('A known flaky test that does not fail a job');

export const QUARANTINE_SCHEMA = z
  .strictObject({
    $schema: z.string().describe('Where this schema is, for editors').optional(),
    entries: z.array(ENTRY).describe('Sorted by test, one a line'),
  })
  .describe('The quarantine file of unflake');

/** JSON Schema for editors. */
export function quarantineJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...rest } = z.toJSONSchema(QUARANTINE_SCHEMA, { io: 'input' });
  return { $schema, title: QUARANTINE_FILE, ...rest };
}

export interface QuarantineFile {
  /** Absolute. */
  readonly path: string;
  readonly exists: boolean;
  readonly schema: string | undefined;
  readonly entries: readonly QuarantineEntry[];
}

/** BAD_QUARANTINE if it cannot be read as one; without a file nothing is in quarantine. */
export async function readQuarantine(root: string): Promise<QuarantineFile> {
  const path = join(root, QUARANTINE_FILE);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error.code === undefined ? error : bad(path, `it cannot be read (${error.code})`);
  });
  if (text === null) return { path, exists: false, schema: undefined, entries: [] };
  const value = parsed(path, text);
  const checked = QUARANTINE_SCHEMA.safeParse(value);
  if (!checked.success) {
    const problems = inputProblems(checked.error.issues, value);
    throw bad(path, problems.map((problem) => problemText(problem)).join('; '));
  }
  const { entries, $schema: schema } = checked.data;
  const seen = new Set<string>();
  for (const { test, since, until } of entries) {
    if (seen.has(test)) throw bad(path, `${test} is listed twice`);
    if (isExpired({ until }, since)) throw bad(path, `${test} ends on ${until}, before it begins on ${since}`);
    seen.add(test);
  }
  return { path, exists: true, schema, entries };
}

export async function writeQuarantine(
  { path, schema }: QuarantineFile,
  entries: readonly QuarantineEntry[],
): Promise<void> {
  const sorted = entries.toSorted((a, b) => (a.test < b.test ? -1 : 1));
  const lines = sorted.map(
    ({ test, reason, owner, ticket, since, until, case: caseId }) =>
      `    ${JSON.stringify({ test, reason, owner, ticket, since, until, case: caseId })}`,
  );
  const head = schema === undefined ? '' : `  "$schema": ${JSON.stringify(schema)},\n`;
  const list = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n  ]`;
  await writeFile(path, `{\n${head}  "entries": ${list}\n}\n`);
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw bad(path, `it is not JSON: ${error.message}`);
  }
}

const bad = (path: string, why: string): UnflakeError =>
  new UnflakeError('BAD_QUARANTINE', `${path}: ${why}`, { file: path, why });
