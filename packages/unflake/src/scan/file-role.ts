/** What a file is to a suite, by its path: whose work it is, and whether what looks like a test in it is one. One place for all languages. */
import { DEPENDENCY_FOLDERS, PRODUCT_FOLDERS, VERSION_CONTROL } from '../contract/foreign-folders.ts';

/** Copies of other people's work that a project keeps under version control. */
const VENDORED =
  /^(?:\.yarn|\.pnp\.[cm]?js|_?vendor(?:ed)?|third[_-]?party|3rd[_-]?party|extern|submodules|(?:googletest|gtest|gmock|catch2?|doctest|unity|cmocka)(?:-[\d.]+)?|[\w.-]+-\d+\.\d+(?:\.\d+)?)$/i;
/** Written by a program for a program. */
const MADE =
  /[.-]min\.[cm]?jsx?$|[.-]bundle\.[cm]?js$|_pb2(?:_grpc)?\.pyi?$|\.pb\.(?:go|cc|h)$|\.designer\.cs$|\.g\.(?:cs|dart)$/i;

/** Not the project's own work, by one part of a path. */
export const isForeign = (name: string): boolean =>
  VERSION_CONTROL.has(name) ||
  DEPENDENCY_FOLDERS.has(name) ||
  PRODUCT_FOLDERS.has(name) ||
  VENDORED.test(name) ||
  MADE.test(name);

/**
 * Stands among tests and is none: it measures, shows, or is only compiled. Nobody looks at what it gives, so that nothing in it makes a test
 * flaky.
 */
const AMONG_TESTS =
  /(?:^|\/)(?:bench(?:es|marks?)?|jmh|perf(?:ormance)?-?(?:tests?)?|stress(?:-?tests?)?|examples?|docs?|demos?|playgrounds?|type-?tests?|test-?d|dtslint|tsd|testdata|test\/resources)\/|(?:^|\/)(?:noxfile|tasks|fabfile|dodo|setup)\.py$|[._-]bench(?:mark)?(?:_test)?\.\w+$|\/[^/]*Benchmark\.(?:java|kt|cs|php)$|\.(?:test-d|tst|typetest)\.[cm]?tsx?$/i;

/** Samples that a test runs or reads; in Python such a folder rather holds the fixtures of pytest. */
const SAMPLES =
  /(?:^|\/)(?:tests?|specs?|__tests__|e2e)\/(?:.*\/)?(?:__)?(?:fixtures?|test-?data|snapshots)(?:__)?\/.*\.(?!pyi?$)\w+$/i;

/** In Python, what is no test by its name and lies in a folder for data. */
const PYTHON_SAMPLES =
  /(?:^|\/)tests?\/(?:.*\/)?(?:data|cases|packages|samples?|test_?data|snapshots|resources)\/(?:.*\/)?(?!test_|conftest\.)[^/]*(?<!_test)\.pyi?$/;

export const isAmongTests = (path: string): boolean =>
  AMONG_TESTS.test(path) || SAMPLES.test(path) || PYTHON_SAMPLES.test(path);
