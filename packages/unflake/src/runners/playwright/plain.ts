/**
 * The Playwright command that a person would type for a selection, if files, a project and a pattern on titles select exactly these tests.
 */
import type { Command, RawRun } from '../../contract/command.ts';
import type { Outcome } from '../../contract/outcome.ts';
import type { RunnerContext, RunRequest } from '../../contract/runner.ts';
import { parseTitlePath } from '../../contract/title-path.ts';
import { COLOURS } from '../../reports/colours.ts';
import { keepsOrder } from '../keeps-order.ts';
import { escapePattern } from '../name-pattern.ts';
import { workerCount } from '../worker-count.ts';

interface Place {
  readonly file: string;
  /** null if the configuration has only one. */
  readonly project: string | null;
  readonly titles: readonly string[];
}

// One argument may have 131,071 bytes on Linux; a character may take up to three.
const MAX_CHARACTERS = 40_000;

export function plainPlaywright(request: RunRequest, context: RunnerContext): Command | null {
  const selected = selection(request);
  if (selected === null || workerCount(request.conditions) !== 1) return null;
  const { files, project, pattern } = selected;
  return {
    argv: [
      ...context.program,
      ...['test', '--workers=1', '--retries=0', '--reporter=list'],
      // Playwright empties its results folder. A command that we only print names none and leaves that to the person who runs it.
      ...(context.folder === context.root ? [] : [`--output=${context.folder}/output`]),
      ...context.settings.args,
      ...(project === null ? [] : [`--project=${project}`]),
      ...(pattern === null ? [] : ['--grep', pattern]),
      ...files,
    ],
    env: {},
    cwd: context.root,
    files: {},
    reads: [],
  };
}

interface Selection {
  readonly files: readonly string[];
  readonly project: string | null;
  /** null for all tests of these files. */
  readonly pattern: string | null;
}

/** Playwright runs files by name and their tests as written, whatever the order of its arguments. */
function selection({ tests, suite, repeat }: RunRequest): Selection | null {
  const placeOf = placesIn(suite);
  const wanted = tests.map(placeOf);
  const [first] = wanted;
  if (first === undefined || repeat !== 1 || !keepsOrder(tests, suite)) return null;
  const { project } = first;
  // A star in the name of a project matches any characters.
  if (wanted.some((place) => place.project !== project) || project?.includes('*')) return null;

  const files = [...new Set(wanted.map(({ file }) => escapePattern(file)))];
  const isNamed = (place: Place) => files.some((file) => new RegExp(`/${file}`, 'i').test(`/${place.file}`));
  const inFiles = suite.filter((id) => isNamed(placeOf(id)) && placeOf(id).project === project);
  if (inFiles.length === tests.length) return { files, project, pattern: null };
  // The project and the file, relative to a folder that we do not know, come before the titles; tags may follow.
  const names = [...new Set(wanted.map(({ titles }) => escapePattern(titles.join(' '))))];
  const pattern = ` ${names.length === 1 ? names[0] : `(${names.join('|')})`}( @\\S+)*$`;
  const matched = inFiles.filter((id) => new RegExp(pattern, 'i').test(` ${placeOf(id).titles.join(' ')}`));
  return matched.length === tests.length && pattern.length <= MAX_CHARACTERS ? { files, project, pattern } : null;
}

/** With several projects, every id names one. */
function placesIn(suite: readonly string[]): (id: string) => Place {
  const projectOf = (id: string) => /^\[(.*)\]$/s.exec(parseTitlePath(id).titles[0] ?? '')?.[1];
  const several = suite.every((id) => projectOf(id) !== undefined);
  return (id) => {
    const { file, titles } = parseTitlePath(id);
    const project = several ? projectOf(id) : undefined;
    return project === undefined ? { file, project: null, titles } : { file, project, titles: titles.slice(1) };
  };
}

/** A line of `--reporter=list`: `  ✓  1 [project] › file:1:5 › titles @tags (5ms)`; a retry has `(retry #1)` before the time. */
const LINE = /^ {2}(✓|✘|-|ok|x) +\d+ (?:\[(.*?)\] › )?(\S.*?):\d+:\d+ › (.+)$/gm;
const TIME = /(?: \(retry #\d+\))?(?: \([\d.]+(?:ms|s|m|h)\))?$/;
const OUTCOMES: Readonly<Record<string, Outcome>> = { '✓': 'passed', ok: 'passed', '✘': 'failed', x: 'failed' };

/** Reads the lines of the tests themselves: the counts at the end include tests of projects on which theirs depends. */
export function parsePlaywrightPlain(run: RawRun, { tests, suite, target }: RunRequest): Outcome {
  if (run.timedOut) return 'timed-out';
  const lines = [...run.stdout.replace(COLOURS, '').matchAll(LINE)];
  const placeOf = placesIn(suite);
  const outcomeOf = (id: string): Outcome => {
    // Of a retried test, the first attempt counts.
    const line = lines.find(([, , project, file, name]) => isOf(placeOf(id), { project, file: file!, name: name! }));
    return line === undefined ? 'missing' : (OUTCOMES[line[1]!] ?? 'skipped');
  };
  if (target !== undefined && outcomeOf(target) !== 'missing') return outcomeOf(target);
  const outcomes = tests.map(outcomeOf);
  const reported = ['failed', 'missing', 'skipped', 'passed'].find((outcome) => outcomes.includes(outcome as Outcome));
  if (reported === 'failed') return 'failed';
  if (run.code !== 0 && !/No tests found/.test(`${run.stdout}${run.stderr}`)) return 'errored';
  return (reported ?? 'missing') as Outcome;
}

interface PrintedTest {
  readonly project: string | undefined;
  /** Relative to a folder that we do not know. */
  readonly file: string;
  readonly name: string;
}

function isOf({ project, file, titles }: Place, printed: PrintedTest): boolean {
  const title = titles.join(' › ');
  const isTitle = (name: string) => name === title || name.startsWith(`${title} @`);
  const isFile = `/${file}`.endsWith(`/${printed.file}`) || `/${printed.file}`.endsWith(`/${file}`);
  const isProject = project === null || printed.project === project;
  return isProject && isFile && (isTitle(printed.name) || isTitle(printed.name.replace(TIME, '')));
}
