/**
 * Any command: its exit status, or the JUnit XML or TAP that it writes. In the command, `{ids}` is replaced by the selected tests and
 * `{report}` by a fresh path. Without `{ids}` nothing can be selected, and the whole command is repeated.
 */
import type { Command } from '../contract/command.ts';
import type { RunnerAdapter, RunnerContext, RunnerSettings } from '../contract/runner.ts';
import type { TestId } from '../contract/test-id.ts';
import { filled, hasPlaceholder } from './command/fill.ts';
import { parseCommandPlain, parseReport, wholeCommandId } from './command/parse.ts';
import { COMMAND_NAMES } from './printed-names/common.ts';

const REPORT = 'report';
const FOUND = 'reports.json';

export function commandRunner(settings: RunnerSettings): RunnerAdapter {
  // With only an exit status, a command counts as one test.
  const selects = settings.report.format !== 'exit' && hasPlaceholder(settings.command, 'ids');
  return {
    name: 'command',
    can: {
      select: selects ? 'test' : 'none',
      order: selects ? 'any' : 'none',
      process: 'suite',
      repeat: false,
      workers: false,
      parallel: false,
      seed: false,
      phases: false,
      stream: false,
    },
    names: COMMAND_NAMES,
    // Nothing in a project indicates an arbitrary command.
    detect: () => null,
    program: { check: [], install: 'give the command after `--`' },
    list: (context) =>
      context.settings.report.format === 'exit' ? nothing(context) : build([], context, reportPath(context)),
    parseList: (run, context) => {
      if (context.settings.report.format === 'exit') return { tests: [wholeCommandId(context.settings)], problems: [] };
      const { observations, problems } = parseReport(run, context, reportPath(context));
      return { tests: observations.map(({ test }) => test), problems };
    },
    command: ({ tests }, context) => build(selects ? tests : [], context, reportPath(context)),
    parse: (run, _request, context) => parseReport(run, context, reportPath(context)),
    plain: ({ tests, repeat }, context) => {
      const { command } = context.settings;
      if (repeat !== 1 || hasPlaceholder(command, 'report')) return null;
      return { argv: filled(command, { ids: selects ? tests : [] }), env: {}, cwd: context.root, files: {}, reads: [] };
    },
    parsePlain: parseCommandPlain,
    withSettings: commandRunner,
  };
}

/** Placeholder in the registry until the settings are known. */
export const command = commandRunner({ args: [], files: [], command: [], report: { format: 'exit', path: null } });

/** Path of the report after the run; null if the command's output is all there is. */
function reportPath({ folder, settings: { report, command } }: RunnerContext): string | null {
  if (report.format === 'exit') return null;
  if (hasPlaceholder(command, 'report')) return `${folder}/${REPORT}`;
  return report.path === null ? null : `${folder}/${FOUND}`;
}

function build(tests: readonly TestId[], context: RunnerContext, path: string | null): Command {
  const { settings, root, program, probes } = context;
  const argv = filled(settings.command, { ids: tests, report: [path ?? ''] });
  const base = { env: {}, cwd: root, files: {}, reads: path === null ? [] : [path] };
  if (settings.report.path === null || !path?.endsWith(FOUND)) return { ...base, argv };
  // A report at a fixed path may be left from an earlier run: only what this run wrote counts.
  return {
    ...base,
    argv: [...program, `${probes}/command/fresh-reports.mjs`, settings.report.path, path, '--', ...argv],
  };
}

function nothing({ program, root }: RunnerContext): Command {
  return { argv: [...program, '--version'], env: {}, cwd: root, files: {}, reads: [] };
}
