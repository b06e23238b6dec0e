/**
 * Reads `go test -json` piece by piece. Each package says how it ended; a report in which one has not, or whose last line is cut, is not
 * whole. A test that a package leaves open ended its process.
 */
import type { Failure } from '../fingerprint.ts';
import type { Execution, OnResult, ReportBreak, ResultReader } from './reported-result.ts';

interface GoLine {
  readonly Time?: string;
  readonly Action?: string;
  readonly Package?: string;
  readonly ImportPath?: string;
  readonly Test?: string;
  readonly Elapsed?: number;
  readonly Output?: string;
}

const ENDS: Readonly<Record<string, Execution['outcome']>> = { pass: 'passed', fail: 'failed', skip: 'skipped' };
/** Of a failed test's output; Go prints the assertion last, so the end is kept. */
const MAX_OUTPUT = 8 * 1024;
const MAX_LINE = 16 * 1024 * 1024;
const FRAMING = /^(?:\s*---? |=== )/;

export function goResults(onResult: OnResult): ResultReader {
  const packages = new Map<string, Map<string, string>>();
  let rest = '';
  let line = 0;
  let ended = 0;
  let broken: ReportBreak | null = null;
  const breakHere = (why: string, column = 1): void => {
    broken ??= { why, line, column };
  };

  const closeTest = (name: string, test: string, execution: Execution, time: string | undefined): void => {
    const atMs = time === undefined ? Number.NaN : Date.parse(time);
    onResult({
      name: { file: null, scope: name, titles: [test] },
      executions: [execution],
      atMs: Number.isFinite(atMs) ? atMs : null,
    });
  };

  const read = ({ Action = '', Package: name, Test: test, Elapsed, Output, Time }: GoLine): void => {
    if (name === undefined) return;
    const open = packages.get(name) ?? new Map<string, string>();
    packages.set(name, open);
    if (test !== undefined) {
      if (Action === 'run') open.set(test, '');
      else if (Action === 'output') open.set(test, `${open.get(test) ?? ''}${Output ?? ''}`.slice(-MAX_OUTPUT));
      const outcome = ENDS[Action];
      if (outcome === undefined) return;
      const said = open.get(test) ?? '';
      open.delete(test);
      const ms = Elapsed === undefined ? null : Elapsed * 1_000;
      closeTest(name, test, { outcome, ms, ...(outcome === 'failed' && { failure: failureOf(said) }) }, Time);
    } else if (Action in ENDS) {
      for (const [left, said] of open) {
        const failure = { type: 'crashed', ...failureOf(said) };
        closeTest(name, left, { outcome: 'crashed', ms: null, failure }, Time);
      }
      packages.delete(name);
      ended += 1;
    }
  };

  const readLine = (text: string): void => {
    line += 1;
    // Older versions of Go mix the words of the compiler into the stream.
    if (broken !== null || !text.startsWith('{')) return;
    const value = parsed(text);
    if (value === undefined) breakHere('the line is not JSON', text.length);
    else read(value);
  };

  return {
    write(text) {
      rest += text;
      const lines = rest.split('\n');
      rest = lines.pop()!;
      for (const one of lines) readLine(one.trimEnd());
      if (rest.length > MAX_LINE) breakHere('a line is longer than 16 MB');
      return broken;
    },
    end() {
      if (rest.trim() !== '') readLine(rest);
      const [open] = packages.keys();
      if (open !== undefined) breakHere(`the package ${open} has no end`);
      if (ended === 0) breakHere('no package says how it ended');
      return broken;
    },
  };
}

function parsed(text: string): GoLine | undefined {
  try {
    return JSON.parse(text) as GoLine;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function failureOf(output: string): Failure {
  const lines = output.split('\n').filter((one) => one.trim() !== '' && !FRAMING.test(one));
  return { message: lines.map((one) => one.trim()).join('\n'), stack: output };
}
