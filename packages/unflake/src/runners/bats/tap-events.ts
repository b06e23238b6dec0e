/**
 * Converts the lines of BATS processes to our stream: `begin 3 name`, then `ok 3 …` or `not ok 3 …` followed by comments. Lines of our own say
 * which tests a process runs (`{"ev":"process"}`) and how it ended (`{"ev":"ended"}`).
 */
import type { RawRun } from '../../contract/command.ts';

type Event = Readonly<Record<string, unknown>>;

interface StartedTest {
  readonly id: string;
  readonly file: string;
}

export function withEvents(run: RawRun, path: string): RawRun {
  const text = run.files[path];
  if (text === undefined) return run;
  return { ...run, files: { ...run.files, [path]: converted(text) } };
}

function converted(text: string): string {
  const events: Event[] = [];
  const lines = text.split('\n');
  const rest = lines.pop()!;
  const runs = new Map<string, number>();
  let process: Process | null = null;
  for (const line of lines) {
    const own = ownEvent(line);
    if (own?.ev === 'process') process = new Process(own.tests as readonly StartedTest[], runs, events);
    else if (own?.ev === 'ended') process?.end(String(own.how));
    else if (own !== null) events.push(own);
    else process?.line(line);
  }
  process?.settleFailure();
  // A last line that is incomplete is not of BATS only if it is ours.
  return [...events.map((event) => JSON.stringify(event)), rest.startsWith('{') ? rest : ''].join('\n');
}

/** Null for a line of BATS. */
function ownEvent(line: string): Event | null {
  if (!line.startsWith('{"ev":')) return null;
  try {
    return JSON.parse(line) as Event;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

interface Failed {
  /** Of what is not a test: `setup_file` …; null for a test. */
  readonly part: string | null;
  readonly hasTimedOut: boolean;
  readonly ms: number | null;
  readonly comments: string[];
}

/** One process of BATS, which runs its tests in their order. */
class Process {
  readonly #tests: readonly StartedTest[];
  readonly #runs: Map<string, number>;
  readonly #events: Event[];
  readonly #reported = new Set<StartedTest>();
  #file: string;
  #open: { readonly test: StartedTest; readonly run: number } | null = null;
  #failure: Failed | null = null;

  /** `runs` counts the executions of each test over all processes. */
  constructor(tests: readonly StartedTest[], runs: Map<string, number>, events: Event[]) {
    this.#tests = tests;
    this.#runs = runs;
    this.#events = events;
    this.#file = tests[0]?.file ?? '';
  }

  line(line: string): void {
    if (line.startsWith('#') && this.#failure !== null) {
      this.#failure.comments.push(line.replace(/^# ?/, ''));
      return;
    }
    this.settleFailure();
    const [, suite] = /^suite (.*)$/.exec(line) ?? [];
    const [, begun] = /^begin (\d+) /.exec(line) ?? [];
    const [, not, number, rest = ''] = /^(not )?ok (\d+) (.*)$/.exec(line) ?? [];
    if (suite !== undefined)
      this.#file = this.#tests.find(({ file }) => suite.endsWith(`/${file}`))?.file ?? this.#file;
    if (begun !== undefined) this.#begin(this.#tests[Number(begun) - 1]);
    if (number === undefined) return;
    const [, time, skip, timeout] = / in (\d+)ms(?: # (?:(skip)|(timeout)).*)?$/.exec(rest) ?? [];
    const isOwn = this.#open !== null && this.#tests[Number(number) - 1] === this.#open.test;
    const ms = time === undefined ? null : Number(time);
    if (not === undefined) {
      if (isOwn) this.#endTest(skip === undefined ? 'passed' : 'skipped', ms);
      return;
    }
    const part = isOwn ? null : (/^(?:setup|teardown)_(?:file|suite)\b/.exec(rest)?.[0] ?? null);
    // Output after a detected retry is ignored.
    if (isOwn || part !== null) this.#failure = { part, hasTimedOut: timeout !== undefined, ms, comments: [] };
  }

  /** Comments follow their test; nothing marks their end but the next line. */
  settleFailure(): void {
    if (this.#failure === null) return;
    const { part, hasTimedOut, ms, comments } = this.#failure;
    const text = comments.join('\n') || 'bats gave no reason';
    this.#failure = null;
    if (part === null) {
      const outcome = /function `(?:setup|teardown)' in /.test(text) ? 'errored' : 'failed';
      this.#endTest(hasTimedOut ? 'timed-out' : outcome, ms, text);
    } else if (part.startsWith('setup')) {
      const file = this.#file;
      for (const test of this.#tests.filter((one) => !this.#reported.has(one) && isPartOf(part, file, one))) {
        this.#startTest(test);
        this.#endTest('errored', null, `${part} failed: ${text}`);
      }
    } else this.#problem(`${part} failed: ${text}`);
  }

  end(how: string): void {
    this.settleFailure();
    this.#endDied();
    const missing = this.#tests.find((test) => !this.#reported.has(test));
    if (missing !== undefined) this.#problem(`bats ended with ${how} before ${missing.id}`);
  }

  #begin(test: StartedTest | undefined): void {
    if (test === undefined) return;
    if (this.#open?.test === test) {
      this.#events.push({ ev: 'retried', text: `${test.id} was run again, as BATS_TEST_RETRIES asks` });
      this.#endTest('failed', null, 'the first attempt failed, and bats says no more of it');
      return;
    }
    this.#endDied();
    if (!this.#reported.has(test)) this.#startTest(test);
  }

  #startTest(test: StartedTest): void {
    const run = this.#runs.get(test.id) ?? 0;
    this.#runs.set(test.id, run + 1);
    this.#reported.add(test);
    this.#open = { test, run };
    this.#events.push({ ev: 'start', id: test.id, run });
  }

  #endTest(outcome: string, ms: number | null, text?: string): void {
    const { test, run } = this.#open!;
    this.#open = null;
    const error = text === undefined ? {} : { error: { type: '', message: text } };
    this.#events.push({ ev: 'end', id: test.id, run, outcome, ms, ...error });
  }

  #endDied(): void {
    if (this.#open === null) return;
    this.#problem(`the process of ${this.#open.test.id} died`);
    this.#endTest('crashed', null, 'the process of the test died');
  }

  #problem(text: string): void {
    this.#events.push({ ev: 'problem', text });
  }
}

const isPartOf = (part: string, file: string, test: StartedTest): boolean =>
  part === 'setup_suite' || test.file === file;
