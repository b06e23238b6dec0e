/** Signs that a project's tests are GoogleTest programs. They are built elsewhere, so the signs are in the sources. */
import type { Detection, Project } from '../../contract/runner.ts';
import { byDepth, folderOf } from '../manifests.ts';

const BUILD_FILE = /(?:^|\/)(?:CMakeLists\.txt|meson\.build|Makefile|BUILD(?:\.bazel)?)$/;
const SOURCE = /\.(?:cc|cpp|cxx)$/;
const INCLUDES = /^\s*#\s*include\s*[<"](?:gtest\/gtest|gmock\/gmock)\.h[>"]/m;
const NAMES = /\b(?:gtest_discover_tests|gtest_add_tests|GTest|gtest|gtest_main|googletest)\b/;
// A limit, because searching all files of a large project would take longer than running it.
const FILES_READ = 300;

export function detectGoogletest(project: Project): Detection | null {
  const files = byDepth(project.files);
  const says = (sign: RegExp, file: string): boolean => sign.test(project.text(file) ?? '');
  const tests = files.filter((file) => SOURCE.test(file)).toSorted((a, b) => Number(isTest(b)) - Number(isTest(a)));
  const test = tests.slice(0, FILES_READ).find((file) => says(INCLUDES, file));
  if (test === undefined) return null;
  const around = files.filter((file) => BUILD_FILE.test(file) && isAround(folderOf(file), test));
  const includes = `${test} includes GoogleTest`;
  // Build folders are next to the outermost file.
  const folder = around[0] === undefined ? '.' : folderOf(around[0]);
  const names = around.find((file) => says(NAMES, file));
  if (names === undefined) return { folder, because: [includes], strength: 'possible' };
  return { folder, because: [`GoogleTest in ${names}`, includes], strength: 'likely' };
}

const isTest = (file: string): boolean => /test/i.test(file);

const isAround = (folder: string, file: string): boolean => folder === '.' || file.startsWith(`${folder}/`);
