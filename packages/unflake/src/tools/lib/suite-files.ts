/** The files of the suite that the config names: resolves patterns to paths, and filters the tests of a runner that accepts no files. */
import { posix } from 'node:path';
import { UnflakeError } from '../../contract/faults.ts';
import { fileOf } from '../../contract/file-of.ts';
import type { Project, RunnerAdapter } from '../../contract/runner.ts';
import type { TestId } from '../../contract/test-id.ts';
import { globPattern, isGlob } from '../../text/glob.ts';

/** Relative to the runner's folder, like the patterns. BAD_CONFIG if a pattern matches no file. */
export function suiteFiles(patterns: readonly string[], { root, files }: Project, folder: string): readonly string[] {
  const below = files.map((file) => posix.relative(folder, file)).filter((file) => !file.startsWith('../../'));
  const found = patterns.flatMap((pattern) => {
    const clean = posix.normalize(pattern);
    if (!isGlob(clean)) return [clean];
    const matching = below.filter((file) => globPattern(clean).test(file));
    if (matching.length > 0) return matching;
    const words = `\`files\` of the config has ${pattern}, but no file in ${posix.join(root, folder)} matches it`;
    throw new UnflakeError('BAD_CONFIG', words, { field: 'files', pattern });
  });
  return [...new Set(found)];
}

/** Tests of the runner in these files or folders. */
export function testsWithin(
  files: readonly string[],
  tests: readonly TestId[],
  { name, takesFiles }: RunnerAdapter,
): readonly TestId[] {
  if (files.length === 0 || takesFiles === true) return tests;
  const isWithin = (file: string | null) => files.some((one) => file === one || file?.startsWith(`${one}/`));
  const kept = tests.filter((id) => isWithin(fileOf(id)));
  if (kept.length > 0) return kept;
  const words = `\`files\` of the config leaves none of the ${tests.length} tests of ${name}: ${files.join(', ')}`;
  throw new UnflakeError('BAD_CONFIG', words, { field: 'files', files, runner: name });
}
