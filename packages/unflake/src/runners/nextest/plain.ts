/** The `cargo nextest run` command that a person would type for tests of one package in nextest's own order, and how its output is read. */
import type { Command, RawRun } from '../../contract/command.ts';
import type { Outcome } from '../../contract/outcome.ts';
import type { RunnerContext, RunRequest } from '../../contract/runner.ts';
import { COLOURS } from '../../reports/colours.ts';
import { parseCargoId } from '../cargo-test/cargo-id.ts';
import { targetFolder } from '../cargo-test/driver.ts';
import { type CargoPlace, cargoPlace } from '../cargo-test/place.ts';
import { keepsOrder } from '../keeps-order.ts';
import { failuresNamed, ownOutcome } from '../plain-target.ts';
import { workerCount } from '../worker-count.ts';

// Longer commands are hard to read and paste.
const MAX_LINE = 8000;
/** `FAIL [   0.012s] (1/2) shop::cart totals`; a passed test may have left a process behind. */
const LINE =
  /^ *(PASS|LEAK|FAIL|LEAK-FAIL|TIMEOUT|ABORT|SIG[A-Z0-9]+) \[ *[\d.]+s\](?: \( *\d+\/\d+\))? (\S+) +(.*?)$/gm;

export function plainNextest(request: RunRequest, context: RunnerContext): Command | null {
  const { tests, suite, repeat, conditions } = request;
  const wanted = tests.map((id) => ({ place: cargoPlace(parseCargoId(id).file), name: parseCargoId(id).name }));
  const folders = new Set(wanted.map(({ place }) => place?.folder ?? null));
  const [folder] = folders;
  if (folders.size !== 1 || folder === null || repeat !== 1 || !keepsOrder(tests, suite)) return null;
  const filter = wanted.map(({ place, name }) => `${targetFilter(place!)} & test(=${escaped(name)})`).join(' | ');
  if (filter.length > MAX_LINE) return null;
  const manifest = folder === '' ? [] : ['--manifest-path', `${folder}Cargo.toml`];
  return {
    argv: [
      ...context.program,
      ...['nextest', 'run', ...context.settings.args, ...manifest, '--retries', '0', '--no-fail-fast'],
      ...['--test-threads', String(workerCount(conditions)), '-E', filter],
    ],
    // Kept short for people: only what leaves the project's own `target` unchanged.
    env: { CARGO_TARGET_DIR: targetFolder(context) },
    cwd: context.root,
    files: {},
    reads: [],
  };
}

function targetFilter({ kind, name }: CargoPlace): string {
  return name === null ? `kind(${kind})` : `kind(${kind}) & binary(=${escaped(name)})`;
}

function escaped(text: string): string {
  return text.replace(/[\\/),]/g, '\\$&');
}

export function parseNextestPlain(run: RawRun, request: RunRequest): Outcome {
  if (run.timedOut) return 'timed-out';
  const text = run.stderr.replace(COLOURS, '');
  const [running, summary] = text.split(/^ *Summary \[/m);
  const said = [...running!.matchAll(LINE)];
  const failed = said.filter(([, word]) => word !== 'PASS' && word !== 'LEAK');
  if (summary === undefined) return said.length === 0 ? 'missing' : 'crashed';
  if (failed.length > 0) {
    const crashed = failed.filter(([, word]) => /^(?:ABORT|SIG)/.test(word!));
    const late = failed.filter(([, word]) => word === 'TIMEOUT');
    const others = failed.filter((line) => !crashed.includes(line) && !late.includes(line));
    const failures = [
      ...failuresNamed(others, 'failed', isOf),
      ...failuresNamed(crashed, 'crashed', isOf),
      ...failuresNamed(late, 'timed-out', isOf),
    ];
    const whole = others.length > 0 ? 'failed' : crashed.length > 0 ? 'crashed' : 'timed-out';
    const { target } = request;
    return ownOutcome(whole, request, failures, () =>
      said.some((line) => !failed.includes(line) && isOf(target!, line)),
    );
  }
  // An ignored test has no line, and neither has one that does not exist.
  if (said.length < request.tests.length) return 'missing';
  return run.code === 0 ? 'passed' : 'errored';
}

/** nextest names a library by its package, a test by package and target, a program by `package::bin/target`. */
function isOf(id: string, [, , binary = '', name]: RegExpExecArray): boolean {
  const { file, name: own } = parseCargoId(id);
  const place = cargoPlace(file);
  if (own !== name || place === null) return false;
  const [, target = null] = /^.*?::(.*)$/.exec(binary) ?? [];
  return target === (place.kind === 'bin' ? `bin/${place.name}` : place.name);
}
