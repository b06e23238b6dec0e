/** One file's text to its findings: parse, match, take out what a comment allows. */
import type { ScanFinding, ScanProblem } from '../contract/scan.ts';
import { DIALECTS } from './facts/dialects.ts';
import { mayHoldTests, SourceFile } from './facts/source-file.ts';
import { matchRules, type RuleHit } from './match-rules.ts';
import { reasonsIn } from './reasons.ts';
import { type RuleSet, ruleSet } from './rule-set.ts';
import { RULES } from './rules/index.ts';
import type { OldName } from './rules/renamed.ts';
import type { Rule } from './rules/rule.ts';
import { allowances, mayAllow } from './suppression.ts';
import { type Language, type Reading, readingOf } from './syntax/language.ts';
import type { Node, Parse } from './syntax/parser.ts';
import { prepared, shown } from './syntax/prepare.ts';

export interface TextScan {
  readonly findings: readonly ScanFinding[];
  readonly problems: readonly ScanProblem[];
  /** That comments in the file use for rules. */
  readonly oldNames: readonly OldName[];
}

const MAX_CODE = 160;
/** What to look for: all rules, or those that are left when some are off. */
export type Rules = readonly Rule[];
const sets = new WeakMap<Rules, Map<string, RuleSet>>();

/** Null for a file that holds none of our languages. */
export function scanText(path: string, text: string, parse: Parse, rules: Rules = RULES): TextScan | null {
  const reading = readingOf(path);
  return reading === null ? null : scanAs(reading, path, text, parse, rules);
}

function scanAs({ language, grammar }: Reading, path: string, text: string, parse: Parse, rules: Rules): TextScan {
  const dialect = DIALECTS[language];
  const readable = prepared(path, text);
  const own = rulesOf(rules, language, mayHoldTests(dialect, path, text) ? 'with tests' : 'without');
  const reasons = reasonsIn(readable, own);
  if (reasons.isNone && !mayAllow(text) && parse.isSound(grammar, readable))
    return { findings: [], problems: [], oldNames: [] };
  const file = new SourceFile(path, text, parse(grammar, readable), dialect);
  const { allowed, findings, oldNames } = allowances(file);
  const { hits, broken } = matchRules(file, own, reasons);
  const flagged = hits.filter(({ rule, node }) => !allowed(rule.id, node));
  return {
    findings: inOrder([...findings, ...unique(flagged).map((hit) => findingOf(hit, file))]),
    problems: problemsOf(broken, file),
    oldNames,
  };
}

/** Rules for tests alone are not even looked for where there can be none. */
function rulesOf(rules: Rules, language: Language, file: 'with tests' | 'without'): RuleSet {
  const known = sets.get(rules) ?? new Map<string, RuleSet>();
  sets.set(rules, known);
  const key = `${language} ${file}`;
  let set = known.get(key);
  if (set === undefined) {
    const own = rules.filter(
      ({ id, where }) => id.startsWith(`${language}/`) && (file === 'with tests' || where === 'anywhere'),
    );
    set = ruleSet(DIALECTS[language], own);
    known.set(key, set);
  }
  return set;
}

function findingOf({ rule, node }: RuleHit, file: SourceFile): ScanFinding {
  const { id, cause, message } = rule;
  const test = file.testAround(node);
  return {
    rule: id,
    cause,
    ...severityAt(rule, node, file),
    message,
    ...placeOf(node, file.path),
    code: codeOf(node),
    test,
  };
}

function severityAt(
  { severity, isSure, sureOutsideTests }: Rule,
  node: Node,
  file: SourceFile,
): Pick<ScanFinding, 'severity' | 'severityIfReached'> {
  if (severity === 'note' || isSure?.(node, file) !== true) return { severity: 'note' };
  if (sureOutsideTests === true || file.isForTests(node)) return { severity };
  return { severity: 'note', severityIfReached: severity };
}

export function placeOf(node: Node, file: string) {
  const { start, end } = node.range();
  return {
    file,
    line: start.line + 1,
    column: start.column + 1,
    endLine: end.line + 1,
    endColumn: end.column + 1,
  };
}

function codeOf(node: Node): string {
  const text = shown(node.text()).replace(/\s+/g, ' ').trim();
  return text.length > MAX_CODE ? `${text.slice(0, MAX_CODE - 1)}…` : text;
}

/** Several ways of finding may meet at one place. */
function unique(hits: readonly RuleHit[]): readonly RuleHit[] {
  const seen = new Set<string>();
  return hits.filter(({ rule, node }) => {
    const { start } = node.range();
    const key = `${rule.id} ${start.index}`;
    return !seen.has(key) && seen.add(key);
  });
}

function inOrder(findings: readonly ScanFinding[]): readonly ScanFinding[] {
  return [...findings].sort(
    (a, b) => a.line - b.line || a.column - b.column || (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : 0),
  );
}

/** A parser of this kind reads on after an error; what stands around it may have been misread. */
function problemsOf(broken: Node | null, file: SourceFile): readonly ScanProblem[] {
  const line = (node: Node): number => node.range().start.line + 1;
  if (broken !== null) return [{ file: file.path, why: `the syntax is not understood from line ${line(broken)} on` }];
  const missing = file.root.missing().find((node) => isMissed(node.kind(), file));
  return missing === undefined
    ? []
    : [{ file: file.path, why: `a \`${missing.kind()}\` is missing in line ${line(missing)}` }];
}

/** What has no name that people would know is an end of line or the like; in C much else is what a macro stands for. */
const isMissed = (kind: string, { language }: SourceFile): boolean =>
  language === 'cpp' ? /^[)\]}]$/.test(kind) : !kind.startsWith('_');
