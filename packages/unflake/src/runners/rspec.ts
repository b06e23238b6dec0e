/** RSpec 3, through a driver that selects, orders, repeats and streams; with the gems of the project's Gemfile where that names RSpec. */
import type { Command } from '../contract/command.ts';
import type { RunnerAdapter, RunnerContext } from '../contract/runner.ts';
import { parseListing, parseStream } from '../reports/stream.ts';
import { loadedAhead } from './loaded-ahead.ts';
import { RSPEC_NAMES } from './printed-names/rspec-bats.ts';
import { type ProbeFiles, probeListing, probeSelection, streamPath } from './probe-files.ts';
import { detectRspec } from './rspec/detect.ts';
import { parseRspecPlain, plainRspec } from './rspec/plain.ts';
import { RUBY } from './ruby.ts';

const LOADS =
  'require "bundler/setup" if File.file?("Gemfile") && File.read("Gemfile").match?(/rspec|^\\s*gemspec\\b/); require "rspec/core"';

export const rspec = {
  name: 'rspec',
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
  names: RSPEC_NAMES,
  detect: detectRspec,
  program: {
    ...RUBY,
    check: ['-e', LOADS],
    install: 'gem install rspec',
  },
  takesFiles: true,
  list: (context) => driver(context, [...context.settings.args, ...context.settings.files], probeListing(context)),
  parseList: (run, context) => parseListing(run, streamPath(context)),
  command: (request, context) => driver(context, context.settings.args, probeSelection(request, context)),
  parse: (run, _request, context) => parseStream(run, streamPath(context), context.root),
  plain: plainRspec,
  parsePlain: parseRspecPlain,
  waits: 'forks',
  // The comparison costs as much as two or three trials that start cold, and a diagnosis has twenty or more.
  forksAfter: 0,
  seedVariable: null,
} as const satisfies RunnerAdapter;

function driver({ program, probes, root, cache }: RunnerContext, args: readonly string[], probe: ProbeFiles): Command {
  return {
    ...probe,
    argv: [...program, `${probes}/rspec/run.rb`, ...args],
    // One attempt, whatever the project configures for the rspec-retry gem.
    env: { ...probe.env, ...loadedAhead('rspec', cache), RSPEC_RETRY_RETRY_COUNT: '1', SPEC_OPTS: null },
    cwd: root,
  };
}
