/** What only RSpec has: hooks of several scopes, groups that must be entered again, filters, and a Gemfile to obey. */
import { describe, expect, test } from 'vitest';
import { rubyWithRspec } from '../../../../scripts/toolchains/ruby.mjs';
import { rspec } from '../../src/runners/rspec.ts';
import { told, withProject } from './small-project.ts';

async function project(files: Readonly<Record<string, string>>) {
  const program: [string] = [await rubyWithRspec()];
  return { adapter: rspec, program, files };
}

const runAll = async (files: Readonly<Record<string, string>>) =>
  withProject(await project(files), ({ suite, run }) => run(suite));

describe('outcomes of RSpec', () => {
  test('what breaks around the body is errored, what breaks in it failed', async () => {
    const report = await runAll({
      'lib/app.rb': 'def total(x) = x.fetch(:price)\n',
      'spec/a_spec.rb': `
require "app"
RSpec.describe "a" do
  it("raises") { total({}) }
  it("skips inside") { skip "not here" }
  it("is pending") { pending "known"; raise "still" }
  it("is fixed") { pending "known" }
  it("misses a call") { expect("x").to receive(:size) }
  it("fails twice", :aggregate_failures) { expect(1).to eq(2); expect(3).to eq(4) }
  context "after" do
    after { raise "cannot close" }
    it("tears down") {}
  end
  context "around" do
    around { |_example| raise "no room" }
    it("never runs") {}
  end
end
`,
    });
    expect(told(report)).toEqual([
      'failed raises',
      'skipped skips inside',
      'skipped is pending',
      'failed is fixed',
      'failed misses a call',
      'failed fails twice',
      'errored tears down',
      'errored never runs',
    ]);
    expect(report.observations[0]?.message).toMatch(
      /^KeyError: key not found: :price\n {4}at \S*fetch lib\/app\.rb:1\n {4}at .*total.* lib\/app\.rb:1\n {4}at .* spec\/a_spec\.rb:4$/,
    );
    expect(report.problems).toEqual([]);
  });

  test('a broken before(:context) errors its examples, and a crash in it names the first; a broken after(:context) is a problem', async () => {
    const report = await runAll({
      'spec/a_spec.rb': `
RSpec.describe "a" do
  before(:all) { raise "no database" }
  it("one") {}
  context("deeper") { it("two") {} }
end
RSpec.describe "b" do
  after(:all) { raise "cannot drop" }
  it("three") {}
end
RSpec.describe "c" do
  before(:all) { exit! 0 }
  it("four") {}
end
`,
    });
    expect(told(report)).toEqual(['errored one', 'errored two', 'passed three', 'crashed four']);
    expect(report.observations[1]?.message).toContain('no database');
    expect(report.problems.join('\n')).toContain('cannot drop');
  });

  test('a broken before(:suite) errors every example', async () => {
    const report = await runAll({
      'spec/a_spec.rb': `
RSpec.configure { |config| config.before(:suite) { raise "no server" } }
RSpec.describe("a") { it("one") {} }
`,
    });
    expect(told(report)).toEqual(['errored one']);
    expect(report.problems.join()).toContain('no server');
  });
});

describe('order and repetition of RSpec', () => {
  const files = {
    '.rspec': '--order rand\n',
    'spec/a_spec.rb': `
LOG = []
RSpec.describe "a", order: :random do
  before(:all) { LOG << "A" }
  it("one") { LOG << "1" }
  it("two") { LOG << "2" }
  context("deeper") { it("three") { LOG << "3" } }
end
RSpec.describe("tells") { it("all") { raise LOG.join(" ") } }
`,
    'spec/b_spec.rb': 'RSpec.describe("b") { it("four") { LOG << "4"; skip "now" if LOG.count("4") == 1 } }\n',
  };

  test('a group is entered again when its examples do not stand together', async () => {
    await withProject(await project(files), async ({ run }) => {
      const a = (title: string) => `spec/a_spec.rb > a > ${title}`;
      const order = [
        a('two'),
        a('one'),
        a('deeper > three'),
        'spec/b_spec.rb > b > four',
        a('deeper > three'),
        a('one'),
      ];
      const report = await run([...order, 'spec/a_spec.rb > tells > all']);
      expect(report.problems).toEqual([]);
      expect(report.observations.slice(0, -1).map(({ test: id }) => id)).toEqual(order);
      // A group's own examples come before those of the groups inside it, so the last one enters it again.
      expect(report.observations.at(-1)?.message).toMatch(/^RuntimeError: A 2 1 3 4 A 3 A 1\n/);
    });
  });

  test('an example that is repeated starts as if it had never been skipped or failed', async () => {
    await withProject(await project(files), async ({ run }) => {
      const tests = ['spec/a_spec.rb > a > one', 'spec/b_spec.rb > b > four', 'spec/a_spec.rb > tells > all'];
      const { observations } = await run(tests, { repeat: 2 });
      expect(observations.map(({ outcome, run: nth }) => `${outcome} ${nth}`)).toEqual([
        ...['passed 0', 'skipped 0', 'failed 0', 'passed 1', 'passed 1', 'failed 1'],
      ]);
      expect(observations.at(-1)?.message).toMatch(/^RuntimeError: A 1 4 A 1 4\n/);
    });
  });
});

describe('loading of RSpec', () => {
  test('a file that does not load is a problem, and the others run', async () => {
    const files = {
      'spec/a_spec.rb': 'require "absent_library"\n',
      'spec/b_spec.rb': 'RSpec.describe("b") { it("one") {} }\n',
    };
    await withProject(await project(files), async ({ list, run }) => {
      const listing = await list();
      expect(listing.tests).toEqual(['spec/b_spec.rb > b > one']);
      expect(listing.problems.join()).toMatch(/spec\/a_spec\.rb.*absent_library/s);
      expect(told(await run(['spec/a_spec.rb > a > x', 'spec/b_spec.rb > b > one']))).toEqual(['passed one']);
    });
  });

  test("the project's own filters are kept", async () => {
    const files = {
      'spec/a_spec.rb': `
RSpec.configure { |config| config.filter_run_excluding slow: true }
RSpec.describe("a") { it("quick") {}; it("slow", slow: true) {} }
`,
    };
    await withProject(await project(files), async ({ suite, run }) => {
      expect(suite).toEqual(['spec/a_spec.rb > a > quick']);
      expect(told(await run(suite))).toEqual(['passed quick']);
    });
  });

  test('a Gemfile that names RSpec is used: a missing gem is a problem', async () => {
    const spec = 'RSpec.describe("a") { it("one") {} }\n';
    const bad = { Gemfile: 'gem "rspec"\ngem "no-such-gem-anywhere"\n', 'spec/a_spec.rb': spec };
    const { problems } = await withProject(await project(bad), ({ list }) => list());
    expect(problems.join()).toMatch(/no-such-gem-anywhere/);
  });
});
