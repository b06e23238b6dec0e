/** What only nextest has: set-up scripts, settings for single tests, profiles, targets that share a name, processes in parallel. */
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cargoWithNextest } from '../../../../scripts/toolchains/nextest.mjs';
import type { RunRequest } from '../../src/contract/runner.ts';
import { nextest } from '../../src/runners/nextest.ts';
import { type OpenProject, openProject, type RunnerProject } from '../contract/runner-arm.ts';
import { told, writeFiles } from '../runners/small-project.ts';

const manifest = (name: string, more = '') =>
  `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n${more}`;

const FILES = {
  'Cargo.toml': '[workspace]\nresolver = "2"\nmembers = ["crates/*"]\n',
  '.config/nextest.toml': `experimental = ["setup-scripts"]

[scripts.setup.stock]
command = ["sh", "-c", "echo STOCK=full >> $NEXTEST_ENV"]

[[profile.default.scripts]]
filter = "all()"
setup = "stock"

[[profile.default.overrides]]
filter = "test(=over_its_limit)"
slow-timeout = { period = "200ms", terminate-after = 1, grace-period = "0s" }
priority = 50

[profile.ci]
default-filter = "not test(=left_out)"
junit = { path = "junit.xml" }
`,
  'crates/cart/Cargo.toml': manifest('cart'),
  'crates/cart/src/lib.rs': `#[test] fn same_name() {}
#[test] fn after_a_script() { assert_eq!(std::env::var("STOCK").unwrap(), "full"); }
#[test] fn over_its_limit() { std::thread::sleep(std::time::Duration::from_secs(60)); }
#[test] fn left_out() {}
#[test] fn aborts() { std::process::abort(); }
`,
  'crates/cart/src/main.rs': '#[test] fn same_name() { panic!("of the program") }\nfn main() {}\n',
  'crates/shop/Cargo.toml': manifest('shop'),
  'crates/shop/tests/meet.rs': `use std::fs;
fn meet(own: &str, other: &str) {
    let here = std::env::temp_dir();
    fs::write(here.join(own), "").unwrap();
    while !here.join(other).exists() { std::thread::yield_now(); }
}
#[test] fn one() { meet("one", "other"); }
#[test] fn other() { meet("other", "one"); }
`,
} as const;

const cart = (name: string) => `crates/cart/src/lib.rs::${name}`;
const PROGRAM = 'crates/cart/src/main.rs::same_name';

async function openShop(args: readonly string[] = []): Promise<OpenProject<RunnerProject>> {
  return openProject(nextest, async (folder) => {
    await writeFiles(folder, FILES);
    return { program: [await cargoWithNextest()], suite: [], settings: { args } };
  });
}

describe('nextest', () => {
  let project: OpenProject<RunnerProject>;
  let suite: RunRequest['suite'];
  const run = (tests: readonly string[], changes?: Partial<RunRequest>) => project.run(tests, { suite, ...changes });
  beforeAll(async () => {
    project = await openShop();
    ({ tests: suite } = await project.list());
  });
  afterAll(() => project?.close());

  test('lists every member of a workspace, and leaves neither a lock file nor products behind', async () => {
    expect(suite).toHaveLength(8);
    expect(suite).toEqual(expect.arrayContaining([cart('same_name'), PROGRAM]));
    const names = await readdir(project.root, { recursive: true });
    expect(names.filter((name) => /target|Cargo\.lock/.test(name))).toEqual([]);
  });

  test('set-up scripts of the project run before the tests', async () => {
    expect(told(await run([cart('after_a_script')]))).toEqual(['passed after_a_script']);
  });

  test('a time limit for a single test holds', async () => {
    expect(told(await run([cart('over_its_limit')]))).toEqual(['timed-out over_its_limit']);
  });

  test('an order goes before priorities of the project', async () => {
    const tests = [PROGRAM, cart('left_out'), cart('after_a_script'), cart('over_its_limit')];
    const titles = ['failed same_name', 'passed left_out', 'passed after_a_script', 'timed-out over_its_limit'];
    expect(told(await run(tests))).toEqual(titles);
  });

  test('tests of one name in the library and the program of a package are distinguished', async () => {
    const report = await run([cart('same_name'), PROGRAM]);
    expect(report.observations.map(({ test: id, outcome }) => [id, outcome])).toEqual([
      [cart('same_name'), 'passed'],
      [PROGRAM, 'failed'],
    ]);
    expect(report.problems).toEqual([]);
  });

  test('a program that aborts is crashed, with its words', async () => {
    const [seen] = (await run([cart('aborts')])).observations;
    expect(seen).toMatchObject({ outcome: 'crashed', message: expect.stringContaining('SIGABRT') });
  });

  test('with workers, tests run in parallel', async () => {
    const both = ['crates/shop/tests/meet.rs::one', 'crates/shop/tests/meet.rs::other'];
    const report = await run(both, { conditions: { workers: '2' } });
    expect([...told(report)].sort()).toEqual(['passed one', 'passed other']);
  });
});

test('a profile of the project that the flags ask for decides which tests there are, and may write a report of its own', async () => {
  const project = await openShop(['--profile', 'ci']);
  try {
    const { tests } = await project.list();
    expect(tests).not.toContain(cart('left_out'));
    const report = await project.run([cart('same_name'), cart('left_out'), cart('aborts')], { suite: tests });
    expect(told(report)).toEqual(['passed same_name', 'crashed aborts']);
    expect(report.problems.join('\n')).toContain('there is no test crates/cart/src/lib.rs::left_out');
  } finally {
    await project.close();
  }
});

test('what does not compile is a problem in the words of the compiler', async () => {
  const project = await openProject(nextest, async (folder) => {
    await writeFiles(folder, {
      'Cargo.toml': manifest('broken'),
      'src/lib.rs': '#[test] fn one() { missing_name(); }\n',
    });
    return { program: [await cargoWithNextest()], suite: [] };
  });
  try {
    const listing = await project.list();
    expect(listing.tests).toEqual([]);
    expect(listing.problems.join('\n')).toContain('missing_name');
    const report = await project.run(['src/lib.rs::one']);
    expect(report.observations).toEqual([]);
    expect(report.problems.join('\n')).toContain('missing_name');
  } finally {
    await project.close();
  }
});
