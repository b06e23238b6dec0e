/** The suite of fixtures/env-suite under the BATS of this machine: the matrix every such suite is tried with, and what a run says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EnvBatsSuite, FIXTURE } from './env-bats-suite.ts';

let suite: EnvBatsSuite;
beforeEach(async () => {
  suite = await EnvBatsSuite.copyOfFixture();
});
afterEach(() => suite.remove());

const SEQUENTIAL = ['00-validate.bats', '01-meta.bats', '02-build.bats', '03-dist.bats', '04-install.bats'];
const INDEPENDENT = ['clean-dist', 'docs', 'lookup', 'no-title', 'recompile', 'rename', 'upgrade'].map(
  (name) => `test-${name}.bats`,
);
const failures = (lines: readonly string[]) => lines.filter((line) => !/^(?:ok |1\.\.)/.test(line));
/** Changes whenever the foundation is built. */
const foundation = () =>
  suite.marker('.complete-foundation', 'foundation') + suite.marker('.start-foundation', 'foundation');

test('a clean run of everything passes, and a second one builds no foundation', async () => {
  const first = await suite.bats([...SEQUENTIAL, ...INDEPENDENT]);
  expect(failures(first.lines)).toEqual([]);
  const built = foundation();
  const second = await suite.bats([...SEQUENTIAL, ...INDEPENDENT], { DEBUG: '2' });
  expect(second.status).toBe(0);
  expect(second.lines.filter((line) => line.includes('running the prerequisite foundation'))).toEqual([]);
  expect(foundation()).toBe(built);
});

test('the three flows print what they do, line by line', async () => {
  const said = async () =>
    (await suite.bats(['01-meta.bats'], { DEBUG: '3' })).lines.map((line) => line.replaceAll(suite.suite, 'SUITE'));
  const golden = (name: string) =>
    readFileSync(join(FIXTURE, 'expected', `transcript-${name}.tap`), 'utf8')
      .trimEnd()
      .split('\n');
  expect(await said(), 'no state').toEqual(golden('clean'));
  expect(await said(), 'state that can be used').toEqual(golden('reuse'));
  expect((await suite.bats(['03-dist.bats'])).status).toBe(0);
  expect(await said(), 'later steps have run').toEqual(golden('pollution'));
});

const ASSERTIONS = `load "$UNFLAKE_HELPERS"
refuses() {
  run "$@"
  [ "$status" -eq 1 ]
}
@test "a status is looked at" {
  run true; assert_success
  refuses assert_failure
  run false; assert_failure; assert_failure_with_status 1
  refuses assert_success
  run false
  refuses assert_failure_with_status 2
  refuses assert_failure_with_status 0
}
@test "files and folders are looked at" {
  cd "$BATS_TEST_TMPDIR"
  mkdir folder; printf 'one two\\nthree' >file; ln -s nowhere link
  assert_file_exists file; assert_dir_exists folder; assert_file_not_exists none; assert_dir_not_exists none
  assert_file_contains file 'two
three'
  assert_file_not_contains file four
  refuses assert_file_exists folder
  refuses assert_file_exists none
  refuses assert_dir_exists file
  refuses assert_file_not_exists link
  refuses assert_dir_not_exists folder
  refuses assert_file_contains file four
  refuses assert_file_contains none one
  refuses assert_file_not_contains file one
}
@test "output is looked at as it is, not as a pattern" {
  run printf 'a [b] *'
  assert_output_contains '[b] *'
  assert_output_not_contains '[a-z] x'
  refuses assert_output_contains 'c'
}
@test "a failed assertion ends the test" {
  run false
  assert_success
  touch "$BATS_FILE_TMPDIR/went-on"
}
@test "so it did" {
  [ ! -e "$BATS_FILE_TMPDIR/went-on" ]
}
`;

test('assertions pass, fail and show the actual value', async () => {
  suite.write('assertions.bats', ASSERTIONS);
  const { lines } = await suite.bats(['assertions.bats']);
  expect(lines.filter((line) => /^(?:not )?ok/.test(line))).toEqual([
    'ok 1 a status is looked at',
    'ok 2 files and folders are looked at',
    'ok 3 output is looked at as it is, not as a pattern',
    'not ok 4 a failed assertion ends the test',
    'ok 5 so it did',
  ]);
  expect(lines).toContain('# ERROR: expected success, got status 1; there is nothing');
});

const ARCHIVES = `load "$UNFLAKE_HELPERS"
setup() {
  cd "$BATS_TEST_TMPDIR"
  mkdir -p shop-1.0/sql
  touch shop-1.0/Makefile shop-1.0/sql/shop.sql
  printf '# all\\nMakefile\\nsql/shop.sql\\n' >manifest
  tar -czf shop.tar.gz shop-1.0
}
@test "the manifest is met, by an archive and by a folder" {
  validate_exact_distribution_contents shop.tar.gz manifest
  validate_exact_distribution_contents shop-1.0 manifest
  [ "$(get_distribution_files shop.tar.gz)" = $'Makefile\\nsql/shop.sql' ]
}
@test "what is missing and what is extra is named" {
  printf 'README\\nMakefile\\n' >manifest
  run validate_exact_distribution_contents shop.tar.gz manifest
  assert_failure
}
@test "patterns are met" {
  validate_distribution_contents shop.tar.gz --required '*.sql' --excluded '*.o'
  run validate_distribution_contents shop.tar.gz --required '*.control'
  assert_failure
  run validate_distribution_contents shop.tar.gz --excluded 'sql/*'
  assert_failure
  tar -czf flat.tar.gz -C shop-1.0 .
  run validate_distribution_contents no.tar.gz
  assert_failure
}
`;

test('archives are compared with a manifest and with patterns', async () => {
  suite.write('archives.bats', ARCHIVES);
  const { status, lines } = await suite.bats(['archives.bats']);
  expect(status, lines.join('\n')).toBe(0);
  for (const words of [
    '# in the manifest, not in shop.tar.gz:',
    '#   README',
    '# in shop.tar.gz, not in the manifest:',
    '#   sql/shop.sql',
  ]) {
    expect(lines).toContain(words);
  }
  expect(lines).toContain("# no file in shop.tar.gz matches the required pattern '*.control'");
  expect(lines).toContain("# sql/shop.sql in shop.tar.gz matches the excluded pattern 'sql/*'");
});
