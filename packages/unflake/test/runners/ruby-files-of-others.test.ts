/** Files that a loaded Ruby may load ahead of its forks: only those that a fork would find as a fresh process does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ForkedProject, openForkedProject, outcomesOf, RUBY } from './forked-project.ts';
import { NAMES, RUNNERS } from './ruby-runners.ts';

/** Files of others that do more than define names, each with a condition that holds only if its own process loaded the file. */
const OTHERS: Readonly<Record<string, { readonly text: string; readonly holds: string; readonly because: string }>> = {
  with_thread: { text: 'THREAD = Thread.new { sleep }', holds: 'THREAD.alive?', because: 'it starts a thread' },
  with_pool: {
    text: 'QUEUE = Queue.new\nDONE = Queue.new\nThread.new { DONE << QUEUE.pop while true }',
    holds: '(QUEUE << 1; DONE.pop == 1)',
    because: 'it starts a thread',
  },
  with_file: {
    text: 'FILE = File.open(__FILE__)\nFILE.readline',
    holds: 'FILE.readline == "FILE.readline\\n"',
    because: 'it opens a file or socket',
  },
  with_socket: {
    text: 'require "socket"\nONE, OTHER = UNIXSocket.pair',
    holds: '(ONE.write("x"); OTHER.readpartial(1) == "x")',
    because: 'it opens a file or socket',
  },
  with_child: {
    text: 'CHILD = spawn("sleep", "600")',
    holds: '(Process.kill("KILL", CHILD); Process.wait(CHILD) == CHILD)',
    because: 'it starts a process (with_child.rb)',
  },
  with_program: {
    text: 'VERSION_TEXT = `echo 1`',
    holds: 'VERSION_TEXT == "1\\n"',
    because: 'it starts a process (with_program.rb)',
  },
  // Minitest loads the one that needs it first, and then it is part of that one.
  with_clock: { text: 'NOW = Time.now', holds: 'NOW >= BEGUN', because: 'it reads the clock (with_clock.rb)|' },
  with_date: {
    text: 'require "date"\nTODAY = Date.today',
    holds: 'TODAY >= BEGUN.to_date',
    because: 'it reads the clock (with_date.rb)',
  },
  with_timer: {
    text: 'TIMER = Process.clock_gettime(Process::CLOCK_MONOTONIC)',
    holds: 'TIMER >= BEGUN_TIMER',
    because: 'it reads the clock (with_timer.rb)',
  },
  with_process_number: {
    text: 'module Numbered\n  PID = Process.pid\nend',
    holds: 'Numbered::PID == Process.pid',
    because: 'it reads the number of its process (with_process_number.rb)',
  },
  with_number_variable: {
    text: 'module Variable\n  PID = $$\nend',
    holds: 'Variable::PID == $$',
    because: 'it reads the number of its process (with_number_variable.rb)',
  },
  with_dice: {
    text: 'DICE = rand',
    holds: 'note("dice", DICE)',
    because: 'it draws random numbers (with_dice.rb)',
  },
  with_own_dice: {
    text: 'OWN_DICE = Random.new',
    holds: 'note("own-dice", OWN_DICE.rand)',
    because: 'it draws random numbers (with_own_dice.rb)',
  },
  with_uuid: {
    text: 'require "securerandom"\nUUID = SecureRandom.uuid',
    holds: 'note("uuid", UUID)',
    because: 'it draws random numbers .*',
  },
  with_signal: {
    text: 'trap("USR1") { HANDLED << 1 }\nHANDLED = []',
    holds: 'trap("USR1", "DEFAULT").is_a?(Proc)',
    because: 'it handles a signal',
  },
  with_variable: {
    text: 'MODE = ENV["APP_MODE"]',
    holds: 'MODE == "test"',
    because: 'it reads APP_MODE, which the project sets',
  },
  with_setting: { text: 'ENV["SET_BY_GEM"] = "1"', holds: 'ENV["SET_BY_GEM"] == "1"', because: 'it changes variables' },
  with_words: { text: 'puts "hello"', holds: 'true', because: 'it prints' },
  with_warning: { text: 'warn "old"', holds: 'true', because: 'it prints' },
  with_files: {
    text: 'KEPT = File.join(ENV["HOME"], "kept")\nFile.write(KEPT, "")',
    holds: 'File.exist?(KEPT)',
    because: 'it writes files',
  },
  with_exit: {
    text: 'at_exit { note("ends", 1) }',
    holds: 'true',
    because: 'it leaves work for the end of the process (with_exit.rb)',
  },
  with_end_block: {
    text: 'END { note("ends", 2) }',
    holds: 'true',
    because: 'it leaves work for the end of the process (with_end_block.rb)',
  },
  with_coverage: {
    text: 'require "coverage"\nCoverage.start',
    holds: 'Coverage.running?',
    because: 'it changes the interpreter',
  },
  with_encoding: {
    text: 'Encoding.default_internal = Encoding::UTF_8',
    holds: 'Encoding.default_internal == Encoding::UTF_8',
    because: 'it changes the interpreter',
  },
  with_path: {
    text: '$LOAD_PATH.unshift(File.expand_path("own-lib"))',
    holds: '$LOAD_PATH.any? { |path| path.end_with?("own-lib") }',
    because: 'it changes where files are found',
  },
  needs_clock: { text: 'require "with_clock"', holds: 'true', because: 'it reads the clock (with_clock.rb)' },
  depends: {
    text: 'require(defined?(OwnCode) ? "left" : "right")',
    holds: 'defined?(LEFT) && !defined?(RIGHT)',
    because: 'it loads right.rb, which the project does not',
  },
  ends: { text: 'exit if ENV["UNFLAKE_NEVER"]\nENDS = 1', holds: 'ENDS == 1', because: '' },
  patches: {
    text: 'class String\n  def shout = upcase\nend',
    holds: '"a".shout == "A"',
    because: '',
  },
  native: { text: 'require "bigdecimal"\nrequire "openssl"', holds: 'BigDecimal("1") == 1', because: '' },
  calm: {
    text: 'require "json"\nrequire "set"\nrequire "securerandom"\nSTATE = []',
    holds: '(STATE << 1) == [1]',
    because: '',
  },
};

const OWN = `require "time"
require "date"
BEGUN = Time.now
BEGUN_TIMER = Process.clock_gettime(Process::CLOCK_MONOTONIC)
ENV["APP_MODE"] = "test"
OwnCode = true

def note(name, value)
  File.write("#{name}.noted", "#{value}\\n", mode: "a")
  true
end
`;
const otherFiles = Object.fromEntries([
  ...Object.entries(OTHERS).map(([name, { text }]) => [`${name}.rb`, `${text}\n`]),
  ['left.rb', 'LEFT = 1\n'],
  ['right.rb', 'RIGHT = 1\n'],
]);

describe.each(NAMES)('files of others under %s', (runner) => {
  let project: ForkedProject;
  beforeAll(async () => {
    const files = Object.entries(OTHERS).map(([name, { holds }]) => {
      const load = `require_relative "../own"\nrequire "${name}"`;
      return RUNNERS[runner].file(name, load, { [`test_${name}`]: `raise "not so" unless (${holds})` });
    });
    const all = Object.assign({ 'own.rb': OWN }, ...files);
    project = await openForkedProject(RUBY, RUNNERS[runner].adapter, all, otherFiles);
  });
  afterAll(() => project[Symbol.asyncDispose]());

  test('are loaded by each trial if a fork would have something else than a fresh process', async () => {
    const names = Object.keys(OTHERS).map((name) => `test_${name}`);
    const usual = outcomesOf(await project.run('cold', names));
    expect(usual).toEqual(names.map((name) => `${name} passed`));
    for (const seed of [1, 1]) expect(outcomesOf(await project.run('forked', names, { seed }))).toEqual(usual);
    for (const noted of ['dice', 'own-dice', 'uuid']) {
      const drawn = readFileSync(join(project.root, `${noted}.noted`), 'utf8')
        .trim()
        .split('\n');
      expect([noted, drawn.length, new Set(drawn).size]).toEqual([noted, 3, 3]);
    }
    // At the end of each of the three, and of the listing.
    expect(readFileSync(join(project.root, 'ends.noted'), 'utf8').trim().split('\n').sort()).toEqual(
      [1, 2].flatMap((end) => Array(4).fill(String(end))),
    );
  });

  test('are refused with the reason, and only those', async () => {
    // A server looks at all of them when it starts.
    await project.run('forked', ['test_calm'], { seed: 1 });
    const refused = project.refused();
    for (const [name, { because }] of Object.entries(OTHERS)) {
      expect(`${name}: ${refused[name] ?? ''}`).toMatch(
        new RegExp(`^${name}: (?:${because.replace(/[()]/g, '\\$&')})$`),
      );
    }
    // This one runs the tests at the end of the process.
    expect(Object.keys(refused).filter((name) => !(name in OTHERS) && name !== 'autorun')).toEqual([]);
  });
});
