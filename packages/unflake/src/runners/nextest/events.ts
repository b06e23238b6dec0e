/** Converts nextest's JSON lines, and our driver's lines between them, to our stream. */
import type { RawRun } from '../../contract/command.ts';
import type { RunRequest } from '../../contract/runner.ts';
import { bounded } from '../../reports/failure-text.ts';
import { endOf, type Line, lineOf, problem } from '../cargo-test/libtest.ts';
import { crashText } from '../cargo-test/panic-text.ts';

const WORDS_LIMIT = 2000;
/** Exit codes: all passed, some failed, none to run. */
const RAN: readonly unknown[] = [0, 100, 4];

export function withStream(run: RawRun, path: string, request: RunRequest): RawRun {
  const text = run.files[path];
  if (text === undefined) return run;
  const lines = text.split('\n');
  const parsed = lines
    .slice(0, -1)
    .map(lineOf)
    .filter((line) => line !== undefined);
  const known = run.timedOut ? withoutEnded(parsed) : parsed;
  const events = translated(known, new Set<string>(request.tests));
  const words = [
    ...known.filter(({ ev, code }) => ev === 'ran' && !RAN.includes(code)).map(() => stoppedText(run)),
    ...unknown(request, known, events).map((id) => `missing: there is no test ${id}`),
  ];
  const all = [...events, ...words.map(problem), ...known.filter(({ ev }) => ev === 'done')];
  // The last line is incomplete if nextest was ended.
  const complete = [...all.map((line) => JSON.stringify(line)), lines.at(-1)].join('\n');
  return { ...run, files: { ...run.files, [path]: complete } };
}

/** At the time limit nextest ends the running tests and calls them failed. No later test starts, and they have not panicked. */
function withoutEnded(lines: readonly Line[]): readonly Line[] {
  const last = lines.findLastIndex(({ event }) => event === 'started');
  const isEnded = ({ event, stdout }: Line) => event === 'failed' && !/panicked at /.test(String(stdout ?? ''));
  return lines.filter((line, at) => at < last || line.type !== 'test' || !isEnded(line));
}

function translated(lines: readonly Line[], asked: ReadonlySet<string>): readonly Line[] {
  const early = new Map(lines.flatMap(({ ev, id, words }) => (ev === 'ended-early' ? [[id, words] as const] : [])));
  const events: Line[] = [];
  const open = new Set<string>();
  let files: Readonly<Record<string, readonly string[]>> = {};
  for (const line of lines) {
    const id = idOf(line, files, asked);
    if (line.ev === 'targets') files = line.files as typeof files;
    else if (line.ev === 'problem') events.push(line);
    else if (line.ev === 'ignored') events.push(...skipped(new Set([String(line.id)])));
    else if (line.ev === 'ran' && RAN.includes(line.code)) events.push(...skipped(open));
    else if (line.type !== 'test' || id === undefined) continue;
    else if (line.event === 'started') {
      open.add(id);
      events.push({ ev: 'start', id, run: 0 });
    } else if (open.delete(id)) events.push(...ended(line, id, early.get(id)));
  }
  return events;
}

/** `package::target$module::test`; undefined for a test that was not selected, because nextest reports every test with `#[ignore]`. */
function idOf(
  { name }: Line,
  files: Readonly<Record<string, readonly string[]>>,
  asked: ReadonlySet<string>,
): string | undefined {
  const [, label = '', test = ''] = /^(.*?)\$(.*)$/s.exec(String(name)) ?? [];
  return (files[label] ?? []).map((file) => `${file}::${test}`).find((id) => asked.has(id));
}

/** If no other test of its program runs, nextest reports only the start of a skipped test. */
function skipped(open: Set<string>): readonly Line[] {
  const events = [...open].map((id) => ({ ev: 'end', id, run: 0, outcome: 'skipped', ms: null }));
  open.clear();
  return events;
}

function ended(line: Line, id: string, words: unknown): readonly Line[] {
  const end = endOf(line, id);
  if (line.reason === 'time limit exceeded')
    return [{ ...end, outcome: 'timed-out', error: { type: 'timed-out', message: 'over the time limit of nextest' } }];
  if (words === undefined) return [end];
  const error = crashText(String(line.stdout ?? '')) ?? { type: 'crashed', message: String(words) };
  return [{ ...end, outcome: 'crashed', error }, problem(`${id} ended its process: ${words}`)];
}

function stoppedText({ stderr }: RawRun): string {
  return `nextest did not run the tests: ${bounded(stderr.trim(), WORDS_LIMIT)}`;
}

function unknown({ tests }: RunRequest, lines: readonly Line[], events: readonly Line[]): readonly string[] {
  if (lines.some(({ ev, code }) => ev === 'ran' && !RAN.includes(code))) return [];
  const seen = new Set(events.map(({ id }) => id));
  return lines.some(({ ev }) => ev === 'done') ? tests.filter((id) => !seen.has(id)) : [];
}
