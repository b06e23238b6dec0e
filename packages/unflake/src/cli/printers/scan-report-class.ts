/** One class of a scan's report: where, how, why, which tests, what was tried, its state, and how to fix it. */

import type {
  AffectedTest,
  ClassPlace,
  CodeBlock,
  FixOption,
  HistoricCommit,
  RootCauseClass,
} from '../../contract/scan-report.ts';
import { plural } from '../../text/plural.ts';
import { block, code } from '../text/markdown.ts';
import { prose, statement } from './scan-report-words.ts';

/** More places than this are listed without their code. */
const MAX_IN_FULL = 6;

/** `shown`: the class that already printed the code, tests and history of a place; it is updated. */
export function classSection(one: RootCauseClass, number: number, shown: Map<string, number>): readonly string[] {
  const full = one.places.slice(0, MAX_IN_FULL);
  const rest = one.places.slice(MAX_IN_FULL);
  return [
    `### Class ${number}: the code ${prose(one.title)}`,
    `${code(one.rule)}, ${one.severity}, a cause of the kind ${one.cause.family} / ${one.cause.kind}. See ${code(one.page)}.`,
    `**Locations**:\n\n${one.places.map((place) => `- ${code(place.name)}: ${places(place)}`).join('\n')}`,
    `**Why it is nondeterministic**: ${prose(one.why)}`,
    `**Tests affected**: in all ${reached(one)}.`,
    ...full.flatMap((place) => {
      const key = `${place.code.file} ${place.code.line} ${place.name}`;
      const before = shown.get(key);
      if (before === undefined) shown.set(key, number);
      return before === undefined
        ? placeSection(place)
        : [`#### ${code(place.name)}`, `${capital(reached(place))}. Code, tests and history as in class ${before}.`];
    }),
    ...(rest.length === 0
      ? []
      : [
          `**Further places**:\n\n${rest.map((place) => `- ${code(place.name)}: ${places(place)}, ${reached(place)}`).join('\n')}`,
        ]),
    `**Status**:\n\n${statusLines(one, number, shown)}`,
    `**Impact now**: ${one.impactNow.level} (${prose(one.impactNow.because)})`,
    `**Risk later**: ${one.riskLater.level} (${prose(one.riskLater.because)})`,
  ];
}

/** A place that belongs to two classes is printed the same in both. */
function statusLines({ status }: RootCauseClass, number: number, shown: Map<string, number>): string {
  const lines = status.map(statement);
  const fresh = lines.filter((line) => !shown.has(line));
  const before = [...new Set(lines.flatMap((line) => shown.get(line) ?? []))];
  for (const line of fresh) shown.set(line, number);
  const same = before.map((earlier) => `- ${fresh.length > 0 ? 'the others ' : ''}as in class ${earlier}`);
  return [...fresh, ...same].join('\n');
}

function placeSection(place: ClassPlace): readonly string[] {
  const { name, path, tests, unresolved } = place;
  return [
    `#### ${code(name)}`,
    `**Mechanism**:\n\n${numbered(place.code)}`,
    `**Tests affected**: ${reached(place)}${unresolved > 0 ? `; ${plural(unresolved, 'call')} that might lead here could not be resolved` : ''}. Shortest path: ${path
      .map((step) => `${code(step.name)} ${code(`${step.file}:${step.line}`)}`)
      .join(' → ')}`,
    ...testLists(tests, place),
    `**Mitigation history**:\n\n${history(place)}`,
  ];
}

const places = ({ findings }: ClassPlace): string =>
  findings.map(({ file, line, code: text }) => `${code(`${file}:${line}`)} ${code(text)}`).join(', ');

function reached({ sure, may }: { readonly sure: number; readonly may: number }): string {
  if (sure === 0) return `${plural(may, 'test')} that may reach it`;
  return `${plural(sure, 'test')}${may > 0 ? `, and ${may} more that may reach it` : ''}`;
}

function testLists(tests: readonly AffectedTest[], { sure, may }: ClassPlace): readonly string[] {
  const left = sure + may - tests.length;
  const certain = byFile(tests.filter((test) => test.sure));
  const perhaps = byFile(tests.filter((test) => !test.sure));
  return [
    ...(certain === '' ? [] : [certain]),
    ...(perhaps === '' ? [] : [`May reach it:\n\n${perhaps}`]),
    ...(left > 0 ? [`And ${plural(left, 'test')} more.`] : []),
  ];
}

/** Above this many tests, only a few per file and helper are named; the data has all. */
const MAX_NAMED = 200;
const FEW = 5;

/** One line per file and path: directly, or through which helper. */
function byFile(tests: readonly AffectedTest[]): string {
  const groups = new Map<string, AffectedTest[]>();
  for (const test of tests) {
    const key = `${test.file}\0${test.through ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), test]);
  }
  return [...groups.values()]
    .map((group) => {
      const [{ file, through }] = group as [AffectedTest, ...AffectedTest[]];
      const named = tests.length > MAX_NAMED ? group.slice(0, FEW) : group;
      const left = group.length > named.length ? `, and ${group.length - named.length} more` : '';
      const names = `${named.map(({ name, line }) => `${code(name)} :${line}`).join(', ')}${left}`;
      return `- ${code(file)}, ${plural(group.length, 'test')} ${through === null ? 'directly' : `through ${code(through)}`}: ${names}`;
    })
    .join('\n');
}

/** The newest commit and the first one; the data has all. */
const MAX_COMMITS = 4;

function history({ history: { commits, limit }, stages }: ClassPlace): string {
  const touched = commits.filter(({ how }) => how === 'touched');
  const named = commits.filter(({ how }) => how === 'named');
  const shown = touched.length > MAX_COMMITS ? [...touched.slice(0, MAX_COMMITS - 1), touched.at(-1)!] : touched;
  const left = touched.length - shown.length;
  const rate = (commit: string | null): string => {
    const stage = stages.find((one) => one.commit === commit);
    if (stage === undefined) return '';
    return stage.runs === 0
      ? '; from here on no run is recorded'
      : `; from here on failed in ${stage.failures} of ${plural(stage.runs, 'recorded run')}`;
  };
  const earliest = stages.find((one) => one.commit === null);
  const rows = [
    ...shown.map((commit) =>
      [
        `${head(commit)}${rate(commit.hash)}`,
        ...(commit.diff === null ? [] : [indented(block(commit.diff, 'diff'))]),
      ].join('\n\n'),
    ),
    ...named.map((commit) => `${head(commit)} (mentions it)`),
    ...(left > 0 ? [`- ${plural(left, 'commit')} between them`] : []),
    ...(earliest === undefined
      ? []
      : [`- before that: failed in ${earliest.failures} of ${plural(earliest.runs, 'recorded run')}`]),
    ...(limit === null ? [] : [`- ${prose(limit)}`]),
  ];
  return rows.join('\n\n') || '- none';
}

const head = ({ hash, date, subject }: HistoricCommit): string =>
  `- ${date} ${code(hash.slice(0, 12))} ${code(subject)}`;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const indented = (text: string): string => text.replace(/^(?=.)/gm, '  ');

function numbered({ file, line, text }: CodeBlock): string {
  const lines = text.split('\n');
  const width = String(line + lines.length).length;
  const shown = lines.map((one, index) => `${String(line + index).padStart(width)}  ${one}`.trimEnd()).join('\n');
  return `${code(file)}\n\n${block(shown)}`;
}

export function fixSection(
  { rule, title, goal, options, places: all }: RootCauseClass,
  number: number,
): readonly string[] {
  const recommended = options.find((option) => option.recommended);
  const extension = all[0]!.code.file.split('.').at(-1);
  return [
    `### Fix ${number}: where the code ${prose(title)}`,
    `**Goal**: ${prose(goal)}`,
    ...options.flatMap((option, index) => optionSection(option, index, extension)),
    ...(recommended === undefined ? [] : [`**Recommendation**: ${prose(recommended.name)} (${code(rule)}).`]),
  ];
}

function optionSection({ name, code: text, pros, cons }: FixOption, index: number, extension: string | undefined) {
  return [
    `#### Option ${String.fromCharCode(65 + index)}: ${prose(name)}`,
    ...(text === null ? [] : [block(text, extension)]),
    ...(pros.length === 0 ? [] : [`**Pros**: ${pros.map(prose).join('; ')}`]),
    ...(cons.length === 0 ? [] : [`**Cons**: ${cons.map(prose).join('; ')}`]),
  ];
}
