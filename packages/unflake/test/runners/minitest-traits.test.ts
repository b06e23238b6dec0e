/** What only Minitest has: specs beside classes, hooks around a test and around a class, classes in several files, and a Gemfile to obey. */
import { describe, expect, test } from 'vitest';
import { rubyWithMinitest } from '../../../../scripts/toolchains/ruby.mjs';
import { minitest } from '../../src/runners/minitest.ts';
import { withProject } from './small-project.ts';

async function project(files: Readonly<Record<string, string>>, settings = {}) {
  const program: [string] = [await rubyWithMinitest()];
  return { adapter: minitest, program, files, settings };
}

const runAll = async (files: Readonly<Record<string, string>>) =>
  withProject(await project(files), ({ suite, run }) => run(suite));

const CLASS = (name: string, body: string) => `
require "minitest/autorun"
class ${name} < Minitest::Test
${body}
end
`;

describe('outcomes of Minitest', () => {
  test('what breaks around the body is errored, what breaks in it failed', async () => {
    const report = await runAll({
      'lib/app.rb': 'def total(x) = x.fetch(:price)\n',
      'test/a_test.rb': `
require "app"
require "minitest/mock"
${CLASS('ATest', 'def test_raises = total({})')}
describe "skips" do
  before { skip "not here" }
  it("in its set-up") { raise "never" }
end
describe "torn down" do
  after { raise "cannot close" }
  it("passes") {}
  it("skips") { skip "now" }
  it("fails first") { flunk "no" }
end
describe "checked afterwards" do
  let(:mock) { Minitest::Mock.new.expect(:call, nil) }
  after { mock.verify }
  it("misses a call") {}
end
describe "asserts afterwards" do
  after { assert_equal 1, 2 }
  it("is wrong") {}
end
describe("nothing") { it "is written yet" }
class CannotBeMade < Minitest::Test
  def initialize(name) = raise("no room")
  def test_never = flunk
end
`,
    });
    expect(report.observations.map(({ outcome, test: id }) => `${outcome} ${id.split('::').at(-1)}`)).toEqual([
      'failed ATest#test_raises',
      'skipped skips#in its set-up',
      'errored torn down#passes',
      'errored torn down#skips',
      'failed torn down#fails first',
      'failed checked afterwards#misses a call',
      'failed asserts afterwards#is wrong',
      'skipped nothing#is written yet',
      'errored CannotBeMade#test_never',
    ]);
    expect(report.observations[0]?.message).toMatch(
      /^KeyError: key not found: :price\n {4}at \S*fetch lib\/app\.rb:1\n {4}at .*total.* lib\/app\.rb:1\n {4}at .* test\/a_test\.rb:\d+$/,
    );
    expect(report.problems).toEqual([]);
  });

  test('what a library does around a class is done, and errors its tests where it breaks', async () => {
    const report = await runAll({
      'test/a_test.rb': `
require "minitest/autorun"
class Around < Minitest::Test
  def self.with_info_handler(*)
    prepared
    super
  end
end
class GoodTest < Around
  def self.prepared = @@ready = true
  def test_a = assert(@@ready)
end
class BadTest < Around
  def self.prepared = raise("no database")
  def test_b; end
end
`,
    });
    expect(report.observations.map(({ outcome }) => outcome)).toEqual(['passed', 'errored']);
    expect(report.problems.join()).toContain('no database');
  });

  test('a test that the project itself runs again is said to be retried', async () => {
    const again = 'def run = super.then { |first| first.passed? ? first : (failures.clear; super()) }';
    const body = `${again}\n  def test_a = (@n = @n.to_i + 1) > 1 || flunk`;
    const { retried } = await runAll({ 'test/a_test.rb': CLASS('ATest', body) });
    expect(retried).toEqual(['test/a_test.rb::ATest#test_a was run again']);
  });
});

describe('files of Minitest', () => {
  const ids = async (files: Readonly<Record<string, string>>, settings = {}) =>
    withProject(await project(files, settings), async ({ list }) => list());

  test('specs are taken where there are no tests, and what Rails leaves out is left out', async () => {
    const spec = 'require "minitest/autorun"\ndescribe("s") { it("one") {} }\n';
    const system = { 'test/system/b_test.rb': CLASS('BTest', 'def test_b; end') };
    expect((await ids({ ...system, 'spec/s_spec.rb': spec })).tests).toEqual(['spec/s_spec.rb::s#one']);
    const both = { ...system, 'test/a_test.rb': CLASS('ATest', 'def test_a; end'), 'spec/s_spec.rb': spec };
    expect((await ids(both)).tests).toEqual(['test/a_test.rb::ATest#test_a']);
    const named = await ids(both, { files: ['spec', 'test/system/*.rb'] });
    expect(named.tests).toEqual(['spec/s_spec.rb::s#one', 'test/system/b_test.rb::BTest#test_b']);
  });

  test('a class has its tests in the file that defines it, whichever other file reopens or requires it', async () => {
    const files = {
      'test/a_test.rb': 'require_relative "z_test"\nclass ZTest\n  def test_from_a; end\nend\n',
      'test/support/base.rb': CLASS('BaseTest', 'def test_base; end'),
      'test/z_test.rb': 'require "support/base"\nclass ZTest < BaseTest\n  def test_z; end\nend\n',
    };
    await withProject(await project(files), async ({ suite, run }) => {
      const z = ['test_base', 'test_from_a', 'test_z'].map((name) => `test/z_test.rb::ZTest#${name}`);
      expect(suite).toEqual(['test/support/base.rb::BaseTest#test_base', ...z]);
      for (const id of suite) {
        const { observations, problems } = await run([id]);
        expect([observations.map(({ outcome }) => outcome), problems]).toEqual([['passed'], []]);
      }
    });
  });

  test('only files that hold a selected test are loaded; one that does not load is a problem, and the others run', async () => {
    const files = {
      'test/a_test.rb': 'require "absent_library"\n',
      'test/b_test.rb': 'abort "no server"\n',
      'test/c_test.rb': CLASS('CTest', 'def test_c; end'),
    };
    await withProject(await project(files), async ({ list, run }) => {
      const { tests, problems } = await list();
      expect(tests).toEqual(['test/c_test.rb::CTest#test_c']);
      expect(problems.join()).toMatch(/test\/a_test\.rb .*absent_library.*test\/b_test\.rb .*no server/s);
      expect(await run(tests)).toMatchObject({ observations: [{ outcome: 'passed' }], problems: [] });
    });
  });

  test('a Gemfile that names Minitest is used: a missing gem is a problem', async () => {
    const bad = { Gemfile: 'gem "minitest"\ngem "no-such-gem-anywhere"\n', 'test/a_test.rb': '' };
    expect((await ids(bad)).problems.join()).toMatch(/no-such-gem-anywhere/);
  });
});

describe('random numbers and the end of Minitest', () => {
  test('random numbers differ from process to process, and after_run callbacks run', async () => {
    const told = 'Minitest.after_run { warn "after" ; raise "cannot stop" }';
    const files = { 'test/a_test.rb': `${CLASS('ATest', 'def test_a = flunk(rand.to_s)')}${told}\n` };
    await withProject(await project(files), async ({ suite, run }) => {
      const [first, second] = [await run(suite), await run(suite)];
      expect(first.observations[0]?.message).not.toBe(second.observations[0]?.message);
      expect(first.problems).toEqual(['after the run: RuntimeError: cannot stop']);
    });
  });
});
