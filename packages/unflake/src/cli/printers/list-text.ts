/** `list` for people: one test id per line and nothing else on stdout, so that a line can be passed to `diagnose`. */
import { plural } from '../../text/plural.ts';
import type { ListResult, SuiteResult } from '../../tools/lib/tool-results.ts';

export function listText({ others, ...first }: ListResult): string {
  const suites = [first, ...others];
  // Other lines must not look like tests; no known runner has ids that start with #.
  const lines = suites.flatMap((suite) => [...(others.length === 0 ? [] : [heading(suite)]), ...linesOf(suite)]);
  return lines.map((line) => `${line}\n`).join('');
}

function heading({ runner, folder, tests }: SuiteResult): string {
  return `# ${runner}${folder === '.' ? '' : ` in ${folder}`}: ${plural(tests.length, 'test')}`;
}

function linesOf({ tests, problems }: SuiteResult): readonly string[] {
  return [...tests, ...problems.map((problem) => `# not collected: ${problem.replaceAll('\n', '\n#   ')}`)];
}
