/** Explanations that compete, each with what speaks for and against it in the code, the history and the recorded runs, and what would decide. */
import type { Family } from '../../contract/cause.ts';
import type { ScanFinding } from '../../contract/scan.ts';
import type {
  ClassPlace,
  CompetingHypothesis,
  KnownFlaky,
  Pointer,
  RootCauseClass,
  Statement,
} from '../../contract/scan-report.ts';
import { plural } from '../../text/plural.ts';
import { quoteWord } from '../../text/shell-line.ts';
import { distinct } from './distinct.ts';
import { reachWords } from './reach-words.ts';
import { sumRuns } from './recorded-runs.ts';
import type { ReportInput } from './report-input.ts';

const MAX_CLASSES = 5;
const MAX_POINTERS = 5;

export function competingHypotheses(
  classes: readonly RootCauseClass[],
  known: readonly KnownFlaky[],
  input: ReportInput,
): readonly CompetingHypothesis[] {
  const target = known[0]?.id ?? classes[0]?.places[0]?.tests[0]?.name;
  if (target === undefined) return [];
  return [
    ...classes.slice(0, MAX_CLASSES).map((one) => shared(one, known, input)),
    gone(classes, known, input, target),
    elsewhere(input, target),
    ofFamily('ordering', 'Tests disturb each other: one leaves something behind that another reads', input, target),
    // A place may be of several classes, and then says the same for each.
  ].map((one) => ({ ...one, for: distinct(one.for), against: distinct(one.against) }));
}

function shared(one: RootCauseClass, known: readonly KnownFlaky[], input: ReportInput): CompetingHypothesis {
  const reaching = known.filter(({ classes }) => classes.includes(one.rule));
  const others = known.filter(({ classes, locations }) => locations.length > 0 && !classes.includes(one.rule));
  const proved = input.known.filter((test) => test.case?.verdict === 'isolated');
  const agreeing = proved.filter((test) => test.case!.cause?.kind === one.cause.kind);
  const refuting = proved.filter((test) => test.case!.cause?.kind !== one.cause.kind);
  const [place] = one.places as readonly [ClassPlace, ...ClassPlace[]];
  const test = reaching[0]?.id ?? place.tests[0]!.name;
  return {
    says: `A shared source: the code ${one.title} (${one.rule})`,
    for: [
      {
        says: reachWords(one.sure, one.may),
        at: pointers(one.places),
      },
      ...reaching.map(({ id, evidence }) => ({
        says: `\`${id}\`, known to be flaky, reaches it`,
        at: evidence.flatMap(({ at }) => at),
      })),
      ...agreeing.map(({ id, case: found }) => ({
        says: `runs of \`${id}\` isolated a cause of this kind`,
        at: [{ caseId: found!.caseId }],
      })),
    ],
    against: [
      ...others.map(({ id, locations }) => ({
        says: `\`${id}\`, known to be flaky, does not reach it`,
        at: locations,
      })),
      ...refuting.map(({ id, case: found }) => ({
        says: `runs of \`${id}\` isolated another cause: ${found!.cause?.family ?? '?'} / ${found!.cause?.kind ?? '?'}`,
        at: [{ caseId: found!.caseId }],
      })),
      ...(known.length === 0
        ? [{ says: 'no test that reaches it is known to have failed', at: pointers(one.places.slice(0, 1)) }]
        : []),
    ],
    status: agreeing.length > 0 ? 'supported by runs' : 'plausible',
    decidedBy: diagnoseCommand(test),
  };
}

function gone(
  classes: readonly RootCauseClass[],
  known: readonly KnownFlaky[],
  input: ReportInput,
  target: string,
): CompetingHypothesis {
  const quiet = input.known.filter((test) => test.case?.verdict === 'not-reproduced');
  const changed = classes.flatMap(({ places }) =>
    places.filter(({ status }) => status === 'replaced-an-earlier-state'),
  );
  return {
    says: 'The tests are no longer flaky: an earlier change has mended them',
    for: [
      ...changed.map(({ name, history, findings }) => {
        const [last] = history.commits;
        return {
          says: `\`${name}\` was changed on ${last!.date}: ${last!.subject}`,
          at: [{ commit: last!.hash }, ...findings.map(({ file, line }) => ({ file, line }))],
        };
      }),
      ...quiet.map(({ id, case: found, runs }) => ({
        says: `\`${id}\` was not reproduced in ${plural(sumRuns(runs.filter(({ caseId }) => caseId === found!.caseId)).runs, 'run')} of its newest case`,
        at: [{ caseId: found!.caseId }],
      })),
    ],
    against: [
      ...classes
        .slice(0, MAX_CLASSES)
        .map(({ title, places }) => ({ says: `the code still ${title}`, at: pointers(places) })),
      ...known
        .filter((_, index) => sumRuns(input.known[index]?.runs ?? []).failures > 0)
        .map(({ id, observed }) => ({
          says: `\`${id}\` has failed in recorded runs`,
          at: observed.flatMap(({ at }) => at),
        })),
    ],
    status: changed.length + quiet.length > 0 ? 'plausible' : 'unsupported',
    decidedBy: diagnoseCommand(target),
  };
}

function elsewhere(input: ReportInput, target: string): CompetingHypothesis {
  return ofFamily('external', 'It is the machine: time zone, locale, network, ports, paths or the date', input, target);
}

function ofFamily(
  family: Family,
  says: string,
  { findings, known, files }: ReportInput,
  target: string,
): CompetingHypothesis {
  const found = findings.filter(({ cause }) => cause?.family === family);
  const rules = [...new Set(found.map(({ rule }) => rule))].sort();
  const proved = known.filter((test) => test.case?.verdict === 'isolated');
  const agreeing = proved.filter((test) => test.case!.cause?.family === family);
  const inTests = findings.filter(({ test }) => test !== null).length;
  return {
    says,
    for: [
      ...rules.map((rule) => ofRule(rule, found)),
      ...agreeing.map(({ id, case: one }) => ({
        says: `runs of \`${id}\` isolated it`,
        at: [{ caseId: one!.caseId }],
      })),
    ],
    against: [
      ...(found.length === 0
        ? [
            {
              says: `none of ${plural(files, 'file')} has a finding of this family (${plural(inTests, 'finding')} inside tests)`,
              at: [],
            },
          ]
        : []),
      ...proved
        .filter((test) => !agreeing.includes(test))
        .map(({ id, case: one }) => ({
          says: `runs of \`${id}\` isolated another cause`,
          at: [{ caseId: one!.caseId }],
        })),
    ],
    status: agreeing.length > 0 ? 'supported by runs' : found.length > 0 ? 'plausible' : 'unsupported',
    decidedBy: diagnoseCommand(target),
  };
}

function ofRule(rule: string, findings: readonly ScanFinding[]): Statement {
  const own = findings.filter((finding) => finding.rule === rule);
  const at = own.slice(0, MAX_POINTERS).map(({ file, line }) => ({ file, line }));
  return { says: `${plural(own.length, 'place')} where the code ${own[0]!.message} (${rule})`, at };
}

const pointers = (places: readonly ClassPlace[]): readonly Pointer[] =>
  places
    .flatMap(({ findings }) => findings)
    .slice(0, MAX_POINTERS)
    .map(({ file, line }) => ({ file, line }));

export const diagnoseCommand = (test: string): string => `unflake diagnose ${quoteWord(test)}`;
