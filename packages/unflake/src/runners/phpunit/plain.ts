/** The `phpunit` command that a person would type for tests that keep the order of the suite, and how its last lines are read. */
import type { Command, RawRun } from '../../contract/command.ts';
import type { Outcome } from '../../contract/outcome.ts';
import type { RunnerContext, RunRequest } from '../../contract/runner.ts';
import { COLOURS } from '../../reports/colours.ts';
import { keepsOrder } from '../keeps-order.ts';
import { type NamedFailure, ownOutcome } from '../plain-target.ts';
import { type PhpunitId, parsePhpunitId } from './phpunit-id.ts';
import { timeZoneOf } from './time-zone.ts';

// Longer commands are hard to read and paste.
const MAX_LINE = 8000;
/** Overrides the configuration of order and reports. */
const FIXED = ['--order-by=default', '--do-not-cache-result', '--no-coverage', '--no-logging'];
const PASSED = /^OK \((\d+) tests?, /m;
const COUNTS = /^Tests: (\d+), .*\.$/gm;
const HEADING = /^There (?:was|were) \d+ (?:PHPUnit )?(errors?|failures?|[\w ]+):$/;
const NAMED = /^\d+\) (.+)$/;

export function plainPhpunit(request: RunRequest, { program, root, settings }: RunnerContext): Command | null {
  const { tests, suite, repeat, conditions } = request;
  const wanted = tests.map(parsePhpunitId);
  if (tests.length === 0 || repeat !== 1 || !keepsOrder(tests, suite)) return null;
  // Only our driver seeds PHP's generator.
  if (conditions.rngSeed !== undefined) return null;
  const names = wanted.map((id) => (id === null ? null : escapePattern(id.fullName)));
  if (names.includes(null) || tests.some((id) => suite.includes(`${id}\\#2` as typeof id))) return null;
  const zone = timeZoneOf(conditions);
  const start: Command['argv'] = zone === null ? program : ['php', '-d', `date.timezone=${zone}`, ...program];
  const whole = tests.length === suite.length;
  const filter = `/^${names.length === 1 ? names[0] : `(?:${names.join('|')})`}$/u`;
  if (!whole && filter.length > MAX_LINE) return null;
  return {
    argv: [
      ...start,
      ...FIXED,
      ...settings.args,
      ...(whole ? [] : ['--filter', filter, ...fileOf(wanted.flatMap((id) => id ?? []))]),
    ],
    env: {},
    cwd: root,
    files: {},
    reads: [],
  };
}

export function parsePhpunitPlain(run: RawRun, request: RunRequest): Outcome {
  if (run.timedOut) return 'timed-out';
  const output = run.stdout.replace(COLOURS, '');
  const passed = PASSED.exec(output)?.[1];
  if (passed !== undefined) return Number(passed) >= request.tests.length ? 'passed' : 'missing';
  const counts = [...output.matchAll(COUNTS)].at(-1);
  if (counts === undefined) {
    if (/^No tests executed!|^Usage:/m.test(output)) return 'missing';
    // A process can exit with any status, including 0, and PHPUnit then prints no summary.
    return /^PHPUnit \d/m.test(output) || run.signal !== null ? 'crashed' : 'errored';
  }
  const count = (word: string): number => Number(new RegExp(`\\b${word}: (\\d+)`).exec(counts[0])?.[1] ?? 0);
  const [ran, errors, failures] = [Number(counts[1]), count('Errors'), count('Failures')];
  const skipped = count('Skipped') + count('Incomplete');
  if (errors + failures > 0) {
    const named = failuresIn(output);
    const whole = failures > 0 ? 'failed' : 'errored';
    const allRan = ran >= request.tests.length && skipped === 0;
    return ownOutcome(whole, request, named.length === errors + failures ? named : null, () => allRan);
  }
  if (ran < request.tests.length) return 'missing';
  return skipped < ran ? 'passed' : 'skipped';
}

/** A name is followed by the values of its data set. PHPUnit calls any exception an error, wherever it is thrown. */
function failuresIn(output: string): readonly NamedFailure[] {
  const found: NamedFailure[] = [];
  let heading = '';
  for (const line of output.split('\n')) {
    heading = HEADING.exec(line)?.[1] ?? heading;
    const name = NAMED.exec(line)?.[1];
    if (name === undefined || !/^(?:error|failure)s?$/.test(heading)) continue;
    const means = (id: string): boolean => {
      const fullName = parsePhpunitId(id)?.fullName;
      return name === fullName || (name.startsWith(`${fullName} (`) && name.endsWith(')'));
    };
    found.push({ outcome: heading.startsWith('error') ? 'errored' : 'failed', means });
  }
  return found;
}

/** Every version of PHPUnit accepts one file, and loads the class in it that has the file's name. */
function fileOf(wanted: readonly PhpunitId[]): readonly string[] {
  const [first, ...others] = wanted;
  if (first === undefined || others.some(({ className }) => className !== first.className)) return [];
  const called = first.className.split('\\').at(-1);
  return first.file.split('/').at(-1) === `${called}.php` ? [first.file] : [];
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
