/** What only cargo test has: workspaces, targets without the harness, programs that abort, lock files, and output that no harness catches. */
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cargoProgram } from '../../../../scripts/toolchains/rust.mjs';
import type { RunRequest } from '../../src/contract/runner.ts';
import { cargoTest } from '../../src/runners/cargo-test.ts';
import { type OpenProject, openProject, type RunnerProject } from '../contract/runner-arm.ts';
import { told, writeFiles } from './small-project.ts';

const manifest = (name: string, more = '') =>
  `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n${more}`;

const FILES = {
  'Cargo.toml': '[workspace]\nresolver = "2"\nmembers = ["crates/*"]\n',
  'crates/cart/Cargo.toml': manifest('cart', '[[test]]\nname = "own"\nharness = false\n'),
  'crates/cart/src/lib.rs': `#[test] fn same_name() {}
#[test] fn overflows() { fn down(n: u64) -> u64 { if n == 0 { 0 } else { std::hint::black_box(down(n + 1)) + 1 } } println!("{}", down(1)); }
#[test] fn aborts() { std::process::abort(); }
#[test] fn returns_an_error() -> Result<(), String> { Err("no basket".into()) }
#[test] #[should_panic(expected = "this")] fn panics_otherwise() { panic!("that"); }
#[test] fn a_child_prints() { std::process::Command::new("printf").arg("{ no json, no line break").status().unwrap(); }
`,
  'crates/cart/tests/own.rs': 'fn main() { std::fs::write("ran-unasked", "").unwrap(); }\n',
  'crates/shop/Cargo.toml': manifest('shop'),
  'crates/shop/src/main.rs': '#[test] fn same_name() { panic!("of the shop") }\nfn main() {}\n',
  'crates/shop/tests/meet.rs': `use std::sync::Barrier;
static BOTH: Barrier = Barrier::new(2);
#[test] fn one() { BOTH.wait(); }
#[test] fn other() { BOTH.wait(); }
`,
} as const;

const cart = (name: string) => `crates/cart/src/lib.rs::${name}`;

describe('cargo test', () => {
  let project: OpenProject<RunnerProject>;
  const run = (tests: readonly string[], changes?: Partial<RunRequest>) => project.run(tests, changes);
  beforeAll(async () => {
    project = await openProject(cargoTest, async (folder) => {
      await writeFiles(folder, FILES);
      return { program: [await cargoProgram()], suite: [] };
    });
  });
  afterAll(() => project?.close());

  test('lists every member of a workspace, runs nothing, and names the target that has a harness of its own', async () => {
    const { tests, problems } = await project.list();
    expect(tests).toHaveLength(9);
    expect(tests).toEqual(expect.arrayContaining([cart('same_name'), 'crates/shop/src/main.rs::same_name']));
    expect(problems).toEqual([expect.stringMatching(/^crates\/cart\/tests\/own\.rs is left out/)]);
    const names = await readdir(project.root, { recursive: true });
    expect(names.filter((name) => /ran-unasked|target|Cargo\.lock/.test(name))).toEqual([]);
  });

  test('tests of one name in two packages are distinguished', async () => {
    const report = await run(['crates/shop/src/main.rs::same_name', cart('same_name')]);
    expect(told(report)).toEqual(['failed same_name', 'passed same_name']);
    expect(report.observations[0]?.message).toMatch(/of the shop[\s\S]*crates\/shop\/src\/main\.rs:1/);
    expect(report.problems).toEqual([]);
  });

  test.each([
    ['overflows', /overflow/],
    ['aborts', /SIGABRT/],
  ])('a program that %s is crashed, with its output', async (name, words) => {
    const [seen] = (await run([cart(name)])).observations;
    expect(seen).toMatchObject({ outcome: 'crashed', message: expect.stringMatching(words) });
  });

  test('a returned error and a panic with the wrong message are failures with a message', async () => {
    const { observations } = await run([cart('panics_otherwise'), cart('returns_an_error')]);
    expect(observations).toMatchObject([
      { outcome: 'failed', message: expect.stringContaining('that') },
      { outcome: 'failed', message: expect.stringContaining('no basket') },
    ]);
  });

  test('what a child process prints between the lines of the harness hides no test', async () => {
    const report = await run([cart('a_child_prints'), cart('same_name')]);
    expect(told(report)).toEqual(['passed a_child_prints', 'passed same_name']);
    expect(report.problems).toEqual([]);
  });

  test('with workers, tests of one target run in parallel', async () => {
    const both = ['crates/shop/tests/meet.rs::one', 'crates/shop/tests/meet.rs::other'];
    const report = await run(both, { conditions: { workers: '2' } });
    expect([...told(report)].sort()).toEqual(['passed one', 'passed other']);
  });

  test('a target that does not exist is missing, and the rest runs', async () => {
    const report = await run(['crates/cart/tests/gone.rs::a', cart('same_name')]);
    expect(told(report)).toEqual(['passed same_name']);
    expect(report.problems.join('\n')).toContain('there is no target crates/cart/tests/gone.rs');
  });
});

test("what does not compile is a problem with the compiler's message", async () => {
  const project = await openProject(cargoTest, async (folder) => {
    await writeFiles(folder, {
      'Cargo.toml': manifest('broken'),
      'src/lib.rs': '#[test] fn one() { missing_name(); }\n',
    });
    return { program: [await cargoProgram()], suite: [] };
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
