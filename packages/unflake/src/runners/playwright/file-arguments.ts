/** The files of a selection as Playwright accepts them: regular expressions on absolute paths. The rest of the suite is then not loaded. */
import type { RunnerContext, RunRequest } from '../../contract/runner.ts';
import { parseTitlePath } from '../../contract/title-path.ts';
import { escapePattern } from '../name-pattern.ts';

// All arguments together may have about two million bytes; the hook selects the same tests without any.
const MAX_CHARACTERS = 500_000;

export function exactFiles({ tests, suite }: RunRequest, { root }: Pick<RunnerContext, 'root'>): readonly string[] {
  if (tests.length === suite.length) return [];
  const files = [...new Set(tests.map((id) => parseTitlePath(id).file))];
  const patterns = files.map((file) => `^${escapePattern(`${root}/${file}`)}$`);
  return patterns.join('').length > MAX_CHARACTERS ? [] : patterns;
}
