/**
 * Adds to the probe's stream what only Go's output contains: why a test failed, how the program died, and which package's set-up ended
 * before its tests. The reader of the stream does the rest.
 */
import type { RawRun } from '../../contract/command.ts';
import type { RunRequest } from '../../contract/runner.ts';
import { bounded, endingText } from '../../reports/failure-text.ts';
import { crashText } from './crash-text.ts';
import { failureBlocks } from './failure-blocks.ts';
import { type GoEvent, goEvents } from './go-events.ts';
import { parseGoId } from './go-id.ts';
import { openTests, type TestStart } from './open-tests.ts';

const WORDS_LIMIT = 2000;

export function withFailures(run: RawRun, path: string, request: RunRequest): RawRun {
  const text = run.files[path];
  if (text === undefined) return run;
  const { events, rest } = goEvents(text);
  const output = `${run.stdout}\n${run.stderr}`;
  const crash = crashText(output);
  const open = openTests(events, crash);
  const waiting = new Set(open.flatMap((tests) => tests.waiting));
  const running = open.flatMap((tests) => tests.running);
  const lines = [
    ...withMessages(events, waiting, output),
    ...brokenSetUps(events, run),
    ...(crash === null || run.timedOut ? [] : running.map((start) => crashed(start, crash))),
    ...[...buildProblems(run), ...open.filter(({ doubt }) => doubt).map(doubtText)].map(problem),
    ...allDone(events, request),
  ];
  // An incomplete line must stay the last one.
  const complete = [...lines.map((line) => JSON.stringify(line)), rest].join('\n');
  return { ...run, files: { ...run.files, [path]: complete } };
}

/** The n-th failure of a name belongs to the n-th block of that name. Tests that only waited have not started. */
function withMessages(events: readonly GoEvent[], waiting: ReadonlySet<GoEvent>, output: string): readonly object[] {
  const blocks = [...failureBlocks(output)];
  return events.flatMap((event): object[] => {
    if (event.ev === 'done' || event.ev === 'collected' || event.ev === 'serial-end' || waiting.has(event)) return [];
    if (event.ev !== 'end' || event.error !== undefined || !/^(?:failed|errored)$/.test(event.outcome)) return [event];
    const at = blocks.findIndex(({ name }) => name === parseGoId(event.id).name);
    const [block] = at < 0 ? [] : blocks.splice(at, 1);
    return [{ ...event, error: { message: block?.message || 'the test failed without a message' } }];
  });
}

/** A package whose program ended before its first test. */
function brokenSetUps(events: readonly GoEvent[], run: RawRun): readonly object[] {
  const begun = new Set(events.flatMap((event) => (event.ev === 'start' ? [event.id] : [])));
  return events.flatMap((event) => {
    if (event.ev !== 'collected' || event.ids.length === 0 || event.ids.some((id) => begun.has(id))) return [];
    const outcome = run.timedOut ? 'timed-out' : 'errored';
    const words = bounded(`${run.stdout}\n${run.stderr}`.trim(), WORDS_LIMIT);
    const error = { message: `the program of ${event.package} ended before its tests: ${words || endingText(run)}` };
    return event.ids.flatMap((id) => [
      { ev: 'start', id, run: 0 },
      { ev: 'end', id, run: 0, outcome, ms: null, error },
    ]);
  });
}

function crashed({ id, run }: TestStart, error: object): object {
  return { ev: 'end', id, run, outcome: 'crashed', ms: null, error };
}

function problem(text: string): object {
  return { ev: 'problem', text };
}

function doubtText({ running }: { readonly running: readonly TestStart[] }): string {
  return `tests ran in parallel when the program ended: ${running.map(({ id }) => id).join(', ')}`;
}

function buildProblems({ stdout, stderr }: RawRun): readonly string[] {
  return [...stdout.matchAll(/^FAIL\s+(\S+) \[(?:build|setup) failed\]$/gm)].map(
    ([, name]) => `${name} does not build: ${bounded(stderr.trim(), WORDS_LIMIT)}`,
  );
}

/** The stream ends when every selected package has ended. */
function allDone(events: readonly GoEvent[], { tests }: RunRequest): readonly object[] {
  const done = new Set(events.flatMap((event) => (event.ev === 'done' ? [event.package] : [])));
  return tests.every((id) => done.has(parseGoId(id).folder)) ? [{ ev: 'done' }] : [];
}
