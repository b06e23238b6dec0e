/** Findings that tests reach, as classes: a rule with the places that define it, the tests behind each, and what was tried there before. */
import type { Cause } from '../../contract/cause.ts';
import { type ScanFinding, SEVERITIES } from '../../contract/scan.ts';
import type { ClassPlace, PlaceHistory, RootCauseClass, Statement } from '../../contract/scan-report.ts';
import { RULES } from '../rules/index.ts';
import type { Rule } from '../rules/rule.ts';
import { type AffectedTests, affectedTests } from './affected-tests.ts';
import { impactNow, riskLater } from './class-outlook.ts';
import { codeOf, type PlaceInClass, placesOf } from './class-places.ts';
import { fixOptions } from './fix-options.ts';
import { historyStages } from './history-stages.ts';
import type { KnownTest, ReportInput } from './report-input.ts';
import { rulePage } from './rule-page.ts';

/** Of one place; the counts are whole. */
const MAX_TESTS = 500;
/** Of one class. A log of lines costs a process each; those that most tests reach come first. */
const MAX_HISTORIES = 8;

const NOT_READ: PlaceHistory = {
  commits: [],
  limit: `the history of the ${MAX_HISTORIES} places that most tests reach was read`,
};

/** Names a place where nondeterminism enters; the other rules are smells that hide failures or say nothing about them. */
type SourceRule = Rule & { readonly cause: Cause };
const SOURCES = RULES.filter((rule): rule is SourceRule => rule.cause !== null);

export interface DraftPlace {
  readonly place: PlaceInClass;
  readonly affected: AffectedTests;
}

/** A class before its history is known. */
export interface DraftClass {
  readonly rule: SourceRule;
  readonly places: readonly DraftPlace[];
}

/** Findings that no class takes are candidates. */
export interface DraftedCause {
  readonly classes: readonly DraftClass[];
  readonly rest: readonly ScanFinding[];
}

/** A source that several tests can share, a grave one, or one that a test known to be flaky reaches by itself. */
export function draftClasses(
  { graph, findings }: ReportInput,
  isKnown: (finding: ScanFinding) => boolean,
): DraftedCause {
  const classes: DraftClass[] = [];
  const rest: ScanFinding[] = [];
  for (const [id, found] of byRule(findings)) {
    const rule = SOURCES.find((one) => one.id === id);
    const places: DraftPlace[] = [];
    for (const place of placesOf(graph, found)) {
      const [{ file, line }] = place.findings as [ScanFinding, ...ScanFinding[]];
      const affected = affectedTests(graph, file, line);
      const isShared = place.findings.some(
        (finding) => finding.test === null || finding.severity === 'error' || isKnown(finding),
      );
      if (rule !== undefined && isShared && affected.tests.length > 0) places.push({ place, affected });
      else rest.push(...place.findings);
    }
    if (rule !== undefined && places.length > 0) classes.push({ rule, places: places.toSorted(mostTests) });
  }
  return { classes: classes.toSorted(gravest), rest };
}

export async function finishClass(
  { rule, places }: DraftClass,
  reaching: (affected: AffectedTests) => readonly KnownTest[],
  input: ReportInput,
): Promise<RootCauseClass> {
  const done: ClassPlace[] = [];
  const histories = await Promise.all(
    places
      .slice(0, MAX_HISTORIES)
      .map(({ place: { file, line, endLine, shortName: name } }) => input.historyOf({ file, line, endLine, name })),
  );
  for (const [index, { place, affected }] of places.entries()) {
    const { file } = place;
    const history = histories[index] ?? NOT_READ;
    const code = codeOf(place, input.linesOf(file));
    const reached = affected.tests;
    const nearest = reached
      .filter((test) => test.sure === reached[0]!.sure)
      .map((test) => affected.wayOf(test))
      .reduce((best, way) => (way.length < best.length ? way : best));
    done.push({
      name: place.name,
      code,
      findings: place.findings.map((finding) => ({ file, line: finding.line, code: finding.code })),
      sure: reached.filter((test) => test.sure).length,
      may: reached.filter((test) => !test.sure).length,
      unresolved: unresolvedTo(place, input),
      tests: reached.slice(0, MAX_TESTS),
      path: nearest,
      history,
      stages: historyStages(
        history,
        reaching(affected).flatMap(({ runs }) => runs),
      ),
      status: statusOf(place, history),
    });
  }
  const all = places.flatMap(({ affected }) => affected.tests);
  const sure = new Set(all.filter((test) => test.sure).map(keyOf));
  const may = new Set(all.map(keyOf).filter((key) => !sure.has(key)));
  return {
    rule: rule.id,
    title: rule.message,
    cause: rule.cause,
    severity: rule.severity,
    why: rule.why,
    places: done,
    sure: sure.size,
    may: may.size,
    status: done.map((place) => statusStatement(place)),
    impactNow: impactNow(rule.cause, [...new Set(places.flatMap(({ affected }) => reaching(affected)))]),
    riskLater: riskLater(rule.severity, { sure: sure.size, may: may.size }, input.tests),
    ...fixOptions(rule),
    page: rulePage(rule.id),
  };
}

const keyOf = ({ file, line }: { readonly file: string; readonly line: number }): string => `${file}:${line}`;

function unresolvedTo({ shortName }: PlaceInClass, { graph }: ReportInput): number {
  return shortName === '' ? 0 : (graph.unresolved.get(shortName) ?? 0);
}

/** Whether an earlier state of the lines was without what was found in them. */
function statusOf({ findings }: PlaceInClass, { commits }: PlaceHistory): ClassPlace['status'] {
  const touched = commits.filter(({ how }) => how === 'touched');
  if (touched.length === 0) return 'history-unknown';
  const signs = findings.map(({ code }) => code.split(/[\s(]/, 1)[0]!).filter((sign) => sign.length > 2);
  const had = (text: string | null) => signs.some((sign) => text?.includes(sign) ?? false);
  const replaced = touched.some(({ before, after }) => before !== null && !had(before) && had(after));
  return replaced ? 'replaced-an-earlier-state' : 'as-first-written';
}

function statusStatement({ name, status, findings, history }: ClassPlace): Statement {
  const at = findings.map(({ file, line }) => ({ file, line }));
  const touched = history.commits.filter(({ how }) => how === 'touched');
  const commits = touched.map(({ hash }) => ({ commit: hash }));
  switch (status) {
    case 'as-first-written':
      return { says: `\`${name}\` has had it since it was written`, at: [...at, ...commits.slice(-1)] };
    case 'replaced-an-earlier-state':
      return {
        says: `\`${name}\` was changed before, and this state replaced an earlier one: not solved, the source is in the code`,
        at: [...at, ...commits],
      };
    case 'history-unknown':
      return { says: `\`${name}\` has it; ${history.limit ?? 'its history is not known'}`, at };
    default:
      return status satisfies never;
  }
}

function byRule(findings: readonly ScanFinding[]): ReadonlyMap<string, readonly ScanFinding[]> {
  const groups = new Map<string, ScanFinding[]>();
  for (const finding of findings) {
    const group = groups.get(finding.rule);
    if (group === undefined) groups.set(finding.rule, [finding]);
    else group.push(finding);
  }
  return groups;
}

const mostTests = (a: DraftPlace, b: DraftPlace): number => b.affected.tests.length - a.affected.tests.length;

function gravest(a: DraftClass, b: DraftClass): number {
  // Tests reach all of them: each is as grave as its rule.
  const weight = ({ rule }: DraftClass) => SEVERITIES.indexOf(rule.severity);
  return weight(b) - weight(a) || mostTests(a.places[0]!, b.places[0]!) || (a.rule.id < b.rule.id ? -1 : 1);
}
