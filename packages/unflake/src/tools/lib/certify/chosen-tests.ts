/** The tests of a suite that are named, or that a change adds and changes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CertifyReason } from '../../../contract/certificate.ts';
import { UnflakeError } from '../../../contract/faults.ts';
import type { TestId } from '../../../contract/test-id.ts';
import type { Subject } from '../../../engine/subject/subject.ts';
import type { Git } from '../../../scan/history/git.ts';
import type { CallGraph } from '../../../scan/reach/call-graph.ts';
import { findTests } from '../find-test/find-tests.ts';
import { namedIds } from '../find-test/named-id.ts';
import { resolveTest, testPlace } from '../resolve-test.ts';
import { changesSince } from './changes.ts';
import { type TouchedTest, touchedTests } from './touched.ts';

export interface ChosenTest {
  readonly test: TestId;
  readonly why: CertifyReason;
}

export interface ChosenTests {
  readonly chosen: readonly ChosenTest[];
  readonly since: string | null;
  /** Tests that reach a change and were left out. */
  readonly leftOut: number;
}

/** Every test that a text means; UNKNOWN_TEST if there is none. */
export async function namedTests(texts: readonly string[], subject: Subject, cwd: string): Promise<ChosenTests> {
  const place = testPlace(subject, cwd);
  const wanted = new Set<TestId>();
  for (const text of texts) {
    const { tests, by } = await findTests(text, subject.suite, place);
    // A file, a class or a name stands for all its tests; a part of an id, or a line beside tests, for nothing.
    if (tests.length > 0 && (by === 'name' || by === 'inside')) for (const test of tests) wanted.add(test);
    else wanted.add(await resolveTest(text, subject.suite, place));
  }
  const chosen = subject.suite.filter((test) => wanted.has(test)).map((test) => ({ test, why: 'named' as const }));
  return { chosen, since: null, leftOut: 0 };
}

export interface ChangedOptions {
  readonly since: string | undefined;
  /** The field of the request that names the revision. */
  readonly field?: 'since' | 'changed';
  /** Also the tests that reach what changed, at most so many. */
  readonly reach: number;
  readonly graph: CallGraph;
  readonly git: Git;
}

export async function changedTests(
  subject: Subject,
  cwd: string,
  { since: ref, field = 'since', reach, graph, git }: ChangedOptions,
): Promise<ChosenTests> {
  const { root, suite } = subject;
  const { since, files } = await changesSince(root, git, ref, field);
  const touched = touchedTests(graph, files, lineReader(root));
  const own = await idsOf(
    touched.filter(({ why }) => why !== 'reaches'),
    subject,
    cwd,
  );
  const reaching = await idsOf(
    touched.filter(({ why }) => why === 'reaches'),
    subject,
    cwd,
  );
  const further = [...reaching].filter(([test]) => !own.has(test));
  const kept = new Map([...own, ...further.slice(0, reach)]);
  const chosen = suite.flatMap((test) => {
    const why = kept.get(test);
    return why === undefined ? [] : [{ test, why }];
  });
  return { chosen, since, leftOut: reach === 0 ? 0 : Math.max(0, further.length - reach) };
}

/** The nearest first. A test of the index that the runner does not list has no id. */
async function idsOf(
  touched: readonly TouchedTest[],
  subject: Subject,
  cwd: string,
): Promise<ReadonlyMap<TestId, CertifyReason>> {
  const found = new Map<TestId, CertifyReason>();
  if (touched.length === 0) return found;
  const place = testPlace(subject, cwd);
  const tests = namedIds(subject.suite, place.names.startsWith);
  // Only this needs the parsers.
  const { testsAtLine } = await import('../find-test/test-at-line.ts');
  for (const { file, line, why } of touched) {
    for (const { id } of await testsAtLine(join(subject.root, file), line, tests, place))
      if (!found.has(id)) found.set(id, why);
  }
  return found;
}

/** Blank lines, comments and imports: a test that is added brings some, and they change no other test. */
const SAYS_NOTHING = /^\s*(?:$|#(?!\[)|\/\/|\/?\*|<!--|(?:import|from|use|require|package|using)\b)/;

function lineReader(root: string): (file: string, line: number) => boolean {
  const known = new Map<string, readonly string[]>();
  return (file, line) => {
    let lines = known.get(file);
    if (lines === undefined) {
      lines = readFileSync(join(root, file), 'utf8').split('\n');
      known.set(file, lines);
    }
    return !SAYS_NOTHING.test(lines[line - 1] ?? '');
  };
}

/** INVALID_INPUT: flags that only mean something for changed tests. */
export function requireNoNames(
  names: readonly string[],
  given: { readonly since?: unknown; readonly reach: boolean },
): void {
  if (names.length === 0) return;
  const field = given.since !== undefined ? 'since' : given.reach ? 'reach' : null;
  if (field === null) return;
  throw new UnflakeError('INVALID_INPUT', `\`--${field}\` is for changed tests; tests are named as well`, { field });
}
