/**
 * What a change does to a test so that its failure is no longer seen: it compares the test in two texts of its file. It looks at the test
 * itself and at retries of its file; helpers, fixtures and config files are not compared.
 */
import type { Hiding, HidingChange } from '../../contract/verification.ts';
import { DIALECTS } from '../facts/dialects.ts';
import { type Node, SourceFile } from '../facts/source-file.ts';
import { RULES } from '../rules/index.ts';
import { scanText } from '../scan-text.ts';
import { readingOf } from '../syntax/language.ts';
import type { Parse } from '../syntax/parser.ts';
import { prepared } from '../syntax/prepare.ts';
import { marksOf, type TestMark } from './test-marks.ts';

export interface ChangedTest {
  readonly path: string;
  /** The id of the test, or its name. */
  readonly test: string;
  readonly before: string;
  readonly after: string;
}

/** A test in one text of its file: its own lines, with the marks in front of it. */
interface TestText {
  readonly name: string;
  readonly line: number;
  readonly text: string;
}

/** Null if the test is not found in both texts. */
export function hidingChanges(
  { path, test, before, after }: ChangedTest,
  parse: Parse,
): readonly HidingChange[] | null {
  const [old, now] = [testIn(path, before, test, parse), testIn(path, after, test, parse)];
  if (old === null || now === null) return null;
  const [was, is] = [marksOf(old.text), marksOf(now.text)];
  const change = (kind: Hiding, at: TestText, { line, code }: Omit<TestMark, 'kind' | 'amount'>): HidingChange => ({
    kind,
    file: path,
    line: at.line + line,
    code,
  });
  const retries = addedRetries(path, [before, after], [old.name, now.name], parse);
  const added = (['test-skipped', 'quarantined', 'sleep-added', 'timeout-raised'] as const).flatMap((kind) =>
    grown(was, is, kind).map((mark) => change(kind, now, mark)),
  );
  const removed = shrunk(was, is).map((mark) => change('assertion-removed', old, mark));
  return [...retries, ...removed, ...added];
}

/** Of one kind: more of them than before, or larger ones. The same place with a smaller number is no hiding. */
function grown(was: readonly TestMark[], is: readonly TestMark[], kind: Hiding): readonly TestMark[] {
  const old = was.filter((mark) => mark.kind === kind);
  const left = new Map<string, number>();
  for (const { code } of old) left.set(code, (left.get(code) ?? 0) + 1);
  const fresh = is.filter((mark) => {
    if (mark.kind !== kind) return false;
    const count = left.get(mark.code) ?? 0;
    left.set(mark.code, count - 1);
    return count <= 0;
  });
  const more = is.filter((mark) => mark.kind === kind).length > old.length;
  const highest = Math.max(0, ...old.map(({ amount }) => amount));
  return more ? fresh : fresh.filter(({ amount }) => amount > highest);
}

/** Assertions that went without another in their place. */
function shrunk(was: readonly TestMark[], is: readonly TestMark[]): readonly TestMark[] {
  const [old, now] = [was, is].map((marks) => marks.filter(({ kind }) => kind === 'assertion-removed')) as [
    TestMark[],
    TestMark[],
  ];
  const kept = new Set(now.map(({ code }) => code));
  return old.filter(({ code }) => !kept.has(code)).slice(0, Math.max(0, old.length - now.length));
}

const RETRY_RULES = RULES.filter(({ id }) => id.endsWith('/hidden-retry'));

/** Of the test, or of its whole file. */
function addedRetries(
  path: string,
  [before, after]: readonly [string, string],
  names: readonly string[],
  parse: Parse,
): readonly HidingChange[] {
  const found = (text: string) =>
    (scanText(path, text, parse, RETRY_RULES)?.findings ?? []).filter(
      ({ rule, test }) => rule.endsWith('/hidden-retry') && (test === null || names.includes(test)),
    );
  const known = new Set(found(before).map(({ code }) => code));
  return found(after)
    .filter(({ code }) => !known.has(code))
    .map(({ line, code }) => ({ kind: 'retry-added', file: path, line, code }));
}

function testIn(path: string, text: string, test: string, parse: Parse): TestText | null {
  const reading = readingOf(path);
  if (reading === null) return null;
  const dialect = DIALECTS[reading.language];
  const file = new SourceFile(path, text, parse(reading.grammar, prepared(path, text)), dialect);
  const wanted = test.replace(/\[[^\]]*\]$/, '');
  const found = file.root
    .findAll({ rule: { kind: dialect.tests.join(', ') } })
    .flatMap((node) => {
      const name = dialect.test(node);
      return name !== null && endsWith(wanted, name) ? [{ name, node }] : [];
    })
    // Of a group and a test in it, the name of the test is the longer part of the id, or the later node.
    .toSorted((a, b) => b.name.length - a.name.length)[0];
  return found === undefined ? null : { name: found.name, ...withMarks(found.node, text) };
}

function endsWith(id: string, name: string): boolean {
  if (name === '' || !id.endsWith(name)) return false;
  const before = id.charAt(id.length - name.length - 1);
  return before === '' || !/[\p{L}\p{N}_]/u.test(before);
}

const MARK = /^\s*(?:@|#\[|\[|\/\*\*|\*)/;

/** With the decorators, annotations and attributes directly above it. */
function withMarks(node: Node, text: string): Pick<TestText, 'line' | 'text'> {
  const { start, end } = node.range();
  const lines = text.split('\n');
  let first = start.line;
  while (first > 0 && MARK.test(lines[first - 1]!)) first -= 1;
  return { line: first + 1, text: lines.slice(first, end.line + 1).join('\n') };
}
