/** PHPUnit 9 to 12, through a driver around the project's own PHPUnit that selects, orders, repeats and streams. */
import type { Command } from '../contract/command.ts';
import type { RunnerAdapter, RunnerContext } from '../contract/runner.ts';
import type { Conditions } from '../contract/trial.ts';
import { parseListing, parseStream } from '../reports/stream.ts';
import { detectPhpunit } from './phpunit/detect.ts';
import { parsePhpunitPlain, plainPhpunit } from './phpunit/plain.ts';
import { timeZoneOf } from './phpunit/time-zone.ts';
import { PHPUNIT_NAMES } from './printed-names/phpunit.ts';
import { type ProbeFiles, probeListing, probeSelection, streamPath } from './probe-files.ts';

export const phpunit = {
  name: 'phpunit',
  can: {
    select: 'test',
    order: 'any',
    process: 'suite',
    repeat: true,
    workers: false,
    parallel: false,
    seed: false,
    phases: false,
    stream: true,
  },
  names: PHPUNIT_NAMES,
  detect: detectPhpunit,
  program: {
    interpreters: ['vendor/bin/phpunit', 'phpunit'],
    check: ['--version'],
    install: 'composer require --dev phpunit/phpunit',
  },
  list: (context) => driver(context, {}, probeListing(context)),
  parseList: (run, context) => parseListing(run, streamPath(context)),
  command: (request, context) => driver(context, request.conditions, probeSelection(request, context)),
  parse: (run, _request, context) => parseStream(run, streamPath(context), context.root),
  plain: plainPhpunit,
  parsePlain: parsePhpunitPlain,
} as const satisfies RunnerAdapter;

function driver(
  { program, probes, root, settings }: RunnerContext,
  conditions: Conditions,
  probe: ProbeFiles,
): Command {
  return {
    ...probe,
    argv: ['php', `${probes}/phpunit/run.php`, ...program, ...settings.args],
    env: { ...probe.env, UNFLAKE_PHP_TIME_ZONE: timeZoneOf(conditions) },
    cwd: root,
  };
}
