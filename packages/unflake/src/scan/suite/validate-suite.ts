/** Whether a suite of layered tests keeps its contract: its files' text to findings like those of `scan`, in order of place. */
import type { ScanFinding } from '../../contract/scan.ts';
import { placeOf } from '../scan-text.ts';
import { type Allowances, allowances } from '../suppression.ts';
import type { Node, Parse } from '../syntax/parser.ts';
import { shown } from '../syntax/prepare.ts';
import { SUITE_RULES } from './rules/index.ts';
import { readSuite, type SuiteFile, type SuiteText } from './suite.ts';
import type { FlaggedLine, SuiteRule } from './suite-rule.ts';

const MAX_CODE = 160;

/** Files of one suite: its `.bats` files, and the shell files that they load. Steps in different folders are suites of their own. */
export function validateSuite(
  files: readonly SuiteText[],
  parse: Parse,
  rules: readonly SuiteRule[] = SUITE_RULES,
): readonly ScanFinding[] {
  const suite = readSuite(files, parse);
  const allowed = new Map<string, Allowances>(suite.map((file) => [file.path, allowances(file.source)]));
  const findings = rules.flatMap((rule) =>
    rule
      .check(suite)
      .filter(
        ({ file, node }) => !placesOf(file, node).some((place) => allowed.get(file.path)!.allowed(rule.id, place)),
      )
      .map((flagged) => findingOf(rule, flagged)),
  );
  return [...findings, ...[...allowed.values()].flatMap((one) => one.findings)].sort(
    (a, b) => order(a.file, b.file) || a.line - b.line || a.column - b.column || order(a.rule, b.rule),
  );
}

/** Where a comment may allow it: what is about the file as a whole is allowed before its first command. */
function placesOf(file: SuiteFile, node: Node | null): readonly Node[] {
  if (node !== null) return [node];
  const all = file.source.root.children();
  const first = all.findIndex((child) => !file.source.isComment(child));
  return first === -1 ? all : all.slice(0, first + 1);
}

function findingOf(
  { id, cause, severity, message }: SuiteRule,
  { file, node, message: own }: FlaggedLine,
): ScanFinding {
  const [line = ''] = file.source.text.split('\n', 1);
  const place =
    node === null
      ? { file: file.path, line: 1, column: 1, endLine: 1, endColumn: line.length + 1 }
      : placeOf(node.field('name') !== null && node.is('function_definition') ? node.field('name')! : node, file.path);
  const code = node === null ? line : shown(node.text()).split('\n', 1)[0]!;
  return {
    rule: id,
    cause,
    severity,
    message: own ?? message,
    ...place,
    code: code.trim().slice(0, MAX_CODE),
    test: node === null ? null : file.source.testAround(node),
  };
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
