/** Signs that a project's tests are run by Minitest, and the folder in which it starts. */
import type { Detection, Project } from '../../contract/runner.ts';
import { byDepth, folderOf } from '../manifests.ts';

const TEST_FILE = /(?:^|\/)test\/(?:.*\/)?(?:[^/]*_test|test_[^/]*)\.rb$/;
const SPEC_FILE = /(?:^|\/)spec\/(?:.*\/)?[^/]*_spec\.rb$/;
const HELPER = /(?:^|\/)(?:(?:test|spec|minitest)_)?helper\.rb$/;
const RAKEFILE = /(?:^|\/)Rakefile$/;
const MANIFEST = /(?:^|\/)(?:Gemfile|[^/]+\.gemspec)$/;
const MINITEST = /\bminitest\b|\brails\/test_help\b|\bActiveSupport::TestCase\b/i;
/** A different library whose classes look alike. */
const TEST_UNIT = /\btest\/unit\b|\btest-unit\b|\bTest::Unit\b/;
// A limit, because searching all files of a large project would take longer than running it.
const FILES_READ = 50;

export function detectMinitest(project: Project): Detection | null {
  const files = byDepth(project.files);
  const says = (sign: RegExp, file: string): boolean => sign.test(project.text(file) ?? '');
  const tests = files.filter((file) => TEST_FILE.test(file) && !HELPER.test(file));
  const specs = files.filter((file) => SPEC_FILE.test(file));
  const found = tests.length > 0 ? tests : specs;
  if (found.length === 0) return null;
  const folder = aboveTests(found[0]!);

  const rakefile = files.find((file) => RAKEFILE.test(file) && says(/\bMinitest::TestTask\b/, file));
  if (rakefile !== undefined) return { folder, because: [`Minitest::TestTask in ${rakefile}`], strength: 'configured' };
  const helpers = files.filter((file) => HELPER.test(file));
  // What all files require counts, even if one of them mentions another library.
  if (helpers.some((file) => says(TEST_UNIT, file)) && !helpers.some((file) => says(MINITEST, file))) return null;
  const first = [...helpers, ...found].slice(0, FILES_READ);
  const names = first.find((file) => says(MINITEST, file));
  if (names !== undefined) return { folder, because: [`Minitest in ${names}`], strength: 'likely' };
  // Spec files that do not name Minitest are RSpec's.
  if (tests.length === 0 || first.some((file) => says(TEST_UNIT, file))) return null;
  const manifest = files.find((file) => MANIFEST.test(file) && says(/\b(?:minitest|rails)\b/, file));
  if (manifest !== undefined) return { folder, because: [`Minitest in ${manifest}`], strength: 'likely' };
  return { folder, because: [tests[0]!], strength: 'possible' };
}

/** Files are found and required from the parent folder of `test` or `spec`. */
function aboveTests(file: string): string {
  const parts = file.split('/');
  const at = parts.findIndex((part) => part === 'test' || part === 'spec');
  return at <= 0 ? '.' : folderOf(parts.slice(0, at + 1).join('/'));
}
