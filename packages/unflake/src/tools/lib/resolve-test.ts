/** Resolves a text to one test, or throws a fault that lists the candidates. find-test/ parses the text. */
import { UnflakeError } from '../../contract/faults.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { Subject } from '../../engine/subject/subject.ts';
import { plural } from '../../text/plural.ts';
import { type FoundTests, findTests } from './find-test/find-tests.ts';
import type { TestPlace } from './find-test/in-file.ts';
import { nearMatches } from './near-match.ts';

const MAX_LISTED = 10;
const MAX_NEAR = 5;
const MAX_QUOTED = 120;

export function testPlace({ root, folder, adapter }: Subject, cwd: string): TestPlace {
  return { names: adapter.names, cwd, root, folder };
}

/** UNKNOWN_TEST if no test, or more than one, matches. */
export async function resolveTest(text: string, suite: readonly TestId[], place: TestPlace): Promise<TestId> {
  const found = await findTests(text, suite, place);
  const [only, another] = found.by === 'beside' ? [] : found.tests;
  if (only !== undefined && another === undefined) return only;
  throw found.tests.length > 0 ? severalTests(text, found) : noTest(text, found, suite);
}

export function severalTests(text: string, { tests, by }: Pick<FoundTests, 'tests' | 'by'>): UnflakeError {
  const count = plural(tests.length, 'test');
  const problem = {
    name: `\`${quoted(text)}\` names ${count}`,
    inside: `\`${quoted(text)}\` contains ${count}; name one of them`,
    beside: `no test contains the line that \`${quoted(text)}\` names; its file contains ${count}`,
    part: `${count} contain \`${quoted(text)}\``,
  }[by];
  const near = tests.slice(0, MAX_LISTED);
  const rest = tests.length - near.length;
  const lines = [...near, ...(rest > 0 ? [`… and ${rest} more`] : [])];
  return new UnflakeError('UNKNOWN_TEST', [`${problem}:`, ...lines].join('\n'), {
    test: text,
    near,
    matches: tests.length,
  });
}

export function noTest(text: string, { spelled }: Pick<FoundTests, 'spelled'>, suite: readonly TestId[]): UnflakeError {
  const near = [...new Set(spelled.flatMap((name) => nearMatches(name, suite, MAX_NEAR)))].slice(0, MAX_NEAR);
  const hint = near.length === 0 ? '' : `; similar: ${near.map((id) => `\`${id}\``).join(', ')}`;
  return new UnflakeError('UNKNOWN_TEST', `no test is named \`${quoted(text)}\`${hint}`, {
    test: text,
    near,
    matches: 0,
  });
}

/** The first line of the pasted text. */
function quoted(text: string): string {
  const [first = '', ...more] = text.trim().split('\n');
  return first.length > MAX_QUOTED || more.length > 0 ? `${first.slice(0, MAX_QUOTED).trimEnd()} …` : first;
}
