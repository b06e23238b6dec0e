/** Converts the JSON lines of Rust's harness to our stream. A target without its closing line was ended by one of its tests. */
import type { RawRun } from '../../contract/command.ts';
import type { RunRequest } from '../../contract/runner.ts';
import { bounded } from '../../reports/failure-text.ts';
import { parseCargoId } from './cargo-id.ts';
import { crashText, panicText } from './panic-text.ts';

export type Line = Readonly<Record<string, unknown>>;

const WORDS_LIMIT = 2000;
/** Lines of the harness, of nextest, and of our driver. */
const BEGINNINGS = ['{ "type": "', '{"type":"', '{"ev":"'];

export function withStream(run: RawRun, path: string, request: RunRequest): RawRun {
  const text = run.files[path];
  if (text === undefined) return run;
  const files = [...new Set(request.tests.map((id) => parseCargoId(id).file))];
  const { events, rest, open, ended } = translated(text, files.length === 1 ? files[0]! : '');
  const done = files.every((file) => ended.has(file));
  const crash = open.length === 1 && !run.timedOut ? crashText(run.stderr) : null;
  const lines = [
    ...events,
    ...(crash === null
      ? []
      : open.map((id) => ({ ev: 'end', id, run: 0, outcome: 'crashed', ms: null, error: crash }))),
    ...(open.length > 1 ? [problem(`tests ran in parallel when the program ended: ${open.join(', ')}`)] : []),
    ...(events.length === 0 && run.code !== 0 && !run.timedOut
      ? [problem(bounded(run.stderr.trim(), WORDS_LIMIT))]
      : []),
    ...unknown(request, events, ended).map((id) => problem(`missing: there is no test ${id}`)),
    ...(done ? [{ ev: 'done' }] : []),
  ];
  const complete = [...lines.map((line) => JSON.stringify(line)), rest].join('\n');
  return { ...run, files: { ...run.files, [path]: complete } };
}

interface Translated {
  readonly events: readonly Line[];
  /** The last line, if it is incomplete. */
  readonly rest: string;
  /** Tests that started and did not end. */
  readonly open: readonly string[];
  /** Targets that ran to their end. */
  readonly ended: ReadonlySet<string>;
}

function translated(text: string, onlyFile: string): Translated {
  const events: Line[] = [];
  const open = new Set<string>();
  const ended = new Set<string>();
  let file = onlyFile;
  const lines = text.split('\n');
  for (const raw of lines.slice(0, -1)) {
    const line = lineOf(raw);
    const id = `${file}::${line?.name}`;
    if (line?.ev === 'target') file = String(line.file);
    else if (line?.ev === 'problem') events.push(line);
    else if (line?.type === 'suite' && line.event !== 'started') ended.add(file);
    else if (line?.type === 'test' && line.event === 'started') {
      open.add(id);
      events.push({ ev: 'start', id, run: 0 });
    } else if (line?.type === 'test' && line.event !== 'timeout') {
      open.delete(id);
      events.push(endOf(line, id));
    }
  }
  return { events, rest: lines.at(-1) ?? '', open: [...open], ended };
}

export function endOf({ event, exec_time: seconds, stdout, message }: Line, id: string): Line {
  const outcome = event === 'ok' ? 'passed' : event === 'ignored' ? 'skipped' : 'failed';
  const said = [stdout, message].filter((part) => typeof part === 'string').join('\n');
  const ms = typeof seconds === 'number' ? seconds * 1000 : null;
  return { ev: 'end', id, run: 0, outcome, ms, ...(outcome === 'failed' && { error: panicText(said) }) };
}

function unknown(request: RunRequest, events: readonly Line[], ended: ReadonlySet<string>): readonly string[] {
  const seen = new Set(events.flatMap(({ ev, id }) => (ev === 'end' ? [id] : [])));
  return request.tests.filter((id) => ended.has(parseCargoId(id).file) && !seen.has(id));
}

/**
 * A process that a test starts writes to the same output, sometimes without a line break. Quotes inside JSON strings are escaped, so the
 * last of these prefixes is the line's own.
 */
export function lineOf(raw: string): Line | undefined {
  const start = Math.max(...BEGINNINGS.map((words) => raw.lastIndexOf(words)));
  if (start < 0) return undefined;
  try {
    return JSON.parse(raw.slice(start)) as Line;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function problem(text: string): Line {
  return { ev: 'problem', text };
}
