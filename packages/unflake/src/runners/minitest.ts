/** Minitest 5 and 6, through a driver that selects, orders, repeats and streams; with the gems of the project's Gemfile where that names Minitest or Rails. */
import type { Command } from '../contract/command.ts';
import type { RunnerAdapter, RunnerContext } from '../contract/runner.ts';
import { parseListing, parseStream } from '../reports/stream.ts';
import { loadedAhead } from './loaded-ahead.ts';
import { detectMinitest } from './minitest/detect.ts';
import { parseMinitestPlain, plainMinitest } from './minitest/plain.ts';
import { MINITEST_NAMES } from './printed-names/minitest.ts';
import { type ProbeFiles, probeListing, probeSelection, streamPath } from './probe-files.ts';
import { RUBY } from './ruby.ts';

const LOADS =
  'require "bundler/setup" if File.file?("Gemfile") && File.read("Gemfile").match?(/minitest|rails|^\\s*gemspec\\b/); require "minitest"';

export const minitest = {
  name: 'minitest',
  can: {
    select: 'test',
    order: 'any',
    process: 'suite',
    repeat: true,
    workers: false,
    parallel: false,
    seed: false,
    phases: true,
    stream: true,
  },
  detect: detectMinitest,
  program: { ...RUBY, check: ['-e', LOADS], install: 'gem install minitest' },
  takesFiles: true,
  list: (context) => driver(context, probeListing(context)),
  parseList: (run, context) => parseListing(run, streamPath(context)),
  command: (request, context) => driver(context, probeSelection(request, context)),
  parse: (run, _request, context) => parseStream(run, streamPath(context), context.root),
  names: MINITEST_NAMES,
  plain: plainMinitest,
  parsePlain: parseMinitestPlain,
  waits: 'forks',
  // The comparison costs as much as two or three trials that start cold, and a diagnosis has twenty or more.
  forksAfter: 0,
  seedVariable: null,
} as const satisfies RunnerAdapter;

/** Arguments are Ruby's own, such as `-I` and `-r`: Minitest's would select and order tests. */
function driver({ program, probes, root, settings, cache }: RunnerContext, probe: ProbeFiles): Command {
  return {
    ...probe,
    argv: [...program, ...settings.args, `${probes}/minitest/run.rb`, ...settings.files],
    env: { ...probe.env, ...loadedAhead('minitest', cache) },
    cwd: root,
  };
}
