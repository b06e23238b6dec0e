/** Trials in forks of a loaded Ruby: tests see what they would see in a fresh process. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runTag, taggedProcesses } from '../../src/engine/process/tags.ts';
import type { TrialRun } from '../../src/engine/trial/run-trial.ts';
import { rspec } from '../../src/runners/rspec.ts';
import { type ForkedProject, openForkedProject, outcomesOf, RUBY, runUntilItHangs } from './forked-project.ts';
import { NAMES, RUNNERS } from './ruby-runners.ts';

/** What a test can see of its process, and how it can end it. */
const SEEN: Readonly<Record<string, string>> = {
  test_look: `
    here = {
      variables: ENV.keys.reject { |name| name.start_with?("UNFLAKE_TAG_") }.sort,
      descriptors: (0..2).map { |n| File.readlink("/proc/self/fd/#{n}").split("/")[1] },
      more_descriptors: Dir.children("/proc/self/fd").size,
      threads: [Thread.list.size, Dir.children("/proc/self/task").size],
      arguments: [ARGV, File.basename($PROGRAM_NAME), $0],
      path: $LOAD_PATH.map { |part| File.basename(part) },
      session: [Process.getsid == Process.pid, Process.getpgrp == Process.pid],
      handlers: %w[HUP INT TERM PIPE USR1 CHLD].map { |name| trap(name, "DEFAULT") },
      umask: File.umask,
      folder: File.basename(Dir.pwd),
      limits: [:NOFILE, :AS, :STACK, :CORE].map { |name| Process.getrlimit(name) },
      child: $?,
      young: Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) < 30,
      encoding: [Encoding.default_external, Encoding.default_internal],
      streams: [$stdout.sync, $stderr.sync, $stdout.fileno],
      error: $!,
      verbose: [$VERBOSE, $DEBUG],
      objects: ObjectSpace.each_object(Class).count { |one| one.name.to_s.start_with?("Own") }
    }
    raise here.inspect`,
  test_draw:
    'require "securerandom"; note("draw", [rand, Random.new.seed, SecureRandom.hex, [*1..1000].sample].inspect)',
  test_fresh: 'OWN_STATE << 1; raise "used" unless OWN_STATE == [1]',
  test_exits_at_once: 'exit!(7)',
  test_exits: 'exit(3)',
  test_aborts: 'abort("gone")',
  test_is_killed: 'Process.kill("KILL", Process.pid); sleep',
  test_is_asked: 'Process.kill("TERM", Process.pid); sleep',
  test_at_exit:
    'at_exit { note("exit", "at exit") }; OWN_LATE.write("not flushed\\n"); ObjectSpace.define_finalizer(OWN_LAST, proc { note("exit", "finalizer") })',
  test_forks: 'child = fork { exit!(4) }; Process.wait(child); raise "no" unless $?.exitstatus == 4',
  test_leaves_a_process: 'Process.wait(fork { Process.setsid; fork { sleep 600 }; exit!(0) })',
  test_hangs:
    'trap("TERM") { File.write("hangs.noted", "asked\\n", mode: "a") }; File.write("hanging", ""); sleep 600 while true',
  test_zone: 'raise Time.now.zone',
  test_thread: 'Thread.new { raise "lost" }.join rescue raise "thread"',
};
const SEEN_OWN = `OWN_STATE = []
OWN_LATE = File.open("late", "w")
OWN_LAST = Object.new
class OwnThing; end
def note(name, value)
  File.write("#{name}.noted", "#{value}\n", mode: "a")
end
`;

describe.each(NAMES)('a fork for a trial of %s', (runner) => {
  let project: ForkedProject;
  beforeAll(async () => {
    const files = RUNNERS[runner].file('seen', 'require_relative "../own"\nrequire "json"', SEEN);
    project = await openForkedProject(RUBY, RUNNERS[runner].adapter, { 'own.rb': SEEN_OWN, ...files });
  });
  afterAll(async () => {
    await project[Symbol.asyncDispose]();
    expect(taggedProcesses(runTag()), 'processes left behind').toEqual([]);
  });
  const noted = (name: string) => readFileSync(join(project.root, name), 'utf8').trim().split('\n');

  test('shows its tests what a fresh process shows', async () => {
    const [usual] = outcomesOf(await project.run('cold', ['test_look']));
    expect(usual).toContain('variables');
    // The second comes after another trial of the same server.
    for (const seed of [1, 1])
      expect(outcomesOf(await project.run('forked', ['test_look'], { seed }))).toEqual([usual]);
  });

  test.each([
    'test_exits_at_once',
    'test_exits',
    'test_aborts',
    'test_is_killed',
    'test_is_asked',
    'test_forks',
    'test_thread',
  ])('ends like a fresh process: %s', async (name) => {
    const usual = await project.run('cold', [name, 'test_fresh']);
    const forked = await project.run('forked', [name, 'test_fresh']);
    expect([forked.ending, outcomesOf(forked)]).toEqual([usual.ending, outcomesOf(usual)]);
  });

  test('loads the project anew, and draws numbers of its own', async () => {
    for (const seed of [1, 1, 1])
      expect(outcomesOf(await project.run('forked', ['test_fresh', 'test_draw'], { seed }))).toEqual([
        'test_fresh passed',
        'test_draw passed',
      ]);
    const drawn = noted('draw.noted').map((line) => line.slice(1, -1).split(', '));
    expect(drawn.map(([number, seed, text]) => new Set([number, seed, text]).size)).toEqual([3, 3, 3]);
    expect(new Set(drawn.flatMap((line) => line.slice(0, 3))).size).toBe(3 * 3);
  });

  test('does at its end what Ruby does', async () => {
    await project.run('cold', ['test_at_exit']);
    expect(noted('exit.noted')).toEqual(['at exit', 'finalizer']);
    await project.run('forked', ['test_at_exit']);
    expect(noted('exit.noted')).toEqual(['at exit', 'finalizer', 'at exit', 'finalizer']);
    expect(noted('late')).toEqual(['not flushed']);
  });

  test('is ended with all its processes, and its server serves the next trial', async () => {
    const outcomes = async (name: string) => outcomesOf(await project.run('forked', [name], { seed: 1 }));
    expect(await outcomes('test_fresh')).toEqual(['test_fresh passed']);
    const servers = taggedProcesses(runTag());
    expect(servers.length).toBeGreaterThan(0);
    expect(await outcomes('test_leaves_a_process')).toEqual(['test_leaves_a_process passed']);
    expect(await outcomes('test_fresh')).toEqual(['test_fresh passed']);
    expect(taggedProcesses(runTag())).toEqual(servers);
  });

  test('is asked to end at its time limit, and then ended', async () => {
    const run = await runUntilItHangs(project, 'test_hangs');
    expect(run.ending.timedOut).toBe(true);
    expect(outcomesOf(run)).toEqual(['test_hangs timed-out timed-out: the time limit was reached']);
    expect(noted('hangs.noted')).toEqual(['asked']);
  });

  test('has the variables of its condition, from a server of its own', async () => {
    const [zone] = outcomesOf(
      await project.run('forked', ['test_zone'], {}, { effect: { env: { TZ: 'Asia/Tokyo' } } }),
    );
    expect(zone).toContain('JST');
  });
});

describe('a project of RSpec', () => {
  const spec = (load: string, body: string) => ({
    'spec/a_spec.rb': `${load}\nRSpec.describe("a") do\n  it("test_one") do\n${body}\n  end\nend\n`,
  });
  // A test that is missing has no message: what its process said tells why.
  const seenIn = (run: TrialRun) =>
    outcomesOf(run).map((seen) => (seen.endsWith(' missing') ? `${seen} ${JSON.stringify(run.output)}` : seen));
  const bothWays = async (files: Readonly<Record<string, string>>, others: Readonly<Record<string, string>> = {}) => {
    await using project = await openForkedProject(RUBY, rspec, files, others);
    const cold = seenIn(await project.run('cold', ['test_one']));
    const forked = [];
    for (const seed of [1, 1]) forked.push(...seenIn(await project.run('forked', ['test_one'], { seed })));
    return { cold, forked, refused: project.refused(), servers: taggedProcesses(runTag()).length };
  };

  test('whose gems configure RSpec does so in each trial, after its own settings', async () => {
    const gem = `RSpec.configure do |config|
  config.before(:suite) { $order << "gem suite" }
  config.around { |example| $order << "gem around"; example.run }
end
RSpec.shared_examples("gem") {}
`;
    const load = `$order = []
RSpec.configure do |config|
  config.before(:suite) { $order << "own suite" }
  config.around { |example| $order << "own around"; example.run }
end
require "configures"
require "rspec/retry"`;
    const { cold, forked, refused } = await bothWays(spec(load, 'raise $order.inspect'), { 'configures.rb': gem });
    expect(cold[0]).toContain('["own suite", "gem suite", "own around", "gem around"]');
    expect(forked).toEqual([...cold, ...cold]);
    expect(refused).toEqual({
      configures: expect.stringMatching(/^it (?:draws|changes the runner)/),
      retry: expect.stringMatching(/^it /),
    });
  });

  test('with a Gemfile that reads the clock sets up its gems in each trial', async () => {
    const gemfile = 'gem "rspec"\nENV["READ_BY"] = Process.pid.to_s if Time.now.to_i > 0\n';
    const body = 'raise "read by a server" if ENV["READ_BY"] != Process.pid.to_s';
    const { cold, forked, refused } = await bothWays({ Gemfile: gemfile, ...spec('require "json"', body) });
    expect([...cold, ...forked]).toEqual(Array(3).fill('test_one passed'));
    expect(refused).toEqual({ 'set-up': 'it reads the clock (Gemfile)' });
  });

  test('with a Gemfile and a file of the project that it loads is served', async () => {
    const files = {
      Gemfile: 'require_relative "lib/version"\ngem "rspec"\n',
      'lib/version.rb': 'module Own\n  VERSION = "1".freeze\nend\n',
      ...spec('require "version"', 'expect([Own::VERSION, ENV["RUBYOPT"]]).to eq(["1", ""])'),
    };
    const { cold, forked, refused, servers } = await bothWays(files);
    expect(cold[0]).toMatch(/-r\S*bundler\/setup/);
    expect(forked).toEqual([...cold, ...cold]);
    expect([refused, servers]).toEqual([{}, 1]);
  });

  test('that uses hash values, which forks share, starts cold', async () => {
    const { cold, forked, servers } = await bothWays(spec('', 'raise "odd" if "x".hash == 0'));
    expect([...cold, ...forked]).toEqual(Array(3).fill('test_one passed'));
    expect(servers).toBe(0);
  });
});
